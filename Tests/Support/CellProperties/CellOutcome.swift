import Normalization
import Records

/// What came of a cell, without the places in memory where it lies.
struct CellOutcome: Equatable, CustomStringConvertible {
  struct Refusal: Equatable {
    var reason: RejectionReason
    var role: CellRole
    var column: UInt32
    var value: Range<UInt32>
    var note: [UInt8]
  }
  struct Correction: Equatable {
    var kind: RepairKind
    var after: [UInt8]
  }

  var numbers: [ReadNumber]
  var repairs: [Correction]
  var rejections: [Refusal]

  init(_ result: CellResult) {
    numbers = (0..<result.numbers.count).map { result.numbers[$0] }
    repairs = (0..<result.repairs.count).map { index in
      let repair = result.repairs[index]
      return Correction(
        kind: repair.kind, after: Self.bytes(repair.afterOffset, repair.afterCount, result))
    }
    rejections = (0..<result.rejections.count).map { index in
      let found = result.rejections[index]
      return Refusal(
        reason: found.reason, role: found.role, column: found.column,
        value: found.valueOffset..<found.valueOffset + found.valueCount,
        note: Self.bytes(found.noteOffset, found.noteCount, result))
    }
  }

  private static func bytes(_ offset: UInt32, _ count: UInt32, _ result: CellResult) -> [UInt8] {
    (0..<Int(count)).map { result.bytes[Int(offset) + $0] }
  }

  var description: String {
    let parts =
      numbers.prefix(20).map { $0.e164 + ($0.hasExtension ? ",\($0.extensionText)" : "") }
      + repairs.map { "!\($0.kind.code)" }
      + rejections.map {
        "?\($0.reason.code)@\($0.column)(\(String(decoding: $0.note, as: UTF8.self)))"
      }
    return parts.isEmpty ? "nothing" : parts.joined(separator: " ")
  }
}
