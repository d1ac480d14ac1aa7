import Foundation
import FuzzTargets
import Testing

/// The inputs from which fuzzing begins; those of cells have a test of their own.
@Suite("Corpora of the fuzzer", .serialized)
struct CorpusTests {
  @Test(
    "no kept input breaks what must hold of every input",
    arguments: FuzzTarget.allCases.filter { $0 != .cell })
  func replay(_ target: FuzzTarget) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fuzz/corpus/\(target)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let input = try Data(contentsOf: file)
      // A breach is a failed precondition, as under the fuzzer.
      input.withUnsafeBytes { target.read($0) }
      for cut in stride(from: 0, to: input.count, by: max(1, input.count / 50)) {
        input[..<cut].withUnsafeBytes { target.read($0) }
      }
    }
  }
}
