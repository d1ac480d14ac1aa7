import Testing

@testable import NumberingPlans

@Suite("The live data") struct LiveDataTests {
  @Test("compiles for every region and calling code")
  func everyRegion() throws {
    let plans = NumberingPlans.live
    #expect(plans.regions.count == 245)
    #expect(NumberingPlans.version.hasPrefix("phonenumbers 9."))
    for region in plans.regions { #expect(try plans.plan(region: region) != nil) }
    for code in plans.callingCodes { #expect(plans.group(code) != nil) }
  }

  @Test("every example number is valid and of its type")
  func examples() throws {
    let plans = NumberingPlans.live
    var seen = 0
    for name in plans.callingCodes.flatMap({ plans.regions(ofCallingCode: $0) }) {
      let plan = try #require(try plans.plan(region: name))
      for example in plan.examples {
        guard let type = example.type else { continue }
        let found = try resolve("+\(plan.callingCode)\(example.digits)", "TW")
        seen += 1
        #expect(found.isValid, "\(name) \(example.digits)")
        #expect(Int(found.callingCode) == plan.callingCode)
        // A number that several regions share (+1 800) is claimed by the first of them; the plan
        // it is an example of must know it too.
        let automaton = plan.home.automaton
        let own = Array(example.digits.utf8).withUnsafeBufferPointer { digits in
          digits.baseAddress.map { automaton.facts(of: automaton.walk($0, digits.count)).type }
        }
        #expect(own ?? 0 != 0, "\(name) \(example.digits)")
        let isLine = type == .fixedLine || type == .mobile
        #expect(found.type == type || isLine && found.type == .fixedLineOrMobile, "\(name) \(type)")
      }
    }
    #expect(seen > 1000)
  }

  @Test("a fixed slice of draws resolves as phonenumbers resolves it")
  func slice() throws {
    var lines = 0
    var short = 0
    var regions: Set<String> = []
    for line in expectations.description.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count == 6)
      let found = try resolve(fields[1], fields[0])
      let validity =
        switch found.validity {
        case .valid: "valid"
        case .possible: "possible"
        case .possibleLocalOnly: "possible-local-only"
        case .impossible(let reason): "\(reason)"
        }
      let ours = [
        found.e164 ?? "-", validity, found.type?.spelling ?? "-", found.region?.description ?? "-",
      ]
      #expect(ours == Array(fields[2...]), "\(fields[0]) \(fields[1])")
      lines += 1
      regions.insert(fields[0])
      let plan = try #require(NumberingPlan.plan(region: fields[0]))
      if Array(fields[1].utf8).withUnsafeBufferPointer({ plan.domestic.resolve($0) }) != nil {
        short += 1
      }
    }
    #expect(lines > 4000)
    #expect(regions.count == 245)
    // The short way for domestic numbers is among what is compared.
    #expect(short > 100, "\(short)")
  }

  @Test("emergency numbers come from the short-number metadata")
  func emergency() {
    #expect(NumberingPlan.emergencyNumbers(region: "TW") == ["110", "112", "119"])
    #expect(NumberingPlan.emergencyNumbers(region: "us") == ["112", "911"])
    #expect(NumberingPlan.emergencyNumbers(region: "ZZ").isEmpty)
  }

  @Test("bytes of any kind never trap, and an emitted number resolves to itself")
  func fuzz() throws {
    var state: UInt64 = 0x5EED_0003
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let regions = ["TW", "CN", "US", "AR", "BR", "MX", "IT", "GG", "CI", "SM", "KZ"]
    for _ in 0..<20_000 {
      let region = regions[Int(next(UInt64(regions.count)))]
      let anyByte = next(8) == 0
      let bytes = (0..<Int(next(24))).map { _ in
        anyByte ? UInt8(next(256)) : 0x30 + UInt8(next(10))
      }
      let plan = try #require(NumberingPlan.plan(region: region))
      let plus = next(3) == 0
      bytes.withUnsafeBufferPointer { digits in
        let found = plan.resolve(digits, isInternational: plus)
        guard found.isValid, let e164 = found.e164 else { return }
        let again = Array(e164.utf8.dropFirst())
        let second = again.withUnsafeBufferPointer { plan.resolve($0, isInternational: true) }
        #expect(second.isValid, "seed 0x5EED0003, \(region) \(e164)")
      }
    }
  }
}
