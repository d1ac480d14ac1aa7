import NumberingPlans
import Records

/// Several extensions beside who has them, before the one number that they are of: 校長#701 總務#731 電話05-5962483,
/// 客房转0 餐饮转8018 总机0571-87654321, 王主任(8012) 李科长(8013) 总机0571-87654321.
extension CellReading {
  /// The last of such extensions; nil where none begins with a marker or a bracket.
  ///
  /// The number is a line.
  func lastOfHolders(_ first: Int, _ result: CellResult) -> Int? {
    guard isOn(.extensionMarkers), plan.notation.hasUnmarkedExtensions, result.numbers.count == 0,
      leading.first < 0
    else { return nil }
    var (marker, last) = (first, -1)
    while let digits = extensionOfHolder(before: marker, like: last) {
      last = digits
      var next = last + 1
      while mayStandBefore(next) || tokens[next].kind == .slash || tokens[next].kind == .text
        || tokens[next].kind == .open && isWord(.marker, at: next + 1)
      { next += 1 }
      guard tokens[next].kind == tokens[first].kind else { break }
      marker = next
    }
    guard last > 0, leadsToNumber(behindExtension: last) else { return nil }
    let number = numberBehind(extension: last).digits
    return digitsLeft(from: number) <= Self.mostDigitsBehind ? last : nil
  }

  /// The digits behind a marker, or in a bracket, that who has them touches; nil for others.
  ///
  /// Behind a title or a department they are as many as those before; what people are put through to may be anything.
  private func extensionOfHolder(before marker: Int, like last: Int) -> Int? {
    let digits = tokens[marker + 1]
    guard marker > 0, !tokens[marker].followsBlank, digits.kind == .digits, !digits.followsBlank,
      digits.count <= 5
    else { return nil }
    switch tokens[marker].kind {
    case .word:
      return isWord(.marker, at: marker) && tokens[marker].isOfIdeographs && isNamed(marker)
        ? marker + 1 : nil
    case .open where tokens[marker + 2].kind != .close: return nil
    // 教務處(07)7032656-118.
    case .open where beginsWithZero(marker + 1) && startsFullNumber(at: marker): return nil
    case .hash, .open:
      guard digits.count > 1, last < 0 || digits.count == tokens[last].count else { return nil }
      return holder(endingAt: marker - 1) != nil || isLabelOfDepartment(marker - 1)
        ? marker + 1 : nil
    default: return nil
    }
  }

  /// Whether who has an extension stands right before its marker, or before a colon or the bracket around both: 人事室：分機201,
  /// 業務部(分機216).
  private func isNamed(_ marker: Int) -> Bool {
    let sign = tokens[marker - 1].kind
    let name = sign == .colon || sign == .open ? marker - 2 : marker - 1
    guard name >= 0, sign != .open || tokens[marker + 2].kind == .close else { return false }
    return tokens[name].kind == .text || isWord(.label, at: name)
  }

  /// Takes such extensions for those of the number behind them; the token behind the last one, nil where none begin.
  func takeExtensionsOfHolders(_ marker: Int, _ result: CellResult) -> Int? {
    guard let last = lastOfHolders(marker, result) else { return nil }
    (leading.first, leading.last) = (marker + 1, last)
    return last + 1
  }
}
