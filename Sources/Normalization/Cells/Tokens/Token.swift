/// A piece of a cell after folding.
struct Token: BitwiseCopyable {
  /// What it is.
  var kind: Kind
  /// The meaning of a word; `.none` for other kinds.
  var word = Word.none
  /// Whether blank space stands before it.
  var followsBlank: Bool
  /// Whether it stands among signs and digits that may be a number in full, with no word between them.
  var mayBeOfNumber = false
  /// 0-based index of its first digit among the cell's digits (of its first letter, for letters).
  var first: UInt16 = 0
  /// Number of its digits or letters.
  var count: UInt16 = 0
  /// First byte in the cell.
  var start: UInt16
  /// Byte behind the last one.
  var end: UInt16
  /// 1-based Unicode scalar at which it starts; as wide as makes a token of sixteen bytes, so that its place is
  /// found by shifting.
  var column: UInt32

  enum Kind: UInt8, BitwiseCopyable {
    case digits, letters, text, word
    case plus, dash, open, close, hash, star, tilde, slash, dot
    case comma, enumeration, semicolon, colon, newline, equals, quote, ampersand
    case percent, question, at, caret, other
    /// Hours, dates, floors and other amounts with a unit: understood, and no number.
    case note, hours, date, amount
    /// Says after a label that a number follows: No., №, 番号. It says nothing itself.
    case ordinal
    case end
  }
}

/// The meaning of a known word.
enum Word: UInt8, CaseIterable {
  case none
  /// Comes before an extension: 轉, 分機, ext.
  case marker
  /// Says that a number is a phone number, or whose: 電話, 代表號.
  case label
  /// Says that a number is a fax number.
  case fax
  /// Says that a number follows: No., №, 番号. Alone it is a label.
  case ordinal
  /// Joins alternatives: 或, 及, or.
  case joiner
  /// Joins the ends of a range: 至, to.
  case range
  /// Follows a length of time or a time of day: 小時, 點.
  case unit
  /// Follows another quantity: 號, 人, 隻.
  case amount
  /// Says that digits are those of a floor or a room: behind them 樓, 室; before them Room, Zimmer.
  case place
  /// Follows a part of a day: 年, 月, 日.
  case dateUnit
  /// Speaks of opening hours: 週一, 全日.
  case hours
  /// Says that digits are a postcode: 〒, 邮编.
  case postcode
  /// Says that digits are the area code of the number behind the next label, in scripts that do not
  /// part words: 区号021 电话54321234.
  case areaCode
  /// Says that digits are no telephone number: CVR, 統一編號.
  case identity
  /// Says that there is no number: 無, n/a.
  case placeholder
  /// Says that a number is a former one: 舊電話, old.
  case former
  /// Says the same where the cell has a word for new or for a change: 原, alt.
  case formerBesideNew
  /// Says that a number is a new one: 新, new.
  case new
  /// Says that a number gave way to the next one: 改為, now, →.
  case changed
  /// Says that a number is out of use: 停用, disconnected.
  case outOfUse
  /// Sets numbers against each other, so that nobody can tell which one is in use: 取代, 前任. Text
  /// where one number stands alone.
  case contrast

  /// Whether it tells former numbers from those in use.
  var tellsUse: Bool {
    switch self {
    case .former, .formerBesideNew, .new, .changed, .outOfUse: true
    default: false
    }
  }
}
