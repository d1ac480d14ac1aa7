import Records

/// Joins the extension from its own column with the number: "02-55667788" and "#0718".
extension CellReading {
  /// Reads the extensions of the extension cell whose tokens these are; nil when it is rejected.
  func readExtensionCell(into result: CellResult) -> ExtensionList? {
    guard isOn(.extensionColumn) else { return ExtensionList() }
    var cell = ExtensionCell(list: list, context: context)
    cell.read()
    if let problem = cell.tail.problem {
      reject(
        problem.reason, token: problem.token, to: tokenCount, note: cell.tail.note, into: result)
      return nil
    }
    if cell.hasOther {
      if cell.tail.extensions.count == 0, isPlaceholder() || saysNone { return ExtensionList() }
      reject(.badExtension, token: 0, to: tokenCount, into: result)
      return nil
    }
    if cell.tail.extensions.count == 0, refersToOther {
      reject(.badExtension, token: 0, to: tokenCount, into: result)
      return nil
    }
    if cell.isDummy, result.numbers.count > 0 {
      repair(.dummyExtension, result.numbers[0], into: result)
      return ExtensionList()
    }
    if cell.hasNote, result.numbers.count > 0 {
      repair(.unusedText, result.numbers[0], into: result)
    }
    return cell.tail.extensions
  }

  /// Whether the cell says that the extension is that of another record: 同上.
  private var refersToOther: Bool {
    tokenCount == 1 && tokens[0].kind == .word && DittoWords.all.contains(text(of: tokens[0]))
  }

  /// Whether the cell says that there is no extension, which in a phone cell would say something else: sin
  /// extensión, S/N.
  private var saysNone: Bool {
    guard digitCount == 0, tokenCount > 0 else { return false }
    if letterCount > 0 {
      return NoExtension.words.contains(UnsafeBufferPointer(start: letters, count: letterCount))
    }
    let (start, end) = (Int(tokens[0].start), Int(tokens[tokenCount - 1].end))
    return NoExtension.words.contains(UnsafeBufferPointer(rebasing: list.cell[start..<end]))
  }
}

/// Words that stand for what another cell holds: Data/words.tsv.
private enum DittoWords {
  static let all = SpellingTable(EmbeddedWords.ditto)
}

/// The words of extension cells that say that there is none: Data/words.tsv.
private enum NoExtension {
  static let words = SpellingTable(EmbeddedWords.noExtension)
}

extension CellReading {
  /// Puts the extensions that were read behind the one number that the phone cell gave.
  func join(_ extensions: ExtensionList, into result: CellResult) {
    let base = result.numbers[0]
    if result.numbers.count == 1, dialsDirectly {
      guard extensions.count == 1, isLastOf(base, extensions[0]) else {
        result.numbers.removeAll()
        return reject(
          .ambiguous, token: 0, to: tokenCount,
          note: "an extension column beside the extension that the number ends in", into: result)
      }
      return
    }
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
      let zeros = findings.switchboardZeros
      guard
        let read = zeros > 0
          ? direct(base, inPlaceOf: zeros, extensions[index]) : joined(base, extensions[index])
      else {
        reject(zeros > 0 ? .unassigned : .tooLong, token: 0, to: tokenCount, into: result)
        continue
      }
      var isRepetition = false
      for other in 0..<result.numbers.count where result.numbers[other] == read {
        isRepetition = true
      }
      if !isRepetition { result.numbers.append(read) }
    }
  }

  /// Whether the phone cell gives an extension within its number, in place of the switchboard's 0.
  private var dialsDirectly: Bool { findings.contains(.directLine) }

  /// Whether a number ends in the digits of an extension.
  private func isLastOf(_ number: ReadNumber, _ other: ReadExtension) -> Bool {
    number.number % powerOfTen(other.digits) == other.value
  }

  /// Whether a number has an extension already, and it is this one.
  private func isSame(_ number: ReadNumber, _ other: ReadExtension) -> Bool {
    guard Int(number.extensionDigits) == context.paddedDigits(other) else { return false }
    return number.number % powerOfTen(Int(number.extensionDigits)) == other.value
  }

  /// The number of an extension that is dialled in place of the zeros of a switchboard at its end: 0341 123-0 and
  /// 4567; nil where the plan has none.
  private func direct(_ base: ReadNumber, inPlaceOf zeros: Int, _ given: ReadExtension)
    -> ReadNumber?
  {
    let head = Int(base.baseDigits) - zeros
    guard
      let number = ReadNumber.join(
        base.number / powerOfTen(zeros), head, given.value, given.digits)
    else { return nil }
    let answer = plan.international(number, digits: head + given.digits)
    return answer.validity == .valid ? ReadNumber(answer) : nil
  }

  /// A number with an extension behind it, filled to its width; nil where both are too long.
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
