import DirectoryFormat
import Foundation
import Pipelines
import Publication
import Signing
import Testing

@Suite struct DeltaTrialTests {
  private func staged(
    _ text: String, removals: Int, additions: Int, _ body: (StagedDelta) throws -> Void
  ) throws {
    let place = NSTemporaryDirectory() + "delta-trial-\(UUID().uuidString).tsv"
    let bytes = Array(text.utf8)
    try Data(bytes).write(to: URL(filePath: place))
    defer { try? FileManager.default.removeItem(atPath: place) }
    let delta = Manifest.Delta(
      from: "", slot: 0, path: "deltas/any.tsv", removals: removals, additions: additions,
      bytes: bytes.count, sha256: SHA256.hexadecimal(of: bytes), fromDigest: "", toDigest: "")
    try body(StagedDelta(place: place, delta: delta))
  }

  @Test func aSoundDeltaPasses() throws {
    try staged(
      "-i\t886255667788\n-b\t886255660000\n+i\t886255667788\tHappy Bakery\n+b\t886255660001\n",
      removals: 2, additions: 2
    ) { try DeltaTrial.check($0) }
  }

  @Test(
    "is refused before it is published",
    arguments: [
      // A removal behind an addition, descending numbers, a number twice, no label, no line end.
      "+i\t886255667788\tA\n-i\t886255667789\n", "-i\t886255667789\n+i\t0\tA\n",
      "-i\t886255667789\n-i\t886255667788\n", "+b\t886255667788\n+b\t886255667788\n",
      "-i\t886255667788\n+i\t886255667788\t\n", "-i\t886255667788\n+i\t886255667788\tA",
    ])
  func unsound(text: String) throws {
    let lines = text.split(separator: "\n")
    let removals = lines.count { $0.hasPrefix("-") }
    try staged(text, removals: removals, additions: lines.count - removals) { delta in
      #expect(throws: PublicationError.self) { try DeltaTrial.check(delta) }
    }
  }

  @Test func everyBuildTriesItsDeltas() throws {
    let file = try PipelineReader.read(SamplePipeline.minimal, path: "small.yaml")
    #expect(try file.publicationSettings(threads: 1).deltaCheck != nil)
  }
}
