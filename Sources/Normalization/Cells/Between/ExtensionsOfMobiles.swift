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
}
