import Testing

@testable import Pipelines

/// A generator whose runs can be repeated from their printed seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct PipelineReaderPropertyTests {
  private static let pieces = [
    "", ":", "- ", "[", "]", "{", "}", "\"", "'", "\n", "  ", "&a", "*a", "!!int", "|", ">", "#",
    "\u{0}", "\u{FEFF}", "\t", "null", "-1", "99999999999999999999", "<<: *a", "? ", "%", "轉", "~",
    "---", "...", "0x7f", "\u{2028}", "@", "`",
  ]

  /// Whatever happens to a file, it is a pipeline that reads back as itself or a list of problems.
  @Test(arguments: 0..<8)
  func aDamagedFileIsAPipelineOrAListOfProblems(_ round: UInt64) throws {
    let seed = UInt64.random(in: 0...UInt64.max) &+ round
    var generator = SeededGenerator(state: seed)
    for _ in 0..<60 {
      var text = Array(SamplePipeline.complete.unicodeScalars)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let start = Int.random(in: 0..<text.count, using: &generator)
        let end = min(text.count, start + Int.random(in: 0...12, using: &generator))
        let piece = Self.pieces.randomElement(using: &generator) ?? ""
        text.replaceSubrange(start..<end, with: Array(piece.unicodeScalars))
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text)
      let pipeline: Pipeline
      do {
        pipeline = try PipelineReader.read(String(view), path: "p.yaml").pipeline
      } catch {
        #expect(!error.diagnostics.isEmpty, "seed \(seed)")
        continue
      }
      let shown = pipeline.document
      let again = try PipelineReader.read(shown.yaml(), path: "p.yaml").pipeline
      #expect(again.document.json() == shown.json(), "seed \(seed)")
    }
  }
}
