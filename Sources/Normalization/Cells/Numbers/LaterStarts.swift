/// Numbers that begin behind digits of something else: 西新宿2-8-1 03-5321-1111.
extension TokenReading {
  /// The most digits before a number that may be those of an address.
  private var mostDigitsOfAddress: Int { 7 }
  /// The most digits of a local number, which a slash parts from a number in full: 8527-1234 /
  /// 0917-123-4567.
  private var mostLocalDigits: Int { 8 }

  /// The token at which a number in full begins, between the first groups of digits that are none and
  /// a token behind them; nil without one.
  ///
  /// It begins with its trunk 0, a plus or a bracket, and what stands before it with another digit, or is
  /// as long as a number.
  func laterStart(behind first: Int, upTo end: Int) -> Int? {
    guard tokens[first].kind == .digits, first == 0 || tokens[first - 1].kind != .plus else {
      return nil
    }
    let hasZero = beginsWithZero(first)
    // No calling code begins with 0.
    if !hasZero, beginsWithCallingCode(first) { return nil }
    var index = first + 1
    while index < min(end, tokenCount) {
      if begins(index), startsFullNumber(at: index) {
        let group = tokens[index].kind == .digits ? index : index + 1
        let before = Int(tokens[group].first) - Int(tokens[first].first)
        let most = tokens[index - 1].kind == .slash ? mostLocalDigits : mostDigitsOfAddress
        // 010-02132323  010-82157081: as many digits as a number, which the plan does not know.
        if hasZero { return tokens[index].followsBlank && (9...12).contains(before) ? index : nil }
        return before <= most && !mayBeAbroad(first, before: group) ? index : nil
      }
      index += 1
    }
    return nil
  }

  /// The bracket in which the region's own calling code begins a number in full, between digits that
  /// are no number and a token behind them.
  ///
  /// (225) 27 22 61 53 71 60. (225) 07 78 63 63 06.
  func laterCallingCode(behind first: Int, upTo end: Int) -> Int? {
    guard facts.kinds.contains(.open), tokens[first].kind == .digits else { return nil }
    for index in first + 1..<max(min(end, tokenCount), first + 1)
    where tokens[index].kind == .open && tokens[index + 1].kind == .digits {
      guard beginsWithCallingCode(index + 1), tokens[index - 1].kind != .digits,
        Int(tokens[index + 1].first) - Int(tokens[first].first) >= plan.shortestNumber
      else { continue }
      if startsFullNumber(at: index) { return index }
    }
    return nil
  }

  /// Whether the digits from a token on begin with the region's own calling code.
  private func beginsWithCallingCode(_ index: Int) -> Bool {
    let start = Int(tokens[index].first)
    let rest = UnsafeBufferPointer(start: digits + start, count: digitCount - start)
    return context.answer { $0.starts(withCallingCode: rest) }
  }

  /// Whether one group of digits before a trunk 0 may be a calling code: 41 044 668 18 00.
  private func mayBeAbroad(_ first: Int, before group: Int) -> Bool {
    let zero = Int(tokens[group].first)
    let start = Int(tokens[first].first)
    guard Int(tokens[first].count) == zero - start, digits[zero] == 48 else { return false }
    let count = min(digitCount - start, NumberGrammar.mostDigits)
    let capacity = NumberGrammar.mostDigits + DigitKey.mostDigits
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { written in
      for index in start..<zero { written[index - start] = digits[index] }
      for index in zero + 1..<start + count { written[index - start - 1] = digits[index] }
      let abroad = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(written)[..<(count - 1)])
      return international(abroad).validity == .valid
    }
  }

  /// Whether a token may begin a number by itself.
  private func begins(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits:
      beginsWithZero(index) && tokens[index].count > 1
        && (tokens[index].followsBlank || tokens[index - 1].kind == .slash)
    case .open: tokens[index + 1].kind == .digits && tokens[index + 1].count > 1
    default: false
    }
  }

  /// Whether a number in full begins at a token that text, or a quantity such as a floor, stands
  /// before: 100號5樓 (02)8780-1234, 外縣市02-27208889, 第1分局：02-27208889.
  @inline(__always)
  func beginsNumber(behindText index: Int) -> Bool {
    mayBegin(behindText: index) && beginsNumberInFull(behindText: index)
  }

  /// The same by what stands right there.
  @inline(__always)
  private func mayBegin(behindText index: Int) -> Bool {
    switch tokens[index].kind {
    case .digits:
      let before = tokens[index - 1].kind
      return before == .colon
        || beginsWithZero(index)
          && (tokens[index].followsBlank || before == .text)
    case .open: return tokens[index + 1].kind == .digits
    case .plus: return tokens[index].followsBlank
    default: return false
    }
  }

  /// The same by what stands before it, and by the plan.
  private func beginsNumberInFull(behindText index: Int) -> Bool {
    // Nobody knows whose a fax label is behind a number that was rejected.
    if facts.words.contains(.fax) { return false }
    switch tokens[index].kind {
    case .digits:
      let isNamed = tokens[index - 1].kind == .colon && endsName(index - 2)
      return mayBegin(digits: index, isNamed: isNamed) && (isNamed || endsText(index - 1))
        && startsFullNumber(at: index)
    case .open:
      return tokens[index + 1].kind == .digits && tokens[index + 1].count > 1
        && endsText(index - 1) && startsFullNumber(at: index)
    case .plus: return startsFullNumber(at: index)
    default: return false
    }
  }

  /// Whether digits begin with the trunk 0, or as a number without one does behind its name.
  private func mayBegin(digits index: Int, isNamed: Bool) -> Bool {
    if isNamed, tokens[index].count > 9 || plan.lacksTrunkPrefix { return true }
    return beginsWithZero(index) && tokens[index].count > 1
      && (isNamed || tokens[index].followsBlank || tokens[index - 1].kind == .text)
  }

  /// Whether the name or the label of a number ends at a token.
  private func endsName(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .letters: true
    case .word: tokens[index].word == .label
    default: false
    }
  }

  /// Whether what ends at a token cannot be the beginning of the number behind it.
  private func endsText(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text, .letters, .amount, .hours, .date, .note, .close: true
    case .word: tokens[index].word != .fax
    case .digits: tokens[index].count <= 3
    case .colon: tokens[index + 1].followsBlank
    // 69003 Lyon - 04 78 12 34 56.
    case .dash:
      index > 0 && tokens[index].followsBlank
        && isText(index - 1)
    default: false
    }
  }
}
