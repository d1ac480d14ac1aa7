import Foundation
import Testing

@testable import Normalization

/// Cells that nobody took from a file: other area codes, orders, signs and scripts.
@Suite("Variants of the notations")
struct VariantsTests {
  private struct Case {
    var line: Int
    var region: String
    var cell: String
    var expected: String
  }

  private static func cases() throws -> [Case] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "truth/variants.tsv")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { number, line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 3, !line.hasPrefix("# ") else { return nil }
        return Case(line: number + 1, region: fields[0], cell: fields[1], expected: fields[2])
      }
  }

  @Test("each gives what was written down for it before")
  func variants() throws {
    let cases = try Self.cases()
    #expect(cases.count > 600)
    for region in Set(cases.map(\.region)).sorted() {
      let reader = try CellReader(settings: CellSettings(region: region))
      let result = CellResult()
      for variant in cases where variant.region == region {
        Array(variant.cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
        // The column of a rejection is held by the tests of the rules.
        let read = Reading.text(result).split(separator: " ")
          .map { $0.hasPrefix("?") ? String($0.prefix { $0 != "@" }) : String($0) }
        #expect(
          read.joined(separator: " ") == variant.expected,
          "variants.tsv:\(variant.line): \(variant.cell)")
      }
    }
  }
}
