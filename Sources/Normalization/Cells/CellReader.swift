import Records

/// Reads the notations of one phone cell under the numbering plan of a region.
///
/// One reader per worker: it keeps scratch memory and is not safe to share between threads. Memory:
/// a few kilobytes that do not grow with the cell. Any bytes at all give numbers or rejections.
package final class CellReader {
  /// The longest cell that is read, in bytes; a longer one is the rejection `junk`.
  package static let longestCell = 4096

  private let settings: CellSettings
  private let plan: PlanQuery

  /// Prepares a reader.
  package init(settings: CellSettings) throws {
    guard let plan = PlanQuery(region: settings.region) else {
      throw CellSettingsError.unknownRegion(settings.region)
    }
    self.settings = settings
    self.plan = plan
  }

  /// Reads a phone cell with the cells that belong to it; forgets what `result` held.
  package func read(
    _ cell: UnsafeBufferPointer<UInt8>, extensionCell: UnsafeBufferPointer<UInt8>? = nil,
    areaCode: UnsafeBufferPointer<UInt8>? = nil, locality: UnsafeBufferPointer<UInt8>? = nil,
    into result: CellResult
  ) {
    result.removeAll()
    readPlain(cell, extensionCell, into: result)
  }

  /// Reads a range, both ends inclusive, into all its numbers; forgets what `result` held.
  package func readRange(
    first: UnsafeBufferPointer<UInt8>, last: UnsafeBufferPointer<UInt8>, into result: CellResult
  ) {
    result.removeAll()
    reject(.junk, first, role: .first, into: result)
  }

  private func readPlain(
    _ cell: UnsafeBufferPointer<UInt8>, _ extensionCell: UnsafeBufferPointer<UInt8>?,
    into result: CellResult
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
      var count = 0
      for byte in cell {
        if byte &- 48 < 10, count < 20 {
          digits[count] = byte
          count += 1
        } else if byte != 0x2D, byte != 0x20, byte != 0x28, byte != 0x29 {
          return reject(.junk, cell, role: .number, into: result)
        }
      }
      let answer = plan.national(
        UnsafeBufferPointer(start: digits.baseAddress, count: count))
      guard answer.validity == .valid else {
        return reject(.impossibleLength, cell, role: .number, into: result)
      }
      var number = answer.callingCode
      for _ in 0..<answer.nationalDigits { number &*= 10 }
      number &+= answer.nationalNumber
      let callingCodeDigits = answer.callingCode > 99 ? 3 : 2
      var extensionDigits: UInt8 = 0
      for byte in extensionCell ?? UnsafeBufferPointer(start: nil, count: 0)
      where byte &- 48 < 10 && extensionDigits < 6 {
        number = number &* 10 &+ Int64(byte &- 48)
        extensionDigits += 1
      }
      result.numbers.append(
        ReadNumber(
          number: number, baseDigits: UInt8(callingCodeDigits + answer.nationalDigits),
          extensionDigits: extensionDigits, callingCodeDigits: UInt8(callingCodeDigits),
          isValid: true))
    }
  }

  private func reject(
    _ reason: RejectionReason, _ cell: UnsafeBufferPointer<UInt8>, role: CellRole,
    into result: CellResult
  ) {
    result.rejections.append(
      CellRejection(
        reason: reason, role: role, column: 1, valueOffset: 0, valueCount: UInt32(cell.count),
        noteOffset: 0, noteCount: 0))
  }
}
