/// Numbers that are struck out: ~~01904 638901~~ 01904 638902, <s>01904 638901</s>.
extension TokenWriter {
  /// Whether the cell may hold the signs for that.
  var mayHoldStruck: Bool {
    facts.mayHoldNumber
      && (facts.repeatedKinds.contains(.tilde)
        || facts.repeatedKinds.contains(.open) && facts.repeatedKinds.contains(.close)
          && facts.kinds.contains(.slash))
  }

  /// Sets such numbers aside.
  func markStruck() {
    guard mayHoldStruck else { return }
    var index = 0
    while index < tokenCount {
      guard let start = endOfOpening(index), leadsToNumber(start),
        let end = endOfClosing(behind: start, like: index)
      else {
        index += 1
        continue
      }
      for token in index..<end { tokens[token].kind = .amount }
      facts.kinds.insert(.amount)
      index = end
    }
  }

  /// The token behind the sign that opens what is struck out: ~~, <s>, <del>, <strike>.
  private func endOfOpening(_ index: Int) -> Int? {
    if tokens[index].kind == .tilde {
      return tokens[index + 1].kind == .tilde && !tokens[index + 1].followsBlank ? index + 2 : nil
    }
    guard isAngle("<", index, .open), isTag(index + 1),
      isAngle(">", index + 2, .close)
    else { return nil }
    return index + 3
  }

  /// The token behind the sign that closes it; nil where something else than one number stands between.
  private func endOfClosing(
    behind start: Int, like open: Int
  ) -> Int? {
    var index = start
    while true {
      switch tokens[index].kind {
      case .tilde:
        let isPair = tokens[index + 1].kind == .tilde && !tokens[index + 1].followsBlank
        return isPair && tokens[open].kind == .tilde ? index + 2 : nil
      case .open where tokens[index + 1].kind == .slash:
        // The tag first: behind the end stand tokens of another cell.
        let isSame =
          isAngle("<", index, .open) && isTag(index + 2)
          && isAngle(">", index + 3, .close) && tokens[open].kind == .open
        return isSame ? index + 4 : nil
      case .digits, .plus, .open, .close, .dash, .dot, .slash: index += 1
      default: return nil
      }
    }
  }

  private func isTag(_ index: Int) -> Bool {
    letters(of: tokens[index]).isOne(of: EmbeddedWords.struckTag)
  }

  private func isAngle(
    _ sign: Unicode.Scalar, _ index: Int, _ kind: Token.Kind
  ) -> Bool {
    guard tokens[index].kind == kind else { return false }
    let byte = cell[Int(tokens[index].start)]
    // &lt;s&gt;.
    return byte == UInt8(ascii: sign) || byte == UInt8(ascii: "&")
  }
}
