import Testing

@testable import Normalization

extension CellParts {
  /// The numbers of a cell as they are written for `PlainCell`, that of a fax behind "fax"; nil for a cell that needs
  /// the rules.
  static func numbers(of cell: String) -> [String]? {
    let bytes = Array(cell.utf8)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 160) { scratch in
      bytes.withUnsafeBufferPointer { cell in
        guard let scratch = scratch.baseAddress else { preconditionFailure("no memory") }
        let text = LabelText(
          cell: cell, words: .shared, scratch: scratch, dialsDirectly: true)
        return CellParts(text).flatMap { numbers(of: $0, scratch + bytes.count) }
      }
    }
  }

  private static func numbers(
    of given: CellParts, _ scratch: UnsafeMutablePointer<UInt8>
  ) -> [String]? {
    var (parts, numbers) = (given, [String]())
    while true {
      var respelled = RespelledCell(scratch: scratch)
      guard respelled.write(parts.rest, codeBehindZeros: []) else { return nil }
      let number = UnsafeBufferPointer(start: respelled.text, count: respelled.count)
      let text = String(decoding: number, as: UTF8.self)
      if !numbers.isEmpty, parts.endsInFax(behind: respelled.end) {
        return numbers + ["fax " + text]
      }
      numbers.append((parts.label == .fax ? "fax " : "") + text)
      if respelled.end == parts.rest.count || parts.endsInLabel(behind: respelled.end) {
        return numbers
      }
      guard parts.goOn(behind: respelled.end) else { return nil }
    }
  }
}

/// Cells of several numbers with labels and signs or words of a list beside them, or with extensions at their end.
@Suite("Parts of cells")
struct CellPartsTests {
  private static let numbers = [
    "TW": ["02-2712-3456", "(037)345-678", "0912-345-678", "02/27624206", "+886 (0)3 987-2125"],
    "CN": ["010-56781234", "13812345678", "400-055-5146", "（0756）2768436", "0086-592-2760135"],
    "JP": ["03-3456-7890", "0466（22）9199", "０７８－３１６－０１４８", "0120-123-456", "03ー6121ー4421"],
    "DE": [
      "030 12345678", "0171 2345678", "0221/7161-0", "+49 (0)621 35 06-96", "089/5432",
      "0049 5251 2932-40", "02732/337 - 0", "0621 / 81 08-0", "+49 211 5683-78",
    ],
    "AT": ["+43 800 123408", "01 5131234", "0664 1234567", "0512 1234-55"],
    "FR": ["01 42 68 53 00", "06.12.34.56.78", "0033 1 40 53 88 99", "03/85/81/60/01"],
    "US": ["(212) 555-0123", "2125550123", "416/264-8498", "+1 212 555 0123", "1-800-555-0199"],
    "GB": ["020 7946 0958", "0161 496 0123", "+44 20 7946 0958", "07700 900123"],
  ]
  private static let locals = [
    "2712-3457", "27123457", "345-679", "88881235", "20251231", "555-0124",
  ]
  private static let labels = [
    "Tel ", "Tél : ", "電話", "電話：", "Office: ", "Cell: ", "Mobil ", "手機", "T. ", "（代表）", "(office) ",
    "℡",
    "王先生", "Fon: ",
  ]
  private static let faxes = [
    "Fax ", "FAX:", "傳真", "传真：", "ファックス", "Télécopie ", "F. ", "回傳", "（傳真）",
  ]
  private static let joiners = [
    "、", "；", ";", "/", " / ", "／", ", ", "，", " & ", " | ", " - ", " – ", " ", " or ", " and ",
    " oder ", " od. ",
    " ou ", " et ", " 或 ", "或", " または ", "及", "-", "~", " + ", "跟",
  ]
  private static let ends = [
    "(office)", " (cell)", "  纠错", " (AB)", "業務部", " privat", "（代）", "(傳真)", " fax", "號", " 3樓",
  ]
  private static let markers = [
    "#", "轉", "分機", " ext. ", " x", "转分机", "(分機", "（內線", "内線：", " App. ", " DW ", " Durchwahl ",
    " (Durchwahl -", " p. ", " (poste ", ", poste ", "*", ";ext=", " est. ",
  ]
  private static let extensions = ["12", "123", "911", "1234", "2019", "5", "０１２３", "98765", "00"]
  private static let signs = ["、", "/", "，", ",", "或", " or ", "-", "~"]

  @Test(
    "of several numbers read as the rules read them",
    arguments: ["TW", "CN", "JP", "DE", "AT", "FR", "US", "GB"])
  func several(region: String) throws {
    let read = try BothWays(region: region).expectSame(8_000, seed: 20_261_128) {
      Self.several(of: region, using: &$0)
    }
    #expect(read.filter { (CellParts.numbers(of: $0)?.count ?? 0) > 1 }.count > 300)
  }

  @Test(
    "with extensions read as the rules read them",
    arguments: ["TW", "CN", "JP", "DE", "AT", "FR", "US", "GB"])
  func extended(region: String) throws {
    let read = try BothWays(region: region).expectSame(8_000, seed: 20_261_129) {
      Self.extended(of: region, using: &$0)
    }
    #expect(read.count > 1_500)
  }

  private static func several(of region: String, using random: inout SeededNumbers) -> String {
    var text = Bool.random(using: &random) ? pick(labels, &random) : ""
    text += pick(numbers[region, default: []], &random)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      if Int.random(in: 0..<6, using: &random) == 0 { text += pick(ends, &random) }
      text += pick(joiners, &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: text += pick(faxes, &random)
      case 1: text += pick(labels, &random)
      default: break
      }
      let isLocal = Int.random(in: 0..<4, using: &random) == 0
      text += pick(isLocal ? locals : numbers[region, default: []], &random)
    }
    if Int.random(in: 0..<4, using: &random) == 0 { text += pick(ends, &random) }
    return withOtherDigits(text, using: &random)
  }

  private static func extended(of region: String, using random: inout SeededNumbers) -> String {
    var text = Int.random(in: 0..<4, using: &random) == 0 ? pick(labels, &random) : ""
    let marker = pick(markers, &random)
    text += pick(numbers[region, default: []], &random) + marker + pick(extensions, &random)
    while Int.random(in: 0..<3, using: &random) == 0 {
      text += pick(signs, &random) + pick(extensions, &random)
    }
    if marker.contains("(") { text += ")" }
    if marker.contains("（") { text += "）" }
    return withOtherDigits(text, using: &random)
  }

  private static func pick(_ list: [String], _ random: inout SeededNumbers) -> String {
    list.randomElement(using: &random) ?? ""
  }

  /// The text with some of its digits changed.
  private static func withOtherDigits(
    _ text: String, using random: inout SeededNumbers
  ) -> String {
    String(
      text.map { character in
        guard character.isASCII, character.isNumber, Int.random(in: 0..<3, using: &random) == 0
        else { return character }
        return Character(String(Int.random(in: 0...9, using: &random)))
      })
  }
}
