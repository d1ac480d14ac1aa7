/// Leaves short codes beside a number unused: 1823 / 2123 4567, TTY 711.
extension CellReading {
  /// The token at which a number in full begins behind a short code and a sign that parts them: 1823 / 2123 4567,
  /// 校园110：0371-61916110, 115 oder 0228 770.
  func numberBehindShortCode(_ code: Int) -> Int? {
    let sign = tokens[code + 1].kind
    guard sign.partsItems || sign == .colon || isWord(.joiner, at: code + 1) else { return nil }
    guard isHotline(code) else { return nil }
    let next = tokens[code + 2]
    let hasArea = next.kind == .digits && next.count > 2 && beginsWithZero(next)
    return hasArea && next.followsBlank || beginsNumberInFull(code + 2) ? code + 2 : nil
  }

  /// Whether digits are a short code behind a label, or behind hours: TTY 711, 熱線1999, out of hours 111.
  func isLabelledShortCode(_ code: Int) -> Bool {
    switch tokens[code + 1].kind {
    case .digits, .dash, .dot: return false
    default: break
    }
    guard isHotline(code) else { return false }
    let label = tokens[code - 1].kind == .colon ? code - 2 : code - 1
    return label > 0 && (isWord(.label, at: label) || isHours(label))
  }

  /// The number behind a short code that a list begins with; the code is left unused.
  func leaveShortCode(_ code: Int) -> Int? {
    guard let number = numberBehindShortCode(code) else { return nil }
    findings.insert(.unusedText)
    return number
  }
}
