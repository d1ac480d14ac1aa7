package import Normalization
internal import Records

/// Reads single phone cells and says in words what came of them.
///
/// For questions, tests and `callbook normalize`; the run itself works on batches. Not safe to
/// share between threads. Memory: a few kilobytes.
package final class CellInspector {
  private let reader: CellReader
  private let result = CellResult()

  /// Prepares a reader of cells.
  package init(_ settings: CellSettings) throws { reader = try CellReader(settings: settings) }

  /// Reads a cell with the cells beside it.
  package func read(
    _ cell: UnsafeBufferPointer<UInt8>, extensionCell: UnsafeBufferPointer<UInt8>? = nil,
    areaCode: UnsafeBufferPointer<UInt8>? = nil, locality: UnsafeBufferPointer<UInt8>? = nil
  ) -> CellFindings {
    reader.read(
      cell, extensionCell: extensionCell, areaCode: areaCode, locality: locality, into: result)
    return findings { role in
      switch role {
      case .extensionDigits: extensionCell
      case .areaCode: areaCode
      case .locality: locality
      default: cell
      }
    }
  }

  /// Reads a cell with the cells beside it, all given as text.
  package func read(
    _ cell: String, extensionCell: String? = nil, areaCode: String? = nil, locality: String? = nil
  ) -> CellFindings {
    Self.withBytes(cell) { cell in
      Self.withOptionalBytes(extensionCell) { extensionCell in
        Self.withOptionalBytes(areaCode) { areaCode in
          Self.withOptionalBytes(locality) { locality in
            read(cell, extensionCell: extensionCell, areaCode: areaCode, locality: locality)
          }
        }
      }
    }
  }

  private func findings(
    _ bytes: (CellRole) -> UnsafeBufferPointer<UInt8>?
  ) -> CellFindings {
    var findings = CellFindings()
    for index in 0..<result.numbers.count {
      let number = result.numbers[index]
      findings.numbers.append(
        CellFindings.Number(
          e164: number.e164, extensionDigits: number.extensionText, directory: number.number))
    }
    for index in 0..<result.repairs.count {
      let repair = result.repairs[index]
      findings.repairs.append(
        CellFindings.Repair(
          code: repair.kind.code, after: text(repair.afterOffset, repair.afterCount)))
    }
    for index in 0..<result.rejections.count {
      let rejection = result.rejections[index]
      let note = text(rejection.noteOffset, rejection.noteCount)
      let start = Int(rejection.valueOffset)
      let whole = bytes(rejection.role) ?? UnsafeBufferPointer(start: nil, count: 0)
      let value = whole[start..<start + Int(rejection.valueCount)]
      findings.rejections.append(
        CellFindings.Rejection(
          reason: rejection.reason.code, column: Int(rejection.column),
          value: String(decoding: value, as: UTF8.self),
          hint: rejection.reason.hint(noting: note)))
    }
    for index in 0..<result.trace.count {
      let step = result.trace[index]
      findings.trace.append(
        CellFindings.Step(
          rule: step.rule.rawValue, value: text(step.valueOffset, step.valueCount)))
    }
    return findings
  }

  private func text(_ offset: UInt32, _ count: UInt32) -> String {
    String(
      decoding: result.bytes.elements[Int(offset)..<Int(offset) + Int(count)], as: UTF8.self)
  }

  private static func withBytes<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8(body)
  }

  private static func withOptionalBytes<Result>(
    _ text: String?, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return withBytes(text, body)
  }
}
