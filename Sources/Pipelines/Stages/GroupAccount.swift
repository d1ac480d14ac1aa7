/// What making the chunks of one group of slots came to.
struct GroupAccount: Codable {
  /// Digest of the merged parts that the entries came from.
  var inputs: String
  /// Entries by source × 2, blocking + 1.
  var sources: [Int]
  /// Entries by slot of the group.
  var identification: [Int]
  var blocking: [Int]
  var chunks: Int

  /// Why these are not the chunks of such parts; nil for nothing.
  func problem(of parts: [PartAccount], slots: Range<Int>, sources: Int) -> String? {
    guard self.sources.count == sources * 2, identification.count == slots.count,
      blocking.count == slots.count
    else { return "the account is of other slots or sources" }
    for (index, slot) in slots.enumerated() {
      let expected = parts.reduce((0, 0)) {
        ($0.0 + $1.identification[slot], $0.1 + $1.blocking[slot])
      }
      guard expected == (identification[index], blocking[index]) else {
        return "slot \(slot) has \(identification[index]) + \(blocking[index]) entries (expected "
          + "\(expected.0) + \(expected.1), which its parts have)"
      }
    }
    guard self.sources.reduce(0, +) == (identification + blocking).reduce(0, +) else {
      return "the account does not add up"
    }
    return nil
  }
}
