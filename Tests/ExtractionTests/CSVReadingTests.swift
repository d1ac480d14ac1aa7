import Foundation
import Records
import Testing

@testable import Extraction

@Suite struct CSVReadingTests {
  @Test("cells, lines and offsets of ordinary records", arguments: [1, 2], [1, 5, 1 << 20])
  func ordinary(workers: Int, blockSize: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.csv", "a, b ,c\r\n\"x\"\"y\",\"1\n2\",z\r\n\r\nq\rlast,,".utf8)
    let read = try readAll([csv(path)], blockSize: blockSize, workers: workers)
    #expect(
      read == [
        ReadRecord(
          line: 1, offset: 0, ordinal: 1, state: .cells, cells: ["0=a", "1=b", "2=c"],
          raw: "a, b ,c"),
        ReadRecord(
          line: 2, offset: 9, ordinal: 2, state: .cells, cells: ["0=x\"y", "1=1\n2", "2=z"],
          raw: "\"x\"\"y\",\"1\n2\",z"),
        ReadRecord(line: 4, offset: 25, ordinal: 3, state: .blank, cells: [], raw: ""),
        ReadRecord(line: 5, offset: 27, ordinal: 4, state: .cells, cells: ["0=q"], raw: "q"),
        ReadRecord(
          line: 6, offset: 29, ordinal: 5, state: .cells, cells: ["0=last", "1=", "2="],
          raw: "last,,"),
      ])
  }

  @Test("header, byte order mark, lines to skip, repeated header")
  func header() throws {
    let scratch = try Scratch()
    let head = "\u{FEFF}title\n Number , 店家\u{3000},x\n"
    let path = try scratch.file("h.csv", (head + "1,A,y\nNumber,店家\u{3000},x\n2,B,z").utf8)
    var source = csv(path, options: CSVOptions(skipLines: 1))
    source.columns = [
      MappedColumn(field: .label, selector: .name("店家")),
      MappedColumn(field: .number, selector: .name("Number")),
    ]
    let read = try readAll([source])
    #expect(read.map(\.cells) == [["1=1", "0=A"], [], ["1=2", "0=B"]])
    #expect(read.map(\.state) == [.cells, .blank, .cells])
    #expect(read.map(\.line) == [3, 4, 5])
    #expect(read.first?.offset == head.utf8.count)
  }

  @Test(
    "a cell that is =\"…\" whole is the text of a spreadsheet",
    arguments: [
      ("=\"0223456789\",a", ["0=0223456789", "1=a"]), ("a, =\"02\" ,c", ["0=a", "1=02", "2=c"]),
      ("\",=\"\"1\",=\"0912\"", ["0=,=\"1", "1=0912"]), ("=\"a\"\"b\"", ["0=a\"b"]),
      ("=\"a\"&\"b\",c", nil), ("=\"open,c", nil), ("==\"a\"", nil), ("x=\"a\"", nil),
      ("=1,=a", ["0==1", "1==a"]),
    ] as [(String, [String]?)], [1, 5, 1 << 20])
  func spreadsheetText(given: (String, [String]?), blockSize: Int) throws {
    let scratch = try Scratch()
    let path = try scratch.file("t.csv", "h\n\(given.0)\r\nlast,z".utf8)
    for isStrict in [false, true] {
      let options = CSVOptions(hasHeader: false, strictLibCSV: isStrict)
      let read = try readAll([csv(path, options: options)], blockSize: blockSize, workers: 1)
      #expect(read.count == 3)
      #expect(read.dropFirst().first?.cells == given.1 ?? [])
      #expect(
        read.dropFirst().first?.state == (given.1 == nil ? .rejected(.badQuoting) : .cells))
      #expect(read.last?.cells == ["0=last", "1=z"])
    }
  }

  @Test("a stray quote rejects its line and nothing else", arguments: [64, 4096, 1 << 20])
  func strayQuote(blockSize: Int) throws {
    let scratch = try Scratch()
    var text = ""
    for row in 1...10_000 { text += row == 3 ? "3,\"open,x\n" : "\(row),b,c\n" }
    let path = try scratch.file("s.csv", text.utf8)
    let read = try readAll([csv(path)], blockSize: blockSize, workers: 2)
    #expect(read.count == 10_000)
    #expect(read[2].state == .rejected(.badQuoting))
    #expect(read[2].raw == "3,\"open,x")
    #expect(read.filter { $0.state == .cells }.count == 9_999)
    #expect(read.enumerated().allSatisfy { $1.line == $0 + 1 && $1.ordinal == $0 + 1 })
  }

  @Test("a million stray quotes are rejected in linear time")
  func manyStrayQuotes() throws {
    let scratch = try Scratch()
    let path = try scratch.file(
      "m.csv", String(repeating: "1,\"foo\n", count: 1_000_000).utf8)
    let extractor = try Extractor(sources: [csv(path)])
    let batch = RecordBatch()
    var rejected = 0
    let start = Date()
    while try extractor.next(into: batch) {
      for record in batch.records.elements where record.state == .rejected(.badQuoting) {
        rejected += 1
      }
    }
    #expect(rejected == 1_000_000)
    #expect(Date().timeIntervalSince(start) < 60)
  }

  @Test("the longest record passes, one byte more does not", arguments: [1, 7, 1 << 20])
  func limit(blockSize: Int) throws {
    let scratch = try Scratch()
    let good = String(repeating: "x", count: 100)
    let text =
      "\(good)\r\n\(good)x\r\n\"\(good.dropLast(2))\"\na\n\"\(good.dropLast(50))\n\(good)\"\nz"
    let path = try scratch.file("l.csv", text.utf8)
    let read = try readAll([csv(path, maxRecord: 100)], blockSize: blockSize, workers: 2)
    #expect(
      read.map(\.state) == [
        .cells, .rejected(.recordTooLong), .cells, .cells, .rejected(.recordTooLong),
        .rejected(.recordTooLong), .cells,
      ])
    #expect(read.map(\.line) == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("a file that ends inside quotes loses only the broken line")
  func openEnd() throws {
    let scratch = try Scratch()
    let path = try scratch.file("e.csv", "a\n\"b\nc\n".utf8)
    let read = try readAll([csv(path)])
    #expect(read.map(\.state) == [.cells, .rejected(.badQuoting), .cells])
    #expect(read.map(\.texts) == [["a"], [], ["c"]])
  }

  @Test("bytes that are no UTF-8 reject their record and stay readable in the raw text")
  func undecodable() throws {
    let scratch = try Scratch()
    let path = try scratch.file("u.csv", Array("a,é\n".utf8) + [0x62, 0x2C, 0xE9, 0x0A] + [0x63])
    let read = try readAll([csv(path)])
    #expect(read.map(\.state) == [.cells, .rejected(.undecodable), .cells])
    #expect(read[1].raw == "b,\u{FFFD}")
  }

  @Test("TAB as delimiter, another quote, no quoting at all")
  func dialects() throws {
    let scratch = try Scratch()
    let tab = try scratch.file("t.tsv", "'a\tb'\t c\t\n".utf8)
    let options = CSVOptions(delimiter: 9, quote: 0x27, hasHeader: false)
    #expect(try readAll([csv(tab, options: options)])[0].texts == ["a\tb", "c", ""])
    let plain = CSVOptions(delimiter: 9, quote: nil, hasHeader: false)
    #expect(try readAll([csv(tab, options: plain)])[0].texts == ["'a", "b'", "c"])
  }
}
