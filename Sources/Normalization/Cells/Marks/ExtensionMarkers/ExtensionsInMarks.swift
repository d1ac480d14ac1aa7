import NumberingPlans

/// Asks whether digits are extensions, while what stands beside them is marked.
extension TokenWriter {
  /// Whether digits are an extension behind its marker, in brackets or not, or behind the dash of a number in full where
  /// people write them so.
  func isExtension(_ index: Int) -> Bool {
    guard index > 1 else { return false }
    switch tokens[index - 1].kind {
    case .close: return isWord(.marker, at: index - 2)
    case .dash where plan.notation.hasUnmarkedExtensions && endsNumber(before: index - 1):
      return true
    default: return isMarkedExtension(index)
    }
  }

  /// Whether a marker stands before digits, or before the list that they go on with.
  func isMarkedExtension(_ index: Int) -> Bool {
    followsMarker(index) || isListedExtension(index)
  }

  /// Whether digits go on with a list that a marker stands before: #12、15.
  func isListedExtension(_ index: Int) -> Bool {
    var item = index
    for _ in 0..<ListedExtensions.most {
      guard item > 1, partsItems(item - 1) else { return false }
      let hasUnit = isWord(.amount, at: item - 2) || tokens[item - 2].kind == .ordinal
      item -= hasUnit && item > 2 ? 3 : 2
      guard tokens[item].kind == .digits, tokens[item].count <= 5 else { return false }
      if followsMarker(item) { return true }
    }
    return false
  }

  /// Whether a sign parts the items of a list, or the first of a range from its last.
  func partsItems(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .enumeration, .slash, .dot, .semicolon, .ampersand, .tilde, .dash: true
    default: isWord(.joiner, at: index) || isWord(.range, at: index)
    }
  }

  /// Whether something whole ends before a sign: a number in full, its extension, or text that is no marker.
  func endsPart(before sign: Int) -> Bool {
    guard sign > 0 else { return true }
    switch tokens[sign - 1].kind {
    case .digits, .close:
      var last = sign - 1
      while last > 0, tokens[last].kind == .close { last -= 1 }
      return tokens[last].kind != .digits || isExtension(last) || endsNumber(before: last + 1)
    default: return !isBehindMarker(sign)
    }
  }

  /// Whether a marker stands before a sign, and leads to the digits behind it.
  func isBehindMarker(_ sign: Int) -> Bool {
    guard sign > 0 else { return false }
    switch tokens[sign - 1].kind {
    case .hash, .star: return true
    default: return isWord(.marker, at: sign - 1)
    }
  }

  private func followsMarker(_ index: Int) -> Bool {
    let before = tokens[index - 1].kind == .dot || tokens[index - 1].kind == .colon ? 2 : 1
    guard index >= before else { return false }
    switch tokens[index - before].kind {
    case .hash, .star: return true
    default: return isWord(.marker, at: index - before)
    }
  }
}

/// How far lists of extensions are looked back over.
enum ListedExtensions {
  /// The most tokens, or extensions of a list.
  static let most = 16
}
