/// Reads past the name of who has an extension, which stands between its marker and its digits: 轉業務部201,
/// 分機王小姐12.
extension TokenWriter {
  /// Takes such a name for part of the marker, where it touches both.
  func markNamedExtensions(in cell: UnsafeBufferPointer<UInt8>) {
    for index in 0..<tokenCount where isTransfer(index, in: cell) {
      var next = index + 1
      while isName(next, in: cell) { next += 1 }
      guard next > index + 1, isExtension(behindName: next) else { continue }
      for name in index + 1..<next { tokens[name].kind = .ordinal }
      findings.insert(.unusedText)
    }
  }

  private func isTransfer(_ index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isWord(.marker, at: index), tokens[index].count == 0 else { return false }
    return TransferWords.all.contains(
      UnsafeBufferPointer(rebasing: cell[Int(tokens[index].start)..<Int(tokens[index].end)]))
  }

  private func isName(_ index: Int, in cell: UnsafeBufferPointer<UInt8>) -> Bool {
    guard tokens[index].count == 0, !tokens[index].followsBlank else { return false }
    switch tokens[index].kind {
    case .text: return true
    // 特助室, 人事; 樓 is a floor.
    case .word where tokens[index].word == .place:
      return cell[Int(tokens[index].start)..<Int(tokens[index].end)].elementsEqual("室".utf8)
    case .word: return tokens[index].word == .label || tokens[index].word == .amount
    default: return false
    }
  }

  /// Whether few digits touch a name, and are no number of another kind.
  private func isExtension(behindName index: Int) -> Bool {
    guard tokens[index].kind == .digits, (2...5).contains(tokens[index].count),
      !tokens[index].followsBlank, !isHotline(index), !startsFullNumber(at: index)
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
    case .text: return tokens[index].count > 2 || tokens[index + 1].followsBlank
    default: return true
    }
  }
}

/// The markers that people go on from with a name: Data/words.tsv.
private enum TransferWords {
  static let all = SpellingTable(EmbeddedWords.transfer)
}
