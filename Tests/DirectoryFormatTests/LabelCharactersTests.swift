import DirectoryFormat
import Testing

@Suite struct LabelCharactersTests {
  /// The rule, one scalar after another.
  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  @Test("every character is judged alike, wherever it stands", arguments: ["", "a", "麵包店 Baker"])
  func everyScalar(padding: String) {
    let scalars = (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
      .filter { $0.value < 0x3000 || $0.value % 257 == 0 }
    for scalar in scalars {
      let label = Array((padding + String(scalar) + padding).utf8)
      let isAllowed = label.withUnsafeBytes { LabelCharacters.areAllowed($0) }
      #expect(isAllowed == !isForbidden(scalar), "U+\(String(scalar.value, radix: 16))")
    }
  }
}
