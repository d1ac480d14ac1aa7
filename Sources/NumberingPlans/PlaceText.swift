/// The parts of a city's name or an address that may name its town, as they are compared.
///
/// Letters are folded: without case, accents and width. Parts are what commas, slashes, bars,
/// brackets, line breaks and a dash between blanks set apart; words are set apart by one blank.
struct PlaceText {
  /// Where folded text is kept; of at least `bytesNeeded` bytes.
  private let base: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private(set) var count = 0
  private var hasBlank = false

  /// The most bytes of a cell that is looked at.
  static let longestCell = 512
  /// Room for the folded text of any cell that is looked at; no letter grows to more than thrice
  /// its bytes, and those that grow are few.
  static let bytesNeeded = 2048
  /// Sets parts apart in folded text.
  static let comma = UInt8(ascii: ",")
  private static let blank = UInt8(ascii: " ")

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    base = buffer.baseAddress.unsafelyUnwrapped
    capacity = buffer.count
  }

  /// The folded text.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Folds UTF-8; what is not UTF-8 parts words.
  ///
  /// False for a text that does not fit.
  mutating func fold(_ text: UnsafeBufferPointer<UInt8>, by letters: PlaceLetters) -> Bool {
    var index = 0
    while index < text.count {
      let start = index
      let scalar = Self.scalar(text, &index)
      let isDash = scalar == 0x2D || scalar == 0x2013 || scalar == 0x2014
      if isDash, start > 0, index < text.count, text[start - 1] == Self.blank,
        text[index] == Self.blank
      {
        part()
        continue
      }
      guard let folded = letters.folded(scalar) else {
        guard add(UnsafeBufferPointer(rebasing: text[start..<index])) else { return false }
        continue
      }
      switch folded.first {
      case nil: continue
      case Self.blank: hasBlank = true
      case Self.comma: part()
      default: guard add(folded) else { return false }
      }
    }
    part()
    if count > 0, base[count - 1] == Self.comma { count -= 1 }
    return true
  }

  /// Ends a part, unless nothing stands in it.
  private mutating func part() {
    hasBlank = false
    guard count > 0, base[count - 1] != Self.comma, count < capacity else { return }
    base[count] = Self.comma
    count += 1
  }

  private mutating func add(_ letters: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count + letters.count + 2 < capacity else { return false }
    if hasBlank, count > 0, base[count - 1] != Self.comma {
      base[count] = Self.blank
      count += 1
    }
    hasBlank = false
    for letter in letters {
      base[count] = letter
      count += 1
    }
    return true
  }

  /// Reads one scalar; U+0020 for bytes that are none.
  private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt32 {
    let first = text[index]
    index += 1
    guard first >= 0x80 else { return UInt32(first) }
    let more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC2 ? 1 : 0
    guard more > 0, first < 0xF5, index + more <= text.count else { return 0x20 }
    var value = UInt32(first) & (0x3F >> UInt32(more))
    for offset in 0..<more {
      guard text[index + offset] & 0xC0 == 0x80 else { return 0x20 }
      value = value << 6 | UInt32(text[index + offset] & 0x3F)
    }
    index += more
    return value
  }
}

extension PlaceText {
  /// Keeps the parts that may name the town, and parts them by commas; false when none does, or
  /// more than a town and its province are left.
  ///
  /// A part with a postcode before its name is the town, whatever stands in the others; else parts
  /// with other digits are streets and go.
  mutating func keepTown() -> Bool {
    var kept = 0
    var parts = 0
    var town: Range<Int>?
    var start = 0
    while start < count {
      let end = bytes[start...].firstIndex(of: Self.comma) ?? count
      let words = PlaceWords(bytes, start..<end)
      start = end + 1
      if let found = words.townBehindPostcode {
        guard town == nil else { return false }
        town = found
      } else if town == nil, let found = words.name(isLast: end == count, isAlone: parts == 0) {
        if parts > 0 { base[kept] = Self.comma }
        let offset = parts > 0 ? kept + 1 : kept
        for index in found { base[offset + index - found.lowerBound] = base[index] }
        kept = offset + found.count
        parts += 1
      }
    }
    if let town {
      for index in town { base[index - town.lowerBound] = base[index] }
      count = town.count
      return true
    }
    count = kept
    return parts == 1 || parts == 2
  }
}

/// The words of one part of an address.
private struct PlaceWords {
  private let range: Range<Int>
  /// Words before the digits of a postcode: the letters of a country.
  private var leadingLetters = 0
  private var leadingDigits = 0
  private var trailingDigits = 0
  /// Where the first word behind the first digits starts.
  private var nameStart: Int
  /// Where the last word before the last digits ends.
  private var nameEnd: Int
  private var hasLetters = false
  /// Whether digits stand elsewhere than at the start or the end.
  private var isMixed = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.range = range
    nameStart = range.lowerBound
    nameEnd = range.lowerBound
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: 0x20) ?? range.upperBound
      take(bytes[start..<end], next: end + 1)
      start = end + 1
    }
  }

  private mutating func take(_ word: Slice<UnsafeBufferPointer<UInt8>>, next: Int) {
    let digits = word.count { $0 &- 0x30 < 10 }
    if digits == 0 {
      if trailingDigits > 0 { isMixed = true }
      hasLetters = true
      nameEnd = word.endIndex
      if leadingDigits == 0 { leadingLetters += word.count }
    } else if digits < word.count {
      isMixed = true
    } else if !hasLetters || leadingLetters <= 2 && nameEnd - range.lowerBound == leadingLetters {
      // 40210, D 40210 or 114 55, before any name.
      leadingDigits += digits
      nameStart = next
      if hasLetters { hasLetters = false }
    } else {
      trailingDigits += digits
    }
  }

  /// The name behind a postcode of 4 … 8 digits.
  var townBehindPostcode: Range<Int>? {
    (4...8).contains(leadingDigits) && hasLetters && !isMixed && trailingDigits == 0
      ? nameStart..<nameEnd : nil
  }

  /// A name without digits; at the end of an address before a postcode, of five digits behind
  /// another part and of six anywhere.
  func name(isLast: Bool, isAlone: Bool) -> Range<Int>? {
    guard !isMixed else { return nil }
    let postcode = hasLetters ? trailingDigits : leadingDigits
    guard hasLetters ? leadingDigits == 0 : leadingLetters > 0 else { return nil }
    if postcode == 0 { return range }
    let least = isAlone ? 6 : 5
    return isLast && (least...9).contains(postcode) ? range.lowerBound..<nameEnd : nil
  }
}
