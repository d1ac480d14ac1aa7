import Foundation
import Records
import Testing

@testable import Normalization

/// A small generator of pseudo-random numbers, seeded and printed with every failure.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Properties of reading cells")
struct CellPropertyTests {
  private static let pieces = [
    "0", "02", "2712", "3456", "27123456", "0755", "28091234", "13912345678", "6175550123", "+886",
    "+86", "1",
    "9", "12", "123", "-", "--", " ", "(", ")", "#", "＃", "*", "~", "、", ",", ";", "/", ".", "轉",
    "分機", "ext", "電話", "傳真", "或", "x", "\u{200B}", "\n", "=", "\"", "'", "E", "０", "一",
    "無", "24小時", "08:00", "@", "http://", "王", "\u{0}", "٠", "內", "至", "(0)", "####", "?",
  ]

  private static func cell(_ dice: inout Dice) -> [UInt8] {
    if dice.next() % 8 == 0 {
      return (0..<Int(dice.next() % 40)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
    }
    return (0..<Int(1 + dice.next() % 10)).flatMap { _ in
      Array(pieces[Int(dice.next() % UInt64(pieces.count))].utf8)
    }
  }

  @Test(
    "any bytes give numbers or rejections, and every offset lies in its cell",
    arguments: ["TW", "CN", "US", "IT"])
  func anyBytes(region: String) throws {
    let reader = try CellReader(settings: CellSettings(region: region))
    let result = CellResult()
    var dice = Dice(state: 20_261_121)
    for round in 0..<4_000 {
      let cell = Self.cell(&dice)
      cell.withUnsafeBufferPointer { reader.read($0, into: result) }
      #expect(result.numbers.count + result.rejections.count > 0, "round \(round): \(cell)")
      for index in 0..<result.numbers.count {
        let number = result.numbers[index]
        let digits = String(number.number).utf8.count
        #expect(number.number > 0 && number.number < Int64.max)
        #expect(digits == Int(number.baseDigits) + Int(number.extensionDigits))
      }
      for index in 0..<result.rejections.count {
        let rejection = result.rejections[index]
        #expect(rejection.column >= 1)
        #expect(Int(rejection.valueOffset) + Int(rejection.valueCount) <= cell.count)
        #expect(Int(rejection.noteOffset) + Int(rejection.noteCount) <= result.bytes.count)
      }
    }
  }

  @Test("what was emitted reads as itself", arguments: ["TW", "CN", "US", "GB"])
  func idempotence(region: String) throws {
    let reader = try CellReader(settings: CellSettings(region: region))
    let result = CellResult()
    var dice = Dice(state: 7)
    var emitted = 0
    for _ in 0..<10_000 {
      let cell = Self.cell(&dice)
      cell.withUnsafeBufferPointer { reader.read($0, into: result) }
      guard result.numbers.count > 0 else { continue }
      let number = result.numbers[0]
      for mark in number.hasExtension ? [";ext=", ","] : [""] {
        if mark == ",", number.extensionDigits > 6 { continue }
        let again = Array((number.e164 + mark + number.extensionText).utf8)
        again.withUnsafeBufferPointer { reader.read($0, into: result) }
        #expect(result.numbers.count == 1, "\(String(decoding: again, as: UTF8.self)) of \(cell)")
        #expect(result.numbers.count == 0 || result.numbers[0] == number)
        #expect(result.repairs.count == 0)
        emitted += 1
      }
    }
    #expect(emitted > 20)
  }

  @Test(
    "the short way for plain cells reads what all the rules read", arguments: ["TW", "CN", "US"])
  func shortWay(region: String) throws {
    let short = try CellReader(settings: CellSettings(region: region))
    var traced = CellSettings(region: region)
    traced.keepsTrace = true
    let long = try CellReader(settings: traced)
    let (one, other) = (CellResult(), CellResult())
    var dice = Dice(state: 99)
    let plain = [
      "0", "2", "02", "2712", "3456", "345", "27", "-", " ", "(", ")", "+", "13912", "9",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      let cell = (0..<Int(2 + dice.next() % 8)).flatMap { _ in
        Array(plain[Int(dice.next() % UInt64(plain.count))].utf8)
      }
      cell.withUnsafeBufferPointer { short.read($0, into: one) }
      cell.withUnsafeBufferPointer { long.read($0, into: other) }
      #expect(Reading.text(one) == Reading.text(other), "\(String(decoding: cell, as: UTF8.self))")
      accepted += one.numbers.count
    }
    #expect(accepted > 100)
  }

  @Test("the short way for the extension column joins what all the rules join", arguments: [0, 4])
  func shortExtensions(width: Int) throws {
    var settings = CellSettings(region: "TW")
    settings.extensionWidth = width
    let short = try CellReader(settings: settings)
    settings.keepsTrace = true
    let long = try CellReader(settings: settings)
    let (one, other) = (CellResult(), CellResult())
    var dice = Dice(state: 1234)
    let pieces = ["0", "7", "18", "0718", "#", "-", " ", "12345678", "分機", "a", "*"]
    let cell = Array("02-5566-7788".utf8)
    var joined = 0
    for _ in 0..<20_000 {
      let column = (0..<Int(1 + dice.next() % 4)).flatMap { _ in
        Array(pieces[Int(dice.next() % UInt64(pieces.count))].utf8)
      }
      cell.withUnsafeBufferPointer { cell in
        column.withUnsafeBufferPointer { column in
          short.read(cell, extensionCell: column, into: one)
          long.read(cell, extensionCell: column, into: other)
        }
      }
      #expect(
        Reading.text(one) == Reading.text(other), "\(String(decoding: column, as: UTF8.self))")
      if one.numbers.count == 1, one.numbers[0].hasExtension { joined += 1 }
    }
    #expect(joined > 1000)
  }

  @Test("a cell of a megabyte is one rejection, a long one is bounded work")
  func longCells() throws {
    let reader = try CellReader(settings: CellSettings(region: "TW"))
    let result = CellResult()
    let megabyte = [UInt8](repeating: UInt8(ascii: "7"), count: 1 << 20)
    megabyte.withUnsafeBufferPointer { reader.read($0, into: result) }
    #expect(Reading.text(result) == "?junk@1")
    for piece in ["1", "1-", "(", "#1", "轉", "02-27123456、", "1/", "x1", "~", "E"] {
      let cell = Array(String(repeating: piece, count: 4096 / piece.utf8.count).utf8)
      cell.withUnsafeBufferPointer { reader.read($0, into: result) }
      #expect(result.numbers.count + result.rejections.count > 0)
    }
  }

  @Test(
    "a long cell costs as many times more than a short one as it is longer",
    arguments: [
      ("TW", "(02)12"), ("TW", "(06-2581347"), ("TW", "(12 min"), ("IT", "06 67104 (12) "),
      ("IT", "06 67104 (9-13) "), ("FI", "03 565 612 (10 min)"), ("AT", "0512 5360 (12 Plätze) "),
      ("RU", "8 (495) 123-45-67 "), ("DE", "k.A."), ("DE", "ח\""), ("SI", "9.00-17"),
      ("US", "insee."), ("TW", "fax same "),
      ("VN", "(0500) 3821234 "), ("IT", "333."), ("DE", "02-2712（０２）"),
      ("DE", "03-"), ("GB", ", 0**"), ("GB", " / Fax: 0**-**"),
    ])
  func proportionalWork(region: String, piece: String) throws {
    try expectProportionalWork(region: region, piece: piece)
  }

  @Test(
    "a list of extensions in numerals costs as many times more than a short one as it is longer")
  func proportionalNumerals() throws {
    try expectProportionalWork(region: "TW", piece: "、一", behind: "02-27123456 轉")
  }

  private func expectProportionalWork(
    region: String, piece: String, behind start: String = ""
  ) throws {
    let reader = try CellReader(settings: CellSettings(region: region))
    func cell(_ size: Int) -> [UInt8] {
      let count = (size - start.utf8.count) / piece.utf8.count
      return Array((start + String(repeating: piece, count: count)).utf8)
    }
    let (short, long) = (cell(512), cell(4096))
    // Foreign plans are compiled when their first number is met.
    _ = Self.time(long, by: reader)
    // 8 where all goes well, 64 where it grows with the square. The least of many readings, in time of
    // this thread alone: what else the machine does must not decide it.
    var (ofLong, ofShort) = (Double.infinity, Double.infinity)
    for round in 1...60 where round < 6 || ofLong >= 40 * ofShort {
      ofLong = min(ofLong, Self.time(long, by: reader))
      ofShort = min(ofShort, Self.time(short, by: reader))
    }
    #expect(ofLong < 40 * ofShort, "\(start)\(piece) in \(region): \(ofLong / ofShort)")
  }

  /// Nanoseconds of the processor for one reading of a cell.
  private static func time(_ cell: [UInt8], by reader: CellReader) -> Double {
    let result = CellResult()
    let start = timeOfThread()
    cell.withUnsafeBufferPointer { reader.read($0, into: result) }
    return timeOfThread() - start
  }

  private static func timeOfThread() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
