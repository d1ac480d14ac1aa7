/// What marks and tails ask about the names of roads.
extension TokenReading {
  /// Whether letters end the name of a road before them: Main Street, Main St.
  func endsRoad(_ index: Int) -> Bool {
    let spelled = letters(of: tokens[index])
    return TailWords.roads.contains(spelled) || spelled.isOne(of: EmbeddedWords.roadShort)
  }

  /// The last token of the name of a road, of up to three words with capitals from one on; nil for other words.
  func lastOfRoad(from word: Int) -> Int? {
    var last = word
    while last < word + 3, tokens[last].count > 0, isCapital(last) {
      if last > word, endsRoad(last) { return last }
      last += 1
    }
    return nil
  }
}
