import Testing

@testable import Normalization

/// Plain cells with a label before their number, or behind it.
@Suite("Labelled cells")
struct LabelledCellsTests {
  private static let numbers = [
    "TW": [
      "02-2712-3456", "(037)345-678", "0912-345-678", "0912345678", "+886-2-2712-3456", "2712-3456",
    ],
    "CN": [
      "010-56781234", "13812345678", "0571-8888-1234", "+86-138-1234-5678", "0571 88881234",
      "88881234",
    ],
    "JP": ["03-3456-7890", "090-1234-5678", "0422(23)4567", "0120-123-456", "+81-3-3456-7890"],
    "HK": ["2345 6789", "+852 2345 6789", "2345-6789"],
    "DE": ["030 12345678", "0171 2345678", "+49 30 12345678", "030/12345678", "(030) 123456-78"],
    "US": ["(212) 555-0123", "+1 212 555 0123", "1-800-555-0199", "212.555.0123 x12"],
    "FR": ["01 42 68 53 00", "06.12.34.56.78", "+33 (0)1 42 68 53 00"],
    "AR": ["011 2343-6855", "+54 11 2341-7168"], "AT": ["+43 800 123408", "01 5131234"],
  ]
  private static let words: [String] = {
    var words: [String] = []
    for (word, rows) in WordBook.words where word != .none {
      WordRows.forEachWord(in: rows) { spelling, _ in
        words.append(String(decoding: Array(spelling), as: UTF8.self))
      }
    }
    return words
  }()
  private static let labels = words.filter { word in
    Array(word.utf8).withUnsafeBufferPointer { WordBook.shared.exact($0) == .label }
  }
  private static let signs =
    Array("0123456789-() +/").map(String.init) + ["#", "轉", "王", "：", ":", "、", "\n", "無", "１"]

  @Test(
    "read as the rules read them",
    arguments: ["TW", "CN", "JP", "HK", "DE", "US", "FR", "AR", "AT"])
  func sameAsTheRules(region: String) throws {
    let read = try BothWays(region: region).expectSame(10_000, seed: 20_261_126) {
      Self.cell(of: region, using: &$0)
    }
    #expect(read.filter { Self.isFound(in: $0) }.count > 1_000)
  }

  @Test(
    "every label reads as the rules read it", arguments: ["TW", "CN", "JP", "DE", "US", "FR", "AR"])
  func everyLabel(region: String) throws {
    let ways = try BothWays(region: region)
    for label in Self.labels {
      for number in Self.numbers[region, default: []] {
        for cell in [
          "\(label)\(number)", "\(label): \(number)", "\(label.uppercased()). \(number)",
          "\(number)\(label)", "\(number) (\(label))", "\(label) \(number)  \(label)",
        ] {
          let texts = ways.texts(of: cell)
          #expect(texts.short == texts.long, "\(region): \"\(cell)\"")
        }
      }
    }
    #expect(Self.labels.count > 100)
  }

  @Test(
    "find the number",
    arguments: [
      ("電話02-2712-3456", "02-2712-3456"), ("电话13812345678  纠错", "13812345678"),
      ("02-2712-3456 電話", "02-2712-3456"), ("电话13812345678\u{A0}\u{A0}纠错", "13812345678"),
      ("電話 +886-2-2712-3456 ", "+886-2-2712-3456"), ("Tél. 01 42 68 53 00", "01 42 68 53 00"),
      ("TOLL FREE: 212 555 0123", "212 555 0123"), ("電話：０２２７１２３４５６", "0227123456"),
      ("電話(02)2712-3456", "(02)2712-3456"), ("フリーダイヤル0120-123-456", nil),
      ("02-2712-3456（代表）", "02-2712-3456"),
      ("電話02-2712-3456 電話 ", "02-2712-3456"), ("（代表）02-2712-3456", "02-2712-3456"),
      ("0171 2345678 mobil", "0171 2345678"), ("T. 01 42 68 53 00", "01 42 68 53 00"),
    ])
  func found(cell: String, number: String?) { #expect(Self.number(in: cell) == number) }

  @Test(
    "leave the short way",
    arguments: [
      "電話02-2712-3456 傳真", "傳真02-2712-3456", "電話1 02-2712-3456", "Tel 1 02-2712-3456",
      "電02-2712-34567", "02-2712-3456 傳真", "02-2712-3456轉", "02-2712-3456 (代表", "王先生02-2712-3456王",
      "電話", "",
    ])
  func left(cell: String) { #expect(Self.number(in: cell) == nil) }

  private static func isFound(in cell: String) -> Bool { number(in: cell) != nil }

  private static func number(in cell: String) -> String? {
    let parts = CellParts.numbers(of: cell)
    return parts?.count == 1 ? parts?.first : nil
  }

  /// A number with words around it, most of them labels, and up to two signs put in or taken out.
  private static func cell(of region: String, using random: inout SeededNumbers) -> String {
    let before = Int.random(in: 0..<4, using: &random)
    let blanks = ["", "", " ", "  ", "\u{A0}\u{A0}", "\u{3000}", " \u{A0}", ": ", "：", ".: "]
    var text = numbers[region, default: []].randomElement(using: &random) ?? ""
    if before > 0 {
      let list = Int.random(in: 0..<5, using: &random) == 0 ? words : labels
      text =
        (list.randomElement(using: &random) ?? "") + (blanks.randomElement(using: &random) ?? "")
        + text
    }
    if before == 0 || Bool.random(using: &random) {
      let list = Int.random(in: 0..<5, using: &random) == 0 ? words : labels
      text +=
        (blanks.randomElement(using: &random) ?? "") + (list.randomElement(using: &random) ?? "")
    }
    var signs = text.map(String.init)
    for index in signs.indices where "0123456789".contains(signs[index]) {
      guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
      signs[index] = String(Int.random(in: 0...9, using: &random))
    }
    for _ in 0..<max(0, Int.random(in: -3...2, using: &random)) where !signs.isEmpty {
      let place = Int.random(in: 0..<signs.count, using: &random)
      if Bool.random(using: &random) {
        signs.remove(at: place)
      } else {
        signs.insert(Self.signs.randomElement(using: &random) ?? "", at: place)
      }
    }
    return signs.joined()
  }
}
