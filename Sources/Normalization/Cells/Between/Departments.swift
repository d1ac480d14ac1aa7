import NumberingPlans
import Records

/// Extensions of further departments behind the number of the first one.
extension CellReading {
  /// Reads the extension of another department behind the number of the first one.
  ///
  /// 學務處06-2345678#127；教務處#121: it has as many digits, or the name touches its sign, and nothing but words
  /// stands between.
  func readDepartment(
    _ marker: Int, _ digits: Int, into result: CellResult
  ) -> Int? {
    guard let base = lastNumber.base, lastNumber.read.hasExtension, tokens[digits].kind == .digits,
      !leadsLikeFirst(bracket: marker - 1),
      Int(tokens[digits].count) == Int(lastNumber.read.extensionDigits)
        || namesDepartment(before: marker, digits), result.numbers.count > 0,
      result.numbers[result.numbers.count - 1] == lastNumber.read,
      isOn(.extensionLists)
    else { return nil }
    for index in lastNumber.end..<marker {
      switch tokens[index].kind {
      case .text, .letters, .enumeration, .comma, .semicolon, .open, .close, .newline, .colon: break
      case .word where tokens[index].word == .label: break
      // Parish sec. ext 10, M. Durand poste 14.
      case .dot where tokens[index - 1].count > 0 && !tokens[index].followsBlank: break
      case .slash, .dash, .ampersand: guard tokens[index].followsBlank else { return nil }
      // 人事室.
      case .word where tokens[index].isOfIdeographs && isAmount(index): break
      default: return nil
      }
    }
    let tail = TailGrammar(list: list, context: context).readTail(of: base, from: marker)
    guard tail.problem == nil, !tail.isFormer, !tail.isFax, tail.extensions.count > 0 else {
      return nil
    }
    findings.formUnion(tail.findings)
    emit(base, tail, into: result)
    lastNumber.end = tail.next
    return max(tail.next, digits + 1)
  }

  /// Whether a department, or a title, stands right before the marker of two to five digits: 、學務處 #48.
  private func namesDepartment(before marker: Int, _ digits: Int) -> Bool {
    guard (2...5).contains(tokens[digits].count), plan.notation.hasUnmarkedExtensions,
      marker > lastNumber.end
    else { return false }
    return holder(endingAt: marker - 1) == .title || isLabelOfDepartment(marker - 1)
  }
}
