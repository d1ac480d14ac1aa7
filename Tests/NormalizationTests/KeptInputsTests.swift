import CellProperties
import Foundation
import Testing

/// The inputs that fuzzing kept, each of which reached something that no other did.
@Suite("Inputs kept from fuzzing")
struct KeptInputsTests {
  @Test("break none of the properties that the fuzzer holds cells to")
  func keptInputs() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fuzz/corpus/cell.hex")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 500)
    let properties = CellProperties()
    for line in lines {
      let digits = line.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      try #require(digits.count == line.utf8.count && digits.count % 2 == 0)
      let bytes = stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      }
      let problem = try bytes.withUnsafeBufferPointer { try properties.violation(of: $0) }
      #expect(problem == nil, "\(line)")
    }
  }
}
