internal import Records

/// What spreadsheets make of a text that they take for a number, a day or a formula.
///
/// The value of a correction that looks so was not typed by a person: nothing is corrected by it, unless
/// the cell said so before.
enum SpreadsheetDamage: Equatable {
  /// 8.86E+11: a long number as it is shown.
  case scientific
  /// 1234567890123450000: digits from the sixteenth on are gone.
  case rounded
  /// 1-Feb, 1986/3/21.
  case day
  /// #NAME?, ########, Err:508.
  case error

  // Each is compiled at its first use: within a function that was half a millisecond for each row.
  private nonisolated(unsafe) static let power = /[-+]?[0-9]([.,][0-9]+)?[Ee][-+]?[0-9]+/
  private nonisolated(unsafe) static let errors =
    /#[\p{L}0-9\/]{1,16}[?!]|#N\/A|#NV|#{2,}|Err:[0-9]{3}/
  private nonisolated(unsafe) static let eastAsianDay = /([0-9]{2,4}年)?[0-9]{1,2}月([0-9]{1,2}日)?/
  private nonisolated(unsafe) static let dayFirst =
    /([0-9]{1,2}[-. ]{1,2})?\p{L}{3,9}\.?[-. ][0-9]{1,4}/
  private nonisolated(unsafe) static let monthFirst =
    /[0-9]{1,2}[-. ]{1,2}\p{L}{3,9}\.?([-. ][0-9]{2,4})?/
  private nonisolated(unsafe) static let figures =
    /([0-9]{1,4})([-\/.])([0-9]{1,2})\2([0-9]{1,4})( [0-9]{1,2}:[0-9]{2}(:[0-9]{2})?)?/

  private static let numbers: Set<Field> = [.number, .extensionDigits, .areaCode, .first, .last]

  /// What was done to the value of a row, as far as its cell tells; nil where it seems whole.
  init?(of row: CorrectionRow, in pipeline: Pipeline) {
    let columns = pipeline.sources.first { $0.name == row.source }?.columns ?? []
    let fields = columns.filter { $0.selector.reportedName == row.field }.map(\.field)
    let isNumber = fields.isEmpty || fields.contains(where: Self.numbers.contains)
    self.init(String(decoding: row.value, as: UTF8.self), isNumber: isNumber)
  }

  /// What was done to a value; of a cell that holds no number only errors are told.
  init?(_ value: String, isNumber: Bool) {
    let text = value.drop(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace }
    guard let end else { return nil }
    let trimmed = String(text[...end])
    if Self.isError(trimmed) {
      self = .error
    } else if !isNumber {
      return nil
    } else if trimmed.wholeMatch(of: Self.power) != nil {
      self = .scientific
    } else if Self.isRounded(trimmed) {
      self = .rounded
    } else if Self.isDay(trimmed) {
      self = .day
    } else {
      return nil
    }
  }

  /// What is wrong and what to do.
  var sentence: String {
    switch self {
    case .scientific:
      "a spreadsheet has made a number of its value and lost digits. Import `value` as text."
    case .rounded:
      "a spreadsheet has made a number of its value and zeros of all after the fifteenth digit. Import "
        + "`value` as text."
    case .day: "a spreadsheet has made a date of its value. Import `value` as text."
    case .error: "its value is an error of a spreadsheet. Import `value` as text."
    }
  }

  private static func isError(_ text: String) -> Bool {
    (text.first == "#" || text.first == "E") && text.wholeMatch(of: errors) != nil
  }

  /// More than fifteen digits, none but zeros after the fifteenth, and no sign, which it would have taken too.
  private static func isRounded(_ text: String) -> Bool {
    let digits = text.utf8
    return digits.count > 15 && digits.allSatisfy { (0x30...0x39).contains($0) }
      && digits.dropFirst(15).allSatisfy { $0 == UInt8(ascii: "0") }
  }

  /// A day as spreadsheets write it: with the name of a month, with signs of East Asia, or as a year,
  /// a month and a day in either order; perhaps with a time.
  private static func isDay(_ text: String) -> Bool {
    if text.wholeMatch(of: eastAsianDay) != nil { return true }
    if text.wholeMatch(of: dayFirst) != nil || text.wholeMatch(of: monthFirst) != nil {
      let word = text.filter(\.isLetter).lowercased()
      return months.contains { word.hasPrefix($0) }
    }
    guard
      let match = text.wholeMatch(of: figures), let first = Int(match.1), let middle = Int(match.3),
      let last = Int(match.4)
    else { return false }
    func isYear(_ text: Substring, _ value: Int) -> Bool {
      text.count == 4 ? (1900...2100).contains(value) : text.count == 2
    }
    let isYearFirst =
      match.1.count == 4 && isYear(match.1, first)
      && (1...12).contains(middle) && (1...31).contains(last) && match.4.count <= 2
    let isYearLast =
      match.1.count <= 2 && isYear(match.4, last) && first > 0 && middle > 0
      && min(first, middle) <= 12 && max(first, middle) <= 31 && match.4.count == 4
    return isYearFirst || isYearLast
  }

  /// How months begin in the languages that spreadsheets shorten them in.
  private static let months = [
    "jan", "feb", "mar", "mär", "mrz", "apr", "may", "mai", "maj", "mei", "jun", "jul", "aug",
    "sep",
    "oct", "okt", "nov", "dec", "dez", "ene", "abr", "ago", "dic", "fév", "avr", "août", "juin",
    "juil",
    "déc", "gen", "mag", "giu", "lug", "set", "ott",
  ]
}

extension Pipeline.Column.Selector {
  /// How reports name the column where it has no header of its own.
  fileprivate var reportedName: String {
    switch self {
    case .name(let name): name
    case .position(let position): "\(position)"
    case .path(let path): path
    }
  }
}
