/// Takes an @ between blanks for the slash that others write: in Malaysia it parts the items of a list, 09-7447088 @
/// 09-7447089, ext 5339 @ 5312.
extension TokenWriter {
  /// Whether the cell may have such a sign.
  var mayHoldAtSigns: Bool { facts.kinds.contains(.at) }

  func markAtSigns() {
    for index in 1..<max(tokenCount, 1) where tokens[index].kind == .at && isSignOfList(index) {
      tokens[index].kind = .slash
      facts.kinds.insert(.slash)
    }
  }

  /// Whether a number in full stands behind a sign, or an extension with as many digits as the one before it; else it may
  /// lead to an hour or a price.
  private func isSignOfList(_ sign: Int) -> Bool {
    let (before, next) = (tokens[sign - 1], tokens[sign + 1])
    guard before.kind == .digits, tokens[sign].followsBlank, next.followsBlank else { return false }
    switch next.kind {
    case .plus: return true
    case .open: return startsFullNumber(at: sign + 1)
    case .digits where sign > 1 && isWord(.marker, at: token(beforeDots: sign - 2)):
      return next.count == before.count
    case .digits: return startsFullNumber(at: sign + 1)
    default: return false
    }
  }

  /// The token before dots and colons that end at one.
  private func token(beforeDots last: Int) -> Int {
    var index = last
    while index > 0, tokens[index].kind == .dot || tokens[index].kind == .colon { index -= 1 }
    return index
  }
}
