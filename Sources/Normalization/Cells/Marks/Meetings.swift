/// Tells the numbers of meetings from telephone numbers.
extension TokenWriter {
  /// Meeting ID, Zoom … ID: the number of a meeting, in a cell that speaks of one.
  func lengthOfMeeting(_ index: Int) -> Int? {
    guard spells("id", at: index) else { return nil }
    let speaksOfMeeting = (0..<tokenCount).contains {
      spells("meeting", at: $0) || spells("zoom", at: $0) || spells("conference", at: $0)
        || spells("webinar", at: $0)
    }
    return speaksOfMeeting ? 0 : nil
  }
}
