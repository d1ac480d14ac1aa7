import NumberingPlans

/// Leaves flats and contracts beside a mobile unused, whose signs else mark extensions: 5#1203 13812345678, A3-1201
/// 13812345678, 合約編號 112-A-0375 0912-345-678.
extension TokenWriter {
  /// Whether the cell may hold one.
  var mayHoldFlats: Bool {
    facts.mayHoldNumber && plan.notation.mobilesStandAlone
      && (facts.kinds.contains(.hash)
        || facts.kinds.contains(.letters) && facts.kinds.contains(.dash))
  }

  func markFlats() {
    guard mayHoldFlats else { return }
    for index in 0..<tokenCount {
      guard let flat = flat(at: index) ?? contract(at: index) else { continue }
      mark(flat, as: .amount)
    }
  }

  /// The tokens of a flat that begins at a token before a mobile, or of one behind it: 5#1203, 5#楼1203, A3-1201.
  private func flat(at index: Int) -> Range<Int>? {
    guard index == 0 || partsFlat(index) else { return nil }
    let house = tokens[index].kind == .letters && tokens[index].count == 1 ? index + 1 : index
    let sign = tokens[house + 1].kind
    guard tokens[house].kind == .digits, tokens[house].count <= 2, !tokens[house + 1].followsBlank,
      house == index ? sign == .hash : sign == .dash && !tokens[house].followsBlank
    else { return nil }
    let flat = isWord(.place, at: house + 2) ? house + 3 : house + 2
    guard tokens[flat].kind == .digits, (3...4).contains(tokens[flat].count),
      !tokens[flat].followsBlank, !tokens[house + 2].followsBlank
    else { return nil }
    let room = isWord(.place, at: flat + 1) && !tokens[flat + 1].followsBlank ? flat + 1 : flat
    if tokens[room + 1].followsBlank, isLoneMobile(room + 1) { return index..<room + 1 }
    guard index > 0, house == index, tokens[index - 1].count == 11,
      isLoneMobile(index - 1, goesOn: true)
    else { return nil }
    switch tokens[flat + 1].kind {
    case .digits, .dash, .slash, .dot, .hash: return nil
    default: return index..<flat + 1
    }
  }

  /// Whether blank space or a sign of lists stands before a token.
  private func partsFlat(_ index: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .text, .comma, .enumeration, .semicolon, .newline, .colon: true
    case .digits: tokens[index].followsBlank
    default: false
    }
  }

  /// The number of a contract behind its word: 112-A-0375.
  private func contract(at index: Int) -> Range<Int>? {
    let last = index + 4
    guard index > 0, isWord(.identity, at: index - 1) || tokens[index - 1].kind == .colon,
      tokens[index].kind == .digits, tokens[index + 1].kind == .dash,
      tokens[index + 2].kind == .letters, tokens[index + 2].count <= 3,
      tokens[index + 3].kind == .dash, tokens[last].kind == .digits, tokens[last].count <= 6,
      !(index + 1...last).contains(where: { tokens[$0].followsBlank }),
      tokens[last + 1].followsBlank, isLoneMobile(last + 1)
    else { return nil }
    return index..<last + 1
  }
}
