import NumberingPlans
import Records

/// Extensions behind a mobile that follows a line: 02-27123456 0912345678 #23. Mobiles have none, so that nobody
/// knows whose it is.
extension CellReading {
  /// Doubts such an extension, and leaves both numbers whole.
  func doubtExtensionOfMobile(_ tail: inout Tail, of base: Base) {
    guard isLoneMobile(base), tail.hasExtensions, tail.problem == nil, base.repair == nil,
      !tail.isFax, !tail.isFormer,
      let before = lastNumber.base, before.answer.type == .fixedLine
    else { return }
    tail.removeExtensions()
    tail.fail(
      .ambiguous, at: base.nextToken, "an extension of the line before, or of the mobile")
    tail.keepsNumber = true
  }

  /// Whether a mobile may be the number of a service that puts through to whom the few digits behind it name, so that it
  /// is nobody's without them: 17012345678-1234, 13912345678[1234].
  func mayForward(_ base: Base, _ tail: Tail) -> Bool {
    guard let problem = tail.problem, problem.reason == .ambiguous, isLoneMobile(base) else {
      return false
    }
    let (sign, digits) = (tokens[base.nextToken], tokens[base.nextToken + 1])
    guard problem.token <= base.nextToken + 1, !sign.followsBlank, digits.kind == .digits,
      (4...5).contains(digits.count), !digits.followsBlank
    else { return false }
    let behind = tokens[base.nextToken + 2].kind
    switch sign.kind {
    // A note of five digits is the short number of a group.
    case .open: return behind == .close && digits.count == 4 && !isYear(digits)
    case .dash, .comma: return behind.endsItemOrBracket
    default: return false
    }
  }
}
