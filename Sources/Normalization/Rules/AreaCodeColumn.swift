import NumberingPlans
import Records

/// Joins an area code from its own column with the local number.
extension NumberGrammar {
  func readBehindColumnArea(_ start: Int) -> Base? {
    guard isOn(.areaCodeColumn), !isCompleteBesideColumn else { return nil }
    for count in 1...groupCount where digits(of: 0..<count).count <= 9 {
      let answer = read(0..<count, behind: columnArea)
      guard answer.validity == .valid else { continue }
      if answer.type == .mobile, let former = formerBehindColumn(count, start: start) {
        return former
      }
      let longest = endOfLine(count)
      var base = makeBase(
        longest == count ? answer : read(0..<longest, behind: columnArea), longest, start: start,
        repair: nil, additions: 0)
      base.rule = .areaCodeColumn
      if !plan.hasAreaTable {
        base.localDigits = digits(of: 0..<longest).count
        base.area = columnArea
        base.area.localDigits = base.localDigits
      }
      return base
    }
    return nil
  }

  /// Whether the groups are a number in full that needs no column, and does not contradict it: 91 and
  /// 91 123 45 67, 495 and 8 (916) 123-45-67.
  private var isCompleteBesideColumn: Bool {
    let answer = direct(0..<groupCount, hasPlus: false)
    guard answer.validity == .valid else { return false }
    // 444 1 444 in Turkey stands beside the area code of the shop all the same.
    if plan.notation.servicesLackTrunk, answer.type == .uan { return true }
    return answer.nationalDigits > 8 && needsNoColumn(answer)
  }

  private func needsNoColumn(_ answer: PlanQuery.Answer) -> Bool {
    answer.type == .mobile || answer.type == .tollFree
      || context.begins(answer, with: columnArea)
  }

  /// The number of today where the column has a former area code, which begins mobiles now: 08 and 3825 1239
  /// of Ho Chi Minh City.
  private func formerBehindColumn(_ count: Int, start: Int) -> Base? {
    guard plan.reusesAreas, isOn(.obsoleteNumbering) else { return nil }
    let answer = renewedBehindArea(digits(of: 0..<count)).answer
    guard answer.validity == .valid else { return nil }
    var base = makeBase(answer, count, start: start, repair: .obsoleteNumbering, additions: 1)
    base.rule = .areaCodeColumn
    return base
  }

  /// The most digits of a line whose groups blanks, dots or dashes part.
  private static let mostDigitsOfLine = 8

  /// Behind how many groups a line ends that is complete behind some of them, where the plan has lines of
  /// several lengths: 2639 9286 behind 030 is one number, and so is 9018-21.
  private func endOfLine(_ count: Int) -> Int {
    guard !plan.hasAreaTable else { return count }
    var end = count
    while end < groupCount, continuesLine(end),
      read(0..<end + 1, behind: columnArea).validity == .valid
    {
      end += 1
    }
    return end
  }

  /// Whether a group goes on with the line before it: as the extension that is dialled within it, or as long as
  /// groups are.
  ///
  /// One or two digits behind more than three may be hours, or end a run: 293012 9-12.
  private func continuesLine(_ group: Int) -> Bool {
    let separator = groups[group].separator
    if separator == .dash, plan.notation.hasDirectDialling {
      return !tokens[groups[group].token].followsBlank
    }
    return (separator == .end || separator == .dot || separator == .dash)
      && (groups[group].count > 2 || groups[group - 1].count < 4) && !groups[group].opens
      && digits(of: 0..<group + 1).count <= Self.mostDigitsOfLine
  }
}

extension TokenReading {
  /// Whether a number has another area code than the column gives: it does not begin with the column's
  /// digits, be they less or more than the area code of the plan (035 + 345677 is 03-5345677).
  func contradictsColumn(_ base: Base) -> Bool {
    guard isOn(.areaCodeColumn), base.answer.callingCode == plan.callingCode,
      base.rule != .areaCodeColumn
    else { return false }
    let column = context.columnArea
    let begins = context.begins(base.answer, with: column)
    if base.repair == .obsoleteNumbering, wasArea(column, of: base.answer) { return false }
    if base.area.digits > 0 { return base.area.value != column.value && !begins }
    switch base.answer.type {
    case .fixedLine, .fixedLineOrMobile: return !begins
    default: return false
    }
  }

  /// Whether a column has the former area code of a number.
  private func wasArea(_ column: ReadArea, of answer: PlanQuery.Answer) -> Bool {
    plan.migrations.contains { migration in
      ReadArea(digits: migration.oldPrefix) == column && answer.begins(with: migration.newPrefix)
    }
  }
}

extension CellContext {
  /// Whether a number begins with an area code.
  func begins(_ answer: PlanQuery.Answer, with area: ReadArea) -> Bool {
    let head = answer.nationalDigits - area.digits
    return head >= 0 && answer.nationalNumber / powerOfTen(head) == area.value
  }

  /// The area code of a cell of its own column; none for a cell that holds anything else, or the calling code
  /// alone.
  ///
  /// It may stand with its trunk prefix or without, behind the calling code (+886 2, 0049-30, 1-212), and with the
  /// decimal zero of a spreadsheet (2.0).
  func areaCode(ofColumn cell: UnsafeBufferPointer<UInt8>) -> ReadArea {
    guard var written = WrittenArea(cell, carrierMask: plan.notation.carrierMask) else {
      return ReadArea()
    }
    if written.hasDecimals { written.removeLastGroup() }
    let code = plan.callingCodeDigits
    if written.hasPlus || plan.dialsAbroadWithTwoZeros && written.begins(with: [48, 48]) {
      if !written.hasPlus { written.removeFirst(2) }
      guard written.begins(with: code) else { return ReadArea() }
      written.removeFirst(code.count)
    } else if written.firstGroup == code.count, written.begins(with: code) {
      if written.groupCount == 1, !plan.notation.codeIsArea { return ReadArea() }
      if written.groupCount > 1 { written.removeFirst(code.count) }
    }
    if written.groupCount > 1, written.firstGroup == 1, plan.isTrunk(written.first) {
      written.removeFirst(1)
    }
    // In Italy the 0 belongs to the number.
    if !plan.lacksTrunkPrefix || plan.lengthsBehindZero == 0 {
      while written.first == 48 { written.removeFirst(1) }
    }
    return written.area
  }
}

extension ReadArea {
  /// An area code of ASCII digits.
  init(digits: [UInt8]) {
    self.init(
      value: digits.reduce(0) { $0 * 10 + Int64($1 &- 48) }, digits: digits.count)
  }
}

/// The digits of an area code cell, in groups.
private struct WrittenArea: BitwiseCopyable {
  private static let mostDigits = 12

  private var digits = InlineArray<12, UInt8>(repeating: 0)
  /// How many digits each group has.
  private var groups = InlineArray<12, UInt8>(repeating: 0)
  /// What is left: from the first digit to behind the last, and the groups in the same way.
  private var (start, end) = (0, 0)
  private var (firstIndex, endOfGroups) = (0, 0)
  private(set) var hasPlus = false
  /// Whether the last group is the zero behind a decimal point.
  private(set) var hasDecimals = false

  /// nil where letters or too many digits say that the cell is something else; letters of the mask, which leave
  /// the carrier open (0xx11), say nothing.
  init?(_ cell: UnsafeBufferPointer<UInt8>, carrierMask: [UInt8]) {
    var index = 0
    var before: UInt32 = 0
    var isInGroup = false
    while index < cell.count {
      let scalar = Folding.decode(cell, &index)
      if let digit = Self.digit(scalar) {
        guard end < Self.mostDigits else { return nil }
        append(digit, beginsGroup: !isInGroup, behind: before)
        isInGroup = true
        continue
      }
      if scalar == UInt32(UInt8(ascii: "+")) || scalar == 0xFF0B { hasPlus = end == 0 }
      if case .letter = Folding.kind(scalar) {
        guard scalar < 128, carrierMask.contains(UInt8(scalar) | 0x20) else { return nil }
      }
      isInGroup = false
      before = scalar
    }
  }

  private static func digit(_ scalar: UInt32) -> UInt8? {
    if scalar >= 48, scalar < 58 { return UInt8(scalar) }
    return scalar >= 0x80 ? Folding.digit(scalar) : nil
  }

  private mutating func append(_ digit: UInt8, beginsGroup: Bool, behind sign: UInt32) {
    if beginsGroup {
      hasDecimals = sign == UInt32(UInt8(ascii: ".")) && end > 0
      endOfGroups += 1
    }
    hasDecimals = hasDecimals && digit == 48
    digits[end] = digit
    groups[endOfGroups - 1] += 1
    end += 1
  }

  /// The first digit in ASCII; 0 for none.
  var first: UInt8 { start < end ? digits[start] : 0 }
  /// How many digits the first group has.
  var firstGroup: Int { groupCount > 0 ? Int(groups[firstIndex]) : 0 }
  var groupCount: Int { endOfGroups - firstIndex }

  /// The area code; none where as many digits are none.
  var area: ReadArea {
    guard end - start <= 6 else { return ReadArea() }
    var value: Int64 = 0
    for index in start..<end { value = value * 10 + Int64(digits[index] &- 48) }
    return ReadArea(value: value, digits: end - start)
  }

  func begins(with head: [UInt8]) -> Bool {
    guard head.count <= end - start else { return false }
    for index in 0..<head.count where digits[start + index] != head[index] { return false }
    return true
  }

  /// Removes digits from the front; there are as many.
  mutating func removeFirst(_ count: Int) {
    start += count
    var left = count
    while left > 0 {
      let taken = min(left, firstGroup)
      groups[firstIndex] -= UInt8(taken)
      left -= taken
      if groups[firstIndex] == 0 { firstIndex += 1 }
    }
  }

  /// Removes the last group; there is one.
  mutating func removeLastGroup() {
    endOfGroups -= 1
    end -= Int(groups[endOfGroups])
  }
}
