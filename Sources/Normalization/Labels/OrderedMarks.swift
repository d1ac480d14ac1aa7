/// Marks that NFC composes with nothing and orders by class, of scripts in which names of shops have them.
///
/// A run of them in which no class falls is what NFC makes of it. The classes are those of UnicodeData.txt
/// (Canonical_Combining_Class), which never change for a character once it is assigned (Unicode's
/// stability policy). Nuktas, and vowels that compose with the letter before, are not among them.
enum OrderedMarks {
  /// Length of each in bytes of UTF-8.
  static let length = 3

  /// The class of the mark at a place with so many bytes left; 0 for what is none of them.
  static func order(_ at: UnsafePointer<UInt8>, left: Int) -> UInt8 {
    guard left >= length, at[0] == 0xE0 || at[0] == 0xE1, at[1] & 0xC0 == 0x80, at[2] & 0xC0 == 0x80
    else { return 0 }
    switch UInt32(at[0] & 0x0F) << 12 | UInt32(at[1] & 0x3F) << 6 | UInt32(at[2] & 0x3F) {
    case 0x1037: return 7  // a dot below of Burmese
    case 0x094D, 0x0ACD, 0x0C4D, 0x0E3A, 0x0EBA, 0x1039, 0x103A, 0x17D2: return 9  // viramas
    case 0x0E38, 0x0E39: return 103  // u of Thai
    case 0x0E48...0x0E4B: return 107  // tones of Thai
    case 0x0EB8, 0x0EB9: return 118  // u of Lao
    case 0x0EC8...0x0ECB: return 122  // tones of Lao
    default: return 0
    }
  }
}
