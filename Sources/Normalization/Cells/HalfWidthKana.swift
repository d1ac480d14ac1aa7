/// The narrow forms of katakana, which old systems of Japan write: ﾌｧｯｸｽ for ファックス.
enum HalfWidthKana {
  private static let plain = Array(
    zip(
      "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲンァィゥェォャュョッー".unicodeScalars,
      "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝｧｨｩｪｫｬｭｮｯｰ".unicodeScalars))
  private static let voiced = Array(
    zip(
      "ガギグゲゴザジズゼゾダヂヅデドバビブベボヴ".unicodeScalars, "ｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎｳ".unicodeScalars))
  private static let halfVoiced = Array(
    zip("パピプペポ".unicodeScalars, "ﾊﾋﾌﾍﾎ".unicodeScalars))

  /// A spelling with its katakana in narrow forms; nil for one without any.
  static func spelling(of word: some StringProtocol) -> String? {
    guard word.unicodeScalars.contains(where: { (0x30A1...0x30FA).contains($0.value) }) else {
      return nil
    }
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
