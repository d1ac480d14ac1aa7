import NumberingPlans

/// Leaves short codes beside a number unused: 1823 / 2123 4567, TTY 711.
extension CellReading {
  /// The token at which a number in full begins behind a short code and a sign that parts them: 1823 / 2123 4567,
  /// 校园110：0371-61916110, 115 oder 0228 770.
  func numberBehindShortCode(_ code: Int) -> Int? {
    let sign = tokens[code + 1].kind
    guard sign.partsItems || sign == .colon || isWord(.joiner, at: code + 1) else {
      return numberBehindNamedCode(code)
    }
    guard isHotline(code) else { return nil }
    let next = tokens[code + 2]
    let hasArea = next.kind == .digits && next.count > 2 && beginsWithZero(next)
    return hasArea && next.followsBlank || beginsNumberInFull(code + 2) ? code + 2 : nil
  }

  /// The number in full with its trunk 0, or a mobile, behind a hotline, what that puts through to, and text: 客服95588
  /// 网点0571-87012345, 95188转3 13812345671, 12345转0571-87012345.
  private func numberBehindNamedCode(_ code: Int) -> Int? {
    guard plan.notation.hasUnmarkedExtensions, !beginsWithZero(code),
      isShortCode(digits(of: tokens[code]))
    else { return nil }
    var next = code + 1
    if isWord(.marker, at: next), tokens[next].isOfIdeographs {
      next += 1
      if tokens[next].kind == .digits, tokens[next].count < 4, !beginsWithZero(next) { next += 1 }
    }
    let start = next
    while next < start + Self.mostWordsBehindCode,
      tokens[next].kind == .text || isWord(.label, at: next) || tokens[next].kind == .colon
    { next += 1 }
    let number = tokens[next].kind == .open ? next + 1 : next
    guard next > code + 1, tokens[number].kind == .digits,
      beginsWithZero(number) || tokens[number].count > 10
    else { return nil }
    return beginsNumberInFull(next) ? next : nil
  }

  /// The most words and signs between a hotline and a number behind it.
  private static let mostWordsBehindCode = 4

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
