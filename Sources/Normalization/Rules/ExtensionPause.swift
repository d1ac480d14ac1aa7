import NumberingPlans
import Records

/// Reads digits behind a comma, the pause of dialling, as an extension: 0255667788,0718.
extension TailGrammar {
  /// The most digits that are an extension behind a comma without more ado.
  static let longestPauseExtension = 8

  /// The most digits behind a number whose area code is not known: more may be a local number.
  static let longestSurePause = 4

  /// Reads up to eight digits behind a comma.
  ///
  /// Who dials writes no blanks: digits set apart, or as many as a postcode behind a number in
  /// groups, are in doubt.
  func readPause(_ tail: inout Tail, _ index: Int, _ base: Base) {
    guard isOn(.extensionPause), tail.isOfOneNumber else {
      return tail.doubt(index, behind: base, in: self, "an extension, or another number")
    }
    if let note = doubtsPause(index, base) { return tail.doubt(index, keeping: base, note) }
    if isPaused(index) {
      tail.rule = .extensionPause
      _ = addExtension(&tail, token: index)
      return
    }
    let isOneGroup = base.nextToken - base.firstToken == (base.isCompact ? 2 : 1)
    let isLikePostcode =
      !isOneGroup && isPostcode(ofDigits: Int(tokens[index].count)) && !isLongPause(index, base)
    if dialsNothing(index) || isLikePostcode {
      let note: StaticString = "an extension, a postcode, or another number"
      // A number with a note of its own is whole: 0731-58214965(总值班室),8214787(宣传科).
      if tokens[index - 2].kind == .close { return tail.doubt(index, keeping: base, note) }
      return tail.doubt(index, behind: base, in: self, note)
    }
    let longest = base.isCompact ? Self.longestSurePause + 1 : Self.longestSurePause
    if base.localDigits == 0, Int(tokens[index].count) > longest, !isLongPause(index, base) {
      return tail.doubt(
        index, behind: base, in: self, "an extension, or another number without area code")
    }
    if !base.isCompact, let note = doubtsShortPause(index, base) {
      return tail.doubt(index, behind: base, in: self, note)
    }
    tail.rule = .extensionPause
    _ = addExtension(&tail, token: index)
  }

  /// Why few digits behind a comma may be no extension; nil for others.
  ///
  /// +886223959825,1999 is how extensions are written out, whatever their digits are elsewhere.
  private func doubtsShortPause(_ index: Int, _ base: Base) -> StaticString? {
    let token = tokens[index]
    if Int(token.count) <= 4, mayEndRun(token, base) || isJustBelow(token, base) {
      return "an extension, or the last digits of another number"
    }
    if token.count > 3, isHotline(index) || isAreaHotline(index) {
      return "an extension, or a short code"
    }
    if token.count <= 2, value(of: token) == 0 {
      return "an extension, or the decimals of a spreadsheet"
    }
    return nil
  }

  /// Why digits behind a comma are in doubt whatever they are in groups; nil for others.
  private func doubtsPause(_ index: Int, _ base: Base) -> StaticString? {
    // 13812345678,400 559 621: who dials writes no blanks.
    if plan.notation.hasUnmarkedExtensions, tokens[index + 1].kind == .digits,
      !startsFullNumber(at: index + 1)
    {
      return "an extension, or another number"
    }
    // +886912345678,12 is how extensions are written out, whoever has none.
    if isLoneMobile(base), !base.isCompact { return "a mobile has no extension" }
    return goesOnAsCount(index) ? "an extension, or a count" : nil
  }

  /// Whether up to three digits behind a comma have decimals or a plus behind them, as counts have: ，4.5星, ，50+.
  private func goesOnAsCount(_ index: Int) -> Bool {
    let sign = tokens[index + 1]
    guard plan.notation.hasUnmarkedExtensions, tokens[index].count <= 3, !sign.followsBlank else {
      return false
    }
    let next = tokens[index + 2]
    switch sign.kind {
    case .dot:
      return next.kind == .digits && !next.followsBlank
        && Int(tokens[index].count) + Int(next.count) <= 3
    case .plus: return next.kind != .digits
    default: return false
    }
  }

  /// Whether five digits are no postcode and end an item, or are no local number, for the number before them has no area:
  /// 400-820-1234,80213.
  private func isLongPause(_ index: Int, _ base: Base) -> Bool {
    if isFiveAtEnd(index, base) { return true }
    guard tokens[index].count == Self.longestSurePause + 1, plan.notation.hasUnmarkedExtensions,
      plan.notation.postcodeDigits > Int(tokens[index].count)
    else { return false }
    switch base.answer.type {
    case .tollFree, .sharedCost, .uan: return true
    default: return false
    }
  }

  /// Whether five digits end an item behind a line, where postcodes have others: 06-2757575,62539, and not ,10491台北市.
  private func isFiveAtEnd(_ index: Int, _ base: Base) -> Bool {
    guard plan.notation.hasUnmarkedExtensions, tokens[index].count == 5, base.localDigits > 0,
      plan.notation.postcodeDigits != 5
    else { return false }
    switch tokens[index + 1].kind {
    case .end, .newline, .semicolon, .enumeration, .close: return true
    default: return false
    }
  }

  /// Whether digits stand behind two commas, the long pause of dialling: 415-554-4000,,12#.
  private func isPaused(_ index: Int) -> Bool {
    isOn(.extensionPause) && tokens[index].count <= 5 && !tokens[index].followsBlank
      && tokens[index - 1].kind == .comma && tokens[index - 2].kind == .comma
      && !tokens[index - 1].followsBlank && !tokens[index - 2].followsBlank
  }
}
