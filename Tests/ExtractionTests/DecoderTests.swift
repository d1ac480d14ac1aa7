import Records
import Testing

@testable import Extraction

@Suite("Character sets")
struct DecoderTests {
  /// Sets of one and two bytes, of more, of marks that follow their letter, of states, and wide ones.
  private static let names = [
    "CP950", "BIG5", "BIG5-HKSCS", "CP932", "SHIFT_JIS", "EUC-JP", "GBK", "GB18030", "EUC-KR",
    "CP949",
    "CP1252", "ISO-8859-1", "KOI8-R", "TIS-620", "CP1255", "CP1258", "TCVN", "ISO-2022-JP", "UTF-7",
    "IBM037", "UTF-16LE", "UTF-16BE", "UTF-32LE",
  ]

  /// What a decoder makes of bytes that come in portions of so many, and where its lines begin.
  private func decode(_ bytes: [UInt8], _ name: String, usesTable: Bool, portion: Int) throws -> (
    text: [UInt8], lines: [Int], offsets: [Int]
  ) {
    let decoder = try #require(Decoder(name, usesTable: usesTable))
    var out = ElementBuffer<UInt8>()
    var checkpoints = ElementBuffer<Checkpoint>()
    var (used, given) = (0, 0)
    repeat {
      given = min(bytes.count, given + portion)
      used += bytes[used..<given].withUnsafeBufferPointer {
        decoder.decode(
          $0, isFinal: given == bytes.count, offset: used, into: &out, checkpoints: &checkpoints)
      }
    } while given < bytes.count
    #expect(used == bytes.count)
    return (
      Array(out.elements), checkpoints.elements.map(\.position), checkpoints.elements.map(\.offset)
    )
  }

  @Test("characters from the table are those of iconv, in any portions", arguments: names)
  func table(_ name: String) throws {
    let seed: UInt64 = 20_261_127
    var random = SeededGenerator(state: seed)
    for round in 0..<2_000 {
      let bytes = drawn(&random)
      let portion = Int.random(in: 1...bytes.count + 1, using: &random)
      let fast = try decode(bytes, name, usesTable: true, portion: portion)
      let slow = try decode(bytes, name, usesTable: false, portion: bytes.count)
      #expect(
        fast.text == slow.text && fast.lines == slow.lines && fast.offsets == slow.offsets,
        "seed \(seed), round \(round), \(name), by \(portion): \(bytes)")
    }
  }

  /// Bytes that are letters, pairs and ends of lines in most sets, and some that are none.
  private func drawn(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: bytes.append([0x0A, 0x0D, 0x00, 0x1B].randomElement(using: &random) ?? 0)
      case 1: bytes += [0x0D, 0x0A]
      case 2, 3:
        bytes += Array("02-2712,abcdefghij".utf8.prefix(Int.random(in: 1...18, using: &random)))
      case 4: bytes.append(UInt8.random(in: 0...255, using: &random))
      case 5: bytes += [0x0A, 0x00]
      default:
        bytes.append(UInt8.random(in: 0x81...0xFE, using: &random))
        bytes.append(UInt8.random(in: 0x30...0xFE, using: &random))
      }
    }
    return bytes
  }

  @Test(
    "a letter that a mark may follow is not lost at the end of a file",
    arguments: [("CP1258", Array("Phu".utf8)), ("TCVN", Array("Phu".utf8)), ("CP1255", [0xE9])])
  func heldBack(_ name: String, _ bytes: [UInt8]) throws {
    let expected = name == "CP1255" ? "י" : "Phu"
    let decoded = try decode(bytes, name, usesTable: true, portion: bytes.count)
    #expect(String(decoding: decoded.text, as: UTF8.self) == expected)
  }

  @Test(
    "lines end at LF, CRLF and CR in every width",
    arguments: ["CP950", "UTF-16LE", "UTF-16BE", "UTF-32LE"])
  func lines(_ name: String) throws {
    let text = "a\nb\r\nc\rd\u{A0A}\u{D0D}\n\n"
    let bytes: [UInt8] =
      switch name {
      case "UTF-16LE": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      case "UTF-16BE": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      case "UTF-32LE":
        text.unicodeScalars.flatMap { [UInt8($0.value & 0xFF), UInt8($0.value >> 8), 0, 0] }
      default: Array("a\nb\r\nc\rdee\n\n".utf8)
      }
    let decoded = try decode(bytes, name, usesTable: true, portion: bytes.count)
    let scalars = name == "CP950" ? "a\nb\r\nc\rdee\n\n" : text
    #expect(String(decoding: decoded.text, as: UTF8.self) == scalars)
    #expect(decoded.lines.count == 5)
  }
}
