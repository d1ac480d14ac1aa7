import Records

/// Joins the extension from its own column with the number: "02-55667788" and "#0718".
extension CellReading {
  /// Reads the extensions of the extension cell whose tokens these are; nil when it is rejected.
  func readExtensionCell(into result: CellResult) -> ExtensionList? {
    guard isOn(.extensionColumn) else { return ExtensionList() }
    let grammar = TailGrammar(list: list, context: context)
    var tail = Tail(next: 0)
    var hasOther = false
    while tail.next < tokenCount, tail.problem == nil {
      switch tokens[tail.next].kind {
      case .digits:
        _ = grammar.addExtension(&tail, token: tail.next)
      case .dash, .tilde:
        if tail.extensions.count > 0, tokens[tail.next + 1].kind == .digits {
          grammar.readExtensionRange(&tail, to: tail.next + 1)
        } else {
          tail.next += 1
        }
      case .dot where isDecimalZero(tail): tail.next += 2
      case .text, .letters, .other, .question, .plus, .at, .percent, .caret:
        hasOther = true
        tail.next += 1
      case .word where tokens[tail.next].word != .marker && tokens[tail.next].word != .joiner:
        hasOther = hasOther || tokens[tail.next].word != .placeholder
        tail.next += 1
      default: tail.next += 1
      }
    }
    if let problem = tail.problem {
      reject(problem.reason, token: problem.token, to: tokenCount, into: result)
      return nil
    }
    if hasOther {
      if tail.extensions.count == 0, isPlaceholder() { return tail.extensions }
      reject(.badExtension, token: 0, to: tokenCount, into: result)
      return nil
    }
    if isDummy(tail.extensions, of: result) {
      repair(.dummyExtension, result.numbers[0], into: result)
      return ExtensionList()
    }
    return tail.extensions
  }

  /// Whether a bare 0 is what a form or a database fills in: no extension.
  private func isDummy(_ extensions: ExtensionList, of result: CellResult) -> Bool {
    isOn(.dummyExtension) && tokenCount == 1 && extensions.count == 1
      && extensions[0].digits == 1 && extensions[0].value == 0 && result.numbers.count > 0
  }

  private func isDecimalZero(_ tail: Tail) -> Bool {
    isOn(.spreadsheetDamage) && tail.extensions.count == 1 && tail.next == 1 && tokenCount == 3
      && tokens[2].kind == .digits && tokens[2].count == 1 && value(of: tokens[2]) == 0
  }
}

extension CellReading {
  /// Puts the extensions that were read behind the one number that the phone cell gave.
  func join(_ extensions: ExtensionList, into result: CellResult) {
    let base = result.numbers[0]
    if result.numbers.count > 1 || base.hasExtension {
      if result.numbers.count == 1, extensions.count == 1, base.hasExtension,
        joined(base, extensions[0]) == nil || isSame(base, extensions[0])
      {
        return
      }
      result.numbers.removeAll()
      return reject(
        .ambiguous, token: 0, to: tokenCount,
        note: "an extension column beside several numbers, or beside another extension",
        into: result)
    }
    result.numbers.removeAll()
    for index in 0..<extensions.count {
      guard let read = joined(base, extensions[index]) else {
        reject(.tooLong, token: 0, to: tokenCount, into: result)
        continue
      }
      var isRepetition = false
      for former in 0..<result.numbers.count where result.numbers[former] == read {
        isRepetition = true
      }
      if !isRepetition { result.numbers.append(read) }
    }
  }

  private func isSame(_ number: ReadNumber, _ other: ReadExtension) -> Bool {
    guard Int(number.extensionDigits) == context.paddedDigits(other) else { return false }
    var modulus: Int64 = 1
    for _ in 0..<number.extensionDigits { modulus *= 10 }
    return number.number % modulus == other.value
  }

  private func joined(_ base: ReadNumber, _ given: ReadExtension) -> ReadNumber? {
    guard !base.hasExtension else { return base }
    let digits = context.paddedDigits(given)
    guard let number = ReadNumber.join(base.number, Int(base.baseDigits), given.value, digits)
    else {
      return nil
    }
    var read = base
    read.number = number
    read.extensionDigits = UInt8(digits)
    return read
  }
}
