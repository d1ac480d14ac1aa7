import Foundation
import Testing

@testable import Pipelines

@Suite struct WouldFixTests {
  private static let pipeline = """
    version: 1
    name: cures
    region: TW
    sources:
      - { name: one, path: one.csv, columns: { number: n, label: l } }
      - name: two
        path: two.xml
        format: xml
        record: /a/b
        columns: { number: "@n" }
        action: block
    normalize: { rules: { unused-text: on } }
    slots: { identifiers: [a.b] }
    gate: { rejected: 100% }
    """

  private func folder() throws -> TestFolder {
    let folder = try TestFolder()
    // More than a block, so that several threads take part.
    let good = (0..<9000).map { "02-2552-\(1000 + $0 % 9000),Shop \($0) at the corner" }
    let bad =
      (0..<40).map { "02-2772-\(2000 + $0)接1\($0),Desk \($0)" }
      + [
        "傳真02-2712-3456,Fax alone", "02-2712-3457 傳真02-2712-3458,Both", "Qx02-2712-3459,Touching",
      ]
    try folder.write("n,l\n" + (good + bad).joined(separator: "\n") + "\n", to: "one.csv")
    try folder.write("<a><b n='02-5566-7788 接 12'/><b n='call us'/><b n=''/></a>", to: "two.xml")
    return folder
  }

  private func result(
    _ folder: TestFolder, _ pipeline: String = Self.pipeline, source: String? = nil,
    workers: Int = 2
  ) throws -> WouldFixResult {
    _ = try PipelineRunner(folder.settings(pipeline)).build()
    let report = try RunReport.find(folder.path + "/out")
    return try WouldFix(report, source: source, workers: workers).run()
  }

  @Test("Each setting is tried by itself on all rejected records", arguments: [1, 3])
  func effects(workers: Int) throws {
    let folder = try folder()
    let result = try result(folder, workers: workers)
    #expect(result.rejected == 44 && result.rejectedInRun == 44)
    let effects = Dictionary(uniqueKeysWithValues: result.effects.map { ($0.setting, $0) })
    #expect(result.effects.first == .init(setting: "words.extension: [接]", rescued: 41, changed: 0))
    #expect(effects["normalize.rules.fax-numbers: off"]?.rescued == 1)
    #expect(effects["normalize.rules.fax-numbers: off"]?.changed == 1)
    #expect(effects["words.label: [qx]"]?.rescued == 1)
    #expect(effects["normalize.rules.line-run-expansion: on"]?.rescued == 0)
    #expect(effects["normalize.rules.line-run-expansion: on"]?.changed == nil)
    #expect(result.account.contains("44 records are rejected; "))
    #expect(!result.account.contains("have changed since"))
  }

  @Test("Of one source, and with the exports as they are now")
  func sourceAndChange() throws {
    let folder = try folder()
    _ = try result(folder)
    try folder.write("<a><b n='02-5566-7788 接 12'/></a>", to: "two.xml")
    let report = try RunReport.find(folder.path + "/out")
    let two = try WouldFix(report, source: "two", workers: 1).run()
    #expect(two.rejected == 1 && two.rejectedInRun == 2)
    #expect(two.effects.first?.rescued == 1 && two.account.contains("have changed since"))
    #expect(throws: RejectsError.self) { try WouldFix(report, source: "three", workers: 1) }
  }

  @Test("A setting is changed from what the pipeline says")
  func changedFromThePipeline() throws {
    let folder = try folder()
    let off = Self.pipeline.replacing("unused-text: on", with: "fax-numbers: off")
    let settings = try result(folder, off).effects.map(\.setting)
    #expect(settings.contains("normalize.rules.fax-numbers: on"))
    #expect(!settings.contains("normalize.validate: plan"))
    let known = Self.pipeline + "\nwords: { extension: 接 }"
    #expect(!(try result(folder, known).effects.map(\.setting).contains("words.extension: [接]")))
  }

  @Test("A run that kept no settings is told apart")
  func missing() throws {
    let folder = try folder()
    _ = try result(folder)
    try FileManager.default.removeItem(atPath: folder.path + "/out/report/latest/pipeline.yaml")
    #expect(throws: RejectsError.self) {
      try WouldFix(RunReport.find(folder.path + "/out"), source: nil, workers: 1)
    }
  }

  @Test("Settings that name many files by long paths read back, too")
  func manyFiles() throws {
    let folder = try TestFolder()
    let deep = (0..<4).map { "\($0)" + String(repeating: "x", count: 250) }.joined(separator: "/")
    for file in 0..<1000 { try folder.write("n,l\ncall us \(file),A\n", to: "\(deep)/\(file).csv") }
    let pipeline = """
      version: 1
      name: many
      region: TW
      sources: [{ name: one, path: "*/*/*/*/*.csv", columns: { number: n, label: l } }]
      slots: { identifiers: [a.b] }
      gate: { rejected: 100% }
      allow_empty: yes
      """
    let result = try result(folder, pipeline)
    #expect(result.rejected == 1000)
    let kept = try Data(
      contentsOf: URL(fileURLWithPath: folder.path + "/out/report/latest/pipeline.yaml"))
    #expect(kept.count > YAMLDocument.mostBytes)
    _ = try SpreadsheetView(RunReport.find(folder.path + "/out"))
  }

  @Test("The settings of a run read back as they were")
  func settings() throws {
    let folder = try folder()
    _ = try result(folder)
    let path = folder.path + "/out/report/latest/pipeline.yaml"
    let kept = try PipelineLoader.load(path).pipeline
    let given = try PipelineReader.read(Self.pipeline, path: "p.yaml").pipeline
    #expect(kept.sources.map(\.paths) == [[folder.path + "/one.csv"], [folder.path + "/two.xml"]])
    var alike = kept
    for index in given.sources.indices { alike.sources[index].paths = given.sources[index].paths }
    #expect(alike.document.json() == given.document.json())
  }

  @Test(
    "Words between digits, and words that touch the digits behind them",
    arguments: [
      ("02-5566-7788接18", ["接"], []), ("02-5566-7788 Pst. 18", ["pst"], []),
      ("abc02-27123456", [], ["abc"]), ("abc 02-27123456", [], []),
      ("02-27123456 (王) 0912345678", [], []), ("1 a b 2", ["b"], []), ("", [], []),
    ])
  func words(cell: String, amid: [String], before: [String]) {
    var words = RejectedWords()
    Array(cell.utf8).withUnsafeBufferPointer { words.add($0) }
    #expect(words.mostFrequent(\.amidDigits) == amid)
    #expect(words.mostFrequent(\.beforeDigits) == before)
  }
}
