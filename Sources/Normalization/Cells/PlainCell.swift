import Records

/// The short way for what nine cells of ten are: digits with dashes, blanks and brackets, complete.
///
/// It decides nothing of its own: whatever it is not sure of goes through all the rules, and what
/// it accepts they read the same (a property that the tests hold it to).
struct PlainCell {
  /// The digits.
  let digits: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var groups = 0
  private var lengths: (Int, Int, Int) = (0, 0, 0)
  private var current = 0
  private var lastByte: UInt8 = 0
  private var separator: UInt8 = 0
  private var hasPlus = false

  /// The most digits that cannot hold two numbers.
  private static let mostDigits = 14

  init(digits: UnsafeMutablePointer<UInt8>) { self.digits = digits }

  /// The one number of a plain cell; nil sends the cell through the rules.
  @inline(__always)
  mutating func read(
    _ cell: UnsafeBufferPointer<UInt8>, plan: PlanQuery
  ) -> PlanQuery.Answer? {
    guard cell.count <= 24, scan(cell), isUnmistakable() else { return nil }
    let all = UnsafeBufferPointer(start: UnsafePointer(digits), count: count)
    let answer = hasPlus ? plan.international(all) : plan.national(all, needsTrunk: true)
    guard answer.validity == .valid, answer.nationalNumber % 1_000_000 != 0 else { return nil }
    // In an open plan the last group may be something else: 030 1234567 10115.
    guard answer.nationalDigits <= 11 || groups < 3 else { return nil }
    // +8 495 …: the trunk prefix for the calling code.
    if hasPlus, groups > 1, lengths.0 == 1, plan.isTrunk(digits[0]) { return nil }
    if groups > 1, mayHoldMore(answer, plan) { return nil }
    return answer
  }

  /// Whether what stands before or behind the number may have been taken for a part of it.
  @inline(__always)
  private func mayHoldMore(_ answer: PlanQuery.Answer, _ plan: PlanQuery) -> Bool {
    if !hasPlus, digits[0] != 48,
      digits[lengths.0] == 48 || lengths.0 == 1 && plan.lacksTrunkPrefix
    {
      return true
    }
    return groups > 2 && answer.nationalDigits > 11
  }

  /// Takes the digits; false for any byte that needs a rule.
  @inline(__always)
  private mutating func scan(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in cell {
      if byte &- 48 < 10 {
        if current == 0 { groups &+= 1 }
        guard count < Self.mostDigits else { return false }
        digits[count] = byte
        count &+= 1
        current &+= 1
        lastByte = byte
        continue
      }
      switch byte {
      case 0x2D:
        guard lastByte != 0x2D, count > 0 else { return false }
        separator = byte
      case 0x20:
        if lastByte != 0x2D { separator = byte }
        endGroup()
        continue
      case 0x28: guard count == 0, lastByte == 0 else { return false }
      case 0x29: guard groups == 1 else { return false }
      case 0x2B:
        guard count == 0, lastByte == 0 else { return false }
        hasPlus = true
      default: return false
      }
      lastByte = byte
      endGroup()
    }
    return lastByte != 0x2D
  }

  @inline(__always)
  private mutating func endGroup() {
    guard current > 0 else { return }
    switch groups {
    case 1: lengths.0 = current
    case 2: lengths.1 = current
    case 3: lengths.2 = current
    default: break
    }
    current = 0
  }

  /// Whether no date, time, run of lines or zero too many can be meant.
  @inline(__always)
  private mutating func isUnmistakable() -> Bool {
    let last = current
    endGroup()
    guard count >= 9, groups <= 4 else { return false }
    if groups > 1, last <= 2 {
      // A short end behind a longer group may be an extension or the end of a run.
      let before = groups == 2 ? lengths.0 : groups == 3 ? lengths.1 : lengths.2
      if last < 2 || before > 3 { return false }
    }
    if lengths == (4, 2, 2) || lengths == (2, 2, 4) { return false }
    return hasPlus || digits[0] != 48 || digits[1] != 48
  }
}
