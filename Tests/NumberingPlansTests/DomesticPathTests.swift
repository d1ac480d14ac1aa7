import Testing

@testable import NumberingPlans

@Suite struct DomesticPathTests {
  @Test("lengths that a resolver leaves out are no number by the full rules, in every region")
  func refusedLengths() throws {
    var (refused, valid) = (0, 0)
    for region in NumberingPlans.live.regions {
      let plan = try #require(NumberingPlan.plan(region: region))
      let resolver = NumberResolver(plan)
      let code = String(plan.callingCode)
      for example in plan.examples.map(\.digits) {
        for head in [
          "", "0", "1", "8", "00", "011", code, "00" + code, code + "0", "90", "044", "003768",
          "180020", "021", "1" + code,
        ] {
          for tail in ["", "0", "2024561"] {
            var text = head + example + tail
            let name = text
            text.withUTF8 { digits in
              let possible = resolver.lengths(of: digits)
              for count in 4...min(digits.count, 30) {
                let first = UnsafeBufferPointer(rebasing: digits[..<count])
                let isValid = plan.resolveFully(first, isInternational: false).isValid
                valid += isValid ? 1 : 0
                if resolver.refuses(first) { #expect(!isValid, "\(region) \(name) \(count)") }
                if possible >> UInt32(count) & 1 == 1 { continue }
                refused += 1
                #expect(!isValid, "\(region) \(name) \(count)")
              }
              guard resolver.refuses(international: digits) else { return }
              #expect(
                !plan.resolveFully(digits, isInternational: true).isValid, "\(region) +\(name)")
            }
          }
        }
      }
    }
    #expect(refused > 10_000)
    #expect(valid > 10_000)
  }

  @Test("the short way answers like the full rules, in every region")
  func sameAnswers() throws {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: .min ... .max, using: &generator)
    print("seed \(seed)")
    var state = seed
    func draw(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    var (answered, answeredInFull, answeredBare, refused, unknown) = (0, 0, 0, 0, 0)
    for region in NumberingPlans.live.regions {
      let plan = try #require(NumberingPlan.plan(region: region))
      var inputs = plan.examples.map { "0" + $0.digits }
      for _ in 0..<60 {
        inputs.append(String((0..<(4 + Int(draw(14)))).map { _ in Character("\(draw(10))") }))
        let example = plan.examples.isEmpty ? "12345678" : plan.examples[0].digits
        inputs.append("0\(example.dropLast())\(draw(10))")
        inputs.append("0\(draw(100))\(example)")
      }
      for input in inputs {
        var text = input
        text.withUTF8 { digits in
          if let quick = plan.domestic.resolve(digits) {
            answered += 1
            #expect(
              quick == plan.resolveFully(digits, isInternational: false), "\(region) \(input)")
          }
          if plan.domestic.refuses(digits) {
            refused += 1
            #expect(
              !plan.resolveFully(digits, isInternational: false).isValid, "\(region) \(input)")
          }
          if plan.domestic.dropsZero(of: digits) {
            let found = plan.resolve(digits)
            unknown += found.isValid ? 0 : 1
            #expect(
              found == plan.resolveFully(digits, isInternational: false), "\(region) \(input)")
          }
        }
        var bare = String(input.drop { $0 == "0" })
        let bareName = bare
        bare.withUTF8 { digits in
          if let quick = plan.tables.resolveBare(digits) {
            answeredBare += 1
            #expect(
              quick == plan.resolveFully(digits, isInternational: false), "\(region) \(bareName)")
          }
        }
        var full = "\(plan.callingCode)\(input.drop { $0 == "0" && draw(4) > 0 })"
        let name = full
        full.withUTF8 { digits in
          if let quick = plan.domestic.resolveInternational(digits) {
            answeredInFull += 1
            #expect(
              quick == plan.resolveFully(digits, isInternational: true), "\(region) +\(name)")
          }
        }
      }
    }
    #expect(answered > 3000)
    #expect(answeredInFull > 3000)
    #expect(answeredBare > 3000)
    #expect(refused > 1000)
    #expect(unknown > 500)
  }

  @Test("of many regions the one that claims digits is found by their head as one by one")
  func claimants() throws {
    let group = try #require(NumberingPlan.plan(region: "US")).group
    var claimed = 0
    for head in 200..<1000 {
      for tail in ["", "5", "5550123", "2345678", "99999999"] {
        var text = "\(head)\(tail)"
        let name = text
        text.withUTF8 { digits in
          guard let base = digits.baseAddress else { return }
          let expected = group.members.first { member in
            if let leading = member.leadingDigits {
              return leading.match(base, count: digits.count) != nil
            }
            let state = member.automaton.walk(base, digits.count)
            return member.automaton.facts(of: state).type != 0
          }
          let found = group.tables.pointee.claimant(base, count: digits.count)
          claimed += found == nil ? 0 : 1
          #expect(found?.region == expected?.tables, "\(name)")
        }
      }
    }
    #expect(claimed > 300)
  }

  @Test(
    "tells every complete length as the full rules do", arguments: ["TW", "CN", "DE", "FR"])
  func completeLengths(region: String) throws {
    let plan = try #require(NumberingPlan.plan(region: region))
    let resolver = NumberResolver(plan)
    var state: UInt64 = 20_261_121
    func draw(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    var complete = 0
    for round in 0..<1_000 {
      let example = plan.examples[round % plan.examples.count].digits
      let kept = example.prefix(Int(draw(UInt64(example.count + 1))))
      let input = "0\(kept)" + (0..<14).map { _ in "\(draw(10))" }.joined()
      var text = input
      text.withUTF8 { digits in
        guard let lengths = resolver.completeLengths(of: digits) else { return }
        for length in 2...min(digits.count, 22) {
          let found = plan.resolveFully(
            UnsafeBufferPointer(rebasing: digits[..<length]), isInternational: false)
          let bit: UInt32 = 1 << UInt32(length - 1)
          #expect((lengths.lines & bit != 0) == (found.type == .fixedLine), "\(input) \(length)")
          let isOther = found.isValid && found.type != .fixedLine
          #expect((lengths.others & bit != 0) == isOther, "\(input) \(length)")
          if found.isValid { complete += 1 }
        }
      }
    }
    #expect(complete > 500)
  }

  @Test("takes what most cells of Taiwan, China and Germany are")
  func taken() throws {
    for (region, digits) in [("TW", "0255667788"), ("CN", "01061001234"), ("DE", "030123456")] {
      let plan = try #require(NumberingPlan.plan(region: region))
      var text = digits
      #expect(text.withUTF8 { plan.domestic.resolve($0) } != nil, "\(region)")
    }
  }

  @Test("leaves an international prefix to the full rules", arguments: ["0020", "01988612345678"])
  func foreign(digits: String) throws {
    let plan = try #require(NumberingPlan.plan(region: "TW"))
    var text = digits
    #expect(text.withUTF8 { plan.domestic.resolve($0) } == nil)
  }
}
