import NumberingPlans
import Records

/// Reads letters on the keypad as digits where the plan gives a toll-free or premium number.
extension TokenReading {
  /// Whether the cell has letters enough to spell a number.
  @inline(__always)
  var maySpellNumbers: Bool { letterCount >= 3 && isOn(.vanityLetters) }

  /// Whether digits and letters that spell a number begin at a token.
  func startsSpelledNumber(at start: Int) -> Bool {
    tokens[start].kind == .digits && maySpellNumbers && readVanity(at: start) != nil
  }

  /// The number that digits and letters on the keypad spell from a token on; nil for none.
  func readVanity(at start: Int) -> Base? {
    guard mayBeSpelled(at: start) else { return nil }
    var number = SpelledNumber()
    var index = start
    var letterTokens = 0
    var last = start
    var hasPlus = false
    spell: while index < tokenCount {
      let token = tokens[index]
      switch token.kind {
      case .digits:
        number.append(digits: digits(of: token))
        last = index
      case .letters, .word:
        guard !endsSpelled(number, before: index, at: start, hasPlus, letterTokens),
          number.append(letters: letters(of: token))
        else { break spell }
        letterTokens += 1
        last = index
      case .plus where index == start: hasPlus = true
      // 800 SALAMAT (725 26 28).
      case .open where letterTokens > 0: break spell
      case .open, .close, .dash, .dot: break
      default: break spell
      }
      if number.count > SpelledNumber.mostOfNumber { return nil }
      index += 1
    }
    guard letterTokens > 0,
      (SpelledNumber.fewestOfNumber...SpelledNumber.mostOfNumber).contains(number.count)
    else { return nil }
    let (answer, isFormer) = meaning(of: number, at: start, hasPlus)
    guard answer.validity == .valid else { return nil }
    var base = Base(answer: answer)
    if isFormer { base.repair = .obsoleteNumbering }
    base.rule = .vanityLetters
    base.firstToken = start
    base.nextToken = last + 1
    let passed = number.withDigits { skippingSpelledOut(base, digitsAsLetters: $0) }
    return isSpelledOut(passed, as: base) ? passed : nil
  }

  /// Whether letters spell nothing behind a number in full: others behind a blank, small ones behind it, 0800 672 4267
  /// Mrs Ade, or a known word, +43 800 123456 mobil.
  private func endsSpelled(
    _ number: SpelledNumber, before index: Int, at start: Int, _ hasPlus: Bool,
    _ letterTokens: Int
  ) -> Bool {
    let token = tokens[index]
    return
      (token.kind == .word || token.followsBlank && (letterTokens > 0 || !isInCapitals(index)))
      && isSpelled(number, at: start, hasPlus)
  }

  /// Whether people spell such a number, or its digits stand in brackets behind it: 0810 SAMSUNG (7267864).
  private func isSpelledOut(_ passed: Base, as base: Base) -> Bool {
    plan.isTollFreeOrPremium(base.answer) || passed.nextToken > base.nextToken
  }

  /// What the plan says of a spelled number, and whether it is one of an old plan.
  private func meaning(
    of number: SpelledNumber, at start: Int, _ hasPlus: Bool
  ) -> (answer: PlanQuery.Answer, isFormer: Bool) {
    let answer = number.withDigits { hasPlus ? international($0) : national(spelled: $0) }
    guard answer.validity != .valid, !hasPlus, isOn(.obsoleteNumbering),
      number.withDigits({ mayBeRenewed($0) })
    else {
      return (answer, false)
    }
    let renewed = number.withDigits {
      NumberGrammar(list, context, at: start).renewed($0, hasPlus: false, isComplete: true).answer
    }
    return (renewed, true)
  }

  /// Whether the digits and letters so far spell a number, so that a word behind a blank is none of it.
  private func isSpelled(_ number: SpelledNumber, at start: Int, _ hasPlus: Bool) -> Bool {
    guard number.count >= SpelledNumber.fewestOfNumber else { return false }
    let answer = meaning(of: number, at: start, hasPlus).answer
    return answer.validity == .valid && plan.isTollFreeOrPremium(answer)
  }

  /// Whether two letters or more, and no more than a number has, stand behind digits enough for the head of a toll-free
  /// or a premium number, before anything that ends a number.
  private func mayBeSpelled(at start: Int) -> Bool {
    var count = 0
    for index in start..<tokenCount {
      switch tokens[index].kind {
      case .digits:
        count += Int(tokens[index].count)
        if count > SpelledNumber.mostOfNumber { return false }
      // Those above ASCII stand on no key.
      case .letters, .word:
        let letterCount = Int(tokens[index].count)
        return letterCount > 1 && count >= SpelledNumber.fewestOfHead
          && count + letterCount <= SpelledNumber.mostOfNumber
          && letters[Int(tokens[index].first)] < 0x80
      case .plus where index == start: break
      case .open where index <= start + 2: break
      case .close, .dash, .dot: break
      default: return false
      }
    }
    return false
  }

  /// Passes over brackets that repeat the last digits: (866) PUTCOSO (788-2676).
  private func skippingSpelledOut(
    _ base: Base, digitsAsLetters spelled: UnsafeBufferPointer<UInt8>
  ) -> Base {
    guard tokens[base.nextToken].kind == .open, tokens[base.nextToken + 1].kind == .digits else {
      return base
    }
    var index = base.nextToken + 1
    let first = Int(tokens[index].first)
    var count = 0
    while tokens[index].kind == .digits || tokens[index].kind == .dash {
      if tokens[index].kind == .digits { count += Int(tokens[index].count) }
      index += 1
    }
    let goesOn = tokens[index].kind == .comma && count >= Self.fewestBeforeNote
    guard tokens[index].kind == .close || goesOn, count <= spelled.count else { return base }
    for offset in 0..<count where digits[first + offset] != spelled[spelled.count - count + offset]
    {
      return base
    }
    var passed = base
    passed.nextToken = goesOn ? index : index + 1
    return passed
  }

  /// The fewest digits that are spelled out before a note in the same brackets: (7267864, € 0.07/min).
  private static var fewestBeforeNote: Int { 5 }
}

/// Digits, and letters as the digits of a keypad, put together.
private struct SpelledNumber {
  /// The fewest and the most digits of a number that is spelled.
  static let fewestOfNumber = 8
  static let mostOfNumber = 16
  /// The fewest digits before the letters: 800, 906.
  static let fewestOfHead = 3
  /// The most digits that are taken.
  private static let mostDigits = 40
  private static let keypad: StaticString = "22233344455566677778889999"

  private var digits = InlineArray<60, UInt8>(repeating: 48)
  private(set) var count = 0

  /// Adds the first twenty of some digits.
  mutating func append(digits given: UnsafeBufferPointer<UInt8>) {
    for index in 0..<min(given.count, 20) {
      digits[count] = given[index]
      count += 1
    }
  }

  /// Adds the digits of two or more small letters; false, perhaps with some of them, for others.
  mutating func append(letters: UnsafeBufferPointer<UInt8>) -> Bool {
    guard letters.count >= 2, count + letters.count <= Self.mostDigits else { return false }
    for letter in letters {
      guard letter &- UInt8(ascii: "a") < 26 else { return false }
      digits[count] = Self.keypad.utf8Start[Int(letter &- UInt8(ascii: "a"))]
      count += 1
    }
    return true
  }

  /// Lends the digits.
  func withDigits<Outcome>(_ body: (UnsafeBufferPointer<UInt8>) -> Outcome) -> Outcome {
    digits.span.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }
}
