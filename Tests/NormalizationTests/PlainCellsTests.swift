import Foundation
import Testing

@testable import Normalization

/// Plain numbers of every region, and the same with their digits spoilt, as phonenumbers sees them.
@Suite("Plain numbers of every region")
struct PlainCellsTests {
  @Test("give the number that phonenumbers gives, without a repair, or a rejection")
  func plainCells() throws {
    let rows = try Self.rows()
    #expect(rows.count > 3_500)
    #expect(Set(rows.map(\.region)).count == 245)
    for (region, cells) in Dictionary(grouping: rows, by: \.region) {
      var settings = CellSettings(region: region)
      let short = try CellReader(settings: settings)
      settings.keepsTrace = true
      let long = try CellReader(settings: settings)
      let result = CellResult()
      for row in cells {
        for reader in [short, long] {
          Array(row.cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
          let read = Reading.text(result)
          #expect(
            row.e164 == "-" ? read.hasPrefix("?") : read == row.e164,
            "\(region) \(row.cell): expected \(row.e164), read \(read)")
        }
      }
    }
  }

  @Test(
    "in any order of digits and signs read as the rules read them",
    arguments: ["TW", "US", "DE", "FR", "JP", "SE"])
  func anyOrder(region: String) throws {
    let read = try BothWays(region: region).expectSame(15_000, seed: 20_261_123) {
      Self.spoilt(Self.good[region, default: []], using: &$0)
    }
    #expect(read.count > 2_500)
  }

  @Test(
    "that may end before their last digits are read by the rules",
    arguments: [
      ("SG", ["65-950 519-36", "65 9505 19 36", "6595 0519-36", "65-9505-1936"]),
      ("DE", ["0301388 - 2161123", "0308771-7199622", "(01)503939 0617", "(01)565-8187920"]),
      ("DE", ["030 123441-2-3", "0171-4070506-2", "+49 621 35 06-96", "0221/7161-2"]),
      ("AT", ["05121234-35", "051212354-55"]),
      ("SE", ["08-12 34 41-42", "+46 8-12 34 41-42"]), ("SB", ["67774-28448", "677 74284-48"]),
    ])
  func looseEnd(region: String, cells: [String]) throws {
    let ways = try BothWays(region: region)
    for cell in cells {
      let texts = ways.texts(of: cell)
      #expect(texts.short == texts.long, "\(cell)")
    }
  }

  private static let good = [
    "TW": ["02-2712-3456", "(03)345-6789", "0912-345-678", "+886-2-2712-3456", "0800 123 456"],
    "US": [
      "(212) 555-0123", "212-555-0123", "+1 212 555 0123", "1-800-555-0199", "1 (212) 555-0123",
      "1-(212) 555-0123",
    ],
    "FR": ["01 42 68 53 00", "06-12-34-56-78", "+33 1 42 68 53 00", "+33 6 12 34 5678"],
    "JP": ["03-3456-7890", "0466(22)9199", "0466 (22) 9199", "(0466)22-9199", "090-1234-5678"],
    "SE": ["08-12 34 56 78", "08-123 45 67", "+46 8 12 34 56 78", "070-123 45 67"],
    "DE": [
      "030 12345678", "(030) 123456-78", "+49 30 12345678", "0171 2345678", "089/123456",
      "0201-12-24 567", "02-1-2024 567", "0171 02-1-2024", "0211 8233-51", "(0211) 8233-0",
    ],
  ]

  /// A good cell with up to three bytes put in, taken out or changed.
  private static func spoilt(_ cells: [String], using random: inout SeededNumbers) -> String {
    var bytes = Array((cells.randomElement(using: &random) ?? "").utf8)
    let signs = Array("0123456789-() +-- )(".utf8)
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let sign = signs.randomElement(using: &random) ?? 0x20
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.insert(sign, at: place)
      case 1: bytes.remove(at: place)
      default: bytes[place] = sign
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private struct Row {
    var region: String
    var cell: String
    var e164: String
  }

  private static func rows() throws -> [Row] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "truth/plain_cells.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let fields = line.split(separator: "\t").map(String.init)
        try #require(fields.count == 3)
        return Row(region: fields[0], cell: fields[1], e164: fields[2])
      }
  }
}
