/// The rooms of a flat: 3+1, 2+kk is text.
extension TokenWriter {
  /// Whether the cell may hold them.
  var mayHoldRooms: Bool { facts.kinds.contains(.plus) && facts.hasToken(digits: 1) }

  /// Sets one digit, a plus and one digit aside that touch one another and nothing else.
  func markRooms() {
    guard mayHoldRooms else { return }
    for index in 0..<tokenCount
    where tokens[index].kind == .digits && tokens[index].count == 1
      && tokens[index + 1].kind == .plus
    {
      let last = index + 2
      guard tokens[last].kind == .digits, tokens[last].count == 1, !tokens[last].followsBlank,
        !tokens[index + 1].followsBlank, beginsRooms(index), endsRooms(last)
      else { continue }
      mark(index..<last + 1, as: .amount)
    }
  }

  /// Whether digits begin the cell or a bracket, or stand behind a blank, and go on with no number but one in full.
  private func beginsRooms(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .digits: return tokens[index].followsBlank && endsNumberInFull(before: index)
    case .open: return true
    case .plus, .dot, .slash, .star, .hash: return false
    default: return tokens[index].followsBlank
    }
  }

  /// Whether nothing goes on with digits but behind a blank.
  private func endsRooms(_ index: Int) -> Bool {
    let next = tokens[index + 1]
    switch next.kind {
    case .digits: return next.followsBlank && startsFullNumber(at: index + 1)
    case .plus, .dash, .dot, .slash: return next.followsBlank
    default: return true
    }
  }
}
