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
