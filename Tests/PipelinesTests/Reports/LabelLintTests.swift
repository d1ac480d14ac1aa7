import Testing

@testable import Pipelines

@Suite struct LabelLintTests {
  private func findings(_ lines: [(Int, String)]) -> [LabelLint.Finding] {
    var lint = LabelLint()
    let bytes = Array(lines.map { "\($0.0)\t\($0.1)\n" }.joined().utf8)
    bytes.withUnsafeBytes { lint.add($0) }
    return lint.findings
  }

  @Test func oneLabelOnThousandsOfNumbers() {
    let found = findings((0...1000).map { (886_200_000_000 + $0, "免付費專線") })
    #expect(found.map(\.label) == ["免付費專線"])
    #expect(found.map(\.count) == [1001])
    #expect(found.map(\.number) == [886_200_000_000])
    #expect(findings((0..<1000).map { ($0 + 1, "免付費專線") }).isEmpty)
  }

  @Test(arguments: [
    ("幸福婚紗攝影工作室台北忠孝東路旗艦店", true), ("幸福婚紗攝影工作室台北忠孝東路店", false),
    (String(repeating: "w", count: 33), true), (String(repeating: "w", count: 32), false),
    (String(repeating: "é", count: 32), false),
  ])
  func wide(label: String, isFound: Bool) {
    #expect(findings([(1, label)]).map(\.what) == (isFound ? ["wider than a phone shows"] : []))
  }

  @Test(arguments: ["Happy\u{200B}Bakery", "Bakery\u{2066}", "花\u{FEFF}店", "A\u{7F}B", "花\u{AD}"])
  func hidden(label: String) {
    #expect(findings([(1, label)]).map(\.what) == ["invisible characters"])
  }

  @Test func theRarerOfTwoThatLookAlikeIsNamed() {
    let found = findings([
      (1, "Happy Bakery"), (2, "Happy Bakery"), (3, "HAPPY-BAKERY"), (4, "Нaррy Bаkеry"),
      (5, "花店 10"),
      (6, "花店l0"), (7, "Other"),
    ])
    #expect(found.map(\.label) == ["HAPPY-BAKERY", "Нaррy Bаkеry", "花店l0"])
    #expect(found[0].what == "looks like “Happy Bakery”")
    #expect(found[2].what == "looks like “花店 10”")
  }

  /// Labels are read without Unicode's tables where that comes to the same.
  @Test func skeletonsAreThoseOfUnicode() {
    var skeletons = LabelSkeletons()
    for value in UInt32(0x20)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let label = "a\(Character(scalar))0 B"
      let skeleton = skeletons.of(Array(label.utf8)[...])
      if skeleton != Array(LabelSkeletons.of(label).utf8) {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test func charactersBesideOneAnotherLeaveWhatTheyLeaveAlone() {
    let seed: UInt64 = 20_261_127
    var random = SeededGenerator(state: seed)
    var skeletons = LabelSkeletons()
    let blocks: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x36F, 0x370...0x52F, 0x1E00...0x1EFF, 0x2010...0x205E, 0x3041...0x30FF,
      0xFF61...0xFF9F, 0xAC00...0xAD00, 0x4E00...0x4F00, 0x2100...0x27BF,
    ]
    for round in 0..<20_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let block = blocks.randomElement(using: &random) ?? 0x20...0x7E
        if let scalar = Unicode.Scalar(UInt32.random(in: block, using: &random)) {
          text.append(scalar)
        }
      }
      let label = String(text)
      #expect(
        skeletons.of(Array(label.utf8)[...]) == Array(LabelSkeletons.of(label).utf8),
        "seed \(seed), round \(round): \(label.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }
}
