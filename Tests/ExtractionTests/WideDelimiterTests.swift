import Records
import Testing

@testable import Extraction

@Suite struct WideDelimiterTests {
  private static let signs = ["；", "，", "¦", "§", "┃", "　", "🀄"]
  private static let pieces = [
    "\"", "\"", "\r", "\n", " ", "\t", "a", "b;", ",", "漢", "ß", "\"\"", "；", "¦", "\u{EF}",
  ]

  /// Random text in which `\u{1}` stands for the delimiter.
  private static func text(seed: Int) -> String {
    var random = SeededGenerator(state: UInt64(seed) &* 104_729 &+ 3)
    return (0..<Int.random(in: 0...200, using: &random)).map { _ in
      Int.random(in: 0..<3, using: &random) == 0
        ? "\u{1}" : pieces.randomElement(using: &random) ?? "a"
    }.joined()
  }

  private func read(_ text: String, _ options: CSVOptions, blockSize: Int) throws -> [ReadRecord] {
    let scratch = try Scratch()
    return try readAll(
      [csv(try scratch.file("r.csv", text.utf8), options: options)], blockSize: blockSize)
  }

  @Test("a sign beyond ASCII parts records as an ASCII one does", arguments: 0..<80)
  func agreement(seed: Int) throws {
    let sign = Self.signs[seed % Self.signs.count]
    let text = Self.text(seed: seed).replacing(sign, with: "x")
    let expected = try read(
      text, CSVOptions(delimiter: 1, hasHeader: false), blockSize: 1 << 20)
    var options = CSVOptions(hasHeader: false)
    options.wideDelimiter = Array(sign.utf8)
    let wide = text.replacing("\u{1}", with: sign)
    for strict in [false, true] {
      options.strictLibCSV = strict
      for blockSize in [1, 3, 16, 1 << 20] {
        let found = try read(wide, options, blockSize: blockSize)
        #expect(found.map(\.line) == expected.map(\.line))
        #expect(found.map(\.state) == expected.map(\.state))
        let restored = { (text: String) in text.replacing("\u{1}", with: sign) }
        #expect(found.map(\.cells) == expected.map { $0.cells.map(restored) })
        #expect(found.map(\.raw) == expected.map { restored($0.raw) })
      }
    }
  }
}
