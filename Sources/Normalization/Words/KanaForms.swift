/// The forms of katakana that old systems of Japan write: ﾌｧｯｸｽ, フアツクス for ファックス.
enum KanaForms {
  /// The forms of a spelling with large letters and with narrow ones; none where it has no katakana.
  static func otherForms(of spelling: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    // What is no kana, nearly every word, is told by a byte.
    guard spelling.contains(0xE3) else { return [] }
    let word = String(decoding: spelling, as: UTF8.self)
    guard word.unicodeScalars.contains(where: { (0x30A1...0x30FA).contains($0.value) }) else {
      return []
    }
    let large = inLargeLetters(word)
    let wide = large == word ? [] : [large]
    return (wide + ([word] + wide).map(inNarrowLetters)).map { Array($0.utf8) }
  }

  private static let small = Array(
    zip("ァィゥェォャュョッ".unicodeScalars, "アイウエオヤユヨツ".unicodeScalars))

  private static func inLargeLetters(_ word: String) -> String {
    var large = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      large.append(small.first { $0.0 == scalar }?.1 ?? scalar)
    }
    return String(large)
  }

  private static let plain = Array(
    zip(
      "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンァィゥェォャュョッー".unicodeScalars,
      "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝｧｨｩｪｫｬｭｮｯｰ".unicodeScalars))
  private static let voiced = Array(
    zip(
      "ガギグゲゴザジズゼゾダヂヅデドバビブベボヴ".unicodeScalars, "ｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎｳ".unicodeScalars))
  private static let halfVoiced = Array(
    zip("パピプペポ".unicodeScalars, "ﾊﾋﾌﾍﾎ".unicodeScalars))

  private static func inNarrowLetters(_ word: String) -> String {
    var narrow = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      if let found = plain.first(where: { $0.0 == scalar }) {
        narrow.append(found.1)
      } else if let found = voiced.first(where: { $0.0 == scalar }) {
        narrow.append(found.1)
        narrow.append("\u{FF9E}")
      } else if let found = halfVoiced.first(where: { $0.0 == scalar }) {
        narrow.append(found.1)
        narrow.append("\u{FF9F}")
      } else {
        narrow.append(scalar)
      }
    }
    return String(narrow)
  }
}
