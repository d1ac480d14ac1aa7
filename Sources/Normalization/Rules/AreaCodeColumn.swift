import NumberingPlans
import Records

/// Joins an area code from its own column with the local number.
extension NumberGrammar {
  /// The digits behind which no line is looked for.
  private static let mostDigitsBehindColumn = 9

  /// The number of the groups behind the area code of the column, or the one in full that lost its zero; nil where
  /// the column does not matter.
  func readBehindColumnArea(_ start: Int) -> NumberOutcome? {
    guard columnArea.digits > 0, !hasPlus, !isCompleteBesideColumn else {
      return nil
    }
    let line = lineBehindColumn(start)
    guard let full = fullBesideColumn(start) else { return line.map { .base($0) } }
    guard let line, !full.isSame(as: line) else { return .base(full) }
    let written = digits(of: 0..<groupCount)
    let isLine = context.answer { $0.isLocal(written) }
    let namesArea = groupCount > 1 && isColumn(digits(of: 0..<1))
    // 030 and 30123456: a line as long as lines are, which only begins like its area code.
    if isLine, !namesArea { return .base(line) }
    if !isLine, namesArea { return .base(full) }
    return .ambiguous(line, full, token: groups[0].token, next: max(line.nextToken, full.nextToken))
  }

  /// The line of the first groups behind the area code of the column.
  private func lineBehindColumn(_ start: Int) -> Base? {
    let most = Self.mostDigitsBehindColumn + plan.notation.mobileInfix.count
    for count in 1...groupCount where digits(of: 0..<count).count <= most {
      let (answer, area) = read(behindColumn: 0..<count)
      guard answer.validity == .valid else { continue }
      if answer.type == .mobile, let former = formerBehindColumn(count, start: start) {
        return former
      }
      let longest = endOfLine(count, area)
      var base = makeBase(
        longest == count ? answer : read(0..<longest, behind: area), longest, start: start)
      base.rule = .areaCodeColumn
      if !plan.hasAreaTable {
        base.localDigits = digits(of: 0..<longest).count
        base.area = area
        base.area.localDigits = base.localDigits
      }
      return base
    }
    return nil
  }

  /// What the plan says of groups behind the area code of the column, and that area code: with the zero that a
  /// spreadsheet took from it, where that belongs to the number.
  private func read(behindColumn range: Range<Int>) -> (PlanQuery.Answer, ReadArea) {
    let answer = read(range, behind: columnArea)
    guard answer.validity != .valid, let area = context.columnWithZero else {
      return (answer, columnArea)
    }
    return (read(range, behind: area), area)
  }

  /// The number that the groups are in full with the zero that a spreadsheet took.
  ///
  /// It is one of the column's area, or a mobile: 2 and 227999592, 0711 and 171 4483771.
  private func fullBesideColumn(_ start: Int) -> Base? {
    guard isOn(.lostZero), digits[groups[0].first] != 48 else { return nil }
    // Where lines have any length, only all groups are a number.
    for count in (plan.hasAreaTable ? 1 : groupCount)...groupCount {
      let written = digits(of: 0..<count)
      guard (7...Self.mostDigitsInFull).contains(written.count) else { continue }
      let answer = withLostZero(ofFull: written)
      guard answer.validity == .valid, answer.callingCode == callingCode,
        answer.isMobile || context.beginsWithColumn(answer)
      else { continue }
      var base = makeBase(answer, count, start: start, repair: .lostZero, additions: 1)
      base.rule = .areaCodeColumn
      return base
    }
    return nil
  }

  private static let mostDigitsInFull = 13

  /// What the plan says of a number in full whose first zero a spreadsheet took.
  private func withLostZero(ofFull written: UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer {
    guard plan.keepsZeros else {
      return context.answer({ $0.hasTrunkZero }) ? withoutTrunk(written) : PlanQuery.Answer()
    }
    return context.answer { $0.landline(area: ReadArea(value: 0, digits: 1), local: written) }
  }

  /// Whether a group is the area code of the column.
  private func isColumn(_ group: UnsafeBufferPointer<UInt8>) -> Bool {
    let value = group.decimalValue
    return group.count <= 6 && value > 0 && value == columnArea.value
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

  /// Whether a number has no area code, or that of the column.
  private func needsNoColumn(_ answer: PlanQuery.Answer) -> Bool {
    answer.type == .mobile || answer.type == .tollFree
      || context.beginsWithColumn(answer)
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
  private func endOfLine(_ count: Int, _ area: ReadArea) -> Int {
    guard !plan.hasAreaTable else { return count }
    var end = count
    while end < groupCount, continuesLine(end),
      read(0..<end + 1, behind: area).validity == .valid
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
    guard isOn(.areaCodeColumn), isHome(base),
      base.rule != .areaCodeColumn
    else { return false }
    let column = context.columnArea
    let begins = context.beginsWithColumn(base.answer)
    if base.repair == .obsoleteNumbering, wasArea(column, of: base.answer) { return false }
    // 8 (916) 123-45-67: brackets around what begins a mobile are no other area.
    if base.answer.type == .mobile, context.answer({ $0.areaDigits(of: base.answer) }) == 0 {
      return false
    }
    if base.area.digits > 0 { return base.area.value != column.value && !begins }
    switch base.answer.type {
    case .fixedLine, .fixedLineOrMobile: return !begins
    default: return false
    }
  }

  /// Whether a column has the former area code of a number.
  private func wasArea(_ column: ReadArea, of answer: PlanQuery.Answer) -> Bool {
    plan.migrations.contains { migration in
      ReadArea(migration.oldPrefix) == column && answer.begins(with: migration.newPrefix)
    }
  }
}

extension CellContext {
  /// The longest cell that is read as an area code, in bytes.
  private static let longestColumn = 64

  /// Takes what the cell of the area code says: an area code, or the city that tells one.
  mutating func takeColumn(_ cell: UnsafeBufferPointer<UInt8>) {
    if cell.count <= Self.longestColumn { columnArea = areaCode(ofColumn: cell) }
    guard columnArea.digits == 0, isOn(.areaCodeColumn) else { return }
    var (shows, hasDigits) = (false, false)
    var index = 0
    while index < cell.count {
      let scalar = Folding.decode(cell, &index)
      switch Folding.kind(scalar) {
      case .digit: hasDigits = true
      case .letter where Folding.digit(scalar) != nil: hasDigits = true
      case .letter: shows = true
      default: break
      }
    }
    if shows, !hasDigits { localityArea = areaCode(ofLocality: cell) }
    hasUnreadColumn = (shows || hasDigits) && localityArea.digits == 0
  }

  /// Whether a number begins with an area code.
  func begins(_ answer: PlanQuery.Answer, with area: ReadArea) -> Bool {
    let head = answer.nationalDigits - area.digits
    return head >= 0 && answer.nationalNumber / powerOfTen(head) == area.value
  }

  /// Whether a number begins with the area code of the column, with the zero that it may have lost.
  func beginsWithColumn(_ answer: PlanQuery.Answer) -> Bool {
    begins(answer, with: columnArea)
      || columnWithZero.map { begins(answer, with: $0) } ?? false
  }

  /// The area code of the column with the zero that belongs to it and that a spreadsheet took; nil where none is
  /// missing.
  var columnWithZero: ReadArea? {
    guard plan.keepsZeros, columnArea.digits > 0,
      columnArea.value >= powerOfTen(columnArea.digits - 1)
    else { return nil }
    return ReadArea(value: columnArea.value, digits: columnArea.digits + 1)
  }

  /// The area code of a cell of its own column; none for a cell that holds anything else, or the calling code
  /// or a trunk prefix alone.
  ///
  /// It may stand with its trunk prefix of today or of old, or without, behind the calling code (+886 2, 0049-30,
  /// 1-212), and with the decimal zero of a spreadsheet (2.0).
  func areaCode(ofColumn cell: UnsafeBufferPointer<UInt8>) -> ReadArea {
    guard var written = WrittenArea(cell, carrierMask: plan.notation.carrierMask) else {
      return ReadArea()
    }
    if written.hasDecimals { written.removeLastGroup() }
    guard dropCode(from: &written) else { return ReadArea() }
    if written.firstGroup == 1, plan.isTrunk(written.first) { written.removeFirst(1) }
    // In Italy the 0 belongs to the number.
    if !plan.keepsZeros {
      while written.first == 48 { written.removeFirst(1) }
    }
    return written.area
  }

  /// Drops the region's calling code, or a trunk prefix of old; false where another calling code stands there, or
  /// nothing behind it.
  private func dropCode(from written: inout WrittenArea) -> Bool {
    let code = plan.callingCodeDigits
    let leadsAbroad =
      plan.dialsAbroadWithTwoZeros && written.begins(with: [48, 48])
      || plan.zerosLeadHome && written.begins(with: [48, 48] + code)
    if written.hasPlus || leadsAbroad {
      if !written.hasPlus { written.removeFirst(2) }
      guard written.begins(with: code) else { return false }
      written.removeFirst(code.count)
    } else if written.firstGroup == code.count, written.begins(with: code) {
      if written.groupCount == 1, !plan.notation.codeIsArea { return false }
      if written.groupCount > 1 { written.removeFirst(code.count) }
    } else if let trunk = plan.formerTrunks.first(where: { written.begins(with: $0) }) {
      // 01 33 of Mexico.
      written.removeFirst(trunk.count)
    }
    return true
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
  /// How many digits stand before the first sign that parts two area codes.
  private var partedAt = 0
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
      if Self.partsAreas(scalar), partedAt == 0 { partedAt = end }
      if case .letter = Folding.kind(scalar) {
        guard scalar < 128, carrierMask.contains(UInt8(scalar) | 0x20) else { return nil }
      }
      isInGroup = false
      before = scalar
    }
    // 021/025, 0571、0572: nobody can tell whose the number is. 0/30 is one.
    if partedAt > 1, partedAt < end { return nil }
  }

  /// Whether a sign parts two area codes: , / ; & and their wide forms.
  private static func partsAreas(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2C, 0x2F, 0x3B, 0x26, 0x3001, 0xFF0C, 0xFF0F, 0xFF1B: true
    default: false
    }
  }

  /// The ASCII digit of a scalar; nil for none.
  private static func digit(_ scalar: UInt32) -> UInt8? {
    if scalar >= 48, scalar < 58 { return UInt8(scalar) }
    return scalar >= 0x80 ? Folding.digit(scalar) : nil
  }

  /// Adds a digit; decimals are a point and zeros behind it.
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
    return digits.span.withUnsafeBufferPointer { ReadArea($0[start..<end]) }
  }

  /// Whether what is left begins with some digits.
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
