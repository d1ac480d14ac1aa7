import NumberingPlans
import Records

/// Mobiles where people write extensions behind a dash: they have none, so that one is complete whatever day,
/// count, plate or flat stands beside it: 0912345678 12/25, 13812345678 粤B12345, 5-1203 13812345678.
extension CellReading {
  /// Whether a mobile is complete though what stands behind it cannot be read.
  func isSureMobile(
    _ base: Base, _ tail: Tail, _ problem: (reason: RejectionReason, token: Int)
  ) -> Bool {
    guard isLoneMobile(base), base.repair == nil, tail.isEmpty, !tail.isFax
    else { return false }
    switch problem.reason {
    case .ambiguous, .junk: return leavesNumberWhole(problem.token, base)
    default: return false
    }
  }

  /// Whether what begins at a token neither goes on with the digits before it nor says what they are.
  private func leavesNumberWhole(_ index: Int, _ base: Base) -> Bool {
    // 0912345678~0922345678.
    if tokens[index - 1].kind == .tilde || isWord(.range, at: index - 1) { return false }
    switch tokens[index].kind {
    case .letters: return tokens[index].followsBlank
    case .tilde: return false
    // One digit, or the next group, may be one too many: 0912 345 678 9.
    case .digits where index == base.nextToken && tokens[index].followsBlank:
      return isFollowedBySign(index)
        || tokens[index].count > 1 && base.nextToken == base.firstToken + 1
    case .word:
      switch tokens[index].word {
      case .former, .formerBesideNew, .new, .changed, .outOfUse, .range, .fax: return false
      default: return tokens[index].count != 1 || tokens[index].followsBlank
      }
    default: return true
    }
  }

  /// Whether a sign or a word goes on with digits, so that they are something else than digits of the number before.
  private func isFollowedBySign(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .slash, .dot, .dash, .text, .letters, .word, .open: true
    default: false
    }
  }

  /// The mobile in full behind digits that are no number: 1203 13812345678, 56351234/13812345678.
  func mobile(behind token: Int, upTo next: Int) -> Int? {
    guard tokens[token].kind == .digits, !beginsWithZero(token),
      token == 0
        || tokens[token - 1].kind != .plus
    else { return nil }
    // 44030119900101123X 13812345678.
    let last = tokens[next].bytes == 1 ? next + 1 : next
    return (token + 1..<max(token + 1, last + 1)).first {
      beginsMobile($0)
        || tokens[token].count >= Self.fewestOfLine && isMobile(behindSign: $0)
    }
  }

  /// The fewest digits of a local number that a sign parts from a mobile.
  private static let fewestOfLine = 5

  /// Whether a slash or a dash stands before a mobile in one group.
  func isMobile(behindSign index: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .slash, .dash: tokens[index].kind == .digits && isMobile(index)
    default: false
    }
  }

  /// Whether one group of digits is a mobile in full.
  func isMobile(_ index: Int) -> Bool {
    guard (10...11).contains(tokens[index].count) else { return false }
    let answer = national(from: Int(tokens[index].first), count: Int(tokens[index].count))
    return answer.isMobile && answer.callingCode == plan.callingCode
  }

  /// Whether letters and digits are the name or the number of something before a number: A1 0664 1234567, VIP888
  /// 13812345678.
  func isNameBeforeNumber(_ index: Int) -> Bool {
    tokens[index].count <= 2 && beginsNumberBehindBlank(index + 1) || beginsMobile(index + 1)
      || isCodeBeforeLine(index)
  }

  /// The most letters and digits of the code of something before a number.
  private static let (mostLettersOfCode, mostDigitsOfCode): (UInt16, UInt16) = (3, 4)

  /// Whether few letters, and few digits that are no area code, stand before a number in full, in brackets perhaps: Z003
  /// 602-229-3778, [[R01]] 602-229-3778.
  func isCodeBeforeNumber(_ index: Int) -> Bool {
    let letters = tokens[index - 1]
    guard tokens[index].count <= Self.mostDigitsOfCode, letters.count <= Self.mostLettersOfCode,
      letters.kind == .letters,
      index == 1 || letters.followsBlank || tokens[index - 2].kind == .open
    else { return false }
    var number = index + 1
    while tokens[number].kind == .close { number += 1 }
    return beginsNumberBehindBlank(number) && !startsFullNumber(at: index)
      && !context.answer { $0.isAreaCode(digits(of: tokens[index])) }
  }

  /// Whether letters and digits are the code of a partner before a line with its area code and a dash: V10023
  /// 021-51234567.
  private func isCodeBeforeLine(_ index: Int) -> Bool {
    let area = tokens[index + 1]
    return plan.notation.hasUnmarkedExtensions && tokens[index].count <= 6 && area.kind == .digits
      && area.count <= 4 && beginsWithZero(area) && tokens[index + 2].kind == .dash
      && beginsNumberBehindBlank(index + 1)
  }

  /// The most tokens of a mobile: 0912-345-678.
  private static let mostTokensOfMobile = 5

  /// Whether a blank and a mobile in full stand at a token.
  func beginsMobile(_ start: Int) -> Bool {
    guard tokens[start].kind == .digits, tokens[start].followsBlank,
      plan.notation.mobilesStandAlone
    else { return false }
    let first = Int(tokens[start].first)
    var index = start
    while index < start + Self.mostTokensOfMobile {
      switch tokens[index].kind {
      case .digits:
        let count = Int(tokens[index].first + tokens[index].count) - first
        if count > 11 { return false }
        if count > 9 { return national(from: first, count: count).isMobile }
      case .dash: break
      default: return false
      }
      index += 1
    }
    return false
  }
}
