/// Leaves out fax numbers: 传真0755-….
extension CellScan {
  /// Whether a fax label only completes the label before it: 電話/傳真.
  func isCombinedLabel(_ index: Int) -> Bool {
    guard isOn(.faxNumbers) else { return true }
    guard index >= 1 else { return false }
    if isWord(.label, at: index - 1), tokens[index].followsBlank == false { return true }
    guard index >= 2 else { return false }
    switch tokens[index - 1].kind {
    case .slash, .ampersand, .enumeration, .dash, .comma, .open:
      return isWord(.label, at: index - 2)
    case .dot: return index >= 3 && isWord(.label, at: index - 2)
    case .word: return tokens[index - 1].word == .joiner && isWord(.label, at: index - 2)
    default: return false
    }
  }

  /// Whether a label stands right behind a fax label and belongs to it: 傳真 號碼.
  func followsFaxLabel(_ index: Int) -> Bool {
    index > 0 && readsFax && isWord(.fax, at: index - 1) && !tokens[index].followsBlank
  }

  /// Whether a fax label in brackets belongs to the number before it: 06-2581347(F) 06-2581348.
  ///
  /// False when it may belong to either, nil when nothing but the words around it tell.
  func bracketedFax(_ index: Int, _ next: Int) -> Bool? {
    guard isOn(.faxNumbers), !isLabelled, tokens[index - 1].kind == .open,
      tokens[index + 1].kind == .close, tokens[next].kind == .digits || tokens[next].kind == .plus
    else { return nil }
    let isTight = !tokens[index - 1].followsBlank
    let isNextTight = next == index + 2 && !tokens[next].followsBlank
    if isTight == isNextTight { return false }
    return isTight ? true : nil
  }
}
