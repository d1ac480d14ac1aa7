import DirectoryFormat
import Testing

/// An entry or a change as the readers hand it over.
private func read(
  _ text: some Sequence<UInt8>, _ list: DirectoryList = .identification, window size: Int = .max
) throws(LineError) -> [String] {
  var lines: [String] = []
  var reader = ChunkReader(list: list)
  try pump(Array(text), size) { (window, isLast) throws(LineError) -> Int in
    try reader.read(window, isLast: isLast) {
      lines.append("\($0) \(String(decoding: $1, as: UTF8.self))")
    }
  }
  return lines
}

private func readDelta(
  _ text: some Sequence<UInt8>, window size: Int = .max
) throws(LineError) -> [String] {
  var lines: [String] = []
  var reader = DeltaReader()
  try pump(Array(text), size) { (window, isLast) throws(LineError) -> Int in
    try reader.read(window, isLast: isLast) { line in
      let label = String(decoding: line.label, as: UTF8.self)
      lines.append("\(line.isRemoval ? "-" : "+")\(line.list) \(line.number) \(label)")
    }
  }
  return lines
}

/// Hands bytes over in windows that grow by `size` until a line fits, as a file is read.
private func pump(
  _ bytes: [UInt8], _ size: Int,
  _ scan: (UnsafeRawBufferPointer, Bool) throws(LineError) -> Int
) throws(LineError) {
  var start = 0
  var end = 0
  var failure: LineError?
  while end < bytes.count || start < end {
    end = size > bytes.count - end ? bytes.count : end + size
    bytes[start..<end].withUnsafeBytes { window in
      do throws(LineError) {
        start += try scan(window, end == bytes.count)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

@Suite struct LineReaderTests {
  private let chunk = "1\ta\n886255667788\t幸福麵包店\n9223372036854775806\tÆ (x) 🥐\n"
  private let delta = "-i\t5\n-b\t4\n-i\t9\n+b\t4\n+i\t5\t幸福\n+i\t886255667788\tHappy Bakery\n"

  @Test("windows of any size give the same entries", arguments: [1, 2, 3, 7, 8, 9, 31, 64, 1000])
  func windows(size: Int) throws {
    #expect(
      try read(chunk.utf8, window: size)
        == ["1 a", "886255667788 幸福麵包店", "9223372036854775806 Æ (x) 🥐"])
    #expect(try read("7\n88\n".utf8, .blocking, window: size) == ["7 ", "88 "])
    #expect(
      try readDelta(delta.utf8, window: size) == [
        "-identification 5 ", "-blocking 4 ", "-identification 9 ", "+blocking 4 ",
        "+identification 5 幸福", "+identification 886255667788 Happy Bakery",
      ])
  }

  @Test(
    "a bad chunk line is refused with its kind and line",
    arguments: [
      ("1\ta\n0\tb\n", LineError.Kind.badNumber, 2), ("01\ta\n", .badNumber, 1),
      ("-1\ta\n", .badNumber, 1), ("+1\ta\n", .badNumber, 1), ("1x\ta\n", .shape, 1),
      ("9223372036854775807\ta\n", .badNumber, 1), ("99999999999999999999\ta\n", .badNumber, 1),
      ("1\ta\n\n", .badNumber, 2), ("1\ta\n1\tb\n", .duplicate, 2),
      ("1\ta\n10\tb\n9\tb\n", .notAscending, 3), ("1\t\n", .labelLength, 1),
      ("1\ta\r\n", .labelControl, 1), ("1\ta\tb\n", .labelControl, 1), ("1 a\n", .shape, 1),
      ("1\n", .shape, 1), ("1\ta\n2\tb", .noLineEnd, 2), ("1", .noLineEnd, 1),
      ("1\t", .noLineEnd, 1), ("\u{FEFF}1\ta\n", .badNumber, 1), ("1\ta\u{0}b\n", .labelControl, 1),
    ])
  func refusedChunks(text: String, kind: LineError.Kind, line: Int) {
    for size in [1, 5, Int.max] {
      do {
        _ = try read(text.utf8, window: size)
        Issue.record("accepted")
      } catch {
        #expect(error.kind == kind && error.line == line, "\(error)")
      }
    }
  }

  @Test("a blocking chunk has numbers alone", arguments: ["1\ta\n", "1\t\n", "1 \n", "1\r\n"])
  func refusedBlocking(text: String) {
    #expect(throws: LineError.self) { try read(text.utf8, .blocking) }
  }

  @Test(
    "a bad delta line is refused with its kind and line",
    arguments: [
      ("-i\t5\n+i\t6\ta\n-i\t7\n", LineError.Kind.removalBehindAddition, 3),
      ("-i\t5\n-i\t5\n", .duplicate, 2), ("+b\t5\n+b\t4\n", .notAscending, 2),
      ("*i\t5\n", .shape, 1), ("-x\t5\n", .shape, 1), ("-i 5\n", .shape, 1),
      ("-i\t5\ta\n", .shape, 1), ("+i\t5\n", .shape, 1), ("+b\t5\ta\n", .shape, 1),
      ("+i\t5\t\n", .labelLength, 1), ("+i\t05\ta\n", .badNumber, 1), ("-i\t5\r\n", .shape, 1),
      ("-i\t5", .noLineEnd, 1), ("-i", .noLineEnd, 1), ("+i\t5\ta", .noLineEnd, 1),
      ("\n-i\t5\n", .shape, 1),
    ])
  func refusedDeltas(text: String, kind: LineError.Kind, line: Int) {
    for size in [1, 5, Int.max] {
      do {
        _ = try readDelta(text.utf8, window: size)
        Issue.record("accepted")
      } catch {
        #expect(error.kind == kind && error.line == line, "\(error)")
      }
    }
  }

  @Test func labelsHaveALength() throws {
    let longest = "1\t" + String(repeating: "x", count: 65_534) + "\n"
    #expect(try read(longest.utf8).count == 1)
    let longer = "1\t" + String(repeating: "x", count: 65_535) + "\n"
    #expect(throws: LineError.self) { try read(longer.utf8) }
    let endless = [UInt8]("1\t".utf8) + [UInt8](repeating: 0x78, count: 200_000)
    do {
      _ = try read(endless, window: 100_000)
      Issue.record("accepted")
    } catch {
      #expect(error.kind == .labelLength)
    }
  }

  @Test("labels are UTF-8 without controls as Swift has it", arguments: [1, 2] as [UInt64])
  func utf8(seed: UInt64) {
    var state = seed
    let interesting: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE4, 0xED, 0xEF,
      0xF0, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<20_000 {
      state &+= 1
      let mixed = MixingFunction.mix(state)
      let label = (0..<Int(1 + mixed % 6)).map {
        interesting[Int((mixed >> (8 + 8 * UInt64($0))) & 0xFF) % interesting.count]
      }
      let text = String(validating: label, as: UTF8.self)
      let isValid = text?.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      let isRead = (try? read([0x31, 0x09] + label + [0x0A])) != nil
      #expect(isRead == (isValid ?? false), "\(label), seed \(seed)")
    }
  }

  @Test("damaged bytes are refused or read, never a trap", arguments: [1, 2, 3] as [UInt64])
  func fuzzed(seed: UInt64) {
    var state = seed
    func random(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      return Int(MixingFunction.mix(state) % UInt64(bound))
    }
    let alphabet: [UInt8] = Array("0123456789\t\n\r-+ibx".utf8) + [0, 0x80, 0xE5, 0xFF]
    for _ in 0..<1000 {
      var bytes = Array((random(2) == 0 ? chunk : delta).utf8)
      for _ in 0...random(3) {
        let position = random(bytes.count)
        if random(3) == 0 {
          bytes.remove(at: position)
        } else {
          bytes[position] = alphabet[random(alphabet.count)]
        }
      }
      let whole = try? read(bytes)
      #expect(whole == (try? read(bytes, window: 3)), "seed \(seed)")
      #expect((try? readDelta(bytes)) == (try? readDelta(bytes, window: 3)), "seed \(seed)")
      _ = try? read(bytes, .blocking)
    }
  }
}
