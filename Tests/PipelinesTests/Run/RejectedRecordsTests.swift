import Records
import Testing

@testable import Pipelines

struct RejectedRecordsTests {
  /// Candidates of records in order, with gaps between them and up to three of one record.
  private func candidates(_ count: Int, _ draw: inout some RandomNumberGenerator) -> [Candidate] {
    var record: UInt32 = 0
    return (0..<count).map { _ in
      let isNext = Int.random(in: 0..<3, using: &draw) > 0
      if isNext { record += UInt32.random(in: 1...5, using: &draw) }
      return Candidate(
        number: 1, updated: 0, record: record, labelOffset: 0, labelCount: 0, baseDigits: 1,
        action: .block, labelIsCleaned: false, isRepresentative: false, isValid: true)
    }
  }

  @Test("the first candidate of a record is found wherever the search starts", arguments: 0..<40)
  func first(count: Int) {
    var draw = SystemRandomNumberGenerator()
    let candidates = candidates(count, &draw)
    let records = candidates.map(\.record)
    candidates.withUnsafeBufferPointer { buffer in
      for start in 0...count {
        for record in 0...(records.last ?? 0) + 1 {
          let expected = records[start...].firstIndex { $0 >= record } ?? count
          let found = NormalizedBatch.firstIndex(from: start, in: buffer, ofRecordFrom: record)
          #expect(found == expected, "from \(start), record \(record), of \(records)")
        }
      }
    }
  }
}
