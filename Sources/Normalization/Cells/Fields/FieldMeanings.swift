/// What the names and the values of fields mean, by the words of all languages.
struct FieldMeanings {
  let bytes: [UInt8]
  let context: CellContext

  /// The words that a text has.
  struct Words {
    var hasFax = false
    var hasPhone = false
    var hasMarker = false
    var hasIdentity = false
    /// Whether it has others than these and words for a number.
    var hasOthers = false
    /// Whether it says that something is in use, or no more.
    var tellsUse = false

    var isOfNumber: Bool { hasFax || hasPhone }
    /// Whether it says that something is a fax or a phone, and no more.
    var isPure: Bool { isOfNumber && !hasOthers && !hasMarker && !hasIdentity }

    fileprivate mutating func take(_ meaning: Word) {
      switch meaning {
      case .fax: hasFax = true
      case .label: hasPhone = true
      case .marker: hasMarker = true
      case .identity, .postcode: hasIdentity = true
      case .ordinal, .areaCode, .joiner: break
      default:
        hasOthers = true
        tellsUse = tellsUse || meaning.tellsUse
      }
    }
  }

  /// What a field's name says of its value.
  enum Name {
    case kind, number, area, code, phone, fax, `extension`, other, text
  }

  /// The most bytes of a name, or of a value that says what a number is.
  static let longest = 48

  func name(_ range: Range<Int>) -> Name {
    if range.isEmpty { return .number }
    guard range.count <= Self.longest else { return .text }
    let known = plain(range)
    return known.withUnsafeBufferPointer { name in
      if FieldNames.kind.contains(name) { return .kind }
      if FieldNames.number.contains(name) { return .number }
      if FieldNames.area.contains(name) { return .area }
      if FieldNames.code.contains(name) { return .code }
      if name.holds(oneOf: EmbeddedWords.tagOfFax) { return .fax }
      if FieldNames.other.contains(name) { return .other }
      return nameByWords(range)
    }
  }

  private func nameByWords(_ range: Range<Int>) -> Name {
    let words = words(of: range)
    if words.hasFax { return .fax }
    if words.hasMarker { return .extension }
    if words.hasPhone { return .phone }
    if words.hasIdentity || endsAsIdentity(range) { return .other }
    return .text
  }

  /// Whether the last part of a name is that of an identity: user_id, orderNo.
  private func endsAsIdentity(_ range: Range<Int>) -> Bool {
    let parts = parts(of: range)
    guard parts.count > 1, let last = parts.last else { return false }
    return plain(last).withUnsafeBufferPointer {
      FieldNames.identity.contains($0) || FieldNames.other.contains($0)
    }
  }

  /// The words of a text, one by one; parts of names that are written with capitals, too.
  func words(of range: Range<Int>) -> Words {
    var words = Words()
    let whole = plain(range)
    let meaning = whole.withUnsafeBufferPointer { text in context.find { $0.exact(text) } }
    if meaning != .none {
      words.take(meaning)
      return words
    }
    for part in parts(of: range) { take(part, into: &words) }
    return words
  }

  private func take(_ part: Range<Int>, into words: inout Words) {
    let spelled = small(part)
    let meaning = spelled.withUnsafeBufferPointer { text in
      if FieldNames.phone.contains(text) { return Word.label }
      if FieldNames.number.contains(text) { return Word.ordinal }
      return context.find { $0.exact(text) }
    }
    guard meaning == .none, spelled.contains(where: { $0 >= 0xE0 }) else {
      return words.take(meaning)
    }
    takeIdeographs(part, into: &words)
  }

  /// Takes the longest words one behind another, of scripts that do not part them.
  private func takeIdeographs(_ part: Range<Int>, into words: inout Words) {
    bytes.withUnsafeBufferPointer { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[part])
      var index = 0
      while index < text.count {
        let found =
          text[index] & 0xC0 == 0x80 ? nil : context.find { $0.longest(in: text, at: index) }
        if let found, found.scalars > 1 {
          words.take(found.word)
          index += found.count
        } else {
          words.hasOthers = true
          index += 1
        }
      }
    }
  }

  /// A text in small letters, without the signs that may stand between its parts.
  func plain(_ range: Range<Int>) -> [UInt8] {
    small(range).filter {
      $0 >= 0x80 || $0 &- 97 < 26 || $0 &- 48 < 10
    }
  }

  private func small(_ range: Range<Int>) -> [UInt8] {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return Array(text.lowercased().utf8)
  }

  /// The parts of a text: between signs, and where a capital stands behind a small letter.
  private func parts(of range: Range<Int>) -> [Range<Int>] {
    var (parts, start): ([Range<Int>], Int?) = ([], nil)
    for index in range {
      let isLetter = bytes[index] >= 0x80 || (bytes[index] | 0x20) &- 97 < 26
      let isCapital = bytes[index] &- 65 < 26
      if let begun = start, !isLetter || isCapital && bytes[index - 1] &- 97 < 26 {
        parts.append(begun..<index)
        start = nil
      }
      if start == nil, isLetter { start = index }
    }
    if let start { parts.append(start..<range.upperBound) }
    return parts
  }
}

/// Names of fields by what they say of their values: Data/words.tsv.
private enum FieldNames {
  static let kind = SpellingTable(EmbeddedWords.fieldKind)
  static let number = SpellingTable(EmbeddedWords.fieldNumber)
  static let area = SpellingTable(EmbeddedWords.fieldArea)
  static let code = SpellingTable(EmbeddedWords.fieldCode)
  static let phone = SpellingTable(EmbeddedWords.fieldOfPhone)
  static let identity = SpellingTable(EmbeddedWords.fieldOfIdentity)
  static let other = SpellingTable(EmbeddedWords.fieldOther)
}
