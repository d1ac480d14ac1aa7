import NumberingPlans
import Records

/// Where reading goes on behind digits that were rejected: every later number is read.
extension CellReading {
  /// The token at which reading goes on behind a number that was rejected: the next group, where the
  /// first one rather is a postcode, as in CA 94102 415-554-4000.
  func endOfRejected(_ next: Int, behind token: Int, _ reason: RejectionReason) -> Int {
    let first = tokens[token]
    if let mobile = mobile(behind: token, upTo: next) { return mobile }
    if reason == .impossibleLength, first.kind == .digits, (4...6).contains(first.count),
      digits[Int(first.first)] != 48, token + 1 < next, tokens[token + 1].followsBlank,
      token == 0 || tokens[token - 1].kind != .plus, beginsNumberInFull(token + 1)
    {
      return token + 1
    }
    return numberBehindShortCode(token) ?? laterStart(behind: token, upTo: next)
      ?? laterCallingCode(behind: token, upTo: next) ?? endOfRejected(next)
  }

  /// The token at which reading goes on behind a number that was rejected.
  func endOfRejected(_ start: Int) -> Int {
    var index = start
    while index < tokenCount {
      switch tokens[index].kind {
      case .enumeration, .semicolon, .newline, .comma, .slash:
        if !isShortItem(index + 1) || beginsNumberInFull(index + 1) { return index }
      case .word:
        if tokens[index].word == .fax { return index }
        if tokens[index].word == .joiner, !isShortItem(index + 1) { return index }
        if tokens[index].word == .label, leadsToNumber(index + 1) { return index }
        if beginsNumber(behindText: index + 1) { return index + 1 }
      case .text, .letters:
        if beginsNumber(index + 1) || beginsNumber(behindText: index + 1) { return index + 1 }
      default: if beginsNumber(behindText: index + 1) { return index + 1 }
      }
      index += 1
    }
    return index
  }

  /// Whether a number in full begins at a token behind text: 10491台北市 02-27123456.
  func beginsNumber(_ index: Int) -> Bool {
    guard tokens[index].followsBlank else { return false }
    switch tokens[index].kind {
    case .plus: return true
    case .digits, .open: return startsFullNumber(at: index)
    default: return false
    }
  }

  /// Whether a number in full begins at a token, and no decimal fraction: -71.45, 42.44276725.
  func beginsNumberInFull(_ start: Int) -> Bool {
    switch tokens[start].kind {
    case .open: return startsFullNumber(at: start)
    case .digits:
      let isFraction =
        tokens[start + 1].kind == .dot && !tokens[start + 1].followsBlank
        && tokens[start + 2].kind == .digits && tokens[start + 2].count > 4
      return !isFraction && startsFullNumber(at: start)
    default: return false
    }
  }

  private func isShortItem(_ start: Int) -> Bool {
    var index = start
    while tokens[index].kind == .hash || tokens[index].kind == .star || isWord(.marker, at: index)
      || index > start && (tokens[index].kind == .dot || tokens[index].kind == .colon)
    { index += 1 }
    return tokens[index].kind == .digits && tokens[index].count <= 5
      && (index > start || tokens[index + 1].kind != .dash)
  }

  private func leadsToNumber(_ start: Int) -> Bool {
    let index = token(afterSigns: start)
    switch tokens[index].kind {
    case .digits, .plus: return true
    // RPM #944 814 123.
    case .hash: return tokens[index + 1].kind == .digits && startsFullNumber(at: index + 1)
    default: return false
    }
  }
}
