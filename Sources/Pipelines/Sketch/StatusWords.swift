/// What the words of a column of statuses say of its records.
struct StatusWords {
  /// Those that leave a record out, in order.
  let closed: [String]
  /// Those that are known neither as open nor as closed, in order.
  let unknown: [String]
  /// Different words of the column.
  private let count: Int

  private static let most = 20
  private static let mostUnknown = 12

  /// Looks at the words of a column.
  init(_ column: SketchColumn) {
    let words = Set(column.filled)
    count = words.count
    closed = words.filter { RecordWords.closed.contains($0.lowercased()) }.sorted()
    unknown = words.filter { word in
      let word = word.lowercased()
      return !RecordWords.closed.contains(word) && !RecordWords.open.contains(word)
        && RecordWords.answer(word) == nil
    }.sorted()
  }

  /// Whether some records are closed, and others are not.
  var tellClosed: Bool { count <= Self.most && !closed.isEmpty && closed.count < count }

  /// Whether some may be closed; where none is known to be open the column may be of something else: `estado`
  /// is a province, too.
  var areDoubtful: Bool {
    count <= Self.mostUnknown && !unknown.isEmpty && unknown.count < count
  }

  /// Asks for those that are not known; nil without any.
  func question(revealed: Bool) -> String? {
    if unknown.isEmpty { return nil }
    return "Does one of these mean closed, too? "
      + unknown.prefix(5).map { SketchText.quoted($0, revealed: revealed) }
      .joined(separator: ", ")
  }
}
