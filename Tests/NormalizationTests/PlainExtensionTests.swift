import Testing

@testable import Normalization

@Suite("Plain extension cells")
struct PlainExtensionTests {
  private static let markers = WordBook.words.flatMap { _, rows in
    rows.description.split { $0 == " " || $0 == "\n" }.map { String($0.prefix { $0 != "=" }) }
  }

  @Test("read as the rules read them", arguments: [0, 3])
  func sameAsTheRules(width: Int) throws {
    var settings = CellSettings(region: "TW")
    settings.extensionWidth = width
    let short = try CellReader(settings: settings)
    settings.keepsTrace = true
    let long = try CellReader(settings: settings)
    for lead in Self.leads {
      for digits in Self.digits {
        let cell = lead + digits
        let outcome = Self.read(cell, by: short)
        #expect(outcome == Self.read(cell, by: long), "extension cell \"\(cell)\"")
      }
    }
  }

  @Test(
    "take the short way",
    arguments: [
      ("12", 12), ("0718", 718), ("#5", 5), ("分機12", 12), ("分机: 12", 12), ("ext.12", 12),
      ("Ext. 12", 12), ("x12", 12), ("轉 0", 0), ("-12", 12), ("*12", 12), ("~12", 12), ("＃12", 12),
      ("分機：12", 12),
    ])
  func shortWay(cell: String, value: Int64) throws {
    #expect(try Self.plain(cell)?.value == value)
  }

  @Test(
    "leave the short way", arguments: ["5", "0", "無", "12-14", "ext", "電話12", "１２", "x-5", "é5"])
  func longWay(cell: String) throws {
    #expect(try Self.plain(cell) == nil)
  }

  private static let digits = [
    "", "0", "7", "12", "007", "0718", "12345", "123456", "1234567", "12345678", "123456789",
    "1234567890123456", "12 ", "12.0", "1a", "12:4", "123/5", "一",
  ]

  /// Every known word with every sign behind it, and what is no word.
  private static var leads: [String] {
    let words = markers + markers.map { $0.uppercased() } + ["", "#", "＃", "*", "é", "abc", "分"]
    return words.flatMap { word in
      ["", ".", ":", " ", ". ", "：", "-", "/", "a", "(", "+"].map { word + $0 }
    }
  }

  private static func plain(_ cell: String) throws -> PlainExtension? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { scratch in
      guard let scratch = scratch.baseAddress else { return nil }
      return Array(cell.utf8).withUnsafeBufferPointer {
        PlainExtension($0, words: .shared, scratch: scratch)
      }
    }
  }

  private static func read(_ cell: String, by reader: CellReader) -> String {
    let result = CellResult()
    Array("02-55667788".utf8).withUnsafeBufferPointer { number in
      Array(cell.utf8).withUnsafeBufferPointer {
        reader.read(number, extensionCell: cell.isEmpty ? nil : $0, into: result)
      }
    }
    return Reading.text(result)
  }
}
