import NumberingPlans
import Records

/// Reads cells whose notation leaves no doubt without a look at tokens: nine of ten in most exports.
///
/// They decide nothing of their own: whatever they are not sure of goes through all the rules, and what they accept
/// the rules read the same (a property that the tests hold them to). They leave no trace.
struct ShortWays {
  /// Whether plain cells may take a short way.
  private let takesPlain: Bool
  /// Whether plain extension columns may take it too.
  private let joinsPlainExtensions: Bool
  /// Whether plain cells with an extension behind a marker may: not where extensions are dialled in place of
  /// a switchboard's last digits.
  private let takesTails: Bool
  /// Whether five digits behind a blank and a marker may count something, for mobiles have no extensions.
  private let countsBehindBlank: Bool
  /// Whether plain cells with a label may.
  private let takesLabels: Bool
  /// Whether two plain numbers may.
  private let takesPairs: Bool
  /// Whether an extension column may stand in place of a number's last digits, which no short way tells.
  private let dialsDirectly: Bool
  /// What plain digits may mean in the region beside a number; nil where the rules must refuse what is none.
  private let habits: RefusedCell.Habits?
  /// The digits that 00 may stand before in a plain cell; none where the rules must tell.
  private let codeBehindZeros: [UInt8]
  private let extensionWidth: Int
  private let callingCode: Int64
  private let callingCodeLength: Int
  private let shortestNumber: Int
  /// Whether the area codes of the region are known, so that a local number may take one.
  private let hasAreas: Bool
  /// A trunk prefix of one digit that is the calling code as well, in ASCII; 0 for none.
  private let trunk: UInt8
  private let context: CellContext
  /// Unmanaged, for counting references took a fortieth of a build; the reader holds both.
  private let plan: Unmanaged<PlanQuery>
  private let words: Unmanaged<WordBook>
  /// Where digits and letters are written; the buffers of the reader's writer.
  private let digits: UnsafeMutablePointer<UInt8>
  private let letters: UnsafeMutablePointer<UInt8>

  /// `writer` and what `context` knows outlive them.
  init(
    _ settings: CellSettings, _ context: CellContext, plan: PlanQuery, words: WordBook,
    writer: TokenWriter
  ) {
    dialsDirectly = plan.hasDirectDialling
    takesPlain =
      !settings.keepsTrace && settings.isOn(.internationalPrefixes) && settings.isOn(.folding)
    joinsPlainExtensions = takesPlain && settings.isOn(.extensionColumn)
    takesTails =
      joinsPlainExtensions && settings.isOn(.extensionMarkers) && plan.notation.hasPlainMarkers
    countsBehindBlank = plan.notation.mobilesStandAlone
    // Where a label of a mobile adds its digit, the rules read it.
    takesLabels =
      takesPlain && settings.isOn(.labels) && settings.isOn(.unusedText)
      && plan.notation.mobileDigit == 0
    takesPairs =
      takesPlain && settings.isOn(.lists) && settings.isOn(.alternates)
      && settings.isOn(.faxNumbers)
    habits = RefusedCell.Habits(plan, settings)
    codeBehindZeros = plan.zerosLeadHome ? plan.callingCodeDigits : []
    extensionWidth = settings.extensionWidth
    (callingCode, callingCodeLength) = (plan.callingCode, plan.callingCodeLength)
    (shortestNumber, hasAreas) = (plan.shortestNumber, plan.hasAreaTable)
    trunk =
      plan.callingCodeDigits.count == 1 && plan.isTrunk(plan.callingCodeDigits[0])
      ? plan.callingCodeDigits[0] : 0
    self.context = context
    (self.plan, self.words) = (.passUnretained(plan), .passUnretained(words))
    (digits, letters) = (writer.digits, writer.letters)
  }

  /// Whether cells may take a short way that have an extension column beside them, or none.
  @inline(__always)
  func areOpen(hasExtensionCell: Bool) -> Bool {
    takesPlain && !(dialsDirectly && hasExtensionCell)
  }

  /// Reads a cell; false when it needs the rules, to which `told` spares a question.
  @inline(__always)
  func read(
    _ cell: UnsafeBufferPointer<UInt8>, _ told: inout PlainCell.Told, hasExtensionCell: Bool,
    into result: CellResult
  ) -> Bool {
    readPlain(cell, &told, into: result)
      || !told.areSignsPlain
        && readRespelled(cell, hasExtensionCell: hasExtensionCell, into: result)
  }

  /// Reads a plain cell; false when it needs the rules, to which `told` spares a question.
  @inline(__always)
  private func readPlain(
    _ cell: UnsafeBufferPointer<UInt8>, _ told: inout PlainCell.Told, into result: CellResult
  ) -> Bool {
    var plain = PlainCell(digits: digits)
    let found = plan._withUnsafeGuaranteedRef { plain.read(cell, plan: $0) }
    guard let answer = found, !context.refuses(answer) else {
      told = plain.told
      return false
    }
    result.numbers.append(ReadNumber(answer))
    return true
  }

  /// Refuses a plain cell that is no number, whatever its extensions are; false when it needs the rules.
  @inline(never)
  func refuse(
    _ cell: UnsafeBufferPointer<UInt8>, _ told: PlainCell.Told, into result: CellResult
  ) -> Bool {
    guard let habits else { return false }
    var refused = RefusedCell(digits: digits, habits: habits)
    guard
      let reason = plan._withUnsafeGuaranteedRef({ refused.read(cell, told, plan: $0) })
    else { return false }
    result.rejections.append(
      CellRejection(
        reason: reason, role: .number, column: UInt32(refused.start + 1),
        valueOffset: UInt32(refused.start), valueCount: UInt32(refused.end - refused.start),
        noteOffset: 0, noteCount: 0))
    return true
  }

  /// The text of a cell in which labels are looked up.
  @inline(__always)
  private func text(of cell: UnsafeBufferPointer<UInt8>, _ words: WordBook) -> LabelText {
    LabelText(cell: cell, words: words, scratch: letters)
  }

  /// Reads a cell that would be plain without its label; false when it needs the rules.
  private func readLabelled(_ cell: UnsafeBufferPointer<UInt8>, into result: CellResult) -> Bool {
    guard
      let labelled = words._withUnsafeGuaranteedRef({
        LabelledCell(text(of: cell, $0), trunk: trunk)
      })
    else { return false }
    let number = UnsafeBufferPointer(rebasing: cell[labelled.start..<labelled.end])
    if labelled.hasLabelBehind { return readAlone(number, into: result) }
    var told = PlainCell.Told()
    return readPlain(number, &told, into: result)
      || !told.areSignsPlain && readBare(number, takesTail: true, into: result)
      || takesPairs && readPair(number, isLabelled: labelled.start > 0, into: result)
  }

  /// Reads a cell that would be plain in other signs, without its label or as two cells, or without the extension at
  /// its end; false when it needs the rules.
  @inline(never)
  private func readRespelled(
    _ cell: UnsafeBufferPointer<UInt8>, hasExtensionCell: Bool, into result: CellResult
  ) -> Bool {
    if takesLabels, !hasExtensionCell, let last = cell.last,
      (cell[0] | 0x20) &- 97 < 26 || cell[0] >= 0x80 || last &- 48 >= 10,
      readLabelled(cell, into: result)
    {
      return true
    }
    return readBare(cell, takesTail: !hasExtensionCell, into: result)
      || takesPairs && !hasExtensionCell && readPair(cell, isLabelled: false, into: result)
  }

  /// Reads a cell that would be plain in other signs, or without the extension at its end; false when it needs
  /// the rules.
  private func readBare(
    _ cell: UnsafeBufferPointer<UInt8>, takesTail: Bool, into result: CellResult
  ) -> Bool {
    // Behind what `PlainExtension` writes there.
    var respelled = RespelledCell(scratch: letters + 64)
    var told = PlainCell.Told()
    guard respelled.write(cell, codeBehindZeros: codeBehindZeros) else { return false }
    let tail = UnsafeBufferPointer(rebasing: cell[respelled.end...])
    var extensionDigits: PlainExtension?
    // Behind most such cells stands a name, so the plan is asked last.
    if tail.count > 0 {
      guard takesTails, takesTail, let found = plainTail(tail) else { return false }
      extensionDigits = found
    }
    guard
      readPlain(
        UnsafeBufferPointer(start: respelled.text, count: respelled.count), &told, into: result)
    else { return false }
    guard let extensionDigits else { return true }
    if join(extensionDigits, into: result), isOfRegion(result.numbers[0]) { return true }
    result.numbers.removeAll()
    return false
  }

  /// Reads two numbers of the region with a sign of a list between them; false when they need the rules.
  private func readPair(
    _ cell: UnsafeBufferPointer<UInt8>, isLabelled: Bool, into result: CellResult
  ) -> Bool {
    guard
      let pair = words._withUnsafeGuaranteedRef({
        PairedCell(text(of: cell, $0), isLabelled: isLabelled)
      })
    else {
      return false
    }
    let first = UnsafeBufferPointer(rebasing: cell[..<pair.firstEnd])
    let second = UnsafeBufferPointer(rebasing: cell[pair.secondStart..<pair.secondEnd])
    if readAlone(first, into: result),
      pair.second == .local
        ? readLocal(second, behind: first, into: result) : readAlone(second, into: result),
      result.numbers[0].number != result.numbers[1].number, isOfRegion(result.numbers[0]),
      isOfRegion(result.numbers[1]),
      !pair.isSlash || !mayGoOn(result.numbers[0], with: second)
    {
      if pair.second == .fax {
        result.numbers.truncate(to: 1)
        result.append(.faxDropped, giving: result.numbers[0])
      }
      return true
    }
    result.numbers.removeAll()
    return false
  }

  /// Reads a cell of one number without an extension.
  private func readAlone(_ cell: UnsafeBufferPointer<UInt8>, into result: CellResult) -> Bool {
    var told = PlainCell.Told()
    return readPlain(cell, &told, into: result)
      || !told.areSignsPlain && readBare(cell, takesTail: false, into: result)
  }

  /// Reads a local number of as many digits as the first number has behind its area code, which is written apart.
  private func readLocal(
    _ cell: UnsafeBufferPointer<UInt8>, behind first: UnsafeBufferPointer<UInt8>,
    into result: CellResult
  ) -> Bool {
    let area = first.drop { $0 == UInt8(ascii: "(") }.prefix { $0 &- 48 < 10 }
    guard hasAreas, area.first == 48, (2...5).contains(area.count), area.endIndex < first.count,
      plan._withUnsafeGuaranteedRef({ $0.isAreaCode(UnsafeBufferPointer(rebasing: area)) })
    else { return false }
    let read = result.numbers[0]
    let local = Int(read.baseDigits) &- callingCodeLength &- area.count &+ 1
    var (value, count, signs) = (Int64(0), 0, 0)
    for byte in cell {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") {
        signs &+= 1
        continue
      }
      guard byte &- 48 < 10, count < local else { return false }
      (value, count) = (value &* 10 &+ Int64(byte &- 48), count &+ 1)
    }
    guard count == local, count >= 6, signs < 2 else { return false }
    // 20251231 is a day.
    if count == 8, signs == 0, (1900...2099).contains(value / 10_000) { return false }
    let number = read.number / powerOfTen(local) * powerOfTen(local) + value
    let answer = international(number, count: Int(read.baseDigits))
    guard answer.validity == .valid, answer.type == .fixedLine, !context.refuses(answer) else {
      return false
    }
    result.numbers.append(ReadNumber(answer))
    return true
  }

  /// What the plan says of a number with its calling code.
  private func international(_ number: Int64, count: Int) -> PlanQuery.Answer {
    var rest = number
    for index in stride(from: count &- 1, through: 0, by: -1) {
      digits[index] = UInt8(truncatingIfNeeded: rest % 10) | 48
      rest /= 10
    }
    let all = UnsafeBufferPointer(start: UnsafePointer(digits), count: count)
    return plan._withUnsafeGuaranteedRef { $0.international(all) }
  }

  /// Whether the first digits behind a number may be its last ones, or an extension within it.
  private func mayGoOn(_ first: ReadNumber, with rest: UnsafeBufferPointer<UInt8>) -> Bool {
    var (number, count) = (first.number, Int(first.baseDigits))
    for byte in rest.drop(while: { $0 == UInt8(ascii: "(") }) {
      guard byte &- 48 < 10, count < 18 else { break }
      (number, count) = (number &* 10 &+ Int64(byte &- 48), count &+ 1)
    }
    return international(number, count: count).validity == .valid
  }

  /// Whether a number has the calling code of the region.
  @inline(__always)
  private func isOfRegion(_ read: ReadNumber) -> Bool {
    let behind = Int(read.baseDigits) &+ Int(read.extensionDigits) &- callingCodeLength
    return Int(read.callingCodeDigits) == callingCodeLength
      && read.number / powerOfTen(behind) == callingCode
  }

  /// The extension at the end of a cell, where it can be nothing else.
  @inline(__always)
  private func plainTail(_ tail: UnsafeBufferPointer<UInt8>) -> PlainExtension? {
    // One digit may count something, six may be another number, and so may those behind a zero.
    guard let tail = PlainExtension.bare(tail), let found = plainExtension(tail),
      (2...5).contains(found.digits), found.digits < shortestNumber,
      found.digits < 5 || tail[tail.count &- found.digits] != 48 && !countsBehindBlank
    else { return nil }
    return found
  }

  /// Joins a plain extension column with the one number of a plain cell; false when it needs the
  /// rules.
  @inline(__always)
  func joinExtension(
    _ cell: UnsafeBufferPointer<UInt8>, into result: CellResult
  ) -> Bool {
    guard joinsPlainExtensions, result.numbers.count == 1, let given = plainExtension(cell)
    else { return false }
    return join(given, into: result)
  }

  @inline(__always)
  private func plainExtension(_ cell: UnsafeBufferPointer<UInt8>) -> PlainExtension? {
    let scratch = letters
    return words._withUnsafeGuaranteedRef { PlainExtension(cell, words: $0, scratch: scratch) }
  }

  /// Joins an extension with the first number of a cell; false where the rules must tell whether that is too long.
  @inline(__always)
  private func join(_ given: PlainExtension, into result: CellResult) -> Bool {
    guard given.digits >= extensionWidth else { return false }
    var read = result.numbers[0]
    // 18 digits always fit; longer ones may be too long.
    guard Int(read.baseDigits) &+ given.digits <= 18 else { return false }
    read.number = read.number &* powerOfTen(given.digits) &+ given.value
    read.extensionDigits = UInt8(truncatingIfNeeded: given.digits)
    result.numbers[0] = read
    return true
  }
}
