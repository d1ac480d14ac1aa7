/// Texts that stand for others and have nothing of them but their length and script.
///
/// They depend on how many there were before, never on what they stand for, so that nothing can be
/// calculated back from them; the same record always gets the same ones.
enum Pseudonyms {
  /// Ways to write a pseudonym; one may happen to be what the rules take for something special.
  static let ways = 4
  private static let digits: [UInt32] = [4, 7, 1, 8, 3, 9, 2, 6, 5, 0]

  /// Digits for a run of which the first `kept` stay, in the script that they are written in.
  ///
  /// - Parameters:
  ///   - ordinal: How many runs got pseudonyms before, from 0 on.
  ///   - way: From 0 up to `ways`.
  static func digits(for run: String, keeping kept: Int, ordinal: Int, way: Int) -> String {
    var output = String.UnicodeScalarView()
    for (place, scalar) in run.unicodeScalars.enumerated() {
      guard place >= kept, let value = scalar.properties.numericValue else {
        output.append(scalar)
        continue
      }
      // Further rounds through the ten digits differ in the digits of their own count.
      let round = (ordinal / digits.count).digit(place - kept)
      let digit = digits[(place + 3 * ordinal + 2 * way + round) % digits.count]
      output.append(Unicode.Scalar(scalar.value - UInt32(value) + digit) ?? scalar)
    }
    return String(output)
  }

  /// Letters of the same script for a word.
  static func word(for word: String, ordinal: Int) -> String {
    var output = String.UnicodeScalarView()
    for (place, scalar) in word.unicodeScalars.enumerated() {
      let letters = letters(like: scalar)
      output.append(letters[(place + ordinal) % letters.count])
    }
    return String(output)
  }

  /// Scripts by the ranges of their letters (Unicode's blocks), and what stands for a letter of each.
  private static let scripts: [(range: ClosedRange<UInt32>, letters: [Unicode.Scalar])] = [
    (0x41...0x5A, Array("KLMNPRSTVB".unicodeScalars)),
    (0x370...0x3FF, Array("αβγδλμπρ".unicodeScalars)),
    (0x400...0x52F, Array("абвгдклм".unicodeScalars)),
    (0x590...0x5FF, Array("אבגדלמרש".unicodeScalars)),
    (0x600...0x6FF, Array("ابتثجدرس".unicodeScalars)),
    (0xE00...0xE7F, Array("กขคงจชดต".unicodeScalars)),
    (0x3040...0x309F, Array("あいうえかきくけ".unicodeScalars)),
    (0x30A0...0x30FF, Array("アイウエカキクケ".unicodeScalars)),
    (0x2E80...0x2FFF, Array("甲乙丙丁戊己庚辛".unicodeScalars)),
    (0x3400...0x9FFF, Array("甲乙丙丁戊己庚辛".unicodeScalars)),
    (0xAC00...0xD7AF, Array("가나다라마바사아".unicodeScalars)),
    (0x20000...0x3FFFF, Array("甲乙丙丁戊己庚辛".unicodeScalars)),
  ]
  private static let latin: [Unicode.Scalar] = Array("klmnprstvb".unicodeScalars)

  private static func letters(like scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    scripts.first { $0.range.contains(scalar.value) }?.letters ?? latin
  }
}

extension Int {
  /// The decimal digit of a number at a place, the last one being at 0.
  fileprivate func digit(_ place: Int) -> Int {
    var rest = self
    for _ in 0..<place where rest > 0 { rest /= 10 }
    return rest % 10
  }
}
