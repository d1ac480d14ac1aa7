import Testing

@testable import Normalization

/// What spares the rules their walks and the plan its questions must be what they would find.
@Suite("Facts of cells")
struct CellFactsTests {
  private func facts(_ cell: String) throws -> CellFacts {
    try CellWriting.withWriter(of: "TW") { writer, _ in
      Array(cell.utf8).withUnsafeBufferPointer { writer.fold($0) }
      return writer.facts
    }
  }

  @Test("tell kinds, kinds that stand twice, words and lengths")
  func gathered() throws {
    let facts = try facts("02-2712-3456 轉 12")
    #expect(facts.kinds.contains(.dash) && facts.repeatedKinds.contains(.dash))
    #expect(facts.kinds.contains(.word) && !facts.repeatedKinds.contains(.word))
    #expect(!facts.kinds.contains(anyOf: .hash, .star, .slash))
    #expect(facts.words.contains(.marker) && !facts.words.contains(anyOf: .unit, .hours))
    #expect(facts.hasTokens(digits: 4) && facts.hasTokens(digits: 2))
    #expect(!facts.hasToken(digits: 1) && !facts.hasToken(digits: 8))
  }

  @Test("count digits of several scripts that touch as one token, and forget the cell before")
  func lengths() throws {
    let wide = try facts("０２７１２34")
    #expect(wide.hasToken(digits: 7) && !wide.hasToken(digits: 5) && !wide.hasToken(digits: 2))
    let long = try facts(String(repeating: "7", count: 40))
    #expect(long.hasToken(digits: 31) && !long.hasToken(digits: 8))
    #expect(!(try facts("abc").kinds.contains(.digits)))
  }

  @Test("powers of ten, and numbers without their last digits")
  func powers() {
    var power: Int64 = 1
    for exponent in 0...18 {
      #expect(powerOfTen(exponent) == power)
      for number in [0, 9, 255_667_788, 75_528_091_314, Int64.max] {
        #expect(dropping(exponent, from: number) == number / power)
      }
      if exponent < 18 { power *= 10 }
    }
  }

  @Test("lengths remembered for more digits hold for fewer", arguments: ["TW", "CN", "DE"])
  func remembered(region: String) throws {
    let plan = try #require(PlanQuery(region: region))
    var dice = SeededNumbers(seed: 20_261_121)
    var told = 0
    for _ in 0..<2_000 {
      let digits =
        [48, 50 + UInt8(dice.next() % 7)] + (0..<14).map { _ in UInt8(dice.next() % 10) + 48 }
      digits.withUnsafeBufferPointer { digits in
        guard let all = plan.completeNumbers(of: digits) else { return }
        var remembered = RememberedAnswers()
        remembered.remember(all, from: 3, count: digits.count)
        #expect(remembered.lengths(from: 2, count: 8) == nil)
        #expect(remembered.lengths(from: 3, count: digits.count + 1) == nil)
        for count in 6...digits.count {
          let fewer = plan.completeNumbers(of: UnsafeBufferPointer(rebasing: digits[..<count]))
          #expect(fewer?.lengths == remembered.lengths(from: 3, count: count), "\(Array(digits))")
          told += 1
        }
      }
    }
    #expect(told > 5_000)
  }
}
