import Collation
import DirectoryFormat
import Extraction
import Normalization
import Publication
import Records
import Testing

@testable import Pipelines

@Suite struct SettingsMappingTests {
  private func file(_ text: String) throws -> PipelineFile {
    try PipelineReader.read(text, path: "pipelines/p.yaml")
  }

  private func protected(_ entries: String, region: String = "TW") throws -> Set<Int64> {
    let text =
      SamplePipeline.minimal("region: \(region)", insteadOf: "region: TW")
      + "\nprotect: [\(entries)]"
    return try file(text).collationSettings().protected
  }

  @Test func emergencyNumbersAreProtectedAsWrittenAndWithTheCallingCode() throws {
    let numbers = try protected("")
    #expect(numbers.isSuperset(of: [110, 119, 886_110, 886_119]))
    #expect(numbers.allSatisfy { $0 < 1_000_000_000 })
  }

  @Test func aProtectedNumberHasOnlyTheFormsADirectoryHolds() throws {
    let emergency = try protected("")
    #expect(try protected("02-5566-7788").subtracting(emergency) == [886_255_667_788])
    #expect(try protected("+886 2 5566 7788").subtracting(emergency) == [886_255_667_788])
    #expect(
      try protected("\"02-5566-7788#0718\"").subtracting(emergency) == [8_862_556_677_880_718])
    #expect(try protected("8862556677880718").subtracting(emergency) == [8_862_556_677_880_718])
    #expect(try protected("165").isSuperset(of: [165, 886_165]))
    #expect(try protected("010", region: "CN").isSuperset(of: [10, 8610]))
  }

  @Test(arguments: ["call us", "0119 0000 0000 0000 0000 0000", "09999999999999999999999"])
  func whatIsNoNumberCannotBeProtected(_ written: String) {
    let errors = #expect(throws: PipelineErrors.self) { try protected("\"\(written)\"") }
    #expect(errors?.description.contains("is not a number") == true)
  }

  @Test func aNumberOfOneRegionIsProtectedThoughAnotherCannotReadIt() throws {
    let text = """
      version: 1
      name: two
      sources:
        - { name: a, region: TW, path: a.csv, columns: { number: n, label: l } }
        - { name: b, region: CN, path: b.csv, columns: { number: n, label: l } }
      slots: { identifiers: [a.b] }
      protect: [13912345678]
      """
    let numbers = try file(text).collationSettings().protected
    #expect(numbers.contains(8_613_912_345_678))
    #expect(!numbers.contains(13_912_345_678))
  }

  @Test func mergingFollowsThePipeline() throws {
    let settings = try file(SamplePipeline.complete).collationSettings()
    #expect(settings.prefer == [.updated, .rank])
    #expect(settings.ranks == [10, 0, 0])
    #expect(settings.both == .keep)
    #expect(settings.cap == 1_999_999)
    #expect(settings.slots.identifiers == ["tw.example.one", "tw.example.two"])
    #expect(try file(SamplePipeline.minimal).collationSettings().both == .winner)
  }

  @Test func recordsAreReadAsThePipelineSays() throws {
    let settings = try file(SamplePipeline.complete).pipeline.normalizationSettings()
    #expect(settings.count == 3)
    #expect(settings[0].columns.filter { $0 == .number }.count == 2)
    #expect(settings[0].actions[.block] == ["黑名單"])
    #expect(settings[0].actions[.remove] == ["刪除"])
    #expect(settings[0].disabledStatuses == ["停用", "disabled"])
    #expect(settings[0].representativeLabel == "Marry 轉接專線")
    #expect(settings[0].asOf == CalendarDay("2026-11-21")?.daysSince1970)
    #expect(settings[0].action == .identify)
    #expect(settings[1].action == .block)
  }

  @Test func sourcesAreOpenedAsThePipelineSays() throws {
    let text = SamplePipeline.complete.replacing(
      "path: [../samples/center-*.csv, more.csv.gz]", with: "path: [one.csv, more.csv.gz]")
    let sources = try file(text).sourceDescriptions()
    #expect(sources.map(\.name) == ["center", "pbx", "corrections"])
    #expect(sources[0].files == ["pipelines/one.csv", "pipelines/more.csv.gz"])
    #expect(sources[0].encoding == "Big5")
    #expect(sources[0].maxRecordInBytes == 64 << 10)
    #expect(sources[1].files == ["-"])
    guard case .csv(let options) = sources[0].format else {
      Issue.record("not CSV")
      return
    }
    #expect(options.delimiter == 9)
    #expect(options.quote == UInt8(ascii: "'"))
    #expect(options.skipLines == 2)
    guard case .xml(let xml) = sources[1].format else {
      Issue.record("not XML")
      return
    }
    #expect(xml.recordPath == "/Export/Lines/Line")
  }

  @Test func publicationFollowsThePipeline() throws {
    let text = SamplePipeline.complete.replacing("sign: { key: ../keys/private.pem }", with: "")
    let settings = try file(text).publicationSettings(threads: 3)
    #expect(settings.chunkTarget == 1000)
    #expect(settings.keptGenerations == 9)
    #expect(!settings.writesTwins)
    #expect(settings.largestDeltaShare == 0.125)
    #expect(settings.renderings == [.json, .sqlite])
    #expect(settings.freshness.expires == 3 * 86_400 && settings.freshness.next == 90 * 60)
    #expect(settings.threads == 3)
    #expect(settings.signingKey == nil)
  }

  @Test func aKeyThatIsMissingIsAnErrorOfThePipeline() throws {
    let pipeline = try file(SamplePipeline.complete)
    let errors = #expect(throws: PipelineErrors.self) {
      try pipeline.publicationSettings(threads: 1)
    }
    #expect(errors?.description.contains("keys/private.pem") == true)
  }

  @Test func memoryOfTheRunIsSharedOut() throws {
    let folder = try TestFolder()
    let large = try folder.settings(SamplePipeline.minimal) { $0.memory = ByteSize(bytes: 1 << 30) }
    #expect(large.memoryForCollation < 1 << 30 && large.memoryForCollation > 1 << 29)
    let small = try folder.settings(SamplePipeline.minimal) { $0.memory = ByteSize(bytes: 1) }
    #expect(small.memory == BuildOptions.leastMemory)
    #expect(small.memoryForCollation >= 16 << 20)
  }
}
