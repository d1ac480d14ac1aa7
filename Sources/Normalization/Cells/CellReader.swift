import Records

/// Reads the notations of one phone cell under the numbering plan of a region.
///
/// One reader per worker: it keeps scratch memory and is not safe to share between threads. Memory:
/// some 150 KB that do not grow with the cell. Any bytes at all give numbers or rejections.
package final class CellReader {
  /// The longest cell that is read, in bytes; a longer one is the rejection `junk`.
  package static let longestCell = 4096

  let settings: CellSettings
  /// Whether plain cells may take the short way, which leaves no trace.
  private let takesShortWay: Bool
  /// Whether plain extension columns may take it too.
  private let joinsPlainExtensions: Bool
  private let scan: CellScan
  /// The plan, which the scan keeps alive: counting references to it took a fortieth of a build.
  private let planOfScan: Unmanaged<PlanQuery>
  /// The word book, which all threads share and the scan keeps alive.
  private let wordsOfScan: Unmanaged<WordBook>

  /// Prepares a reader.
  package init(settings: CellSettings) throws {
    guard
      let plan = PlanQuery(
        region: settings.region, dialsOverseas: settings.isOn(.overseasDepartments))
    else {
      throw CellSettingsError.unknownRegion(settings.region)
    }
    if !(0...15).contains(settings.extensionWidth) {
      throw CellSettingsError.outOfRange(
        setting: "extension_width", value: settings.extensionWidth, allowed: 0...15)
    }
    if !(1...10_000_000).contains(settings.expansionBudget) {
      throw CellSettingsError.outOfRange(
        setting: "expansion_budget", value: settings.expansionBudget, allowed: 1...10_000_000)
    }
    self.settings = settings
    takesShortWay =
      !settings.keepsTrace && settings.isOn(.internationalPrefixes) && settings.isOn(.folding)
    joinsPlainExtensions = takesShortWay && settings.isOn(.extensionColumn)
    scan = try CellScan(
      settings: settings, plan: plan,
      words: settings.words == CellWords() ? .shared : WordBook(adding: settings.words))
    planOfScan = .passUnretained(plan)
    wordsOfScan = .passUnretained(scan.words)
  }

  /// Reads a phone cell with the cells that belong to it; forgets what `result` held.
  package func read(
    _ cell: UnsafeBufferPointer<UInt8>, extensionCell: UnsafeBufferPointer<UInt8>? = nil,
    areaCode: UnsafeBufferPointer<UInt8>? = nil, locality: UnsafeBufferPointer<UInt8>? = nil,
    into result: CellResult
  ) {
    result.removeAll()
    if takesShortWay, areaCode == nil || areaCode?.count == 0, readPlain(cell, into: result) {
      if let extensionCell, extensionCell.count > 0,
        !joinPlainExtension(extensionCell, into: result)
      {
        scan.reset()
        joinExtensions(of: extensionCell, into: result)
      }
      return
    }
    scan.reset()
    if let areaCode, areaCode.count > 0, areaCode.count <= 64 {
      scan.columnArea = scan.areaCode(in: areaCode)
    }
    if let locality, locality.count > 0 {
      scan.localityArea = scan.areaCode(ofLocality: locality)
    }
    read(cell, role: .number, into: result)
    if let extensionCell, extensionCell.count > 0, result.numbers.count > 0 {
      joinExtensions(of: extensionCell, into: result)
    }
  }

  /// Reads a range, both ends inclusive, whose numbers `result` then gives in portions; forgets what
  /// it held.
  package func readRange(
    first: UnsafeBufferPointer<UInt8>, last: UnsafeBufferPointer<UInt8>, into result: CellResult
  ) {
    result.removeAll()
    guard settings.isOn(.ranges) else {
      return rejectRange(.rangeTooLarge, role: .first, into: result)
    }
    guard let start = readEnd(first, role: .first, into: result),
      let end = readEnd(last, role: .last, into: result)
    else { return }
    expand(start, end, into: result)
  }

  /// Reads one end of a range and takes its number out of the result; an end that gives anything
  /// but one number leaves nothing there but rejections.
  private func readEnd(
    _ cell: UnsafeBufferPointer<UInt8>, role: CellRole, into result: CellResult
  ) -> ReadNumber? {
    let inherited = scan.inherited
    scan.reset()
    // The last number of a range may leave the area code of the first one out.
    if role == .last { scan.inherited = inherited }
    read(cell, role: role, into: result)
    let number = result.numbers.count == 1 ? result.numbers[0] : nil
    result.numbers.removeAll()
    if let number, result.rejections.count == 0 { return number }
    if result.rejections.count == 0 { rejectRange(.ambiguous, role: role, into: result) }
    result.repairs.removeAll()
    result.cost = 0
    return nil
  }

  /// Reads a plain cell; false when it needs the rules.
  @inline(__always)
  private func readPlain(_ cell: UnsafeBufferPointer<UInt8>, into result: CellResult) -> Bool {
    var plain = PlainCell(digits: scan.digits)
    let found = planOfScan._withUnsafeGuaranteedRef { plain.read(cell, plan: $0) }
    guard let answer = found, !scan.refuses(answer) else { return false }
    let callingCodeDigits: UInt8 = answer.callingCode > 99 ? 3 : answer.callingCode > 9 ? 2 : 1
    result.numbers.append(
      ReadNumber(
        number: answer.callingCode &* powerOfTen(answer.nationalDigits) &+ answer.nationalNumber,
        baseDigits: callingCodeDigits &+ UInt8(answer.nationalDigits), extensionDigits: 0,
        callingCodeDigits: callingCodeDigits, isValid: true))
    return true
  }

  /// Joins a plain extension column with the one number of a plain cell; false when it needs the
  /// rules.
  @inline(__always)
  private func joinPlainExtension(
    _ cell: UnsafeBufferPointer<UInt8>, into result: CellResult
  ) -> Bool {
    let scratch = scan.scratch
    guard joinsPlainExtensions, result.numbers.count == 1,
      let given = wordsOfScan._withUnsafeGuaranteedRef({
        PlainExtension(cell, words: $0, scratch: scratch)
      }),
      given.digits >= settings.extensionWidth
    else { return false }
    var read = result.numbers[0]
    // 18 digits always fit; longer ones may be too long.
    guard Int(read.baseDigits) &+ given.digits <= 18 else { return false }
    read.number = read.number &* powerOfTen(given.digits) &+ given.value
    read.extensionDigits = UInt8(truncatingIfNeeded: given.digits)
    result.numbers[0] = read
    return true
  }

  private func read(
    _ cell: UnsafeBufferPointer<UInt8>, role: CellRole, into result: CellResult
  ) {
    scan.role = role
    guard cell.count <= Self.longestCell else {
      return result.rejections.append(
        CellRejection(
          reason: .junk, role: role, column: 1, valueOffset: 0,
          valueCount: UInt32(Self.longestCell), noteOffset: 0, noteCount: 0))
    }
    scan.fold(cell)
    if settings.keepsTrace { scan.traceCell(.folding, cell, into: result) }
    scan.readTokens(cell, into: result)
  }

  /// Gives every number the extensions of the extension column.
  private func joinExtensions(
    of cell: UnsafeBufferPointer<UInt8>, into result: CellResult
  ) {
    scan.role = .extensionDigits
    guard cell.count <= Self.longestCell else {
      result.numbers.removeAll()
      return rejectRange(.badExtension, role: .extensionDigits, into: result)
    }
    scan.fold(cell)
    guard scan.readExtensionCell(into: result) else { return result.numbers.removeAll() }
    guard scan.extensionCount > 0 else { return }
    scan.joinExtensions(into: result)
  }
}
