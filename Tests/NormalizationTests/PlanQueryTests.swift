import Testing

@testable import Normalization

@Suite("Questions to numbering plans")
struct PlanQueryTests {
  @Test(
    "one walk tells the complete lengths that every length alone tells",
    arguments: ["TW", "CN", "DE", "JP", "GB", "US", "IT"])
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
    #expect(told > 10_000 || ["JP", "GB", "US", "IT"].contains(region))
  }
}
