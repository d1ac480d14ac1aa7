import Extraction
import Foundation
import Testing

@testable import Pipelines

@Suite struct RedactorTests {
  private static let pipeline = """
    version: 1
    name: shops
    region: TW
    sources:
      - name: shops
        path: shops.csv
        columns: { number: [phone, mobile], extension: ext, label: shop, action: what, updated: at }
        words: { extension: [接], label: [代表號] }
        ragged: reject
      - { name: lines, path: lines.xml, format: xml, record: /a/b, columns: { number: "@n", label: Name } }
    normalize: { extension_width: 4, rules: { line-run-expansion: on } }
    actions: { block: [封鎖] }
    slots: { identifiers: [a.b] }
    """
  private static let rows: [(row: String, reason: String)] = [
    ("02-2345-67,,,王小明的店,,2026-11-01", "rejection unassigned in number"),
    ("02-27234567接1234567890123,,,王小明,,", "rejection too-long in number"),
    ("02-5566-7788,,,王小明,frob,", "rejection unknown-action in action"),
    ("02-5566-7788,,,,,", "rejection empty-label in label"),
    ("洽王小明,,,A shop,,", "rejection junk in number"),
    ("02-5566-7788,,,A shop, Inc,,", "rejection ragged"),
    ("02-5566-7788,0912-34567,,王小明,,", "rejection unassigned in number"),
    ("02-5566-7788 傳真02-5566-7789接,,,王小明,,", ""),
    ("５５６６７７８８,,,王小明,封鎖,", "rejection missing-area-code in number"),
    ("2-5566-7788,,,王小明,,", "repair lost-zero in number"),
  ]

  private func folder() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write(Self.pipeline, to: "p.yaml")
    try folder.write(
      "phone,mobile,ext,shop,what,at\n" + Self.rows.map { $0.row + "\n" }.joined(), to: "shops.csv")
    try folder.write(
      "<a>\n<b n='02-5566-7788 #abc'><Name>王小明</Name></b>\n<b n='02-5566-7799'><Name>x</Name></b></a>",
      to: "lines.xml")
    return folder
  }

  private func redaction(_ folder: TestFolder, _ place: String) throws -> Redaction {
    try Redactor(PipelineLoader.load(folder.path + "/p.yaml"), scratch: folder.path).redact(place)
  }

  @Test("The example shows the same and holds neither the name nor the number", arguments: 0..<10)
  func rows(index: Int) throws {
    let folder = try folder()
    let redaction = try redaction(folder, "shops.csv:\(index + 2)")
    let wanted = Self.rows[index].reason
    if !wanted.isEmpty { #expect(redaction.shows.contains(wanted)) }
    #expect(!redaction.export.contains("小明"))
    #expect(!redaction.export.contains("5566-7788") && !redaction.export.contains("６６７７８８"))
    // Read as files of their own, they give it too.
    try redaction.write(to: folder.path + "/passed-on")
    let file = try PipelineLoader.load(folder.path + "/passed-on/pipeline.yaml")
    let alone = try Explainer(file).explain("export.csv:2", threads: 1).records
    let findings =
      alone.flatMap { $0.rejections.isEmpty ? $0.repairs : $0.rejections }.map(\.name)
    #expect(findings.count == redaction.shows.count && !findings.isEmpty)
    for (name, text) in zip(findings, redaction.shows) { #expect(text.contains(" \(name)")) }
    #expect(folder.mode(of: "passed-on") == 0o700)
  }

  @Test func `Settings that matter stay, the others go`() throws {
    let folder = try folder()
    let tooLong = try redaction(folder, "shops.csv:3")
    #expect(tooLong.pipeline.contains("extension: [接]") && !tooLong.pipeline.contains("代表號"))
    #expect(!tooLong.pipeline.contains("封鎖") && !tooLong.pipeline.contains("line-run-expansion"))
    #expect(tooLong.kept.contains("接"))
    #expect(try redaction(folder, "shops.csv:7").pipeline.contains("ragged: reject"))
  }

  @Test func `The same record always gets the same pseudonyms, the same digits the same ones`()
    throws
  {
    let folder = try folder()
    #expect(
      try redaction(folder, "shops.csv:8").export == redaction(folder, "shops.csv:8").export)
    try folder.write(
      "phone,mobile,ext,shop,what,at\n02-2345-678,,,Shop 345678 and 345678,,\n", to: "shops.csv")
    let export = try redaction(folder, "shops.csv:2").export
    let label = export.split(separator: "\n")[1].split(separator: ",")[1].split(separator: " ")
    #expect(label.count == 4 && label[1] == label[3] && label[1] != "345678")
  }

  @Test(
    "A record of many numbers keeps none, whichever of them are rejected", arguments: [41, 60, 100])
  func manyNumbers(count: Int) throws {
    let folder = try TestFolder()
    let cells = (0..<count).map { index in
      let number = "+886 2 2\(String(712_3400 + 37 * index))"
      switch index % 8 {
      case 1: return "+33 1 8\(7_454_300 + 91 * index)"
      case 3: return "+32 2 58\(index * 77 + 10_000)"
      case 5: return "+49 30 28\(43371996 + 613 * index)3"
      case 7: return String(number.dropLast())
      default: return number
      }
    }
    let names = (0..<count).map { "n\($0)" }.joined(separator: ",")
    try folder.write("label,\(names)\nBakery,\(cells.joined(separator: ","))\n", to: "shops.csv")
    try folder.write(
      """
      version: 1
      name: shops
      region: DE
      sources:
        - { name: shops, path: shops.csv, columns: { label: label, number: [\(names)] } }
      slots: { identifiers: [a.b] }
      """, to: "p.yaml")
    let redaction = try redaction(folder, "shops.csv:2")
    let tails = cells.compactMap { $0.split(separator: " ").last }
    #expect(tails.allSatisfy { !redaction.export.contains($0) })
    let row = try #require(redaction.export.split(separator: "\n").last).split(separator: ",")
    #expect(row.count < count, "numbers that were read have no part in it")
    #expect(redaction.shows.contains { $0.contains("in number") })
  }

  @Test func `Records of XML become rows`() throws {
    let redaction = try redaction(folder(), "lines.xml:2")
    #expect(redaction.export.hasPrefix("number,label\n02-"))
    #expect(
      redaction.pipeline.contains("path: [export.csv]") && !redaction.pipeline.contains("xml"))
  }

  @Test func `What cannot be shown is said`() throws {
    let folder = try folder()
    #expect(throws: RedactionError.nothingToShow("lines.xml:3", account: "used")) {
      try redaction(folder, "lines.xml:3")
    }
    #expect(throws: RedactionError.noRecord("shops.csv:99")) {
      try redaction(folder, "shops.csv:99")
    }
    #expect(throws: RedactionError.self) { try redaction(folder, "other.csv:2") }
    try folder.write("phone,mobile,ext,shop,what,at\n\"02-5566-7788,,,x,,\n", to: "shops.csv")
    #expect(throws: RedactionError.ofTheFile("shops.csv:2", reason: "bad-quoting")) {
      try redaction(folder, "shops.csv:2")
    }
  }
}

@Suite struct KeptTextTests {
  @Test(
    "A number that stays whole is counted",
    arguments: [
      ("02-2712-3456", "02-2712-3456", 1), ("02-2712-3456", "02-2712-3459", 0),
      ("02-0000-0000", "02-0000-0000", 0), ("00000000", "00000000", 0),
      ("1234567890", "1234567890", 0),
      ("27123456 or 27123457", "27123456 or 27123457", 1), ("1999", "1999", 0),
      ("02-2712-3456轉18", "02-2712-3456轉47", 1),
    ])
  func numbers(former: String, now: String, count: Int) throws {
    let kept = try KeptText(Self.record(now), of: Self.record(former))
    #expect((kept.numbers > 0) == (count > 0))
  }

  private static func record(_ number: String) throws -> RedactedRecord {
    let folder = try TestFolder()
    try folder.write("number,label\n\(number),A\n", to: "a.csv")
    try folder.write(
      """
      version: 1
      name: a
      region: TW
      sources: [{ name: a, path: a.csv, columns: { number: number, label: label } }]
      slots: { identifiers: [a.b] }
      """, to: "p.yaml")
    let file = try PipelineLoader.load(folder.path + "/p.yaml")
    let explainer = try Explainer(file)
    let records = try RecordLookup(explainer).records(at: 2, of: explainer.sources[0].files[0])
    return RedactedRecord(records[0], of: file.pipeline, source: file.pipeline.sources[0])
  }
}

@Suite struct PseudonymsTests {
  @Test func `A thousand runs of the same length get a thousand pseudonyms`() {
    let all = (0..<1_000).map {
      Pseudonyms.digits(for: "27123456", keeping: 2, ordinal: $0, way: 0)
    }
    #expect(Set(all).count == all.count)
  }

  @Test func `Pseudonyms keep length and script`() {
    for text in ["2345", "２３４５", "٢٣٤٥"] {
      let pseudonym = Pseudonyms.digits(for: text, keeping: 1, ordinal: 2, way: 1)
      #expect(pseudonym.unicodeScalars.count == 4)
      #expect(pseudonym.unicodeScalars.first == text.unicodeScalars.first)
      let block = { (scalar: Unicode.Scalar) in
        Int(scalar.value) - Int(scalar.properties.numericValue ?? 0)
      }
      #expect(
        zip(pseudonym.unicodeScalars, text.unicodeScalars).allSatisfy { block($0) == block($1) })
    }
    for (word, one) in [("Straße", "k"), ("王", "甲"), ("Ωμέγα", "α"), ("ファクス", "ア")] {
      let pseudonym = Pseudonyms.word(for: word, ordinal: 0)
      #expect(pseudonym.unicodeScalars.count == word.unicodeScalars.count)
      #expect(pseudonym.lowercased().hasPrefix(one))
    }
  }
}
