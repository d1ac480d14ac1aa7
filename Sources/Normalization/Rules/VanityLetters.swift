/// Reads letters on the keypad as digits where the plan gives a toll-free or premium number.
extension CellScan {
  private static let keypad: [UInt8] = Array("22233344455566677778889999".utf8)

  /// Whether the cell has letters enough to spell a number.
  @inline(__always)
  var maySpellNumbers: Bool { letterCount >= 3 && isOn(.vanityLetters) }

  func readVanity(at start: Int) -> Base? {
    var index = start
    var count = 0
    var letterTokens = 0
    var last = start
    var hasPlus = false
    spell: while index < tokenCount, count < 40 {
      let token = tokens[index]
      switch token.kind {
      case .digits:
        for digit in digits(of: token).prefix(20) {
          scratch[count] = digit
          count += 1
        }
        last = index
      case .letters, .word:
        guard append(letters: token, &count) else { break spell }
        letterTokens += 1
        last = index
      case .plus where index == start: hasPlus = true
      case .open where index > start + 2: break spell
      case .open, .close, .dash, .dot: break
      default: break spell
      }
      index += 1
    }
    guard letterTokens > 0, count >= 9, count <= 16 else { return nil }
    let spelled = UnsafeBufferPointer(start: scratch, count: count)
    let answer =
      hasPlus ? plan.international(spelled) : plan.national(spelled, needsTrunk: true)
    guard answer.validity == .valid, plan.isTollFreeOrPremium(answer) else { return nil }
    var base = Base(answer: answer)
    base.rule = .vanityLetters
    base.firstToken = start
    base.nextToken = last + 1
    return skippingSpelledOut(base, digitsAsLetters: spelled)
  }

  private func append(letters token: Token, _ count: inout Int) -> Bool {
    guard token.count >= 2, count + Int(token.count) <= 40 else { return false }
    for index in 0..<Int(token.count) {
      let letter = letters[Int(token.first) + index]
      guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { return false }
      scratch[count] = Self.keypad[Int(letter - UInt8(ascii: "a"))]
      count += 1
    }
    return true
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
    guard tokens[index].kind == .close, count <= spelled.count else { return base }
    for offset in 0..<count where digits[first + offset] != spelled[spelled.count - count + offset]
    {
      return base
    }
    var passed = base
    passed.nextToken = index + 1
    return passed
  }
}
