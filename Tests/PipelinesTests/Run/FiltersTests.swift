import Testing

@testable import Pipelines

@Suite struct FiltersTests {
  private static let pipeline = """
    version: 1
    name: filters
    region: TW
    sources:
      - name: desk
        path: desk.csv
        columns: { extension: 分機, label: 部門 }
        constants: { number: 02-5566-7788 }
        where: { 狀態: [open, 營業] }
      - name: list
        path: list.csv
        columns: { number: n }
        constants: { label: Taipei desk, area_code: "02" }
    slots: { identifiers: [a.b] }
    """

  private func folder() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write("分機,部門,狀態\n18,Front,open\n19,Back,closed\n,Nobody,open\n,,\n", to: "desk.csv")
    try folder.write("n\n2552-1000\n\n", to: "list.csv")
    return folder
  }

  @Test func whatIsLeftOutIsInapplicable() throws {
    let folder = try folder()
    let summary = try PipelineRunner(folder.settings(Self.pipeline)).build().summary
    #expect(
      summary.ledger.records == [
        "read": 6, "used": 3, "rejected": 0, "inapplicable": 2, "blank": 1,
      ])
    let directory = try folder.names(in: "out/directory/chunks").map {
      try folder.text(of: "out/directory/chunks/" + $0)
    }.joined()
    #expect(directory.contains("88625566778818\tFront\n"))
    #expect(directory.contains("886225521000\tTaipei desk\n"))
  }

  @Test func aConstantAndAColumnContradictEachOther() {
    func problems(_ text: String) -> [String] {
      do {
        _ = try PipelineReader.read(text, path: "p.yaml")
        return []
      } catch { return error.diagnostics.map(\.description) }
    }
    let both = Self.pipeline.replacing(
      "columns: { number: n }", with: "columns: { number: n, label: l }")
    #expect(problems(both).first?.contains("a constant label and maps a column") == true)
    let alone = Self.pipeline.replacing("extension: 分機, ", with: "")
    #expect(problems(alone).first?.contains("maps no extension") == true)
    let none = Self.pipeline.replacing("where: { 狀態: [open, 營業] }", with: "where: open")
    #expect(problems(none).first?.contains("expected columns with their texts") == true)
    #expect(problems(Self.pipeline).isEmpty)
  }

  @Test func todayIsTheDayOfTheRun() throws {
    let now = try #require(RunTime("2026-11-22T23:15:00Z"))
    let text = SamplePipeline.minimal + "\nas_of: today"
    let pipeline = try PipelineReader.read(text, path: "p.yaml", now: now).pipeline
    #expect(pipeline.asOf?.description == "2026-11-22")
    #expect(pipeline.document.json().contains(#""as_of": "today""#))
    let day = try PipelineReader.read(
      text, path: "p.yaml", asOf: CalendarDay("2026-01-02"), now: now
    ).pipeline
    #expect(day.asOf?.description == "2026-01-02")
    #expect(day.document.json().contains(#""as_of": "2026-01-02""#))
  }
}
