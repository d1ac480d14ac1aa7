import Foundation
import Records
import Testing

@testable import Extraction

/// Exports that change between the look at their beginning and the end of the run.
@Suite struct ChangingExportTests {
  enum Change: CaseIterable { case replaced, rewritten, setBack, grown, cut, emptied, removed }

  enum Moment: CaseIterable { case beforeItsTurn, whileItIsRead, behindIt }

  private static let text = "number,label\n" + String(repeating: "0912345678,店\n", count: 20_000)

  private static func make(_ change: Change, of path: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    switch change {
    case .replaced:
      try Data(bytes.reversed()).write(to: URL(fileURLWithPath: path + ".new"))
      try #require(rename(path + ".new", path) == 0)
    case .rewritten:
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.write(contentsOf: Data(bytes.reversed()))
    case .setBack:
      var status = stat()
      try #require(stat(path, &status) == 0)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.write(contentsOf: Data(bytes.reversed()))
      let times = [status.st_atim, status.st_mtim]
      try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
    case .grown:
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data("0912345679,x\n".utf8))
    case .cut: try #require(truncate(path, off_t(bytes.count / 2)) == 0)
    case .emptied: try #require(truncate(path, 0) == 0)
    case .removed: try #require(unlink(path) == 0)
    }
  }

  private func source(_ path: String, encoding: String?) -> SourceDescription {
    var source = csv(path, options: CSVOptions(), encoding: encoding)
    source.columns = [MappedColumn(field: .number, selector: .name("number"))]
    return source
  }

  @Test("any change of an export ends the run", arguments: Change.allCases, Moment.allCases)
  func change(_ change: Change, at moment: Moment) throws {
    let scratch = try Scratch()
    for encoding in ["UTF-8", "UTF-16LE"] {
      let wide = encoding == "UTF-16LE"
      let path = try scratch.file(
        "export.csv", wide ? XMLReadingTests.wide(Self.text) : Array(Self.text.utf8))
      let last = try scratch.file("last.csv", Self.text.utf8)
      let extractor = try Extractor(
        sources: [source(path, encoding: encoding), source(last, encoding: nil)],
        blockSizeInBytes: 1 << 16)
      if moment == .beforeItsTurn { try Self.make(change, of: path) }
      let batch = RecordBatch()
      var batches = 0
      do {
        while try extractor.next(into: batch) {
          batches += 1
          if moment == .whileItIsRead, batches == 1 { try Self.make(change, of: path) }
          if moment == .behindIt, batch.file == 1, batch.records[0].ordinal == 1 {
            try Self.make(change, of: path)
          }
        }
        try extractor.finish()
        Issue.record("\(encoding): no error")
      } catch {
        let said = "\(error)"
        #expect(said.contains(path) && said.contains("while it was read (was "), "\(said)")
      }
    }
  }

  @Test("exports that stay as they are end well, and so does another time of access")
  func noChange() throws {
    let scratch = try Scratch()
    let path = try scratch.file("export.csv", Self.text.utf8)
    let extractor = try Extractor(sources: [source(path, encoding: nil)])
    #expect(try readAll(extractor, workers: 2).count == 20_000)
    try extractor.finish()
  }

  @Test("a file is given so long that another change would show in its time")
  func settling() {
    func wait(age: (Int, Int), nanoseconds: Int = 5) -> Int {
      var status = stat()
      status.st_mtim = timespec(tv_sec: 1000, tv_nsec: nanoseconds)
      return ExportIdentity(status)
        .unsafeMilliseconds(now: timespec(tv_sec: 1000 + age.0, tv_nsec: nanoseconds + age.1))
    }
    #expect(wait(age: (0, 0)) == 20)
    #expect(wait(age: (0, 15_000_000)) == 5)
    #expect(wait(age: (0, 25_000_000)) == 0)
    #expect(wait(age: (0, 25_000_000), nanoseconds: 0) == 975)
    #expect(wait(age: (3600, 0)) == 0)
    #expect(wait(age: (-10, 0)) == 0)
  }
}
