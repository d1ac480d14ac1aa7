import Testing

@testable import Normalization

/// What is remembered of digits must be what the plan says of them, and of no others.
@Suite("Remembered answers")
struct RememberedAnswersTests {
  /// Digits with as many bytes behind them as a key reads.
  private func key(_ digits: String, for question: DigitKey.Question = .national) -> DigitKey {
    let bytes = Array(digits.utf8) + [UInt8](repeating: 57, count: DigitKey.mostDigits)
    return bytes.withUnsafeBufferPointer {
      $0.baseAddress.map { DigitKey($0, count: digits.utf8.count, for: question) } ?? DigitKey()
    }
  }

  private func answer(_ number: Int64, _ validity: PlanQuery.Validity = .valid) -> PlanQuery.Answer
  {
    var answer = PlanQuery.Answer()
    (answer.nationalNumber, answer.validity) = (number, validity)
    return answer
  }

  @Test("an answer holds for its digits and its question, wherever they stand, as long as the cell")
  func answers() {
    var memory = RememberedAnswers()
    memory.removeAll()
    #expect(memory.answer(on: key("0227208889")) == nil)
    memory.remember(answer(227_208_889), on: key("0227208889"))
    #expect(memory.answer(on: key("0227208889"))?.nationalNumber == 227_208_889)
    #expect(memory.answer(on: key("0227208889"))?.validity == .valid)
    for other in ["0227208888", "1227208889", "022720888", "02272088890", "00227208889", ""] {
      #expect(memory.answer(on: key(other)) == nil, "\(other)")
    }
    for question in [DigitKey.Question.withoutTrunk, .international, .shortCode] {
      #expect(memory.answer(on: key("0227208889", for: question)) == nil)
    }
    memory.remember(answer(0, .impossible), on: key("0227208889", for: .shortCode))
    #expect(memory.answer(on: key("0227208889"))?.validity == .valid)
    memory.removeAll()
    #expect(memory.answer(on: key("0227208889")) == nil)
  }

  @Test("a later answer takes the place of another one, and is taken for no other digits")
  func places() {
    var memory = RememberedAnswers()
    memory.removeAll()
    var found = 0
    for value in 10_000..<14_000 { memory.remember(answer(Int64(value)), on: key("\(value)")) }
    for value in 10_000..<14_000 {
      guard let known = memory.answer(on: key("\(value)")) else { continue }
      #expect(known.nationalNumber == value)
      found += 1
    }
    #expect((100...512).contains(found), "\(found)")
  }

  @Test("an answer on a place holds for its digits alone, as long as the cell")
  func placesInCell() {
    var memory = RememberedAnswers()
    memory.removeAll()
    for first in 0..<300 {
      for count in 5..<12 {
        let value = first * 100 + count
        memory.remember(answer(Int64(value)), from: first, count: count)
        memory.remember(possible: UInt32(value), from: first, count: count)
        #expect(memory.answer(from: first, count: count)?.nationalNumber == Int64(value))
      }
    }
    for first in 0..<300 {
      for count in 5..<12 {
        let value = first * 100 + count
        #expect(memory.answer(from: first, count: count).map { $0.nationalNumber == value } ?? true)
        #expect(memory.possibleLengths(from: first, count: count).map { $0 == value } ?? true)
      }
    }
    #expect(memory.answer(from: 299, count: 11) != nil)
    memory.removeAll()
    #expect(memory.answer(from: 299, count: 11) == nil)
    #expect(memory.possibleLengths(from: 299, count: 11) == nil)
  }

  @Test("a city is remembered of tokens that change no more, and of none else")
  func cities() {
    var memory = RememberedAnswers()
    memory.removeAll()
    let city = NamedCity(area: ReadArea(value: 2, digits: 1), isSure: true)
    memory.remember(city, at: 7)
    #expect(memory.city(at: 7) == nil)
    memory.fixTokens()
    memory.remember(city, at: 7)
    #expect(memory.city(at: 7)?.area == city.area)
    #expect(memory.city(at: 7 + 64) == nil && memory.city(at: 8) == nil)
    memory.removeAll()
    #expect(memory.city(at: 7) == nil)
  }

  @Test("keys tell all digits, how many they are, and nothing behind them")
  func keys() {
    var random = SeededNumbers(seed: 20_261_126)
    for _ in 0..<4_000 {
      var digits = (0..<Int.random(in: 1...DigitKey.mostDigits, using: &random)).map { _ in
        UInt8.random(in: 48...57, using: &random)
      }
      func text() -> String { String(decoding: digits, as: UTF8.self) }
      let first = key(text())
      #expect(first == key(text()))
      #expect(
        first != key(String(text().dropLast())) && first != key("0" + text().dropLast())
          || text() == "0")
      let place = digits.indices.randomElement(using: &random) ?? 0
      digits[place] = digits[place] == 57 ? 48 : digits[place] + 1
      #expect(first != key(text()), "\(text()) \(place)")
    }
  }

  @Test(
    "asked once or twice, at one place or another, the answer is that of the plan",
    arguments: ["TW", "DE", "IT", "US", "KR", "FR", "GB"])
  func reading(region: String) throws {
    var random = SeededNumbers(seed: 20_261_127)
    let pieces = [
      "0", "02", "030", "2712", "3456", "27123456", "212", "06", "1", "110", "49", "0049", "39",
      "010", "1588",
    ]
    var valid = 0
    try CellWriting.withWriter(of: region) { writer, plan in
      for _ in 0..<400 {
        let drawn = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }
        Array((drawn + drawn).joined(separator: "-").utf8).withUnsafeBufferPointer {
          writer.fold($0)
        }
        let grammar = NumberGrammar(writer.list, writer.context, at: 0)
        for _ in 0..<60 {
          let first = Int.random(in: 0..<grammar.digitCount, using: &random)
          let count = Int.random(in: 1...min(30, grammar.digitCount - first), using: &random)
          let asked = UnsafeBufferPointer(start: grammar.digits + first, count: count)
          let told = plan.national(asked, needsTrunk: true)
          let bare = plan.national(asked, needsTrunk: false)
          let abroad = plan.international(asked)
          for _ in 0..<2 {
            let known = grammar.national(from: first, count: count)
            #expect((known.validity == .valid) == (told.validity == .valid))
            if told.validity == .valid {
              #expect(known.isSame(as: told) && known.type == told.type)
            }
            let left = min(grammar.digitCount - first, max(count, NumberGrammar.mostDigits))
            #expect(
              grammar.possibleLengths(from: first, count: count)
                == plan.possibleLengths(
                  of: UnsafeBufferPointer(start: grammar.digits + first, count: left)))
            let knownAbroad = grammar.international(from: first, count: count)
            #expect((knownAbroad.validity == .valid) == (abroad.validity == .valid))
            if abroad.validity == .valid { #expect(knownAbroad.isSame(as: abroad)) }
            let knownBare = grammar.withoutTrunk(asked)
            #expect((knownBare.validity == .valid) == (bare.validity == .valid))
            if bare.validity == .valid { #expect(knownBare.isSame(as: bare)) }
            #expect(grammar.isShortCode(asked) == plan.isShortCode(asked))
          }
          valid += told.validity == .valid ? 1 : 0
        }
      }
    }
    #expect(valid > 50, "\(valid)")
  }
}
