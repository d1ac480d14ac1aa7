import Testing

@testable import Normalization

extension LabelText {
  /// The note with which a text begins, or with which it goes on behind a number; "" for none.
  static func note(in text: String, _ place: PlaceOfNote, dialsDirectly: Bool = false) -> String {
    let bytes = Array(text.utf8)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 16) { scratch in
      bytes.withUnsafeBufferPointer { cell in
        guard let scratch = scratch.baseAddress else { preconditionFailure("no memory") }
        let label = LabelText(
          cell: cell, words: .shared, scratch: scratch, dialsDirectly: dialsDirectly)
        return String(decoding: cell[..<label.endOfNote(from: 0, place)], as: UTF8.self)
      }
    }
  }
}

/// Names and other words beside numbers that mean nothing to any rule.
@Suite("Notes beside numbers")
struct NoteTextTests {
  @Test(
    "end where their words do, or their bracket",
    arguments: [
      ("Mme Martin 01 48 62 86 13", "Mme Martin"), ("Dispatch: (702) 221-0236", "Dispatch"),
      ("(agence)", "(agence)"), ("(agence, 3)", ""), ("ask for Bob", "ask for Bob"),
      ("Bob", "Bob"), ("B", ""), ("Bob 4", "Bob"), ("one two three four five", ""), ("(Bob", ""),
      ("xx Bob", ""), ("hh", ""), ("Бюро", ""), ("großer Fuß", "großer Fuß"),
    ])
  func ends(text: String, note: String) {
    #expect(LabelText.note(in: text, .inBrackets) == note)
  }

  @Test(
    "are none where a word, or several together, mean something",
    arguments: [
      "Fax", "Bob Fax", "no longer in use", "Bob no longer in use", "ext", "außer Betrieb",
    ])
  func meanings(text: String) {
    #expect(LabelText.note(in: text, .inBrackets) == "")
  }

  @Test("have words of hours where no digits touch them")
  func hours() {
    #expect(LabelText.note(in: "sauf lundi", .behindNumber) == "sauf lundi")
    #expect(LabelText.note(in: "lundi sauf", .behindNumber) == "")
    #expect(LabelText.note(in: "lundi Bob", .beforeNumber) == "lundi Bob")
    #expect(LabelText.note(in: "Bob lundi", .beforeNumber) == "")
    #expect(LabelText.note(in: "(lundi)", .behindNumber) == "(lundi)")
  }

  @Test("hold no word of the book but hours and titles")
  func book() {
    for (word, rows) in WordBook.words where word != .hours {
      WordRows.forEachWord(in: rows) { spelling, _ in
        let text = String(decoding: spelling, as: UTF8.self)
        #expect(LabelText.note(in: text, .inBrackets) == "", "\(text)")
      }
    }
  }

  private static let numbers = [
    "FR": [
      "01 42 68 53 00", "06.12.34.56.78", "0033 1 40 53 88 99", "03/85/81/60/01", "0800 123 456",
    ],
    "US": ["(212) 555-0123", "2125550123", "416/264-8498", "+1 212 555 0123", "1-800-555-0199"],
    "DE": [
      "030 12345678", "0171 2345678", "0221/7161-0", "+49 (0)621 35 06-96", "0511 348306 - 2",
      "0511 34830 12", "0800 1234567",
    ],
    "GB": ["020 7946 0958", "0161 496 0123", "+44 20 7946 0958", "07700 900123"],
    "IT": ["06 4884642", "03 10303 1020", "347 1234567", "02/72001234", "0541-1234"],
    "LU": ["28 577 36", "26 25 12 34", "4796-1", "621 123 456"],
    "TW": ["02-2712-3456", "(037)345-678", "0912-345-678", "0800-123-456", "04)22471229"],
    "NG": ["0800 672 4267", "0803 123 4567", "01 271 2345", "+234 803 123 4567"],
  ]
  private static let words = [
    "Bob", "Alice", "Mme", "Martin", "agence", "Sales", "only", "lundi", "Uhr", "matin", "closed",
    "Paris",
    "Taipei", "Köhler", "FLOWERS", "Mrs", "rooms", "Kinder", "Store", "main", "office", "cell",
    "fax", "new",
    "old", "vormittags", "posti", "LINE", "hh", "Ade", "TX", "no", "longer", "in", "use", "ask",
    "for",
  ]

  @Test(
    "leave numbers as the rules read them",
    arguments: ["FR", "US", "DE", "GB", "IT", "LU", "TW", "NG"])
  func beside(region: String) throws {
    let read = try BothWays(region: region).expectSame(6_000, seed: 20_261_131) {
      Self.cell(of: region, using: &$0)
    }
    #expect(read.count > 2_000)
  }

  /// One number or two with words before or behind them.
  private static func cell(of region: String, using random: inout SeededNumbers) -> String {
    var text = ""
    for index in 0...Int.random(in: 0...1, using: &random) {
      if index > 0 {
        text += [" / ", ", ", "; ", " - ", " "].randomElement(using: &random) ?? ""
      }
      let number = numbers[region]?.randomElement(using: &random) ?? ""
      let note = note(using: &random)
      text +=
        [
          "\(note) \(number)", "\(note): \(number)", "\(number) \(note)", "\(number) (\(note))",
          number,
        ]
        .randomElement(using: &random) ?? ""
    }
    return text
  }

  private static func note(using random: inout SeededNumbers) -> String {
    (0...Int.random(in: 0...2, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
    }
    .joined(separator: " ")
  }
}
