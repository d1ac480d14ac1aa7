/// Where in the file the text came from that the XML parser is at.
///
/// The parser counts bytes of decoded and mended text; reports name bytes of the file.
struct XMLOrigins {
  /// Only the beginnings of lines are known, because a character set is decoded.
  var areLines = false

  /// Ascending positions in the text.
  private var known: [Checkpoint] = []

  /// Adds a place, behind all that were added.
  mutating func add(_ place: Checkpoint) { known.append(place) }

  /// Forgets the places that no position from here on needs.
  mutating func forget(before position: Int) {
    let last = index(of: position)
    if last > 0 { known.removeFirst(last) }
  }

  /// The byte of the file at a position of the text, or, where only lines are known, the first
  /// byte of its line.
  func offset(of position: Int) -> Int {
    guard !known.isEmpty else { return position }
    let place = known[index(of: position)]
    return areLines ? place.offset : max(place.offset + position - place.position, 0)
  }

  /// The last place at or before the position; 0 where there is none.
  private func index(of position: Int) -> Int {
    var low = 0
    var high = known.count
    while low < high {
      let middle = (low + high) / 2
      if known[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }
}
