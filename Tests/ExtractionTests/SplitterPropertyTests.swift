import Foundation
import Records
import Testing

@testable import Extraction

/// Numbers from a seed, the same on every run.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct SplitterPropertyTests {
  /// Bytes that matter to CSV, and some that do not decode.
  static let alphabet: [UInt8] = [
    0x2C, 0x2C, 0x22, 0x22, 0x0D, 0x0A, 0x0A, 0x20, 0x09, 0x61, 0x62, 0, 0xC3, 0xA9, 0xFF,
  ]

  @Test("plain lane, libcsv, blocks, workers and pipes all read the same", arguments: 0..<66)
  func agreement(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed) &* 7919 &+ 1)
    let scratch = try Scratch()
    // The last ones are longer than a window of marks.
    let length = Int.random(in: 0...(seed < 60 ? 200 : 12_000), using: &random)
    let quotes = seed % 3 == 0 ? Self.alphabet.filter { $0 != 0x22 } : Self.alphabet
    let bytes = (0..<length).map { _ in quotes.randomElement(using: &random) ?? 0x61 }
    let maxRecord = [5, 20, 1 << 20][seed % 3 == 0 ? 2 : Int.random(in: 0..<3, using: &random)]
    let expected = try expectAgreement(
      try scratch.file("r.csv", bytes), maxRecord: maxRecord,
      blockSizes: seed < 60 ? [1, 2, 3, 7, 16, 64, 1 << 20] : [5000, 1 << 20], seed: seed)
    // Every physical line belongs to exactly one record.
    #expect(expected.enumerated().allSatisfy { $1.ordinal == $0 + 1 })
    #expect(zip(expected, expected.dropFirst()).allSatisfy { $0.offset < $1.offset })
  }

  /// Cells with quotes around them, and such as only seem to be.
  static let quotedCells = [
    "\"a,b\"", "\"\"", "\"c\"\"d\"", "\"\"\"\"", " \"e\"\t", "\t\"f, \" ", "\"g\" h", "i\"j", "k\"",
    "\"l", "\"m\r\nn\"", "\"\n\r\n\n\"", "\"\"\"\r\"\"\n, \"", " \"\r\" ", "\"o\"\"", "\" p \"",
    "q", "", "\"店, \"\"é\"\"\"", "\"\"r\"\"",
    "\" \" \" \"", "=\"s,t\"", " =\"u\" ", "=v", "=\"w\"x",
  ].map { Array($0.utf8) }
  static let ends = [",", ",", ",", ",", "\n", "\r\n", "\r"].map { Array($0.utf8) }

  @Test("quotes around cells are read as libcsv reads them", arguments: 0..<80)
  func quotes(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed) &* 104_729 &+ 3)
    let scratch = try Scratch()
    // Most of these are whole; the more of the others there are, the fewer records end well.
    let whole = Self.quotedCells.filter { $0.count { $0 == 0x22 } % 2 == 0 }
    let cells = seed % 2 == 0 ? whole : Self.quotedCells
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...(seed < 70 ? 30 : 1500), using: &random) {
      bytes += cells.randomElement(using: &random) ?? []
      bytes += Self.ends.randomElement(using: &random) ?? []
      if Int.random(in: 0..<40, using: &random) == 0 { bytes.append(0xFF) }
    }
    if seed % 5 == 0, !bytes.isEmpty { bytes.removeLast() }
    _ = try expectAgreement(
      try scratch.file("q.csv", bytes), maxRecord: seed % 7 == 0 ? 12 : 1 << 20,
      blockSizes: seed < 70 ? [1, 5, 16, 1 << 20] : [700, 1 << 20], seed: seed)
  }

  /// What strict libcsv reads, which every other way of reading is held to.
  private func expectAgreement(
    _ path: String, maxRecord: Int, blockSizes: [Int], seed: Int
  ) throws -> [ReadRecord] {
    let strict = CSVOptions(hasHeader: false, strictLibCSV: true)
    let expected = try readAll([csv(path, options: strict, maxRecord: maxRecord)])
    for blockSize in blockSizes {
      for workers in [1, 2] {
        let read = try readAll(
          [csv(path, maxRecord: maxRecord)], blockSize: blockSize, workers: workers)
        #expect(read == expected, "seed \(seed), block \(blockSize), \(workers) workers")
      }
      let serial = try readSerially(path, maxRecord: maxRecord, blockSize: blockSize)
      #expect(serial == expected, "seed \(seed), block \(blockSize), front to back")
    }
    return expected
  }

  /// What a pipe would get; the file is opened, but never read in blocks.
  private func readSerially(
    _ path: String, maxRecord: Int, blockSize: Int
  ) throws -> [ReadRecord] {
    let source = csv(path, maxRecord: maxRecord)
    let place = FilePlace(source: "test", path: path)
    let file = try ExportFile(place, seconds: 10, access: ExportFile.Access())
    let stream = try TextStream(
      ByteStream(file, counter: ByteCounter(), isCheck: false), encoding: "UTF-8", isXML: false)
    let header = CSVHeader(
      place: place, options: CSVOptions(hasHeader: false), columns: source.columns,
      maxRecord: maxRecord)
    let reader = try SerialCSVReader(stream: stream, header: header, blockSize: blockSize)
    var read: [ReadRecord] = []
    let batch = RecordBatch()
    while try reader.fill(batch) { read += records(of: batch) }
    return read
  }

  @Test("the check of UTF-8 agrees with the standard library", arguments: 0..<200)
  func validation(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    var bytes = Array(String(repeating: "aé店🙂", count: seed % 20).utf8)
    for _ in 0..<(seed % 4) where !bytes.isEmpty {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    let isValid = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { UTF8Validation.firstInvalid($0, 0, buffer.count) == buffer.count }
        ?? true
    }
    #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
  }

  @Test("mutated XML gives records or an error, never a crash", arguments: 0..<300)
  func mutatedXML(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed) &+ 99)
    let scratch = try Scratch()
    var bytes = Array(
      "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x'>]><a><r n='1&amp;2'>t<b><![CDATA[c]]></b></r></a>"
        .utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: at)
      default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
      }
    }
    let source = SourceDescription(
      name: "test", files: [try scratch.file("m.xml", bytes)],
      format: .xml(XMLOptions(recordPath: "/a/r")),
      columns: ["@n", "b", "."].map { MappedColumn(field: .number, selector: .path($0)) })
    do {
      let read = try readAll([source])
      #expect(read.count <= 2)
    } catch let error as ExtractionError {
      #expect(error.line != nil, "\(error)")
    } catch let errors as ExtractionErrors {
      // A mutated declaration may name a character set that does not exist.
      #expect(!errors.errors.isEmpty)
    }
  }
}
