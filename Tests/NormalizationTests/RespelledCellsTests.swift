import Testing

@testable import Normalization

/// Cells in full-width forms, with dots, brackets behind a calling code, 00, and extensions behind a marker.
@Suite("Respelled cells")
struct RespelledCellsTests {
  private static let numbers = [
    "TW": [["02", "2712", "3456"], ["037", "345", "678"], ["0912", "345", "678"]],
    "CN": [["010", "5678", "1234"], ["138", "1234", "5678"], ["0571", "8888", "1234"]],
    "JP": [["03", "3456", "7890"], ["090", "1234", "5678"], ["0422", "23", "4567"]],
    "US": [["212", "555", "0123"], ["800", "555", "0199"]],
    "DE": [["030", "123", "45678"], ["0171", "234", "5678"], ["06221", "54", "321"]],
    "GB": [["020", "7946", "0958"], ["0161", "496", "0123"]],
    "FR": [["01", "42", "68", "53", "00"], ["06", "12", "34", "56", "78"]],
    "IT": [["06", "6710", "4321"], ["347", "123", "4567"]],
    "HK": [["2345", "6789"]], "SG": [["9741", "8720"]], "KR": [["031", "471", "9028"]],
  ]
  private static let callingCodes = [
    "TW": "886", "CN": "86", "JP": "81", "US": "1", "DE": "49", "GB": "44", "FR": "33", "IT": "39",
    "HK": "852", "SG": "65", "KR": "82",
  ]
  private static let markers = [
    "#", " #", " (ext. ", ", ext. ", ";ext=", "（分機", "(轉", " (內線 ", "ext", "ext.", " ext. ", " x",
    "x", "分機", " 分機 ", "轉", "分機:", "分機：", "＃", "內線", "-",
    "~", "*",
  ]
  private static let signs =
    Array("0123456789-() +.#x/*~").map(String.init)
    + [
      "–", "−", "ー", "／", "．", "ext", "分機", "轉", "－", "（", "）", "＋", "０", "５", "\u{3000}", ":", "：",
    ]

  @Test(
    "read as the rules read them",
    arguments: ["TW", "CN", "JP", "US", "DE", "GB", "FR", "IT", "HK", "SG", "KR"])
  func sameAsTheRules(region: String) throws {
    let read = try BothWays(region: region).expectSame(10_000, seed: 20_261_125) {
      Self.spoilt(Self.cell(of: region, using: &$0), using: &$0)
    }
    #expect(read.count > 2_500)
  }

  @Test(
    "take the short way",
    arguments: [
      ("０２－２７１２－３４５６", "02-2712-3456", ""), ("（02）2712-3456", "(02)2712-3456", ""),
      ("02.2712.3456", "02-2712-3456", ""), ("+886 (2) 2712 3456", "+886  2  2712 3456", ""),
      ("+886-(0)2-2712-3456", "+886- 02-2712-3456", ""), ("00886227123456", "+886227123456", ""),
      ("02-2712-3456 ext. 12", "02-2712-3456", "ext. 12"),
      ("(02)2712-3456分機12", "(02)2712-3456", "分機12"), ("02.2712.3456#12", "02-2712-3456", "#12"),
      ("02-2712-3456", "02-2712-3456", ""), ("718/250-2647", "718-250-2647", ""),
      ("02732/337 - 0", "02732-337 - 0", ""), ("02-2712-3456*12", "02-2712-3456", "*12"),
    ])
  func shortWay(cell: String, text: String, tail: String) {
    #expect(Self.written(cell).map { [$0.text, $0.tail] } == [text, tail])
  }

  @Test(
    "leave the short way",
    arguments: [
      "24.12345678", "0.912.345.678", "02.2712-3456", "02.2712. 3456",
      "+886 (02) 2712 3456", "+886 (2) (2712) 3456", "0044 20 7946 0958", "02-2712-3456/57",
      "02-2712-3456,12", "請洽門市", "分機 12 02-2712-3456", "02-2712-345６７８９０１２３４５６７８９０",
      "192.168.10.139", "02/2712/3456", "021234/5678", "+886 2 2712/3456", "02-2712/3456",
      "03/1202-1111",
    ])
  func longWay(cell: String) { #expect(Self.written(cell) == nil) }

  private static func written(_ cell: String) -> (text: String, tail: String)? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) {
      scratch -> (text: String, tail: String)? in
      guard let scratch = scratch.baseAddress else { return nil }
      return Array(cell.utf8).withUnsafeBufferPointer { bytes in
        var respelled = RespelledCell(scratch: scratch)
        guard respelled.write(bytes, codeBehindZeros: Array("886".utf8)) else { return nil }
        let text = UnsafeBufferPointer(start: respelled.text, count: respelled.count)
        let tail = UnsafeBufferPointer(rebasing: bytes[respelled.end...])
        guard tail.isEmpty || RespelledCell.beginsTail(tail, at: 0) else { return nil }
        return (
          String(decoding: text, as: UTF8.self),
          String(decoding: tail, as: UTF8.self)
        )
      }
    }
  }

  /// A number in one of its spellings, every other one with an extension.
  private static func cell(of region: String, using random: inout SeededNumbers) -> String {
    let groups = numbers[region, default: []].randomElement(using: &random) ?? []
    let code = callingCodes[region, default: ""]
    let bare = groups[0].hasPrefix("0") ? [String(groups[0].dropFirst())] + groups[1...] : groups
    let sign = [".", ".", "-", " ", "/", " / ", "–", ""].randomElement(using: &random) ?? ""
    let rest = bare[1...].joined(separator: sign)
    var text =
      switch Int.random(in: 0..<7, using: &random) {
      case 0: groups.joined(separator: sign)
      case 1: "(\(groups[0]))\(sign)" + groups[1...].joined(separator: sign)
      case 2: "+\(code)\(sign)" + bare.joined(separator: sign)
      case 3: "+\(code)\(sign)(\(bare[0]))\(sign)\(rest)"
      case 4: "+\(code) (0)\(sign)\(bare[0])\(sign)\(rest)"
      case 5: "00\(code)\(sign)" + bare.joined(separator: sign)
      default: groups.joined(separator: "-")
      }
    if Bool.random(using: &random) { text = wide(text, using: &random) }
    guard Bool.random(using: &random) else { return text }
    let digits = Int.random(in: 0..<200_000, using: &random)
    let marker = markers.randomElement(using: &random) ?? ""
    let closing = marker.contains("(") ? ")" : marker.contains("（") ? "）" : ""
    return text + marker + String(digits) + closing
  }

  /// The text with some signs, or all, in full-width forms.
  private static func wide(_ text: String, using random: inout SeededNumbers) -> String {
    let isAll = Bool.random(using: &random)
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      guard isAll || Bool.random(using: &random), scalar != "." else { return scalar }
      if scalar == " " { return "\u{3000}" }
      return Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The cell with up to two characters put in, taken out or changed; half of them as they are.
  private static func spoilt(_ cell: String, using random: inout SeededNumbers) -> String {
    var signs = cell.map(String.init)
    for _ in 0..<max(0, Int.random(in: -2...2, using: &random)) where !signs.isEmpty {
      let place = Int.random(in: 0..<signs.count, using: &random)
      let sign = Self.signs.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<3, using: &random) {
      case 0: signs.insert(sign, at: place)
      case 1: signs.remove(at: place)
      default: signs[place] = sign
      }
    }
    return signs.joined()
  }
}
