import NumberingPlans

/// Extensions behind the department that has them, without a marker: 02-27123456 教務處211, 前台 8001, 转人工8.
extension TailGrammar {
  /// Reads few digits behind a label that stands behind a line, where it names who has an extension; false for others.
  func readsExtension(_ tail: inout Tail, behindLabelOf base: Base) -> Bool {
    let label = tail.next
    let isBehindColon = isNextExtension(behindColon: label + 1, tail, base)
    let index = isBehindColon ? label + 2 : label + 1
    // 校長室1302 教務處30.
    let isNext =
      tail.extensions.count > 0 && !tokens[index].followsBlank && tokens[index].count > 1
      && endsAsDepartment(text(of: tokens[label]))
    guard plan.notation.hasUnmarkedExtensions, tokens[index].kind == .digits,
      tokens[index].count <= 5, tokens[label].isOfIdeographs,
      isOn(.extensionMarkers), tail.isOfOneNumber,
      isBehindColon || isPair(index, behindLabel: label, tail)
        || mayHaveExtension(label, base, digits: isNext ? 3 : tokens[index].count),
      !isShortCode(digits(of: tokens[index])),
      !startsFullNumber(at: index), endsExtension(index + 1)
    else { return false }
    if tail.extensions.count > 0, !isNext,
      Int(tokens[index].count) != tail.extensions.last.digits
    {
      return false
    }
    tail.findings.insert(.unusedText)
    _ = addExtension(&tail, token: index)
    return true
  }

  /// Whether two digits that touch a department behind a marker, or before another one with as many, are its extension:
  /// 分機：教務處11 學務處12.
  private func isPair(_ digits: Int, behindLabel label: Int, _ tail: Tail) -> Bool {
    guard tokens[digits].count == 2, !tokens[digits].followsBlank, tail.extensions.count == 0,
      isLabelOfDepartment(label)
    else { return false }
    if leadsToHolder(digits + 1) { return true }
    let marker = tokens[label - 1].kind == .colon ? label - 2 : label - 1
    return marker > 0 && isWord(.marker, at: marker) && tokens[marker].isOfIdeographs
  }

  /// Whether a colon behind a label leads to one more extension, as long as the one before it: 轉601 客服：608.
  private func isNextExtension(behindColon colon: Int, _ tail: Tail, _ base: Base) -> Bool {
    let digits = tokens[colon + 1]
    return tokens[colon].kind == .colon && digits.kind == .digits && digits.count > 2
      && tail.extensions.count > 0 && Int(digits.count) == tail.extensions.last.digits
      && base.answer.type != .mobile && isOn(.extensionLists)
  }

  /// Whether a label asks to be put through, or names a department behind a line.
  private func mayHaveExtension(_ label: Int, _ base: Base, digits count: UInt16) -> Bool {
    let spelled = text(of: tokens[label])
    if spelled.begins(withOneOf: EmbeddedWords.putThrough) {
      return !tokens[label + 1].followsBlank
    }
    return count > 2 && base.answer.type == .fixedLine && base.repair == nil
      && endsAsDepartment(spelled)
      && !(tokens[label + 1].followsBlank && isTimeOfDay(label + 1))
  }

  /// Whether four digits are rather a time of day: 門診 1130.
  func isTimeOfDay(_ index: Int) -> Bool {
    let value = value(of: tokens[index])
    return tokens[index].count == 4 && value <= 2400 && value % 100 % 15 == 0 && value % 100 < 60
  }

  /// Whether nothing that stands at a token goes on with the digits of an extension before it.
  func endsExtension(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .slash: return tokens[index + 1].kind != .digits
    case .word, .text: return tokens[index].followsBlank
    // 教務處201 (王老師).
    case .open: return tokens[index].followsBlank && tokens[index + 1].kind == .text
    case let kind: return kind.endsItemOrBracket
    }
  }
}

extension TokenReading {
  /// Whether a label is the name of a department: 教務處 #48.
  func isLabelOfDepartment(_ index: Int) -> Bool {
    isWord(.label, at: index) && tokens[index].isOfIdeographs
      && endsAsDepartment(text(of: tokens[index]))
  }

  /// Whether the name of a department may end so: 教務處, 前台.
  func endsAsDepartment(_ spelled: UnsafeBufferPointer<UInt8>) -> Bool {
    spelled.ends(inOneOf: EmbeddedWords.departmentEnding)
  }

  /// Whether a word for telephone right behind a marker in letters says with it that an inner line follows.
  ///
  /// вн. тел. 171, and not ext. Tel. 212-555-0123.
  func namesInnerLine(_ label: Int) -> Bool {
    let marker = tokens[label - 1].kind == .dot ? label - 2 : label - 1
    let number = token(afterSigns: label + 1)
    return isWord(.marker, at: marker) && tokens[marker].count > 1
      && tokens[number].kind == .digits && tokens[number].count <= 5
      && !startsFullNumber(at: number)
  }
}
