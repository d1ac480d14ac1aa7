/// Times of day with a word for before or after: 入住14:00後 退房11:00前.
///
/// They are set aside before any word is asked whether a number is in use: 前 and 後 say so beside two numbers.
extension TokenWriter {
  func markBoundsOfHours() {
    guard facts.kinds.contains(.colon), isOn(.datesAndHours) else { return }
    for index in 3..<max(tokenCount, 3) where tokens[index].isOfIdeographs {
      guard touchesTime(index), text(of: tokens[index]).isOne(of: EmbeddedWords.behindHour)
      else { continue }
      mark(index - 3..<index + 1, as: .hours)
    }
  }

  /// Whether a time of day stands right before a token: 14:00.
  private func touchesTime(_ index: Int) -> Bool {
    let minutes = tokens[index - 1]
    return !tokens[index].followsBlank && minutes.kind == .digits && minutes.count == 2
      && !minutes.followsBlank && value(of: minutes) < 60 && tokens[index - 2].kind == .colon
      && !tokens[index - 2].followsBlank && isHour(index - 3)
  }
}
