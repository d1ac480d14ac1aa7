import Testing

@testable import Normalization

/// Cells of two numbers with a sign of a list between them, or with a fax number.
@Suite("Paired cells")
struct PairedCellsTests {
  private static let numbers = [
    "TW": ["02-2712-3456", "(037)345-678", "0912-345-678", "+886-2-2712-3456", "0227123456"],
    "CN": ["010-56781234", "13812345678", "0571-8888-1234", "+86-138-1234-5678", "4001234567"],
    "JP": ["03-3456-7890", "090-1234-5678", "0422(23)4567", "0120-123-456", "+81-3-3456-7890"],
    "DE": ["030 12345678", "0171 2345678", "+49 30 12345678", "0800 1234567", "0221/7161-0"],
    "AT": ["+43 800 123408", "0810 123575", "01 5131234", "0664 1234567"],
    "FR": ["01 42 68 53 00", "06.12.34.56.78", "+33 (0)1 42 68 53 00", "0800 123 456"],
    "NG": ["0700 123 8212", "0802 123 9554", "01 234 5678"],
  ]
  private static let locals = [
    "2712-3457", "27123457", "345-679", "345679", "88881235", "8888 1235", "20251231", "23-4568",
    "3456-7891", "2712345", "0912", "1234",
  ]
  private static let signs = [
    "、", "；", "; ", "/", " / ", "／", ", ", "，", " & ", "\n", " ", "  ", "", " (", "（",
  ]
  private static let faxes = [
    "FAX", "Fax: ", "fax ", "傳真", "传真：", "ファックス", "Télécopie ", "回傳", "Tel ",
  ]

  @Test(
    "read as the rules read them", arguments: ["TW", "CN", "JP", "DE", "AT", "FR", "NG"])
  func sameAsTheRules(region: String) throws {
    let read = try BothWays(region: region).expectSame(10_000, seed: 20_261_127) {
      Self.cell(of: region, using: &$0)
    }
    #expect(read.filter { CellParts.numbers(of: $0) != nil }.count > 1_000)
  }

  @Test(
    "find the numbers",
    arguments: [
      ("02-2712-3456、0912-345-678", ["02-2712-3456", "0912-345-678"]),
      ("02-2712-3456 / 2712-3457", ["02-2712-3456", "2712-3457"]),
      ("02-2712-3456／FAX 02-2712-3457", ["02-2712-3456", "fax 02-2712-3457"]),
      ("02-2712-3456（傳真：02-2712-3457）", ["02-2712-3456", "fax 02-2712-3457"]),
      ("02-2712-3456, fax. 02-2712-3457", ["02-2712-3456", "fax 02-2712-3457"]),
      ("02-2712-3456/02-2712-3457(傳真)", ["02-2712-3456", "fax 02-2712-3457"]),
      (
        "電話02-2712-3456/2712-3457 傳真02-2712-3458  電話",
        ["02-2712-3456", "2712-3457", "fax 02-2712-3458"]
      ),
      ("030 1234567 oder 0171 2345678", ["030 1234567", "0171 2345678"]),
      ("030 1234567 od. 0171 2345678", ["030 1234567", "0171 2345678"]),
      ("02-2712-3456或0912-345-678", ["02-2712-3456", "0912-345-678"]),
      ("(212) 555-0123 (office) / 212.555.0124 (cell)", ["(212) 555-0123", "212-555-0124"]),
      ("Tél : 01 42 68 53 00 - Fax : 01.42.68.53.01", ["01 42 68 53 00", "fax 01-42-68-53-01"]),
      ("01 42 68 53 00 - 06.12.34.56.78", ["01 42 68 53 00", "06-12-34-56-78"]),
    ])
  func found(cell: String, numbers: [String]) { #expect(CellParts.numbers(of: cell) == numbers) }

  @Test(
    "leave the short way",
    arguments: [
      "02-2712-3456 傳真", "02-2712-3456 fax 02-2712-3457", "02-2712-3456（傳真：02-2712-3457",
      "02-2712-3456 (02-2712-3457)", "02-2712-3456、王先生", "02-2712-3456 或", "02-2712-3456 oder",
      "02-2712-3456、傳真02-2712-3457  電話", "02-2712-3456 and2 02-2712-3457", "",
    ])
  func left(cell: String) { #expect(CellParts.numbers(of: cell) == nil) }

  /// Two numbers with a sign or a label between them, perhaps with a label before both, and with digits changed.
  private static func cell(of region: String, using random: inout SeededNumbers) -> String {
    let list = numbers[region, default: []]
    let sign = signs.randomElement(using: &random) ?? ""
    var second = list.randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<3, using: &random) {
    case 0: second = locals.randomElement(using: &random) ?? ""
    case 1: second = (faxes.randomElement(using: &random) ?? "") + second
    default: break
    }
    if sign == " (" { second += ")" }
    if sign == "（" { second += "）" }
    var text = (list.randomElement(using: &random) ?? "") + sign + second
    if Int.random(in: 0..<4, using: &random) == 0 { text = "Tel: " + text }
    var characters = Array(text)
    for index in characters.indices where characters[index].isASCII && characters[index].isNumber {
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      characters[index] = Character(String(Int.random(in: 0...9, using: &random)))
    }
    return String(characters)
  }
}
