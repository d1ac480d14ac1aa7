package import Records

/// What one phone cell gave; reused from cell to cell.
///
/// Belongs to one thread. Offsets named "in `bytes`" point into `bytes` of this result; offsets
/// named "in the cell" point into the cell that was read.
package final class CellResult {
  /// The numbers in order of appearance, an exact repetition once.
  @exclusivity(unchecked)
  package var numbers = ElementBuffer<ReadNumber>(minimumCapacity: 16)
  /// The parts that gave no number.
  @exclusivity(unchecked)
  package var rejections = ElementBuffer<CellRejection>(minimumCapacity: 4)
  /// The corrections made.
  @exclusivity(unchecked)
  package var repairs = ElementBuffer<CellRepair>(minimumCapacity: 4)
  /// The value after each rule, if the settings ask for it.
  @exclusivity(unchecked)
  package var trace = ElementBuffer<TraceStep>(minimumCapacity: 4)
  /// Numbers that the wildcards, runs or the range of the cell stand for, within the budget; 0 for a
  /// cell without.
  @exclusivity(unchecked)
  package var cost: Int64 = 0
  /// Numbers that more of them would stand for, which the budget has no room for; `Int64.max` where
  /// they are more.
  @exclusivity(unchecked)
  package var costOverBudget: Int64 = 0
  /// Owns notes, texts after repairs and traces.
  @exclusivity(unchecked)
  package var bytes = ElementBuffer<UInt8>(minimumCapacity: 256)

  /// Numbers of a range that are not in `numbers` yet.
  struct Range {
    var next: ReadNumber
    var left: Int
  }

  /// The rest of a range, which may have millions.
  @exclusivity(unchecked)
  var range: Range?

  /// Creates an empty result.
  package init() {}

  /// Replaces `numbers` by up to `most` more numbers of the range; false when there are none.
  @discardableResult
  package func takeMore(_ most: Int) -> Bool {
    guard var rest = range, rest.left > 0 else { return false }
    numbers.removeAll()
    for _ in 0..<min(most, rest.left) {
      numbers.append(rest.next)
      rest.next.number += 1
      rest.left -= 1
    }
    range = rest.left > 0 ? rest : nil
    return true
  }

  /// Forgets everything and keeps the memory.
  @inline(__always)
  package func removeAll() {
    cost = 0
    costOverBudget = 0
    range = nil
    numbers.removeAll()
    rejections.removeAll()
    repairs.removeAll()
    trace.removeAll()
    bytes.removeAll()
  }
}

/// One number of a cell.
package struct ReadNumber: BitwiseCopyable, Equatable, Sendable {
  /// Calling code, national significant number and extension digits; 1 … Int64.max - 1.
  package var number: Int64
  /// Number of leading digits of `number` that are calling code and national number.
  package var baseDigits: UInt8
  /// Number of digits behind the base that are the extension; 0 for none.
  package var extensionDigits: UInt8
  /// Number of leading digits of `number` that are the calling code: 1 … 3.
  package var callingCodeDigits: UInt8
  /// Whether the base is valid by its numbering plan.
  package var isValid: Bool

  /// Whether the number has an extension.
  package var hasExtension: Bool { extensionDigits > 0 }

  /// Creates a number.
  package init(
    number: Int64, baseDigits: UInt8, extensionDigits: UInt8, callingCodeDigits: UInt8,
    isValid: Bool
  ) {
    self.number = number
    self.baseDigits = baseDigits
    self.extensionDigits = extensionDigits
    self.callingCodeDigits = callingCodeDigits
    self.isValid = isValid
  }

  /// The base as "+" and digits; for reports, not for loops.
  package var e164: String { "+" + String(String(number).prefix(Int(baseDigits))) }

  /// The extension with its leading zeros, empty for none; for reports, not for loops.
  package var extensionText: String { String(String(number).suffix(Int(extensionDigits))) }
}

/// Which of a record's cells is meant.
package enum CellRole: UInt8, Sendable, BitwiseCopyable {
  /// The phone cell.
  case number
  /// The extension in a column of its own.
  case extensionDigits
  /// The area code in a column of its own.
  case areaCode
  /// City or address.
  case locality
  /// First number of a range.
  case first
  /// Last number of a range.
  case last
}

/// A part of a cell that gave no number.
package struct CellRejection: BitwiseCopyable, Equatable, Sendable {
  /// Why.
  package var reason: RejectionReason
  /// Whose part it is.
  package var role: CellRole
  /// 1-based Unicode scalar within the cell at which the trouble starts.
  package var column: UInt32
  /// Where the offending text starts in the cell, in bytes.
  package var valueOffset: UInt32
  /// Length of the offending text in bytes.
  package var valueCount: UInt32
  /// Where the note for the hint starts, in `bytes`.
  package var noteOffset: UInt32
  /// Length of the note in bytes; 0 for none.
  package var noteCount: UInt32
}

/// A correction of a cell.
package struct CellRepair: BitwiseCopyable, Equatable, Sendable {
  /// The rule that made it.
  package var kind: RepairKind
  /// What the number reads after it, in `bytes`.
  package var afterOffset: UInt32
  /// Length of that text in bytes.
  package var afterCount: UInt32
}

/// The value after one rule.
package struct TraceStep: BitwiseCopyable, Equatable, Sendable {
  /// The rule.
  package var rule: Rule
  /// Where the value starts, in `bytes`.
  package var valueOffset: UInt32
  /// Length of the value in bytes.
  package var valueCount: UInt32
}
