/// Tells names that are masked from digits that are: 陳XX 0912-345-678, line.me/ti/p/xxxx 0905-123-321.
extension TokenWriter {
  /// Whether a run of x belongs to a name or an address, and no digits touch it.
  func standsInName(_ mask: Int) -> Bool {
    let touches = !tokens[mask].followsBlank
    switch tokens[mask - 1].kind {
    case .text: guard touches else { return false }
    case .colon:
      guard mask > 1, tokens[mask - 2].kind == .text || isText(mask - 2) else { return false }
    case .slash, .dot:
      guard touches, mask > 1, isText(mask - 2), !tokens[mask - 1].followsBlank else {
        return false
      }
    default: return false
    }
    let next = tokens[mask + 1]
    switch next.kind {
    case .digits: return next.followsBlank && startsFullNumber(at: mask + 1)
    case .open: return startsFullNumber(at: mask + 1)
    case .colon, .comma: return startsFullNumber(at: mask + 2)
    case .text, .letters, .word, .end, .close, .newline, .enumeration, .semicolon: return true
    case .dot, .slash: return !next.followsBlank && isText(mask + 2)
    default: return false
    }
  }
}
