/// The fingerprints of some rows of a report, as a listing of the same rejections gives them.
///
/// Equal rejections are counted in the order of the file, those that only the former run has after
/// them. Memory: some 100 bytes for each row that is asked for.
struct SampleFingerprints {
  private var occurrences: [UInt64: Int] = [:]
  private let filter: RejectsFilter

  /// Prepares for rows that a filter takes.
  init(_ filter: RejectsFilter) { self.filter = filter }

  /// The fingerprints of the rows at some offsets, by offset; one pass over the file.
  ///
  /// The run's own file comes first, then that of the former run. `others` are rows of the former run
  /// that will be asked for.
  mutating func texts(
    at offsets: [Int], of file: RejectsFile, others: (file: RejectsFile, offsets: [Int])? = nil
  ) throws(RejectsError) -> [Int: String] {
    for offset in offsets { occurrences[try Self.bits(at: offset, of: file), default: 0] += 0 }
    for offset in others?.offsets ?? [] {
      guard let other = others?.file else { break }
      occurrences[try Self.bits(at: offset, of: other), default: 0] += 0
    }
    let (filter, wanted) = (filter, Set(offsets))
    let start = (occurrences: occurrences, texts: [Int: String]())
    let end = try RejectsScan(file: file, workers: 1).inOrder(start) { state, row in
      guard filter.takes(&row) else { return }
      let bits = RejectionFingerprint.bits(of: &row)
      guard let former = state.occurrences[bits] else { return }
      state.occurrences[bits] = former + 1
      if wanted.contains(row.rowStart) {
        state.texts[row.rowStart] = RejectionFingerprint.text(bits, occurrence: former + 1)
      }
    }
    occurrences = end.occurrences
    return end.texts
  }

  private static func bits(at offset: Int, of file: RejectsFile) throws(RejectsError) -> UInt64 {
    var cursor = file.cursor(at: offset)
    return try cursor.next(file.path) ? RejectionFingerprint.bits(of: &cursor) : 0
  }
}
