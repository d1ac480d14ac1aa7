/// What an answer is kept under.
protocol AnswerKey: BitwiseCopyable, Equatable {
  /// The place of its answer among so many, a power of two.
  func place(of places: Int) -> Int
}

/// The last two answers of a cell at each place, which its key chooses.
///
/// Two, as questions that a long cell asks in turn would drive each other out of one row. Both rows are taken out of the
/// table in one piece: asking for their parts copies the table.
struct AnswerTable<let places: Int, Key: AnswerKey, Answer: BitwiseCopyable>: BitwiseCopyable {
  private struct Row: BitwiseCopyable {
    let key: Key
    let answer: Answer
    /// The cell to which the key belongs, counted from 1.
    let cell: UInt32
  }

  private struct Place: BitwiseCopyable {
    var last: Row
    var former: Row

    @inline(__always)
    mutating func keep(_ row: Row) {
      if last.cell == row.cell { former = last }
      last = row
    }
  }

  private var rows: InlineArray<places, Place>

  /// A table without answers; any key and answer fill its rows.
  init(of key: Key, _ answer: Answer) {
    let row = Row(key: key, answer: answer, cell: 0)
    rows = InlineArray(repeating: Place(last: row, former: row))
  }

  /// The answer that was kept under a key in a cell, unless two others took its place.
  @inline(__always)
  func answer(on key: Key, in cell: UInt32) -> Answer? {
    let place = rows[key.place(of: places)]
    guard place.last.cell == cell else { return nil }
    if place.last.key == key { return place.last.answer }
    return place.former.cell == cell && place.former.key == key ? place.former.answer : nil
  }

  @inline(__always)
  mutating func keep(_ answer: Answer, on key: Key, in cell: UInt32) {
    rows[key.place(of: places)].keep(Row(key: key, answer: answer, cell: cell))
  }
}
