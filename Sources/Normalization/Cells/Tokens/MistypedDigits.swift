import NumberingPlans

/// Reads letters that stand in place of digits they look like: 3O3-892-15O5, 01904 6l3l6l, l3912345678.
extension TokenWriter {
  /// The most letters in place of digits side by side.
  private static let mostMistyped: UInt16 = 4

  /// Whether some letters of the cell may.
  @inline(__always)
  var mayHoldMistypedDigits: Bool {
    digitCount > 4 && facts.kinds.contains(anyOf: .letters, .word)
  }

  /// Writes digits in place of such letters and folds the cell anew, where they make one number in full, and none
  /// without them.
  func mendMistypedDigits() {
    var hasMended = false
    var index = 0
    while index < tokenCount {
      guard isMistyped(index) else {
        index += 1
        continue
      }
      let part =
        number(around: index, passingSlashes: true)
        ?? number(around: index, passingSlashes: false)
      if let part {
        if !hasMended { _ = mended.update(fromContentsOf: cell) }
        hasMended = true
        for letters in part where isMistyped(letters) { writeDigits(letters) }
      }
      index = max(index + 1, part?.upperBound ?? 0)
    }
    if hasMended { fold(UnsafeBufferPointer(rebasing: mended[..<cell.count])) }
  }

  /// Whether a token is letters that look like digits and touch some.
  private func isMistyped(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .letters || token.kind == .word,
      (1...Self.mostMistyped).contains(token.count),
      tokens[index + 1].kind == .digits && !tokens[index + 1].followsBlank
        || index > 0 && tokens[index - 1].kind == .digits && !token.followsBlank
    else { return false }
    let written = text(of: token)
    return written.allSatisfy { Self.digit(for: $0) != nil } || Self.isWideZero(written)
      || isFullWidth(token)
  }

  /// The digit that a letter of ASCII looks like.
  private static func digit(for letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "O"), UInt8(ascii: "o"): 48
    case UInt8(ascii: "I"), UInt8(ascii: "i"), UInt8(ascii: "l"): 49
    default: nil
    }
  }

  /// Whether a letter is О of Cyrillic or Ο of Greek.
  private static func isWideZero(_ letter: UnsafeBufferPointer<UInt8>) -> Bool {
    guard letter.count == 2 else { return false }
    return letter[0] == 0xD0 && (letter[1] == 0x9E || letter[1] == 0xBE)
      || letter[0] == 0xCE && (letter[1] == 0x9F || letter[1] == 0xBF)
  }

  /// Whether all letters of a token are such ones in full width: Ｏ, ｌ.
  private func isFullWidth(_ token: Token) -> Bool {
    guard token.bytes == 3 * Int(token.count) else { return false }
    let written = text(of: token)
    return (0..<Int(token.count)).allSatisfy { Self.digit(forWide: written, at: $0) != nil }
  }

  /// The digit that a letter of full width looks like.
  private static func digit(forWide written: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt8? {
    let first = 3 * place
    guard first + 2 < written.count, written[first] == 0xEF else { return nil }
    switch written[first + 1] {
    case 0xBC where written[first + 2] > 0xA0: return digit(for: written[first + 2] &- 0x60)
    case 0xBD where written[first + 2] > 0x80: return digit(for: written[first + 2] &- 0x20)
    default: return nil
    }
  }

  /// The most tokens of a number on either side of such letters.
  private static let mostTokens = 16

  /// The digits, signs and such letters around a token, where they are a number.
  private func number(around index: Int, passingSlashes: Bool) -> Range<Int>? {
    func goesOn(_ next: Int) -> Bool {
      switch tokens[next].kind {
      case .digits, .dash, .dot, .open, .close, .plus: true
      case .slash: passingSlashes
      default: isMistyped(next)
      }
    }
    var (first, end) = (index, index + 1)
    while first > 0, goesOn(first - 1), tokens[first].kind != .plus {
      first -= 1
      if index - first > Self.mostTokens { return nil }
    }
    while goesOn(end), tokens[end].kind != .plus {
      end += 1
      if end - index > Self.mostTokens { return nil }
    }
    return isNumber(first..<end) ? first..<end : nil
  }

  /// Whether a stretch is one number in full, no number ends before a letter of it, and none but the same begins behind
  /// its first token: O2 0176 12345678 begins with the name of a carrier.
  private func isNumber(_ stretch: Range<Int>) -> Bool {
    guard isApart(stretch) else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberGrammar.mostDigits) {
      read in
      var count = 0
      for index in stretch where tokens[index].kind == .digits || isMistyped(index) {
        let isLetters = tokens[index].kind != .digits
        if isLetters, count > 0, answer(read[..<count], in: stretch).validity == .valid {
          return false
        }
        guard count + Int(tokens[index].count) <= read.count else { return false }
        count =
          isLetters ? spell(index, into: read, from: count) : copy(index, into: read, from: count)
      }
      let whole = answer(read[..<count], in: stretch)
      guard whole.validity == .valid else { return false }
      var start = 0
      for index in stretch.dropLast() where tokens[index].kind == .digits || isMistyped(index) {
        start += tokens[index].kind == .digits ? Int(tokens[index].count) : letterCount(index)
        guard start < count else { break }
        let rest = answer(read[start..<count], in: stretch)
        if rest.validity == .valid, !rest.isSame(as: whole) { return false }
      }
      return true
    }
  }

  /// Whether no letters touch a stretch, nor the sign of an address.
  private func isApart(_ stretch: Range<Int>) -> Bool {
    let (first, next) = (stretch.lowerBound, stretch.upperBound)
    if first > 0, !tokens[first].followsBlank, isOfName(tokens[first - 1]) { return false }
    return tokens[next].followsBlank || !isOfName(tokens[next])
  }

  /// Whether a token is letters of a script that parts words, or the sign of an address.
  private func isOfName(_ token: Token) -> Bool {
    token.kind == .letters || token.kind == .word && token.count > 0 || token.kind == .at
  }

  /// How many letters a token has; those beyond ASCII take two bytes.
  private func letterCount(_ index: Int) -> Int {
    Self.isWideZero(text(of: tokens[index])) ? 1 : Int(tokens[index].count)
  }

  /// Writes the digits that letters look like; gives how many stand there then.
  private func spell(
    _ index: Int, into read: UnsafeMutableBufferPointer<UInt8>, from start: Int
  ) -> Int {
    let written = text(of: tokens[index])
    for place in 0..<letterCount(index) {
      read[start + place] =
        Self.digit(forWide: written, at: place) ?? Self.digit(for: written[place]) ?? 48
    }
    return start + letterCount(index)
  }

  private func copy(
    _ index: Int, into read: UnsafeMutableBufferPointer<UInt8>, from start: Int
  ) -> Int {
    for (place, digit) in digits(of: tokens[index]).enumerated() { read[start + place] = digit }
    return start + Int(tokens[index].count)
  }

  private func answer(
    _ written: Slice<UnsafeMutableBufferPointer<UInt8>>, in stretch: Range<Int>
  ) -> PlanQuery.Answer {
    let digits = UnsafeBufferPointer(UnsafeMutableBufferPointer(rebasing: written))
    let hasPlus = tokens[stretch.lowerBound].kind == .plus
    return context.answer {
      hasPlus ? $0.international(digits) : $0.national(digits, needsTrunk: true)
    }
  }

  /// Writes digits in place of letters of as many bytes, so that all else stays at its place.
  private func writeDigits(_ index: Int) {
    let written = text(of: tokens[index])
    if Self.digit(forWide: written, at: 0) != nil {
      for place in 0..<Int(tokens[index].count) {
        let first = Int(tokens[index].start) + 3 * place
        let digit = Self.digit(forWide: written, at: place) ?? 48
        (mended[first + 1], mended[first + 2]) = (0xBC, digit + 0x60)
      }
      return
    }
    for byte in Int(tokens[index].start)..<Int(tokens[index].end) {
      switch cell[byte] {
      case 0xD0, 0xCE: mended[byte] = 0xD9
      case 0x80...: mended[byte] = 0xA0
      case let letter: mended[byte] = Self.digit(for: letter) ?? letter
      }
    }
  }
}
