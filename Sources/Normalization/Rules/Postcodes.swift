import NumberingPlans

/// Leaves postcodes unused: 〒904-2171, 邮编518000, and in Ireland D02 X285.
///
/// Digits that may be a postcode as well as a number of the same area are ambiguous.
extension TokenWriter {
  /// Whether the cell may hold a postcode that no word names, by its facts alone.
  var mayHoldBarePostcodes: Bool { mayHoldLetteredPostcodes || mayLeadWithPostcode }

  /// Sets such postcodes aside.
  func markBarePostcodes() {
    if mayHoldLetteredPostcodes { markLetteredPostcodes() }
    if mayLeadWithPostcode, let end = endOfLeadingPostcode { mark(0..<end, as: .amount) }
  }

  /// Whether the cell may begin with the digits of a postcode, where those are no number with an area code.
  private var mayLeadWithPostcode: Bool {
    guard plan.notation.leadsWithPostcode, facts.mayHoldNumber else { return false }
    let first = tokens[0].kind == .open ? 1 : 0
    return tokens[first].kind == .digits && tokens[first].count >= 3 && tokens[first].count < 7
  }

  /// The token behind digits that begin the cell and are a postcode, in brackets or not, right before a number in full
  /// with its trunk 0: 100029 010-65322881, (04524) 02-588-7173; nil for others.
  private var endOfLeadingPostcode: Int? {
    let isBracketed = tokens[0].kind == .open
    var last = isBracketed ? 1 : 0
    var count = Int(tokens[last].count)
    if plan.notation.postcodeForm == .threeAndFour {
      guard count == 3, tokens[last + 1].kind == .dash, tokens[last + 2].kind == .digits else {
        return nil
      }
      last += 2
      count += Int(tokens[last].count)
    }
    let end = isBracketed ? last + 2 : last + 1
    guard count == plan.notation.postcodeDigits, !isBracketed || tokens[last + 1].kind == .close,
      tokens[end].followsBlank, !startsFullNumber(at: 0)
    else { return nil }
    let number = tokens[end].kind == .open ? end + 1 : end
    return tokens[number].kind == .digits && beginsWithZero(number) && startsFullNumber(at: end)
      ? end : nil
  }

  /// Whether the cell may hold a postcode of letters and digits, by its facts alone.
  var mayHoldLetteredPostcodes: Bool {
    facts.hasToken(digits: 1) && facts.kinds.contains(anyOf: .letters, .word)
      && plan.notation.postcodeForm == .canadian
  }

  /// Sets postcodes aside in which letters and digits take turns, before 5H is read as hours: M5H 2N2.
  func markLetteredPostcodes() {
    for index in 0..<max(tokenCount - 5, 0) where isLetteredPostcode(index) {
      mark(index..<index + 6, as: .amount)
    }
  }

  /// Whether three letters and three digits take turns, and nothing touches them.
  private func isLetteredPostcode(_ first: Int) -> Bool {
    for index in first..<first + 6 {
      let token = tokens[index]
      let isDigit = (index - first) % 2 == 1
      guard token.bytes == 1, isDigit == (token.kind == .digits),
        isDigit || token.kind == .letters || token.kind == .word,
        index == first || index == first + 3 || !token.followsBlank
      else { return false }
    }
    return endsWord(before: first) && endsWord(before: first + 6)
  }

  /// Whether neither a letter nor a digit touches the token behind it.
  private func endsWord(before index: Int) -> Bool {
    if index == 0 || tokens[index].followsBlank { return true }
    func isAlphanumeric(_ token: Token) -> Bool {
      switch token.kind {
      case .digits, .letters, .word: true
      default: false
      }
    }
    return !isAlphanumeric(tokens[index - 1]) || !isAlphanumeric(tokens[index])
  }
}

extension TokenReading {
  /// The token behind the postcode that begins at one; nil when none does.
  func endOfPostcode(at index: Int) -> Int? {
    guard isOn(.postcodes) else { return nil }
    if isWord(.postcode, at: index) { return endOfNamedPostcode(index) }
    // Compared by its text a form would be looked up by name, for every word.
    guard case .eircode = context.answer({ $0.notation.postcodeForm }) else { return nil }
    return endOfEircode(index)
  }

  /// Whether a word for a postcode stands before a number in full, and is the label of that: Cep: 0532 123 45 67.
  func labelsNumber(postcode index: Int) -> Bool {
    isWord(.postcode, at: index) && startsFullNumber(at: token(afterSigns: index + 1))
      && endOfPostcode(at: index) == index + 1
  }

  /// Digits behind a word or sign: three to eight, perhaps with a dash before the last group.
  private func endOfNamedPostcode(_ index: Int) -> Int? {
    let start = token(afterSigns: index + 1)
    guard tokens[start].kind == .digits else { return index + 1 }
    var digits = tokens[start].count
    var end = start + 1
    // CEP 68.800-000.
    if digits == 2, tokens[end].kind == .dot, tokens[end + 1].kind == .digits,
      tokens[end + 1].count == 3, tokens[end + 2].kind == .dash
    {
      digits += 3
      end += 2
    }
    if tokens[end].kind == .dash, tokens[end + 1].kind == .digits {
      digits += tokens[end + 1].count
      end += 2
    } else if digits == 3, tokens[end].kind == .digits, tokens[end].count == 4 {
      digits += 4
      end += 1
    }
    let goesOn = tokens[end].kind == .dash && !tokens[end].followsBlank
    guard (3...8).contains(digits), tokens[start].count >= 2, !goesOn else { return index + 1 }
    // Cep: 0532 212 34 56 is a mobile of Turkey, where Brazil's word for postcode means that.
    if digits == 4, end == start + 1, plan.notation.postcodeDigits != 4, startsFullNumber(at: start)
    {
      return index + 1
    }
    return end
  }

  /// An Eircode: a letter and two digits (or D6W), then four letters and digits, a letter first.
  private func endOfEircode(_ index: Int) -> Int? {
    var length = 0
    var end = index
    while length < 7 {
      let token = tokens[end]
      guard isAlphanumeric(token), length == 0 || length == 3 || !token.followsBlank else {
        return nil
      }
      if length == 3, token.kind == .digits { return nil }
      length += token.bytes
      end += 1
    }
    let (first, second) = (tokens[index], tokens[index + 1])
    guard length == 7, first.kind != .digits, first.bytes == 1,
      second.kind == .digits, second.count == 2 || second.count == 1 && isD6W(index),
      tokens[end].followsBlank || !isAlphanumeric(tokens[end])
    else { return nil }
    return end
  }

  /// Whether the routing key is D6W, the only one that ends in a letter.
  private func isD6W(_ index: Int) -> Bool {
    isLetter("d", at: index) && letters(of: tokens[index + 2]).first == UInt8(ascii: "w")
  }

  /// Whether a token is digits or letters of ASCII.
  private func isAlphanumeric(_ token: Token) -> Bool {
    token.kind == .digits
      || (token.kind == .letters || token.kind == .word) && token.bytes == Int(token.count)
  }
}

extension TokenReading {
  /// Whether digits as many as these are a postcode where the number is.
  func isPostcode(ofDigits count: Int) -> Bool {
    guard isOn(.postcodes) else { return false }
    return count > 4 || count == 4 && plan.notation.postcodeDigits == 4
  }

  /// Whether digits behind a comma or a blank may be a postcode as well as a number of the area.
  ///
  /// People write the numbers of one place alike: digits in one piece behind a number in groups, or
  /// with other first digits, are in doubt.
  func mayBePostcode(at index: Int, behind base: Base) -> Bool {
    let length = plan.notation.postcodeDigits
    guard length > 4, length == base.localDigits, isOn(.postcodes), base.rule != .lists,
      !standsInList(index)
    else { return false }
    var digits = Int(tokens[index].count)
    var first = value(of: tokens[index])
    if digits == 3, plan.notation.postcodeForm == .threeAndFour, tokens[index + 1].kind == .dash {
      digits += Int(tokens[index + 2].count)
      first *= 10_000
    } else if digits == length, isGrouped(base) {
      return true
    }
    guard digits == length else { return false }
    let unit = powerOfTen(length - 2)
    return first / unit != base.answer.nationalNumber / unit % 100
  }

  /// Whether another item of a list, as long as digits and with the same first ones, stands behind them: 260203,
  /// 216409, 216410 has no two postcodes.
  private func standsInList(_ index: Int) -> Bool {
    let (token, next) = (tokens[index], tokens[index + 2])
    guard tokens[index + 1].kind.partsItems, next.kind == .digits, next.count == token.count,
      tokens[index + 3].kind != .digits, tokens[index + 3].kind != .dash
    else { return false }
    let unit = powerOfTen(Int(token.count) - 2)
    return value(of: token) / unit == value(of: next) / unit
  }

  /// Whether the local number is written in more than one group.
  private func isGrouped(_ base: Base) -> Bool {
    lengthOfLastGroup(of: base) < base.localDigits
  }
}
