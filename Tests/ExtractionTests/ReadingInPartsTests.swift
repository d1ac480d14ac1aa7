import Records
import Testing

@testable import Extraction

/// Stretches of a file, each read on its own, give the records of the file.
@Suite struct ReadingInPartsTests {
  /// Cells with line ends, open quotes near and far from the end of a stretch, long lines, broken
  /// bytes, line ends of three kinds, none at the end.
  private static func text(_ seed: UInt64) -> [UInt8] {
    var state = seed
    func next(_ below: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % below
    }
    var bytes = Array("skipped \"line\nn,l\r\n".utf8)
    for row in 0..<300 {
      let end = ["\n", "\r\n", "\r"][Int(next(3))]
      switch next(9) {
      case 0: bytes += Array("\(row),\"a\(end)b\(end)\(end),\"\"c\"\"\"\(end)".utf8)
      case 1: bytes += Array("\(row),\"open\(end)".utf8)
      case 2: bytes += Array("\(row),\(String(repeating: "z", count: 130))\(end)".utf8)
      case 3: bytes += Array("\(row),".utf8) + [0xFF, 0xB4] + Array(end.utf8)
      case 4: bytes += Array(end.utf8)
      default: bytes += Array("\(row),label \(row)\(end)".utf8)
      }
    }
    return bytes + Array("300,last".utf8)
  }

  @Test(arguments: [1, 2, 3])
  func stretchesTogetherAreTheFile(seed: UInt64) throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.csv", Self.text(seed))
    let source = SourceDescription(
      name: "one", files: [path], format: .csv(CSVOptions(skipLines: 1)),
      columns: [
        MappedColumn(field: .number, selector: .name("n")),
        MappedColumn(field: .label, selector: .name("l")),
      ], maxRecordInBytes: 100)
    let whole = try readAll([source])
    // Open quotes and long lines take others into their records.
    #expect(whole.count > 250)
    #expect(whole.contains { $0.state == .rejected(.recordTooLong) })
    #expect(whole.contains { $0.state == .rejected(.badQuoting) })
    for bytes in [7, 64, 1000, 1 << 20] {
      let extractor = try Extractor(sources: [source])
      let stretches = try #require(
        try extractor.stretches(of: 0, bytes: bytes, workers: bytes % 2 + 1))
      if bytes <= 64 { #expect(stretches.count > 50) }
      var found: [ReadRecord] = []
      var openLines: [Int] = []
      for stretch in stretches {
        let part = try Extractor(
          sources: [source], scope: .file(0, stretch), blockSizeInBytes: bytes % 5 * 40 + 30)
        found += try readAll(part)
        if let line = part.openLine { openLines.append(line) }
      }
      #expect(found == whole, "seed \(seed), stretches of \(bytes)")
      #expect(openLines == [whole[whole.count - 1].line])
    }
  }

  @Test func packedFilesAndOtherCharacterSetsAreNotParted() throws {
    let scratch = try Scratch()
    var source = SourceDescription(
      name: "one", files: [try scratch.file("a.csv", "n\n1\n2\n".utf8)],
      format: .csv(CSVOptions()), encoding: "Big5",
      columns: [MappedColumn(field: .number, selector: .name("n"))])
    #expect(try Extractor(sources: [source]).stretches(of: 0, bytes: 2, workers: 1) == nil)
    source.encoding = nil
    #expect(try Extractor(sources: [source]).stretches(of: 0, bytes: 2, workers: 1)?.count == 2)
    #expect(throws: ExtractionErrors.self) {
      source.encoding = "Big5"
      let stretch = ExportStretch(start: 2, end: 4, line: 2, ordinal: 0)
      _ = try Extractor(sources: [source], scope: .file(0, stretch))
    }
  }
}
