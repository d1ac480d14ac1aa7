/// Finds e-mail and web addresses, whose digits are no phone number.
extension CellScan {
  func markAddresses() {
    guard isOn(.addresses) else { return }
    for index in 0..<tokenCount {
      if tokens[index].kind == .at, index > 0, !tokens[index].followsBlank {
        hasEmail = true
        markStretch(around: index)
      } else if tokens[index].kind == .letters, startsAddress(index) {
        hasURL = true
        markStretch(around: index)
      }
    }
  }

  private func startsAddress(_ index: Int) -> Bool {
    let spelled = UnsafeBufferPointer(
      start: letters + Int(tokens[index].first), count: Int(tokens[index].count))
    let next = tokens[index + 1].kind
    return
      (spelled.elementsEqual("http".utf8) || spelled.elementsEqual("https".utf8)
      || spelled.elementsEqual("ftp".utf8)) && next == .colon
      || spelled.elementsEqual("www".utf8) && next == .dot
  }

  private func markStretch(around index: Int) {
    var first = index
    while first > 0, !tokens[first].followsBlank, joinsAddress(tokens[first - 1].kind) {
      first -= 1
    }
    var last = index
    while last + 1 < tokenCount, !tokens[last + 1].followsBlank, tokens[last + 1].kind != .newline,
      tokens[last + 1].kind != .semicolon, tokens[last + 1].kind != .enumeration
    { last += 1 }
    for marked in first...last { tokens[marked].kind = .note }
  }

  private func joinsAddress(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .newline, .semicolon, .enumeration, .comma, .colon, .open: false
    default: true
    }
  }
}
