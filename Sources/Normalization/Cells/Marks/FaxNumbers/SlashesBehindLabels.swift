import NumberingPlans

/// Slashes that lead from labels to their numbers, as colons do: FAX/03-3581-4322 TEL/03-3581-4321.
extension TokenWriter {
  /// Takes a slash that touches a label before it and a number behind it for a colon, where the cell begins so, or where
  /// it is the only one behind a number and no label ends the cell: 210-207-7080 Fax/210-207-7081.
  func markSlashesBehindLabels() {
    guard facts.kinds.contains(.slash), facts.words.contains(.fax) else { return }
    let slashes = (1..<max(tokenCount, 1)).filter(isSlashBehindLabel)
    guard let first = slashes.first else { return }
    let isOnlyOne =
      slashes.count == 1 && !plan.notation.notesAreChinese && tokens[0].kind != .word
      && !hasWord(from: first + 1)
    guard first == 1 || isOnlyOne else { return }
    for slash in slashes { tokens[slash].kind = .colon }
    facts.kinds.insert(.colon)
  }

  private func isSlashBehindLabel(_ index: Int) -> Bool {
    guard tokens[index].kind == .slash, !tokens[index].followsBlank,
      isWord(.label, at: index - 1) || isWord(.fax, at: index - 1),
      index == 1 || tokens[index - 1].followsBlank, !tokens[index + 1].followsBlank
    else { return false }
    switch tokens[index + 1].kind {
    case .digits, .open, .plus: return true
    default: return false
    }
  }

  private func hasWord(from start: Int) -> Bool {
    (start..<tokenCount).contains { isWord(.label, at: $0) || isWord(.fax, at: $0) }
  }
}
