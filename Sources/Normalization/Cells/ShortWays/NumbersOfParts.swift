import NumberingPlans
import Records

/// Reads the numbers of a cell that `CellParts` takes apart.
extension ShortWays {
  /// The text of a cell in which labels are looked up.
  @inline(__always)
  private func text(of cell: UnsafeBufferPointer<UInt8>, _ words: WordBook) -> LabelText {
    LabelText(
      cell: cell, words: words, scratch: letters, dialsDirectly: dialsDirectly,
      wordsOfRegion: wordsOfRegion)
  }

  /// Reads a cell that would be plain in other signs, or whose numbers would be without what stands beside them; false
  /// when it needs the rules.
  @inline(never)
  func readRespelled(
    _ cell: UnsafeBufferPointer<UInt8>, hasExtensionCell: Bool, into result: CellResult
  ) -> Bool {
    words._withUnsafeGuaranteedRef {
      guard let parts = CellParts(text(of: cell, $0), trunk: trunk) else { return false }
      if readParts(parts, hasExtensionCell: hasExtensionCell, into: result) { return true }
      result.numbers.removeAll()
      result.repairs.removeAll()
      return false
    }
  }

  /// The fewest digits of a number before its extension where numbers may have so few.
  private static let fewestBeforeExtension = 7

  /// Whether an extension may stand behind a number that is none of its direct lines, where those are dialled in place
  /// of its last digits.
  private func mayTakeTail(_ number: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    tails.takesThoseOfLines
      && !number.contains { $0 == UInt8(ascii: "-") || $0 == 0xE2 || $0 == 0xEF }
  }

  /// Gives the one number of a cell its extensions; false where only the rules can tell.
  private func join(_ tail: PlainTail, into result: CellResult) -> Bool {
    let base = result.numbers[0]
    guard join(tail[0], into: result), isOfRegion(result.numbers[0]) else { return false }
    for index in 1..<tail.count {
      result.numbers.append(base)
      guard join(tail[index], at: index, into: result) else { return false }
    }
    return true
  }

  /// What stands behind a number.
  private enum Behind: BitwiseCopyable {
    case nothing, fax
    case extensions(PlainTail)
    case number
  }

  /// Reads the numbers of a cell; false when one of them needs the rules, or what stands beside it.
  private func readParts(
    _ given: CellParts, hasExtensionCell: Bool, into result: CellResult
  ) -> Bool {
    var parts = given
    guard parts.start == 0 || takesLabels && !hasExtensionCell && !mayJoin(plusOf: parts.rest)
    else { return false }
    var area = WrittenArea()
    while true {
      let (rest, isFax, isSlash) = (parts.rest, parts.label == .fax, parts.isSlash)
      let isFirst = area.isUnknown
      // Behind what `PlainExtension` writes there.
      var respelled = RespelledCell(scratch: letters + 128)
      guard respelled.write(rest, codeBehindZeros: codeBehindZeros),
        let behind = findBehind(
          respelled.end, &parts, isAlone: hasExtensionCell, isFirst: isFirst),
        isFirst
          ? readFirst(respelled.number, of: parts, before: behind, &area, into: result)
          : readNext(respelled, of: parts, behind: &area, isSlash: isSlash, into: result)
      else { return false }
      let isRead: Bool
      switch behind {
      case .number: continue
      case .nothing: isRead = isFirst || finish(endsInFax: isFax, into: result)
      case .fax: isRead = finish(endsInFax: true, into: result)
      case .extensions(let tail): isRead = join(tail, into: result)
      }
      return isRead && (!parts.holdsNote || noteUnused(into: result))
    }
  }

  /// Lists the text beside the numbers as unused; false where a fax was left out as well.
  private func noteUnused(into result: CellResult) -> Bool {
    guard result.repairs.count == 0 else { return false }
    result.append(.unusedText, giving: result.numbers[result.numbers.count &- 1])
    return true
  }

  /// Whether a plus behind a label may part numbers, and stand before no calling code: 电话+18126269822.
  private func mayJoin(plusOf number: UnsafeBufferPointer<UInt8>) -> Bool {
    let width = number[0] == UInt8(ascii: "+") ? 1 : 3
    guard width == 1 || number[0] == 0xEF && number[2] == 0x8B else { return false }
    return plan._withUnsafeGuaranteedRef {
      $0.notation.plusJoinsNumbers && !number.dropFirst(width).starts(with: $0.callingCodeDigits)
    }
  }

  /// Tells what stands behind a number that ends at an offset of the rest, and moves to the next number; nil where only
  /// the rules can.
  ///
  /// Behind most such cells stands a name, so this is asked before the plan is.
  @inline(__always)
  private func findBehind(
    _ offset: Int, _ parts: inout CellParts, isAlone: Bool, isFirst: Bool
  ) -> Behind? {
    let tail = UnsafeBufferPointer(rebasing: parts.rest[offset...])
    if tail.count == 0 { return .nothing }
    guard !isAlone else { return nil }
    if isFirst, tails.areTaken || mayTakeTail(parts.rest[..<offset]),
      RespelledCell.beginsTail(tail, at: 0), let found = plainTail(tail, parts.text)
    {
      return .extensions(found)
    }
    if takesLabels, parts.endsInLabel(behind: offset) || parts.endsInNote(behind: offset) {
      return .nothing
    }
    if takesPairs, takesLabels, !isFirst, parts.endsInFax(behind: offset) { return .fax }
    return takesPairs && parts.goOn(behind: offset, trunk: trunk)
      && (takesLabels || !parts.holdsLabel && !parts.holdsNote) ? .number : nil
  }

  /// Takes what numbers behind one another give.
  private func finish(endsInFax: Bool, into result: CellResult) -> Bool {
    let count = result.numbers.count
    for index in 0..<count {
      guard isOfRegion(result.numbers[index]) else { return false }
      // A fax number may be that of a phone.
      for other in 0..<(endsInFax && index == count &- 1 ? 0 : index)
      where result.numbers[index].number == result.numbers[other].number {
        return false
      }
    }
    if endsInFax {
      result.numbers.truncate(to: count &- 1)
      result.append(.faxDropped, giving: result.numbers[count &- 2])
    }
    return true
  }

  /// Reads the first number, and its area code.
  private func readFirst(
    _ number: UnsafeBufferPointer<UInt8>, of parts: CellParts, before behind: Behind,
    _ area: inout WrittenArea, into result: CellResult
  ) -> Bool {
    var fewest = PlainCell.fewestDigits
    if dialsDirectly, case .extensions = behind { fewest = Self.fewestBeforeExtension }
    guard let answer = plainAnswer(number, fewestDigits: fewest),
      !parts.holdsNote || !mayBeSpelled(answer)
    else { return false }
    area = WrittenArea(number, of: answer)
    result.numbers.append(ReadNumber(answer))
    return true
  }

  /// Reads a number behind others: one in full, whose area code those behind it have then, or a local one behind the
  /// area code of the number before it.
  private func readNext(
    _ respelled: RespelledCell, of parts: CellParts, behind area: inout WrittenArea, isSlash: Bool,
    into result: CellResult
  ) -> Bool {
    let number = respelled.number
    // 416-555-0123 / 212/555-0124: the digits before the second slash may be the last ones of another number.
    if isSlash,
      respelled.hasSlash || mayGoOn(result.numbers[result.numbers.count &- 1], with: number)
    {
      return false
    }
    // A - 01 (23) 45678: what stands in brackets may be of the number before it.
    if number.dropFirst().contains(UInt8(ascii: "(")) { return false }
    // 0221/7161-0 - 0511 348306 - 2: the last digit may be that of a run of lines.
    if respelled.endsInDigit { return false }
    // - 0666/0128456: what stands before the slash may be of the number before it.
    if respelled.hasZeroBehindFirstGroup { return false }
    // 07-7774188、776/5428: the last digits of another number, and more of them.
    if !respelled.hasSlash, readLocal(number, behind: area, into: result) {
      return !parts.holdsNote
    }
    guard let answer = plainAnswer(number), isSure(answer, number[0]),
      !parts.holdsNote || !mayBeSpelled(answer)
    else { return false }
    area = WrittenArea(number, of: answer)
    result.numbers.append(ReadNumber(answer))
    return true
  }

  /// Reads a local number of as many digits as the number before it has behind its area code, which is written apart.
  private func readLocal(
    _ cell: UnsafeBufferPointer<UInt8>, behind area: WrittenArea, into result: CellResult
  ) -> Bool {
    guard hasAreas, area.count > 0, 0x32...0x39 ~= cell[0], isAreaCode(area) else { return false }
    let read = result.numbers[result.numbers.count &- 1]
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
    // 95105105 is a hotline of all areas.
    if cell[0] == 0x39,
      plan._withUnsafeGuaranteedRef({ $0.hotlines.contains(value, digits: count) })
    {
      return false
    }
    // 20251231 is a day.
    if count == 8, signs == 0, CalendarDay.isYear(value / 10_000) { return false }
    let number = read.number / powerOfTen(local) * powerOfTen(local) + value
    let answer = international(number, count: Int(read.baseDigits))
    // 08-3672204; 9653533: behind 08 that would be a number of 089.
    guard answer.validity == .valid, answer.type == .fixedLine, !context.refuses(answer),
      Int(answer.areaDigits) == area.count &- 1
    else { return false }
    result.numbers.append(ReadNumber(answer))
    return true
  }

  private func isAreaCode(_ area: WrittenArea) -> Bool {
    withUnsafeBytes(of: area.digits.littleEndian) { bytes in
      let digits = UnsafeBufferPointer(
        rebasing: bytes.assumingMemoryBound(to: UInt8.self)[..<area.count])
      return plan._withUnsafeGuaranteedRef { $0.isAreaCode(digits) }
    }
  }

  /// Whether a number behind another one is in full, and not a local one to which an area code belongs, by its first
  /// byte and what it is.
  @inline(never)
  private func isSure(_ answer: PlanQuery.Answer, _ first: UInt8) -> Bool {
    switch first {
    case 48, UInt8(ascii: "("): return true
    case UInt8(ascii: "+"): return !plan._withUnsafeGuaranteedRef { $0.lacksArea(answer) }
    default: return !hasTrunkZero || answer.type == .mobile
    }
  }

  /// Whether words behind a number may spell more digits of it.
  @inline(never)
  private func mayBeSpelled(_ answer: PlanQuery.Answer) -> Bool {
    plan._withUnsafeGuaranteedRef { $0.isTollFreeOrPremium(answer) }
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
    return count > first.baseDigits && international(number, count: count).validity == .valid
  }

  /// Whether a number has the calling code of the region.
  @inline(__always)
  private func isOfRegion(_ read: ReadNumber) -> Bool {
    let behind = Int(read.baseDigits) &+ Int(read.extensionDigits) &- callingCodeLength
    return Int(read.callingCodeDigits) == callingCodeLength
      && read.number / powerOfTen(behind) == callingCode
  }

  /// The extensions at the end of a cell, where they can be nothing else.
  private func plainTail(_ tail: UnsafeBufferPointer<UInt8>, _ text: LabelText) -> PlainTail? {
    plan._withUnsafeGuaranteedRef {
      guard let found = PlainTail(tail, text: text, plan: $0), !found.isDoubtful(tails, $0) else {
        return nil
      }
      return found
    }
  }
}

/// The area code before a number, where a sign parts it from the rest.
private struct WrittenArea: BitwiseCopyable {
  /// How many digits, its trunk prefix included; 0 for none.
  var count = 0
  /// Whether no number was read yet.
  var isUnknown = true
  /// The first six digits, eight bits each.
  var digits: UInt64 = 0

  init() {}

  /// None where the number has another area code: 03-7588395, which is 037 588395.
  init(_ number: UnsafeBufferPointer<UInt8>, of answer: PlanQuery.Answer) {
    isUnknown = false
    let first = number[0] == UInt8(ascii: "(") ? 1 : 0
    var index = first
    while index < number.count, index &- first < 6, number[index] &- 48 < 10 {
      digits |= UInt64(number[index]) &<< UInt64(truncatingIfNeeded: 8 &* (index &- first))
      index &+= 1
    }
    guard number[first] == 48, (2...5).contains(index &- first), index < number.count else {
      return
    }
    guard index &- first == Int(answer.areaDigits) &+ 1 else { return }
    count = index &- first
  }
}
