internal import Records

/// Whether the number columns of each source hold anything at all.
///
/// An export without a single number was made wrongly; that is said as such, and not as so many
/// rejected records. Costs a look at the first record of a batch once a source has shown a number.
struct NumberPresence {
  /// One source's part.
  private struct Source {
    /// Records that hold something, as far as no number was met before them.
    var records = 0
    var hasNumber = false
    /// Columns of numbers or of the bounds of a range, by their index among the mapped columns.
    var isNumberColumn: [Bool]
  }

  private var sources: [Source]

  /// Starts with nothing seen; `columns` tells what each source's mapped columns hold.
  init(columns: [[Field]]) {
    sources = columns.map { fields in
      Source(isNumberColumn: fields.map { $0 == .number || $0 == .first || $0 == .last })
    }
  }

  /// Looks through a batch, unless its source has shown a number before.
  mutating func add(_ batch: RecordBatch) {
    guard !sources[batch.source].hasNumber else { return }
    for record in batch.records.elements where record.state == .cells {
      let start = Int(record.firstCell)
      var holdsAnything = false
      for cell in batch.cells.elements[start..<start + Int(record.cellCount)]
      where batch.bytes(of: cell).contains(where: { $0 > 0x20 }) {
        holdsAnything = true
        guard sources[batch.source].isNumberColumn[Int(cell.column)] else { continue }
        sources[batch.source].hasNumber = true
        return
      }
      if holdsAnything { sources[batch.source].records += 1 }
    }
  }

  /// Whether a source has shown a number, and its records before that.
  subscript(source: Int) -> (hasNumber: Bool, records: Int) {
    (sources[source].hasNumber, sources[source].records)
  }

  /// Adds what another process saw of a source.
  mutating func add(hasNumber: Bool, records: Int, source: Int) {
    sources[source].records += records
    if hasNumber { sources[source].hasNumber = true }
  }

  /// Adds what another worker saw.
  static func += (sum: inout NumberPresence, more: NumberPresence) {
    for index in sum.sources.indices {
      sum.sources[index].records += more.sources[index].records
      if more.sources[index].hasNumber { sum.sources[index].hasNumber = true }
    }
  }

  /// The first source that has records and no number, with its records; nil when all have one.
  var firstWithoutNumbers: (source: Int, records: Int)? {
    for (index, source) in sources.enumerated() where !source.hasNumber && source.records > 0 {
      return (index, source.records)
    }
    return nil
  }
}
