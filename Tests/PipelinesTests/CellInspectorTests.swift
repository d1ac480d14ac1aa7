import Normalization
import Testing

@testable import Pipelines

@Suite struct CellInspectorTests {
  @Test func aNumberIsShownInAllItsForms() throws {
    let inspector = try CellInspector(CellSettings(region: "TW"))
    let findings = inspector.read("02-5566-7788", extensionCell: "0718")
    #expect(
      findings.document(input: "x").json()
        == #"{"input": "x", "numbers": [{"e164": "+886255667788", "extension": "0718", "#
        + #""directory": "8862556677880718"}], "repairs": [], "rejections": []}"#)
    #expect(findings.line == "8862556677880718")
  }

  @Test func aCellWithoutNumberSaysWhyAndWhatWouldFixIt() throws {
    let inspector = try CellInspector(CellSettings(region: "TW"))
    let findings = inspector.read("happy bakery")
    #expect(findings.numbers.isEmpty)
    let rejection = try #require(findings.rejections.first)
    #expect(!rejection.hint.isEmpty)
    #expect(findings.line == "-\t-\t\(rejection.reason)@\(rejection.column)")
  }

  @Test func testsOfAPipelineCompareWhatTheyName() throws {
    let text =
      SamplePipeline.minimal + """

        tests:
          - { cell: 02-5566-7788, directory: 886255667788, e164: "+886255667788", reason: [] }
          - { cell: 02-5566-7788, extension: "0718", directory: [886255667788] }
          - { cell: happy bakery, directory: [], reason: url }
        """
    let pipeline = try PipelineReader.read(text, path: "p.yaml").pipeline
    let failures = try PipelineTestRunner.run(pipeline)
    #expect(failures.map(\.key) == ["directory", "reason"])
    #expect(
      failures.first?.text(revealed: false)
        == "p.yaml:8: test of \"02-5xxx-xx88\": directory is [886xxxxxxxxxxx18] "
        + "(expected [886xxxxxxx88]). Correct the test, or the rules under `normalize`. "
        + "`--reveal` shows the numbers.")
    #expect(
      failures.first?.text(revealed: true)
        == "p.yaml:8: test of \"02-5566-7788\": directory is [8862556677880718] "
        + "(expected [886255667788]). Correct the test, or the rules under `normalize`.")
  }

  @Test func settingsOfAPipelineReachTheCells() throws {
    let pipeline = try PipelineReader.read(SamplePipeline.complete, path: "p.yaml").pipeline
    let settings = pipeline.cellSettings(for: pipeline.sources[0])
    #expect(settings.region == "CN")
    #expect(settings.validation == .length)
    #expect(settings.refusedTypes == ["toll-free"])
    #expect(settings.extensionWidth == 4)
    #expect(settings.expansionBudget == 500)
    #expect(settings.rules == [.obsoleteNumbering: false])
    #expect(pipeline.cellSettings(for: pipeline.sources[0], region: "JP").region == "JP")
  }
}
