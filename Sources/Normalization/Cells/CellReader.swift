import NumberingPlans
import Records

/// Reads the notations of one phone cell under the numbering plan of a region.
///
/// One reader per worker: it keeps scratch memory and is not safe to share between threads. Memory:
/// some 150 KB that do not grow with the cell. Any bytes at all give numbers or rejections.
package final class CellReader {
  /// The longest cell that is read, in bytes; a longer one is the rejection `junk`.
  package static let longestCell = 4096

  let settings: CellSettings
  private let shortWays: ShortWays
  private let plan: PlanQuery
  private let words: WordBook
  private let memory: UnsafeMutablePointer<RememberedAnswers>
  private let known: UnsafeMutablePointer<ReaderKnowledge>
  private let writer: TokenWriter
  private let reading: CellReading
  /// What is known before a cell is read.
  let context: CellContext

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
    self.plan = plan
    let tellsUse = settings.isOn(.formerNumbers)
    words =
      settings.words == CellWords() && tellsUse
      ? .shared : WordBook(adding: settings.words, tellsUse: tellsUse)
    (memory, known) = (.allocate(capacity: 1), .allocate(capacity: 1))
    memory.initialize(to: RememberedAnswers())
    do {
      known.initialize(
        to: try ReaderKnowledge(settings, plan: plan, words: words, memory: memory))
    } catch {
      memory.deallocate()
      known.deallocate()
      throw error
    }
    context = CellContext(known)
    writer = TokenWriter(context)
    reading = CellReading(writer.list, context)
    shortWays = ShortWays(settings, context, plan: plan, words: words, writer: writer)
  }

  deinit {
    memory.deallocate()
    known.deallocate()
  }

  /// Reads a phone cell with the cells that belong to it; forgets what `result` held.
  package func read(
    _ cell: UnsafeBufferPointer<UInt8>, extensionCell: UnsafeBufferPointer<UInt8>? = nil,
    areaCode: UnsafeBufferPointer<UInt8>? = nil, locality: UnsafeBufferPointer<UInt8>? = nil,
    into result: CellResult
  ) {
    result.removeAll()
    var told = PlainCell.Told()
    let hasExtensionCell = extensionCell?.isEmpty == false
    if areaCode == nil || areaCode?.count == 0,
      shortWays.areOpen(hasExtensionCell: hasExtensionCell)
    {
      if shortWays.read(cell, &told, hasExtensionCell: hasExtensionCell, into: result) {
        if let extensionCell, hasExtensionCell,
          !shortWays.joinExtension(extensionCell, into: result)
        {
          joinExtensions(of: extensionCell, Findings(), into: result)
        }
        return
      }
      if locality == nil || locality?.count == 0, shortWays.refuse(cell, told, into: result) {
        return
      }
    }
    let context = context(areaCode: areaCode, locality: locality)
    let left = read(cell, context, told, into: result)
    if let extensionCell, extensionCell.count > 0, result.numbers.count > 0 {
      joinExtensions(of: extensionCell, left?.findings ?? Findings(), into: result)
    }
  }

  /// What is known of a cell before it is read, from the cells beside it.
  @inline(__always)
  private func context(
    areaCode: UnsafeBufferPointer<UInt8>?, locality: UnsafeBufferPointer<UInt8>?
  ) -> CellContext {
    var context = context
    if let areaCode, areaCode.count > 0 { context.takeColumn(areaCode) }
    if let locality, locality.count > 0 { context.takeLocality(locality) }
    return context
  }

  /// Reads a range, both ends inclusive, whose numbers `result` then gives in portions; forgets what
  /// it held.
  package func readRange(
    first: UnsafeBufferPointer<UInt8>, last: UnsafeBufferPointer<UInt8>,
    areaCode: UnsafeBufferPointer<UInt8>? = nil, locality: UnsafeBufferPointer<UInt8>? = nil,
    into result: CellResult
  ) {
    result.removeAll()
    guard settings.isOn(.ranges) else {
      return rejectCell(.rangeTooLarge, role: .first, into: result)
    }
    // The last number of a range may leave the area code of the first one out.
    var area = ReadArea()
    let context = context(areaCode: areaCode, locality: locality)
    guard let start = readEnd(first, context, role: .first, behind: &area, into: result)
    else { return }
    let end =
      self.last(endingIn: last, of: start)
      ?? readEnd(last, context, role: .last, behind: &area, into: result)
    if let end { expand(start, end, into: result) }
  }

  /// Reads one end of a range and takes its number out of the result; an end that gives anything
  /// but one number leaves nothing there but rejections.
  ///
  /// `area` becomes its area code.
  private func readEnd(
    _ cell: UnsafeBufferPointer<UInt8>, _ context: CellContext, role: CellRole,
    behind area: inout ReadArea, into result: CellResult
  ) -> ReadNumber? {
    var context = context
    context.role = role
    context.inherited = area
    area = read(cell, context, into: result)?.inherited ?? area
    let number = result.numbers.count == 1 ? result.numbers[0] : nil
    result.numbers.removeAll()
    if let number, result.rejections.count == 0 { return number }
    if result.rejections.count == 0 { rejectCell(.ambiguous, role: role, into: result) }
    result.repairs.removeAll()
    (result.cost, result.costOverBudget) = (0, 0)
    return nil
  }

  /// Keeps for the rules what the plan said of all digits of the cell, where that answers what they will ask.
  @inline(__always)
  private func remember(_ told: PlainCell.Told) {
    guard told.digits > 0, told.digits == writer.digitCount else { return }
    func keep(for question: DigitKey.Question) {
      memory.pointee.remember(
        told.answer, on: DigitKey(writer.digits, count: told.digits, for: question))
    }
    guard told.answer.validity != .valid else { return keep(for: .national) }
    // Behind a 0 nobody asks for all digits alone.
    let mayLackTrunk = writer.digits[0] != 48
    if mayLackTrunk { keep(for: .national) }
    // Of what has no type, or has its trunk prefix, it is the same whether that may be missing.
    guard told.answer.type == nil || told.answer.nationalDigits < told.digits else { return }
    keep(for: .reason)
    if mayLackTrunk { keep(for: .withoutTrunk) }
  }

  /// What a cell says of those that are read behind it.
  private struct Left: BitwiseCopyable {
    var findings: Findings
    var inherited: ReadArea
  }

  /// Reads one cell; nil when none of its tokens were left.
  private func read(
    _ cell: UnsafeBufferPointer<UInt8>, _ context: CellContext,
    _ told: PlainCell.Told = PlainCell.Told(), into result: CellResult
  ) -> Left? {
    guard cell.count <= Self.longestCell else {
      result.rejections.append(
        CellRejection(
          reason: .junk, role: context.role, column: 1, valueOffset: 0,
          valueCount: UInt32(Self.longestCell), noteOffset: 0, noteCount: 0))
      return nil
    }
    writer.context = context
    writer.fold(cell)
    if FieldText.mayBe(in: writer.facts, hasTags: writer.tags != .left), context.isOn(.folding),
      let text = FieldText(of: cell, context)
    {
      return read(text, of: cell, context, into: result)
    }
    remember(told)
    return readTokens(of: cell, context, into: result)
  }

  /// Reads the fields of a cell in place of it.
  @inline(never)
  private func read(
    _ text: FieldText, of cell: UnsafeBufferPointer<UInt8>, _ context: CellContext,
    into result: CellResult
  ) -> Left? {
    let first = result.rejections.count
    // Of an object whose kind was cut off nothing may be left to read.
    let left =
      text.bytes.isEmpty
      ? nil
      : text.bytes.withUnsafeBufferPointer { bytes in
        writer.fold(bytes)
        return readTokens(of: bytes, context, into: result)
      }
    guard result.rejections.count > first || !text.doubtful.isEmpty else { return left }
    let columns = FieldText.columns(of: cell)
    for index in first..<result.rejections.count {
      result.rejections[index] = text.place(of: result.rejections[index], columns)
    }
    for value in text.doubtful {
      result.rejections.append(text.rejection(of: value, as: context.role, columns))
    }
    return left
  }

  /// Reads the cell whose tokens were written.
  @inline(__always)
  private func readTokens(
    of cell: UnsafeBufferPointer<UInt8>, _ context: CellContext, into result: CellResult
  ) -> Left? {
    if writer.mayHoldMistypedDigits { writer.mendMistypedDigits() }
    if settings.keepsTrace { writer.traceCell(.folding, cell, into: result) }
    guard writer.marked(into: result) != nil else { return nil }
    reading.begin(context, findings: writer.findings)
    reading.readTokens(into: result)
    return Left(findings: reading.findings, inherited: reading.context.inherited)
  }

  /// Gives every number the extensions of the extension column; `findings` are those of the phone
  /// cell.
  private func joinExtensions(
    of cell: UnsafeBufferPointer<UInt8>, _ findings: Findings, into result: CellResult
  ) {
    guard cell.count <= Self.longestCell else {
      result.numbers.removeAll()
      return rejectCell(.badExtension, role: .extensionDigits, into: result)
    }
    writer.context = context
    writer.context.role = .extensionDigits
    writer.fold(cell)
    writer.markJoiners()
    // A placeholder in the phone cell says nothing of this one.
    reading.begin(writer.context, findings: findings.subtracting(.placeholder))
    guard let extensions = reading.readExtensionCell(into: result) else {
      return result.numbers.removeAll()
    }
    if extensions.count > 0 { reading.join(extensions, into: result) }
  }
}
