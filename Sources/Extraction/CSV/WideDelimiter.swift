import Records

/// Lets one byte stand for a delimiter beyond ASCII, so that libcsv, which knows bytes only, splits at it.
///
/// In the decoded text each such character becomes blanks and U+001F, as many bytes as it had: places in the
/// text stay what they are, and blanks around cells are no part of them. Once the records are found the
/// characters are put back, into quoted cells and raw records too. A U+001F of the file itself does not
/// decode.
struct WideDelimiter {
  /// What stands for the character.
  static let standIn: UInt8 = 0x1F

  /// Two bytes of UTF-8, or more.
  private let character: [UInt8]

  /// The delimiter of these options; nil where it is one byte.
  init?(_ options: CSVOptions) {
    guard options.wideDelimiter.count > 1 else { return nil }
    character = options.wideDelimiter
  }

  /// Puts the stand-in into text that ends with a whole character, from a position on.
  func replace(in text: inout ElementBuffer<UInt8>, from start: Int) {
    let count = character.count
    var place = start
    while place < text.count {
      if text.base[place] == Self.standIn {
        text.base[place] = Decoder.undecodable
      } else if text.base[place] == character[0], place + count <= text.count,
        (1..<count).allSatisfy({ text.base[place + $0] == character[$0] })
      {
        for offset in 0..<count - 1 { text.base[place + offset] = 0x20 }
        place += count - 1
        text.base[place] = Self.standIn
      }
      place += 1
    }
  }

  /// Puts the character back wherever the stand-in is.
  func restore(in text: inout ElementBuffer<UInt8>) {
    let before = character.count - 1
    for place in 0..<text.count where text.base[place] == Self.standIn && place >= before {
      for offset in 0...before { text.base[place - before + offset] = character[offset] }
    }
  }
}
