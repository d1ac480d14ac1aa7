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

  /// Cells full of one kind of token each, whose tokens stand behind the end of the cell that is read next.
  private static let before = [
    "% ", "12 ", "1-", "# ", "1/", ") ", "( ", "王 ", "ab ", "1.", "轉 ", "傳真 ",
  ]
  .map { String(repeating: $0, count: 40) }

  @Test("each gives the same whatever the cell before it left behind")
  func leftovers() throws {
    let cases = try Self.cases()
    for region in Set(cases.map(\.region)).sorted() {
      let reader = try CellReader(settings: CellSettings(region: region))
      let result = CellResult()
      for variant in cases where variant.region == region {
        let bytes = Array(variant.cell.utf8)
        bytes.withUnsafeBufferPointer { reader.read($0, into: result) }
        let read = Reading.text(result)
        for cell in Self.before {
          Array(cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
          bytes.withUnsafeBufferPointer { reader.read($0, into: result) }
          #expect(
            Reading.text(result) == read,
            "variants.tsv:\(variant.line): \(variant.cell), behind \(cell.prefix(8))")
        }
      }
    }
  }

  @Test("with unused-text off a cell that leaves text unused is junk, and others are the same")
  func unusedText() throws {
    let cases = try Self.cases()
    for region in Set(cases.map(\.region)).sorted() {
      let reader = try CellReader(settings: CellSettings(region: region))
      let strict = try Reading(region: region, off: .unusedText).reader()
      let result = CellResult()
      for variant in cases where variant.region == region {
        let bytes = Array(variant.cell.utf8)
        bytes.withUnsafeBufferPointer { reader.read($0, into: result) }
        let read = Reading.text(result)
        let leavesText = read.contains("!unused-text")
        bytes.withUnsafeBufferPointer { strict.read($0, into: result) }
        let strictly = Reading.text(result)
        #expect(
          leavesText ? !strictly.contains("+") && strictly.contains("?junk") : strictly == read,
          "variants.tsv:\(variant.line): \(variant.cell): \(read), off \(strictly)")
      }
    }
  }
}
