import NumberingPlans
import Records

/// Reads cells whose notation leaves no doubt without a look at tokens: nine of ten in most exports.
///
/// They decide nothing of their own: whatever they are not sure of goes through all the rules, and what they accept
/// the rules read the same (a property that the tests hold them to). They leave no trace. A class, for a value of so
/// many fields was copied twice a cell.
final class ShortWays {
  /// Whether plain cells may take a short way.
  private let takesPlain: Bool
  /// Whether plain extension columns may take it too.
  private let joinsPlainExtensions: Bool
  /// What extensions behind a number may be.
  let tails: PlainTail.Habits
  /// Whether plain cells with a label may.
  let takesLabels: Bool
  /// Whether two plain numbers may.
  let takesPairs: Bool
  /// Whether an extension column may stand in place of a number's last digits, which no short way tells.
  let dialsDirectly: Bool
  /// What plain digits may mean in the region beside a number; nil where the rules must refuse what is none.
  private let habits: RefusedCell.Habits?
  /// The digits that 00 may stand before in a plain cell; none where the rules must tell.
  let codeBehindZeros: [UInt8]
  private let extensionWidth: Int
  let callingCode: Int64
  let callingCodeLength: Int
  /// Whether the area codes of the region are known, so that a local number may take one.
  let hasAreas: Bool
  /// Whether lines and mobiles are written behind a trunk 0.
  let hasTrunkZero: Bool
  /// A trunk prefix of one digit that is the calling code as well, in ASCII; 0 for none.
  let trunk: UInt8
  let context: CellContext
  /// Unmanaged, for counting references took a fortieth of a build; the reader holds both.
  let plan: Unmanaged<PlanQuery>
  let words: Unmanaged<WordBook>
  /// The words that mean something in the region only.
  let wordsOfRegion: SpellingTable
  /// Where digits and letters are written; the buffers of the reader's writer.
  let digits: UnsafeMutablePointer<UInt8>
  let letters: UnsafeMutablePointer<UInt8>

  /// `writer` and what `context` knows outlive them.
  init(
    _ settings: CellSettings, _ context: CellContext, plan: PlanQuery, words: WordBook,
    writer: TokenWriter
  ) {
    dialsDirectly = plan.hasDirectDialling
    takesPlain =
      !settings.keepsTrace && settings.isOn(.internationalPrefixes) && settings.isOn(.folding)
    joinsPlainExtensions = takesPlain && settings.isOn(.extensionColumn)
    tails = PlainTail.Habits(plan, settings, areTaken: joinsPlainExtensions)
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
    (hasAreas, hasTrunkZero) = (plan.hasAreaTable, plan.hasTrunkZero)
    trunk =
      plan.callingCodeDigits.count == 1 && plan.isTrunk(plan.callingCodeDigits[0])
      ? plan.callingCodeDigits[0] : 0
    self.context = context
    (self.plan, self.words) = (.passUnretained(plan), .passUnretained(words))
    (digits, letters) = (writer.digits, writer.letters)
    wordsOfRegion = Self.words(of: plan.notation)
  }

  deinit { wordsOfRegion.deallocate() }

  private static func words(of notation: Notation) -> SpellingTable {
    var text: [UInt8] = []
    var words: [(place: Range<Int>, meaning: UInt8)] = []
    for word in notation.wordsOfRegion {
      words.append((text.count..<text.count + word.count, 1))
      text += word
    }
    return SpellingTable(text, words)
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

  /// What the plan says of a number that is written plainly; nil where only the rules can tell.
  @inline(never)
  func plainAnswer(
    _ number: UnsafeBufferPointer<UInt8>, fewestDigits: Int = PlainCell.fewestDigits
  ) -> PlanQuery.Answer? {
    var plain = PlainCell(digits: digits)
    let found = plan._withUnsafeGuaranteedRef {
      plain.read(number, plan: $0, fewestDigits: fewestDigits)
    }
    guard let answer = found, !context.refuses(answer) else { return nil }
    return answer
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
  func join(_ given: PlainExtension, at index: Int = 0, into result: CellResult) -> Bool {
    guard given.digits >= extensionWidth else { return false }
    var read = result.numbers[index]
    // 18 digits always fit; longer ones may be too long.
    guard Int(read.baseDigits) &+ given.digits <= 18 else { return false }
    read.number = read.number &* powerOfTen(given.digits) &+ given.value
    read.extensionDigits = UInt8(truncatingIfNeeded: given.digits)
    result.numbers[index] = read
    return true
  }
}
