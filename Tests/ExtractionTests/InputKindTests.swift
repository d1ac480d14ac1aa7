import Foundation
import Records
import Testing

@testable import Extraction

@Suite struct InputKindTests {
  /// gzip members of stored blocks need no compressor.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
    let size = UInt16(bytes.count)
    let sizes = [size, ~size].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + sizes + bytes + little(~crc)
      + little(UInt32(bytes.count))
  }

  @Test("gzip of several members, by its first bytes whatever the name")
  func members() throws {
    let scratch = try Scratch()
    let path = try scratch.file(
      "a.csv", Self.gzip(Array("a,1\nb".utf8)) + Self.gzip(Array(",2\n".utf8)))
    #expect(try readAll([csv(path)]).map(\.texts) == [["a", "1"], ["b", "2"]])
  }

  @Test("broken gzip is an error that names the file", arguments: [1, 8, 20])
  func truncated(missing: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.file("b.gz", Self.gzip(Array("a,1\nb,2\n".utf8)).dropLast(missing))
    #expect(throws: (any Error).self) { try readAll([csv(path)]) }
  }

  @Test("offsets count in the file after gunzip and before decoding")
  func encodedOffsets() throws {
    let scratch = try Scratch()
    let text = "店,é\r\nb\n,\n"
    let wide = [0xFF, 0xFE] + XMLReadingTests.wide(text)
    let marked = try readAll([csv(try scratch.file("u16.csv", wide))])
    #expect(marked.map(\.texts) == [["店", "é"], ["b"], ["", ""]])
    #expect(marked.dropFirst().map(\.offset) == [12, 16])
    let big5: [UInt8] = [0xA4, 0xA4, 0x2C, 0x61, 0x0A, 0xFF, 0x2C, 0x62, 0x0A, 0xA4, 0xE5]
    for blockSize in [1, 1 << 20] {
      let read = try readAll(
        [csv(try scratch.file("b5.csv", big5), encoding: "BIG5")], blockSize: blockSize)
      #expect(read.map(\.state) == [.cells, .rejected(.undecodable), .cells])
      #expect(read.map(\.offset) == [0, 5, 9])
      #expect(read[0].texts == ["中", "a"])
      #expect(read[1].raw == "\u{FFFD},b")
      #expect(read[2].texts == ["文"])
    }
  }

  /// UTF-32 of a text, in one of the two orders.
  private static func wide(_ text: String, bigEndian: Bool = false) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in
      let bytes = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
      return bigEndian ? bytes.reversed() : bytes
    }
  }

  @Test(
    "character sets of Windows and of China, and the widest one",
    arguments: [
      // 碁 and the euro sign: what CP950 has beyond the letters of Big5.
      ("CP950", [0xF9, 0xD6, 0x2C, 0xA3, 0xE1, 0x0A], ["碁", "€"]),
      // Two bytes, and four bytes in and past the basic plane.
      (
        "GB18030", [0xB5, 0xEA, 0x81, 0x39, 0xEE, 0x39, 0x2C, 0x95, 0x32, 0x82, 0x36, 0x0A],
        ["店㐀", "𠀀"]
      ),
      ("UTF-32", wide("店𠀀,a\n"), ["店𠀀", "a"]),
      ("UTF-32BE", wide("店,𠀀\n", bigEndian: true), ["店", "𠀀"]),
      (nil, wide("\u{FEFF}店,𠀀\n"), ["店", "𠀀"]),
      (nil, wide("\u{FEFF}店,𠀀\n", bigEndian: true), ["店", "𠀀"]),
    ] as [(String?, [UInt8], [String])])
  func characterSets(encoding: String?, row: [UInt8], texts: [String]) throws {
    let scratch = try Scratch()
    // Many rows, so that characters lie across the ends of blocks.
    let marked = encoding == nil
    let repeated = row.dropFirst(marked ? 4 : 0)
    let bytes = row + (0..<500).flatMap { _ in repeated }
    let path = try scratch.file("c.csv", bytes)
    for blockSize in [1, 61, 1 << 20] {
      let read = try readAll([csv(path, encoding: encoding)], blockSize: blockSize)
      #expect(read.count == 501)
      #expect(read.allSatisfy { $0.texts == texts && $0.state == .cells })
      #expect(read.last?.offset == bytes.count - repeated.count)
    }
  }

  @Test(
    "half a character at the end of a file is a rejected record",
    arguments: ["GB18030", "UTF-32LE"])
  func halfCharacter(encoding: String) throws {
    let scratch = try Scratch()
    let row: [UInt8] =
      encoding == "GB18030"
      ? Array("a,1\nb,".utf8) + [0x81, 0x39] : Self.wide("a,1\nb,") + [0x97, 0x5E]
    let read = try readAll([csv(try scratch.file("h.csv", row), encoding: encoding)])
    #expect(read.map(\.state) == [.cells, .rejected(.undecodable)])
  }

  @Test("everything wrong with the sources is told at once")
  func allProblems() throws {
    let scratch = try Scratch()
    let good = try scratch.file("g.csv", "number,label\n1,a\n".utf8)
    let other = try scratch.file("o.csv", "nummer,label\n1,a\n".utf8)
    var source = csv(good, header: true)
    source.columns = [MappedColumn(field: .number, selector: .name("number"))]
    source.files = [good, other, scratch.folder.path, scratch.folder.path + "/none.csv"]
    do {
      _ = try Extractor(sources: [source])
      Issue.record("no error")
    } catch {
      #expect(error.errors.map(\.path) == Array(source.files.dropFirst()))
      #expect(error.errors[0].problem.contains("2 cells, none of them"))
      #expect(error.errors.allSatisfy { $0.kind == .configuration })
    }
    source.columns = [MappedColumn(field: .number, selector: .name(" "))]
    #expect(throws: ExtractionErrors.self) { try Extractor(sources: [source]) }
  }

  @Test("empty files and bare headers give no records", arguments: ["", "number\n"])
  func nothing(text: String) throws {
    let scratch = try Scratch()
    var source = csv(try scratch.file("n.csv", text.utf8), header: true)
    source.columns = [MappedColumn(field: .number, selector: .name("number"))]
    let extractor = try Extractor(sources: [source])
    #expect(try readAll(extractor).isEmpty)
    #expect(extractor.records(of: 0) == 0)
  }

  @Test("a line far over the limit is one rejection, whole file or not", arguments: [true, false])
  func hugeLine(isGzip: Bool) throws {
    let scratch = try Scratch()
    let huge = Array(("a\n\"" + String(repeating: "x", count: 60_000) + "\nz\n").utf8)
    let path = try scratch.file("h.csv", isGzip ? Self.gzip(huge) : huge)
    for blockSize in [64, 1 << 20] {
      let read = try readAll([csv(path, maxRecord: 1000)], blockSize: blockSize, workers: 2)
      #expect(read.map(\.state) == [.cells, .rejected(.recordTooLong), .cells])
      #expect(read.map(\.line) == [1, 2, 3])
      #expect(read[1].raw.utf8.count <= 4096)
    }
  }

  @Test("an open quote leaves lines that come in parts", arguments: ["gzip", "UTF-16LE"])
  func linesBehindAnOpenQuote(kind: String) throws {
    let scratch = try Scratch()
    let text = "1,a\n2,\"" + String(repeating: "x\n", count: 20_000) + "\"\n3,\"b\nc\"\n"
    let plain = csv(try scratch.file("p.csv", text.utf8), maxRecord: 8192)
    let bytes = kind == "gzip" ? Self.gzip(Array(text.utf8)) : XMLReadingTests.wide(text)
    let source = csv(
      try scratch.file("k.csv", bytes), encoding: kind == "gzip" ? nil : kind, maxRecord: 8192)
    func shown(_ records: [ReadRecord]) -> [String] {
      records.map { "\($0.line) #\($0.ordinal) \($0.state) \($0.cells) \($0.raw)" }
    }
    let expected = shown(try readAll([plain]))
    #expect(expected.count == 20_003)
    for blockSize in [64, 1000, 4096] {
      #expect(shown(try readAll([source], blockSize: blockSize)) == expected)
      let extractor = try Extractor(sources: [source], blockSizeInBytes: blockSize)
      let batch = RecordBatch()
      var most = 0
      while try extractor.next(into: batch) { most = max(most, batch.records.count) }
      // A record takes two bytes at least; a decoder may give somewhat more than it was asked for.
      #expect(most <= max(blockSize, 2048))
    }
  }

  @Test("the standard input is read once, to its end, and counted", arguments: [true, false])
  func pipe(isGzip: Bool) throws {
    let text = Array("number\n1\n\"2\n".utf8)
    let bytes = isGzip ? Self.gzip(text) : text
    let input = try Pipe(bytes)
    var source = csv("-")
    source.format = .csv(CSVOptions())
    source.columns = [MappedColumn(field: .number, selector: .name("number"))]
    let extractor = try Extractor(sources: [source], standardInput: input.reading)
    #expect(
      try readAll(extractor, workers: 2).map(\.state) == [.cells, .rejected(.badQuoting)])
    try extractor.finish()
    #expect(extractor.progress.bytesRead == bytes.count)
    #expect(extractor.progress.bytesTotal == nil)
  }

  @Test("a standard input that is silent is given up after its time", arguments: ["", "1,a\n"])
  func silence(before: String) throws {
    let input = try Pipe(Array(before.utf8), staysOpen: true)
    var source = csv("-")
    source.timeoutInSeconds = 1
    do {
      _ = try readAll(Extractor(sources: [source], standardInput: input.reading))
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains("nothing could be read for 1 seconds"))
    }
  }

  @Test(
    "what is no file is refused before anything is read",
    arguments: ["/dev/zero", "/dev/null", "fifo", "socket", "."])
  func kinds(name: String) throws {
    let scratch = try Scratch()
    let path = name.hasPrefix("/") ? name : scratch.folder.path + "/" + name
    if name == "fifo" { #expect(mkfifo(path, 0o600) == 0) }
    if name == "socket" { try #require(Self.makeSocket(at: path)) }
    // Nobody ever writes to it: who read anything would wait.
    let silent = try Pipe([], staysOpen: true)
    do {
      _ = try Extractor(sources: [csv("-"), csv(path)], standardInput: silent.reading)
      Issue.record("no error")
    } catch {
      #expect(error.errors.map(\.kind) == [.configuration])
      #expect(error.errors.map(\.path) == [path])
      #expect("\(error)".contains("expected a file"))
    }
  }

  private static func makeSocket(at path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}

/// A pipe that holds some bytes; its other end is closed, or stays open and silent.
final class Pipe {
  let reading: Int32
  private let writing: Int32

  init(_ bytes: [UInt8], staysOpen: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    try #require(write(ends[1], bytes, bytes.count) == bytes.count)
    reading = ends[0]
    writing = staysOpen ? ends[1] : -1
    if !staysOpen { close(ends[1]) }
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }
}
