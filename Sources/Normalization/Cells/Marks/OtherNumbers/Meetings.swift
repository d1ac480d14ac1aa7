/// Tells the numbers of meetings from telephone numbers.
extension TokenWriter {
  /// Meeting ID, Zoom … ID: the number of a meeting, in a cell that speaks of one.
  func lengthOfMeeting(_ index: Int) -> Int? {
    guard spells("id", at: index) else { return nil }
    // Marks never create such a word, so `.none` stays true; a word that was found may have been set aside, so
    // look again.
    switch meetingWord {
    case .unknown: meetingWord = wordOfMeeting()
    case .at(let word) where !speaksOfMeeting(word): meetingWord = wordOfMeeting()
    default: break
    }
    if case .none = meetingWord { return nil }
    return 0
  }

  private func wordOfMeeting() -> MeetingWord {
    (0..<tokenCount).first(where: speaksOfMeeting).map { .at($0) } ?? .none
  }

  private func speaksOfMeeting(_ index: Int) -> Bool {
    letters(of: tokens[index]).isOne(of: EmbeddedWords.meeting)
  }
}

/// Where a cell speaks of a meeting, as far as it was looked for.
enum MeetingWord: BitwiseCopyable {
  case unknown, none
  case at(Int)
}
