/// What an answer is kept under.
protocol AnswerKey: BitwiseCopyable, Equatable {
  /// The place of its answer among so many, a power of two.
  func place(of places: Int) -> Int
}

/// The last answer of a cell at each place, which its key chooses.
///
/// A row is taken out of its table in one piece: asking for its parts copies the table.
struct AnswerTable<let places: Int, Key: AnswerKey, Answer: BitwiseCopyable>: BitwiseCopyable {
  private struct Row: BitwiseCopyable {
    let key: Key
    let answer: Answer
    /// The cell to which the key belongs, counted from 1.
    let cell: UInt32
  }

  private var rows: InlineArray<places, Row>

  /// A table without answers; any key and answer fill its rows.
  init(of key: Key, _ answer: Answer) {
    rows = InlineArray(repeating: Row(key: key, answer: answer, cell: 0))
  }

  /// The answer that was kept under a key in a cell, unless another one took its place.
  @inline(__always)
  func answer(on key: Key, in cell: UInt32) -> Answer? {
    let row = rows[key.place(of: places)]
    return row.cell == cell && row.key == key ? row.answer : nil
  }

  @inline(__always)
  mutating func keep(_ answer: Answer, on key: Key, in cell: UInt32) {
    rows[key.place(of: places)] = Row(key: key, answer: answer, cell: cell)
  }
}
