import NumberingPlans
import Testing

@testable import Normalization

@Suite("Questions to numbering plans")
struct PlanQueryTests {
  /// Regions that have their calling code to themselves and no prefix but one 0, so that one walk tells
  /// what a short way says; of the others the full rules must decide everything.
  private static let telling = ["TW", "CN", "DE", "SE"]
  /// Regions whose numbers have digits that are free.
  private static let free = telling
  private static let silent = ["JP", "GB", "US", "IT", "FR", "KR"]

  @Test(
    "one walk tells the complete lengths that every length alone tells, and none where prefixes are more than one 0",
    arguments: free + silent)
  func completeLengths(region: String) throws {
    let plan = try #require(PlanQuery(region: region))
    let heads = [
      "02", "03", "037", "049", "0836", "0755", "010", "0912", "013", "0800", "030", "00", "0", "2",
      "139", "04", "05", "0204", "0120", "",
    ]
    var state: UInt64 = 7
    func draw(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    var told = 0
    for _ in 0..<4_000 {
      let count = 1 + Int(draw(20))
      let input =
        heads[Int(draw(UInt64(heads.count)))] + (0..<count).map { _ in "\(draw(10))" }.joined()
      var text = input
      text.withUTF8 { digits in
        guard let numbers = plan.completeNumbers(of: digits) else { return }
        let lengths = numbers.lengths
        for length in 3...min(digits.count, NumberGrammar.mostDigits) {
          let part = UnsafeBufferPointer(rebasing: digits[..<length])
          let answer = plan.national(part, needsTrunk: true)
          let isComplete = answer.validity == .valid
          #expect((lengths >> UInt32(length) & 1 == 1) == isComplete, "\(input) \(length)")
          if isComplete, length == numbers.longest {
            let known = plan.answer(on: part, longestOf: numbers)
            #expect(known.isSame(as: answer) && known.type == answer.type, "\(input) \(length)")
            #expect(known.validity == .valid, "\(input) \(length)")
            #expect(plan.areaDigits(of: known) == plan.areaDigits(of: answer), "\(input)")
          }
          told += 1
        }
      }
    }
    #expect(
      Self.telling.contains(region) ? told > 10_000 : told == 0, "\(told) lengths told")
  }

  @Test(
    "numbers that nobody has are not complete, and no free digits hide them",
    arguments: ["0800000000", "0900000000", "0999999999"])
  func notGiven(digits: String) throws {
    let plan = try #require(PlanQuery(region: "TW"))
    var bytes = Array(digits.utf8)
    func isComplete() -> Bool? {
      bytes.withUnsafeBufferPointer { plan.completeNumbers(of: $0) }.map {
        $0.lengths >> 10 & 1 == 1
      }
    }
    #expect(isComplete() == false)
    for place in 1...5 {
      for digit in UInt8(48)...57 where digit != digits.utf8.last {
        bytes[bytes.count - place] = digit
        #expect(isComplete() == true)
        let free = bytes.withUnsafeBufferPointer {
          plan.freeDigits(of: $0, isInternational: false, plan.national($0, needsTrunk: true))
        }
        #expect(free < place, "\(bytes)")
      }
      bytes = Array(digits.utf8)
    }
  }

  @Test(
    "other digits in place of the free ones give the same answer but for their value, and none are free where the full rules decide",
    arguments: free + silent + ["AR", "BR", "MX", "HK", "RU"])
  func freeDigits(region: String) throws {
    let plan = try #require(PlanQuery(region: region))
    let code = plan.callingCodeDigits
    var generator = SeededNumbers(seed: 11)
    var (found, most) = (0, 0)
    let examples = try #require(NumberingPlan.plan(region: region)).examples.map(\.digits)
    for round in 0..<3_000 {
      let isInternational = round % 2 == 1
      var digits = isInternational ? code : round % 4 == 0 ? [48] : []
      digits += Array(examples[round / 4 % examples.count].utf8)
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        digits[Int.random(in: 0..<digits.count, using: &generator)] =
          UInt8.random(in: 48...57, using: &generator)
      }
      func answer() -> PlanQuery.Answer {
        digits.withUnsafeBufferPointer {
          isInternational ? plan.international($0) : plan.national($0, needsTrunk: true)
        }
      }
      let first = answer()
      let free = digits.withUnsafeBufferPointer {
        plan.freeDigits(of: $0, isInternational: isInternational, first)
      }
      guard free > 0 else { continue }
      (found, most) = (found + 1, max(most, free))
      let written = digits
      for _ in 0..<10 {
        for place in 1...free {
          digits[digits.count - place] = UInt8.random(in: 48...57, using: &generator)
        }
        let other = answer()
        #expect(other.validity == first.validity && other.type == first.type, "\(digits)")
        #expect(plan.areaDigits(of: other) == plan.areaDigits(of: first), "\(digits)")
        let change = value(digits) - value(written)
        #expect(other.nationalNumber - first.nationalNumber == change, "\(digits)")
        #expect(other.nationalDigits == first.nationalDigits, "\(digits)")
      }
    }
    #expect(
      Self.free.contains(region) ? found > 300 && most > 2 : found == 0,
      "\(found) numbers with free digits, at most \(most)")
  }

  @Test("the lengths of areas are those that the plan decides", arguments: ["TW", "CN"])
  func areaLengths(region: String) throws {
    let query = try #require(PlanQuery(region: region))
    let plan = try #require(NumberingPlan.plan(region: region))
    var generator = SeededNumbers(seed: 11)
    var (kept, refused) = (0, 0)
    for area in plan.areaCodes {
      for _ in 0..<60 {
        let local = (0..<Int.random(in: 5...8, using: &generator)).map { _ in
          UInt8.random(in: 48...57, using: &generator)
        }
        (Array("0\(area.digits)".utf8) + local).withUnsafeBufferPointer { digits in
          let resolution = plan.resolve(digits)
          guard resolution.isValid, Int(resolution.callingCode) == plan.callingCode else { return }
          let isValid = query.national(digits, needsTrunk: true).validity == .valid
          #expect(
            isValid == plan.fitsAreaPlan(resolution), "\(String(decoding: digits, as: UTF8.self))")
          if isValid { kept += 1 } else { refused += 1 }
        }
      }
    }
    #expect(kept > 100 && refused > 0, "\(kept) \(refused)")
  }

  @Test(
    "lengths that cannot be a number are none when they are asked for",
    arguments: ["TW", "DE", "KR", "IT", "AU", "GB", "HK", "FR", "US", "AR", "BR", "RU", "CI", "MX"])
  func possibleLengths(region: String) throws {
    let plan = try #require(PlanQuery(region: region))
    var generator = SeededNumbers(seed: 5)
    let examples = try #require(NumberingPlan.plan(region: region)).examples.map(\.digits)
    let heads = [
      "", "0", "1", "8", "00", "0039", "0044", "0049", "0061", "001", "011", "39", "49", "61",
      "0081",
    ]
    var (refused, valid) = (0, 0)
    for round in 0..<4_000 {
      var digits = Array(heads[round % heads.count].utf8)
      digits += Array(examples[round / heads.count % examples.count].utf8)
      if round % 3 > 0 {
        digits[Int.random(in: 0..<digits.count, using: &generator)] =
          UInt8.random(in: 48...57, using: &generator)
      }
      digits += Array("024561234".utf8.prefix(round % 10))
      digits.withUnsafeBufferPointer { digits in
        let possible = plan.possibleLengths(of: digits)
        for count in 4...min(digits.count, 30) {
          let first = UnsafeBufferPointer(rebasing: digits[..<count])
          let isValid = plan.national(first, needsTrunk: true).validity == .valid
          valid += isValid ? 1 : 0
          if plan.refuses(international: first) {
            let isForeign = plan.international(first).validity == .valid
            #expect(!isForeign, "+\(String(decoding: first, as: UTF8.self))")
          }
          if possible >> UInt32(count) & 1 == 1 { continue }
          refused += 1
          #expect(!isValid, "\(String(decoding: first, as: UTF8.self))")
        }
      }
    }
    #expect(refused > 5_000 && valid > 500)
  }

  private func value(_ digits: [UInt8]) -> Int64 {
    digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
  }
}
