import NumberingPlans

/// Joins an area code from its own column with the local number.
extension NumberGrammar {
  func readBehindColumnArea(_ start: Int) -> Base? {
    guard isOn(.areaCodeColumn) else { return nil }
    for count in 1...groupCount where digits(of: 0..<count).count <= 9 {
      let answer = read(0..<count, behind: columnArea)
      guard answer.validity == .valid else { continue }
      var base = makeBase(answer, count, start: start, repair: nil, additions: 0)
      base.rule = .areaCodeColumn
      return base
    }
    return nil
  }
}

extension TokenReading {
  /// Whether a number has another area code than the column gives: it does not begin with the column's
  /// digits, be they less or more than the area code of the plan (035 + 345677 is 03-5345677).
  func contradictsColumn(_ base: Base) -> Bool {
    guard isOn(.areaCodeColumn), base.answer.callingCode == plan.callingCode else { return false }
    let head = base.answer.nationalDigits - context.columnArea.digits
    let begins =
      head >= 0 && base.answer.nationalNumber / powerOfTen(head) == context.columnArea.value
    if base.area.digits > 0 { return base.area.value != context.columnArea.value && !begins }
    switch base.answer.type {
    case .fixedLine, .fixedLineOrMobile: return !begins
    default: return false
    }
  }
}

extension ReadArea {
  /// Reads the digits of an area code cell, with or without its trunk zero; none for any other cell.
  init(in cell: UnsafeBufferPointer<UInt8>) {
    self.init()
    var area = ReadArea()
    var index = 0
    while index < cell.count {
      let scalar = Folding.decode(cell, &index)
      let digit: UInt8
      if scalar >= 48, scalar < 58 {
        digit = UInt8(scalar)
      } else if let folded = scalar >= 0x80 ? Folding.digit(scalar) : nil {
        digit = folded
      } else {
        if case .letter = Folding.kind(scalar) { return }
        continue
      }
      if area.digits == 0, digit == 48 { continue }
      guard area.digits < 6 else { return }
      area.value = area.value * 10 + Int64(digit &- 48)
      area.digits += 1
    }
    self = area
  }
}
