/// Reads past the name of who has an extension, which stands between its marker and its digits: 轉業務部201,
/// 分機王小姐12.
extension TokenWriter {
  /// The most words of a name.
  private static let mostWordsOfName = 6

  /// Takes such a name for part of the marker, blanks around it or not: 轉 業務部 201, 轉總務處(301).
  func markNamedExtensions() {
    for index in 0..<tokenCount where isWord(.marker, at: index) && tokens[index].isOfIdeographs {
      guard isTransfer(index) else {
        if goesOnDialling(index) { passOver(index + 1) }
        continue
      }
      var next = index + 1
      while next - index <= Self.mostWordsOfName, isName(next) { next += 1 }
      if tokens[next].kind == .open, tokens[next + 2].kind == .close { next += 1 }
      guard tokens[index + 1].kind != .open, next > index + 1, isExtension(behindName: next),
        !isNoName(index + 1)
      else { continue }
      for name in index + 1..<next { passOver(name) }
      findings.insert(.unusedText)
    }
  }

  /// Whether text makes another word of the marker: 轉入, 轉接費.
  private func isNoName(_ index: Int) -> Bool {
    text(of: tokens[index]).isOne(of: EmbeddedWords.noHolder)
  }

  /// Whether what stands before a short code says that it is one, and nobody's extension: 轉市民專線1999, and not
  /// 轉客服104.
  private func namesShortCode(before index: Int) -> Bool {
    let name = tokens[index - 1].kind == .open ? index - 2 : index - 1
    return text(of: tokens[name]).ends(inOneOf: EmbeddedWords.shortCodeName)
  }

  private func isTransfer(_ index: Int) -> Bool {
    TransferWords.all.contains(text(of: tokens[index]))
  }

  /// Whether a word for dialling before few digits is in two parts: 請撥打119.
  private func goesOnDialling(_ index: Int) -> Bool {
    guard tokens[index + 1].kind == .text, tokens[index + 2].kind == .digits,
      (2...5).contains(tokens[index + 2].count),
      text(of: tokens[index]).isOne(of: EmbeddedWords.dial),
      text(of: tokens[index + 1]).isOne(of: EmbeddedWords.dialOn)
    else { return false }
    return !startsFullNumber(at: index + 2)
  }

  private func isName(_ index: Int) -> Bool {
    guard tokens[index].isOfIdeographs else { return false }
    switch tokens[index].kind {
    case .text: return true
    // 特助室, 人事; 樓 is a floor.
    case .word where tokens[index].word == .place:
      return text(of: tokens[index]).isOne(of: EmbeddedWords.officeRoom)
    case .word: return tokens[index].word == .label || tokens[index].word == .amount
    default: return false
    }
  }

  /// Whether few digits behind a name are no number of another kind; one alone ends the cell.
  private func isExtension(behindName index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count <= 5,
      tokens[index].count > 1 || tokens[index + 1].kind == .end,
      !startsFullNumber(at: index), !(isHotline(index) && namesShortCode(before: index))
    else { return false }
    switch tokens[index + 1].kind {
    case .dash, .slash, .dot, .plus, .colon, .percent: return false
    case .digits: return startsFullNumber(at: index + 1)
    case .word:
      switch tokens[index + 1].word {
      case .joiner, .range, .label, .marker, .fax: return true
      default: return false
      }
    // 轉訂席組20桌.
    case .text:
      return tokens[index].count > 2 || tokens[index + 1].followsBlank
        || tokens[index + 2].kind == .digits && tokens[index + 2].count == tokens[index].count
          && !tokens[index + 2].followsBlank
    default: return true
    }
  }
}

/// The markers that people go on from with a name: Data/words.tsv.
private enum TransferWords {
  static let all = SpellingTable(EmbeddedWords.transfer)
}
