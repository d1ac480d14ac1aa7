import Testing

@testable import Normalization

/// Cells that are read by their form, against the rules.
@Suite("Cells of known forms")
struct FormReadingTests {
  /// Numbers whose last four digits are drawn.
  private static let numbers = [
    "TW": ["02-2712-", "0912-345-", "(04) 2328-", "091234", "+886-2-2712-", "+886 912 34 "],
    "CN": ["010-5678", "1381234", "0571-8888-", "+86 138 1234 ", "138-1234-"],
    "JP": ["03-3456-", "090-1234-", "0422(23)", "0120-12", "06-6662-"],
    "DE": ["030/123", "0171 234", "+49 (0)30 123", "030 1234", "(0211) 84", "0049 211 84"],
    "US": ["(212) 555-", "+1 212 555 ", "212.555.", "1-800-555-", "212555"],
    "FR": ["01 42 68 ", "06.12.34.", "+33 (0)1 42 68 ", "06/65/66/", "014268"],
    "GB": ["020 7946 ", "(0161) 496 ", "+44 20 7946 ", "07400 12"],
    "IN": ["022-2345", "98200 1", "098200", "+91 98200 1", "98200-1"],
    "IT": ["06 1234", "+39 06 1234", "347 123", "02.6698."],
    "KR": ["02-1234-", "010-1234-", "031-123-", "+82-2-1234-"],
  ]

  private static let words: [String] = {
    var words: [String] = []
    for (word, rows) in WordBook.words where word != .none {
      WordRows.forEachWord(in: rows) { spelling, _ in
        words.append(String(decoding: Array(spelling), as: UTF8.self))
      }
    }
    return words + [
      "王先生", "微信同号", "Durand", "ask for", "bis", "至", "to", "est.", "Uhr", "年", "Rs", "since", "h",
      "号", "F", "nr.", "№", "PLZ", "USt-ID", "ab", "gegr.", "楼", "人", "元", "€",
    ]
  }()

  private static let signs = ["", " ", "：", ": ", " (", "（", ", ", " / ", " - ", "-", "\n", ". "]

  /// A reader, and one that reads by the rules alone.
  private struct Readers {
    let short: CellReader
    let rules: CellReader
    let result = CellResult()
    let expected = CellResult()

    init(region: String) throws {
      var settings = CellSettings(region: region)
      short = try CellReader(settings: settings)
      settings.keepsTrace = true
      rules = try CellReader(settings: settings)
    }

    /// What the form of a cell gives and what the rules give; nil where the form gives nothing.
    func texts(of cell: String, locality: String = "") -> (form: String, rules: String)? {
      Array(cell.utf8).withUnsafeBufferPointer { cell in
        result.removeAll()
        let isRead = short.forms?.read(cell, by: { rules.read($0, into: $1) }, into: result)
        guard isRead == true else { return nil }
        Array(locality.utf8).withUnsafeBufferPointer {
          rules.read(cell, locality: $0, into: expected)
        }
        return (Reading.text(result), Reading.text(expected))
      }
    }
  }

  /// A text around numbers and, for some, an extension; drawn numbers stand in place of N, digits in place of E.
  private static func form(using random: inout SeededNumbers) -> String {
    func word() -> String { words.randomElement(using: &random) ?? "" }
    func sign() -> String { signs.randomElement(using: &random) ?? "" }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return word() + sign() + "N"
    case 1: return "N" + sign() + word()
    case 2: return "N" + sign() + word() + sign() + "E"
    case 3: return word() + sign() + "N" + sign() + word() + sign() + "N"
    case 4: return "N" + sign() + word() + sign() + "N" + sign() + word()
    default: return word() + sign() + "N" + sign() + word() + sign() + "E" + sign() + word()
    }
  }

  /// A cell of a form; `heads` are the numbers that stand in it, whose last digits are drawn.
  private static func cell(
    _ form: String, heads: [String], digits: Int, using random: inout SeededNumbers
  ) -> String {
    var (cell, number) = ("", 0)
    for character in form {
      switch character {
      case "N":
        let last = String(10_000 + Int.random(in: 0..<10_000, using: &random)).dropFirst()
        cell += heads[number % heads.count] + last
        number += 1
      case "E":
        let lowest = digits == 2 ? 10 : digits == 3 ? 100 : 1000
        cell += String(Int.random(in: lowest..<lowest * 10, using: &random))
      default: cell.append(character)
      }
    }
    return cell
  }

  @Test(
    "read as the rules read them",
    arguments: ["TW", "CN", "JP", "DE", "US", "FR", "GB", "IN", "IT", "KR"])
  func sameAsTheRules(region: String) throws {
    let readers = try Readers(region: region)
    var random = SeededNumbers(seed: 20_261_127)
    var read = 0
    for _ in 0..<90 {
      let form = Self.form(using: &random)
      let digits = Int.random(in: 2...4, using: &random)
      let heads = (0..<2).compactMap { _ in Self.numbers[region]?.randomElement(using: &random) }
      for _ in 0..<90 {
        let cell = Self.cell(form, heads: heads, digits: digits, using: &random)
        // A form is tried without a locality: what is written in full has its own area code.
        let locality = read % 2 == 0 ? "" : BothWays.localities[region] ?? ""
        guard let texts = readers.texts(of: cell, locality: locality) else { continue }
        #expect(texts.form == texts.rules, "\(region): \"\(cell)\" in \(locality)")
        read += 1
      }
    }
    #expect(read > 60, "\(region): \(read) cells read by their form")
  }

  @Test(
    "are read without the rules once they were met often",
    arguments: [
      ("TW", "王先生：0912-345-678", "+886912345678 !unused-text"),
      ("US", "(206) 258-9574 (office) / (403) 303-7070 (cell)", "+12062589574 +14033037070"),
      ("FR", "Tél : 01 42 68 53 00 - Fax : 05 68 13 38 08", "+33142685300 !fax-dropped"),
      ("DE", "0171 2345678 (Herr Weiß)", "+491712345678 !unused-text"),
      ("JP", "06-6931-8772（内線４１６５）", "+81669318772,4165"),
    ])
  func learned(region: String, cell: String, expected: String) throws {
    let readers = try Readers(region: region)
    var readAt = -1
    for round in 0..<70 where readAt < 0 {
      if let texts = readers.texts(of: cell) {
        readAt = round
        #expect(texts.form == texts.rules)
        #expect(texts.form == expected)
      }
    }
    #expect(readAt > 0, "never read by its form")
  }

  @Test(
    "are left to the rules where a value may matter",
    arguments: [
      ("IN", "Rs 9820012345"), ("GB", "020 7946 0123 est 1978"), ("BE", "RPR Gent 0456.789.012"),
      ("SE", "Kundnummer 0812345678"), ("TW", "02-2712-3456至02-2712-3460 電話"),
      ("DE", "030 1234567 bis 030 1234570"), ("TW", "傳真 02-2712-3456"),
      ("TW", "02-27123456 轉 市民熱線 1999"),
      ("TW", "02-2771-8643 加1000"),
    ])
  func refuted(region: String, cell: String) throws {
    let readers = try Readers(region: region)
    for _ in 0..<70 { #expect(readers.texts(of: cell) == nil) }
  }

  @Test("give the same when more forms come than are kept")
  func replaced() throws {
    let readers = try Readers(region: "TW")
    var random = SeededNumbers(seed: 7)
    for round in 0..<75 {
      for name in 0..<3 {
        let cell = Self.cell("王\(name)先生 N", heads: ["0912-345-"], digits: 2, using: &random)
        if let texts = readers.texts(of: cell) { #expect(texts.form == texts.rules, "\(round)") }
      }
      for other in 0..<200 { _ = readers.texts(of: "名\(round * 200 + other)號 0912-345-678") }
    }
  }
}
