import Testing

@testable import Pipelines

@Suite struct RunPipelineTests {
  @Test("sources that are written one by one read back as what was written", arguments: 1...3)
  func sourcesOneByOne(count: Int) throws {
    let folder = try TestFolder()
    var text = "version: 1\nname: many\nregion: TW\nslots: { identifiers: [a.b] }\nsources:\n"
    for index in 0..<count {
      try folder.write("number,label\n02-2345-6789,Shop\n", to: "\(index).csv")
      text +=
        "  - { name: s\(index), path: \(index).csv, rank: \(index),"
        + " columns: { number: number, label: label } }\n"
    }
    let settings = try folder.settings(text)
    var pieces: [String] = []
    RunPipeline.write(settings) { pieces.append($0) }
    #expect(pieces.count == count + 2)
    let written = pieces.joined()
    let read = try PipelineReader.read(written, path: folder.path + "/again.yaml").pipeline
    #expect(read.document.yaml() == written)
    #expect(read.sources.map(\.name) == (0..<count).map { "s\($0)" })
    #expect(read.sources.map(\.paths) == (0..<count).map { [folder.path + "/\($0).csv"] })
  }
}
