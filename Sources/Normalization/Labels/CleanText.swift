import CSystem

/// The quick check that a text needs no cleaning but trimming, for the labels of most exports.
///
/// It holds only for characters that NFC leaves alone whatever stands beside them, so it is sound
/// though not complete: Latin letters with their marks in one character, letters of Greek, Cyrillic,
/// Armenian, Hebrew, Arabic, Devanagari, Gujarati, Telugu, Thai, Lao, Burmese, Georgian, Ethiopic and
/// Khmer, common punctuation and symbols, kana, bopomofo, CJK ideographs, Hangul syllables (no
/// conjoining jamo), full-width forms and emoji without joiner or selector; and for vowels, tones and
/// viramas of these scripts in the order in which NFC has them. Everything else takes the long way.
enum CleanText {
  /// Whether all characters are inert and well-formed.
  @inline(__always)
  static func holds(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return true }
    return callbook_is_ascii_and_ideographs(start, text.count) != 0 || holdsByCharacter(text)
  }

  /// The same, character by character; the definition.
  @inline(never)
  static func holdsByCharacter(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return true }
    var at = start
    let end = start + text.count
    // The class of the mark that stands before, by which NFC orders marks; 0 behind what is none.
    var order: UInt8 = 0
    var marks = 0
    while at < end {
      let byte = at.pointee
      if byte < 0x80 {
        if byte &- 0x20 >= 0x5F { return false }
        at += 1
        order = 0
        continue
      }
      let word = word(at, before: end, of: text.count)
      if isIdeograph(word) {
        at += isIdeograph(word &>> 24) ? 6 : 3
        order = 0
        continue
      }
      let length = lengthOfInert(at, before: end)
      if length > 0 {
        at += length
        order = 0
        continue
      }
      let next = OrderedMarks.order(at, left: end - at)
      marks = order == 0 ? 1 : marks + 1
      if next == 0 || next < order || marks > VisibleText.mostMarks { return false }
      order = next
      at += OrderedMarks.length
    }
    return true
  }

  /// The eight bytes at `at`, the first one lowest, with zeros for what lies behind the end.
  @inline(__always)
  private static func word(
    _ at: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, of count: Int
  ) -> UInt64 {
    let left = end - at
    if left >= 8 {
      return UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
    }
    guard count >= 8 else { return 0 }
    let last = UInt64(littleEndian: UnsafeRawPointer(end - 8).loadUnaligned(as: UInt64.self))
    return last &>> UInt64(truncatingIfNeeded: 8 &* (8 &- left))
  }

  /// Whether the low bytes are a character of U+4000 … U+9FFF, all of them inert.
  @inline(__always)
  private static func isIdeograph(_ word: UInt64) -> Bool {
    let lead = word & 0xFF
    return word & 0x00C0_C000 == 0x0080_8000 && lead >= 0xE4 && lead <= 0xE9
  }

  /// Length in bytes of the inert character at `at`, which is not ASCII; 0 when it is not inert.
  @inline(__always)
  private static func lengthOfInert(
    _ at: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> Int {
    let lead = at[0]
    if lead >= 0xE0 && lead < 0xF0 { return lengthOfInertTriple(at, left: end - at) }
    if lead >= 0xC2 && lead <= 0xDF {
      guard end - at >= 2, at[1] & 0xC0 == 0x80 else { return 0 }
      return isInertPair(UInt32(lead & 0x1F) << 6 | UInt32(at[1] & 0x3F)) ? 2 : 0
    }
    return lead == 0xF0 ? lengthOfInertQuadruple(at, left: end - at) : 0
  }

  /// Whether a character of U+0080 … U+07FF is inert.
  @inline(__always)
  private static func isInertPair(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00A0...0x00AC, 0x00AE...0x02FF,  // Latin letters, without controls and the soft hyphen
      0x0388...0x03FF,  // Greek letters, without the signs that NFC replaces
      0x0400...0x0482, 0x048A...0x052F,  // Cyrillic letters
      0x0531...0x0556, 0x0561...0x0587,  // Armenian letters
      0x05D0...0x05EA,  // Hebrew letters without points
      0x0621...0x064A, 0x0660...0x066F, 0x0671...0x06D3:  // Arabic letters and digits
      true
    default: false
    }
  }

  /// The same for what may be three bytes.
  @inline(__always)
  private static func lengthOfInertTriple(_ at: UnsafePointer<UInt8>, left: Int) -> Int {
    let lead = at[0]
    guard left >= 3, at[1] & 0xC0 == 0x80, at[2] & 0xC0 == 0x80 else { return 0 }
    if lead >= 0xE4 && lead <= 0xE9 { return 3 }  // U+4000 … U+9FFF
    let scalar = UInt32(lead & 0x0F) << 12 | UInt32(at[1] & 0x3F) << 6 | UInt32(at[2] & 0x3F)
    return isInert(scalar) ? 3 : 0
  }

  /// The same for what may be four bytes that begin with 0xF0.
  @inline(__always)
  private static func lengthOfInertQuadruple(_ at: UnsafePointer<UInt8>, left: Int) -> Int {
    guard left >= 4, at[1] & 0xC0 == 0x80, at[2] & 0xC0 == 0x80, at[3] & 0xC0 == 0x80
    else { return 0 }
    let scalar =
      UInt32(at[1] & 0x3F) << 12 | UInt32(at[2] & 0x3F) << 6 | UInt32(at[3] & 0x3F)
    return scalar >= 0x1F300 && scalar <= 0x1FAFF || scalar >= 0x20000 && scalar <= 0x2EBE0
      ? 4 : 0
  }

  /// Whether a character of U+0800 … U+FFFF is inert.
  @inline(__always)
  private static func isInert(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0900...0x093B, 0x093D...0x094C, 0x094E...0x0950, 0x0960...0x097F,  // Devanagari
      0x0A81...0x0ABB, 0x0ABD...0x0ACC, 0x0AE0...0x0AF1,  // Gujarati
      0x0C00...0x0C3B, 0x0C3D...0x0C4C, 0x0C58...0x0C7F,  // Telugu
      0x0E01...0x0E37, 0x0E3F...0x0E47, 0x0E4C...0x0E5B,  // Thai
      0x0E81...0x0EB7, 0x0EBB...0x0EC6, 0x0ECC...0x0EDF,  // Lao
      0x1000...0x102D, 0x102F...0x1036, 0x1038, 0x103B...0x108C, 0x108E...0x109F,  // Burmese
      0x10A0...0x10FF, 0x1200...0x135A, 0x1360...0x1399,  // Georgian, Ethiopic
      0x1780...0x17B3, 0x17B6...0x17D1, 0x17D3...0x17DC, 0x17E0...0x17F9,  // Khmer
      0x1E00...0x1EFF,  // Latin letters with marks
      0x2010...0x2027, 0x2030...0x205E,  // dashes, quotes, dots
      0x20A0...0x20BF, 0x2100...0x2125, 0x2127...0x2129,  // currencies, signs like letters
      0x212C...0x2328, 0x232B...0x245F,  // more of them, arrows, mathematics
      0x2460...0x27BF,  // enclosed letters, boxes, symbols
      0x3000...0x3029, 0x3030...0x303F,  // CJK punctuation without tone marks
      0x3041...0x3096, 0x309B...0x30FF,  // kana without combining sound marks
      0x3105...0x312F, 0x3131...0x3163, 0x3165...0x318E,  // bopomofo, compatibility jamo
      0x3190...0x9FFF,  // CJK symbols and ideographs
      0xAC00...0xD7A3,  // Hangul syllables
      0xFF01...0xFF9F:  // full-width and half-width forms
      true
    default: false
    }
  }

  /// The 0-based range without the white space at both ends, of a text for which `holds` is true.
  @inline(__always)
  static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    mayEndInSpace(text) ? trimmedOfSpace(text) : 0..<text.count
  }

  /// Whether the first byte begins a space, or the last one ends one; most labels have neither.
  @inline(__always)
  private static func mayEndInSpace(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return first == 0x20 || first == 0xC2 || first == 0xE3 || last == 0x20 || last == 0xA0
      || last == 0x80
  }

  @inline(never)
  private static func trimmedOfSpace(_ text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var low = 0
    var high = text.count
    while low < high {
      let space = text.spaceLength(at: low, before: high)
      if space == 0 { break }
      low += space
    }
    while low < high {
      if text[high - 1] == 0x20 {
        high -= 1
      } else if high - low >= 2 && text[high - 2] == 0xC2 && text[high - 1] == 0xA0 {
        high -= 2
      } else if high - low >= 3 && text[high - 3] == 0xE3 && text[high - 2] == 0x80
        && text[high - 1] == 0x80
      {
        high -= 3
      } else {
        break
      }
    }
    return low..<high
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Length of the space at an index (blank, no-break, ideographic); 0 when none is there.
  @inline(__always)
  fileprivate func spaceLength(at index: Int, before end: Int) -> Int {
    let byte = self[index]
    if byte == 0x20 { return 1 }
    if byte == 0xC2 && index + 1 < end && self[index + 1] == 0xA0 { return 2 }
    if byte == 0xE3 && index + 2 < end && self[index + 1] == 0x80 && self[index + 2] == 0x80 {
      return 3
    }
    return 0
  }
}
