import Foundation
import Records
import Testing

@testable import Extraction

/// One record as text, for comparisons.
struct ReadRecord: Equatable, CustomStringConvertible {
  var line: Int
  var offset: Int
  var ordinal: Int
  var state: RecordBatch.State
  /// `column=text` in the order of the cells.
  var cells: [String]
  var raw: String

  var description: String {
    "\(line)@\(offset)#\(ordinal) \(state) \(cells) \(raw.debugDescription)"
  }
  var texts: [String] { cells.map { String($0.drop { $0 != "=" }.dropFirst()) } }
}

/// Files that vanish with the test.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "extraction-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url.path
  }
}

/// Reads everything; batches are put in the order of their sequence.
func readAll(
  _ sources: [SourceDescription], blockSize: Int = 1 << 20, workers: Int = 1
) throws -> [ReadRecord] {
  let extractor = try Extractor(sources: sources, blockSizeInBytes: blockSize)
  return try readAll(extractor, workers: workers)
}

func readAll(_ extractor: Extractor, workers: Int = 1) throws -> [ReadRecord] {
  let results = Results()
  @Sendable func work() {
    let batch = RecordBatch()
    do {
      while try extractor.next(into: batch) { results.add(batch.sequence, records(of: batch)) }
    } catch {
      results.fail(error)
    }
  }
  if workers == 1 {
    work()
  } else {
    let threads = (0..<workers).map { _ in
      Thread {
        work(); results.end()
      }
    }
    threads.forEach { $0.start() }
    results.wait(for: workers)
  }
  return try results.inOrder()
}

private final class Results: @unchecked Sendable {
  private let lock = NSCondition()
  private var batches: [Int: [ReadRecord]] = [:]
  private var failure: (any Error)?
  private var ended = 0

  func add(_ sequence: Int, _ records: [ReadRecord]) {
    lock.withLock { batches[sequence] = records }
  }

  func fail(_ error: any Error) { lock.withLock { failure = failure ?? error } }

  func end() {
    lock.withLock {
      ended += 1
      lock.broadcast()
    }
  }

  func wait(for workers: Int) {
    lock.withLock { while ended < workers { lock.wait() } }
  }

  func inOrder() throws -> [ReadRecord] {
    if let failure { throw failure }
    #expect(batches.keys.sorted() == Array(0..<batches.count))
    return batches.keys.sorted().flatMap { batches[$0] ?? [] }
  }
}

func records(of batch: RecordBatch) -> [ReadRecord] {
  batch.records.elements.map { record in
    let cells = (Int(record.firstCell)..<Int(record.firstCell + record.cellCount)).map { index in
      let cell = batch.cells[index]
      return "\(cell.column)=\(String(decoding: batch.bytes(of: cell), as: UTF8.self))"
    }
    let raw = batch.bytes.elements[
      Int(record.rawOffset)..<Int(record.rawOffset) + Int(record.rawCount)]
    return ReadRecord(
      line: Int(record.line), offset: Int(record.byteOffset), ordinal: Int(record.ordinal),
      state: record.state, cells: cells, raw: String(decoding: raw, as: UTF8.self))
  }
}

/// A CSV source of one file whose first columns are kept by position.
func csv(
  _ path: String, columns: Int = 3, header: Bool = false, options: CSVOptions? = nil,
  encoding: String? = nil, maxRecord: Int = 1 << 20
) -> SourceDescription {
  let fields: [Field] = [.number, .extensionDigits, .label, .action, .updated]
  return SourceDescription(
    name: "test", files: [path], format: .csv(options ?? CSVOptions(hasHeader: header)),
    encoding: encoding,
    columns: (0..<columns).map { MappedColumn(field: fields[$0 % 5], selector: .position($0 + 1)) },
    maxRecordInBytes: maxRecord)
}
