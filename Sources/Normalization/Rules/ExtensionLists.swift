import NumberingPlans
import Records

/// Reads several extensions of one number: #312、313, 轉1200或1035, *217-220.
extension TailGrammar {
  /// The most extensions that a range with both ends spelled out may stand for.
  static let widestExtensionRange: Int64 = 100
  /// The same where a dash parts two digits from two, which may be one extension: 12-34, and not 10-20.
  private static let widestRangeOfPairs: Int64 = 10

  /// Keeps the number without its extensions, where a word says that digits in doubt are some: 内線34-123.
  private func keepNumber(_ tail: inout Tail) {
    guard !plan.notation.hasUnmarkedExtensions, tail.isOpen, tail.alternates == 0,
      tail.rule == .extensionMarkers
    else { return }
    tail.keepsNumber = true
    tail.removeExtensions()
  }

  /// Adds the extensions behind the last one up to the end that a token gives.
  func readExtensionRange(_ tail: inout Tail, to index: Int, _ base: Base? = nil) {
    let first = tail.extensions.last
    let shortened = lastExtension(index, behind: first)
    let last = shortened ?? value(of: tokens[index])
    if let base, mayBeInPairs(tail, index, base) {
      return tail.fail(.ambiguous, at: index, "a range of extensions, or one written in pairs")
    }
    // #15-20室.
    if let base, hasUnit(index, base) {
      return tail.fail(.ambiguous, at: index, "a range of extensions, or of what has a unit")
    }
    guard isOn(.extensionLists), last > first.value, tail.alternates == 0,
      shortened != nil || Int(tokens[index].count) == first.digits
    else {
      tail.fail(.ambiguous, at: index, "a range of extensions, or two extensions")
      return keepNumber(&tail)
    }
    guard last - first.value <= Self.widestExtensionRange,
      last - first.value < context.expansionBudget
    else {
      tail.fail(.rangeTooLarge, at: index)
      // Ramal: 2759 - 5280 may be a number that lacks its area code.
      if let base, tail.extensions.count == 1, isSure(base) {
        tail.keepsNumber = true
        tail.removeExtensions()
      }
      return
    }
    var value = first.value
    while value < last {
      value += 1
      guard tail.extensions.hasRoom else {
        return tail.fail(.rangeTooLarge, at: index)
      }
      tail.append(
        ReadExtension(value: value, digits: first.digits, replaces: tail.replaced))
    }
    tail.next = index + 1
  }

  /// The last extension of a range that a tilde and its last digits end, in Taiwan and China: #101~3; nil for others.
  private func lastExtension(_ index: Int, behind first: ReadExtension) -> Int64? {
    let count = Int(tokens[index].count)
    guard count < first.digits, first.digits > 2, tokens[index - 1].kind == .tilde,
      plan.notation.hasUnmarkedExtensions
    else { return nil }
    let scale = powerOfTen(count)
    return first.value / scale * scale + value(of: tokens[index])
  }

  /// Whether two dashes or more part extensions of as many digits, which are no range then: ext 2133 - 3208 -
  /// 3419.
  func listsExtensions(_ tail: Tail, dash: Int, at index: Int) -> Bool {
    let count = tokens[index].count
    guard isOn(.extensionLists), (3...5).contains(count), tail.alternates == 0,
      Int(count) == tail.extensions.last.digits
    else { return false }
    if tail.extensions.count > 1, tokens[dash - 1].count == count, tokens[dash - 2].kind == .dash {
      return true
    }
    let next = index + 2
    return tokens[index + 1].kind == .dash && tokens[next].kind == .digits
      && tokens[next].count == count && !startsFullNumber(at: next)
  }

  /// Whether the ends of a range may be two pairs of digits of one extension.
  ///
  /// So those write who write numbers in pairs behind dashes, and in Cyrillic.
  private func mayBeInPairs(_ tail: Tail, _ index: Int, _ base: Base) -> Bool {
    guard tail.extensions.count == 1, tokens[index].count == 2, tail.extensions.last.digits == 2,
      tokens[index - 1].kind == .dash
    else { return false }
    // 轉12-34: nobody has so many extensions.
    if value(of: tokens[index]) - tail.extensions.last.value > Self.widestRangeOfPairs {
      return true
    }
    let last = base.nextToken - 1
    if last - base.firstToken > 2, tokens[last].kind == .digits, tokens[last].count == 2,
      tokens[last - 1].kind == .dash, tokens[last - 2].count == 2
    {
      return true
    }
    for before in base.nextToken..<index where isWord(.marker, at: before) {
      if isCyrillic(tokens[before]) { return true }
    }
    return false
  }

  /// Whether digits behind an extension may be its last ones anew: 305/6, and not 305/2.
  func mayBeAbbreviated(_ previous: ReadExtension, _ token: Token) -> Bool {
    let digits = Int(token.count)
    return digits < previous.digits && value(of: token) > previous.value % powerOfTen(digits)
  }

  /// Whether digits behind a blank may belong to the extension before it: 轉 12 34, #1 0 1; 12 13 are two.
  func mayBeParted(_ tail: Tail, _ token: Token) -> Bool {
    let last = tail.extensions.last
    guard last.digits <= 2, token.count <= 2 else { return false }
    return token.count < 2 || value(of: token) != last.value + 1
  }

  /// Whether a word is written in Cyrillic.
  private func isCyrillic(_ token: Token) -> Bool {
    letters(of: token).first.map { (0xD0...0xD3).contains($0) } ?? false
  }

  /// Whether digits in a list behind an extension are another extension of the same number.
  func continuesExtensions(_ tail: Tail, _ token: Token) -> Bool {
    guard isOn(.extensionLists), tail.extensions.count > 0 else { return false }
    let count = Int(token.count)
    return count <= 5 || count == tail.extensions.last.digits
  }
}
