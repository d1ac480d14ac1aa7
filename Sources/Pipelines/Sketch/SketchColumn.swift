/// A column of an export's beginning, and what its cells look like.
struct SketchColumn {
  /// How a pipeline file finds it.
  let selector: Pipeline.Column.Selector
  /// Its name; empty where it has none.
  let name: String
  /// Its cells, trimmed, a row each; empty where a record has none.
  let cells: [String]
  /// The cells that hold something.
  let filled: [String]
  /// What was found out of the name and the cells, which never change.
  let memory: ColumnMemory

  /// Most bytes of a cell that are looked at: a quote without end makes one of all that follows it.
  static let longestCell = 4096

  init(selector: Pipeline.Column.Selector, name: String, cells: [String]) {
    self.selector = selector
    self.name = name
    self.cells = cells.map { cell in
      guard cell.utf8.count > Self.longestCell else { return cell }
      return String(decoding: cell.utf8.prefix(Self.longestCell), as: UTF8.self)
    }
    filled = self.cells.filter { !$0.isEmpty }
    memory = ColumnMemory(name)
  }

  /// The words of its name.
  var tokens: [String] { memory.words.tokens }

  /// How well its name fits a topic: 0 not at all, up to 1.
  func promise(_ topic: ColumnWords.Topic) -> Double { memory.promise(topic) }

  /// What a person finds it by: its path, its name, or its place.
  var place: String { path.isEmpty ? title : path }

  /// Its path from the record; empty where it has none.
  var path: String {
    guard case .path(let path) = selector else { return "" }
    return path
  }

  /// The column in some of its rows.
  func keeping(_ rows: Set<Int>) -> SketchColumn {
    SketchColumn(
      selector: selector, name: name,
      cells: cells.indices.filter(rows.contains).map { cells[$0] })
  }

  /// The name, or the place of a column without one.
  var title: String {
    guard name.isEmpty else { return name }
    return switch selector {
    case .name(let name), .path(let name): name
    case .position(let position): "column \(position)"
    }
  }

  /// At most `count` filled cells from all over the column, each once.
  func sample(_ count: Int) -> [String] {
    var seen = Set<String>()
    let distinct = filled.filter { seen.insert($0).inserted }
    guard distinct.count > count else { return distinct }
    return (0..<count).map { distinct[$0 * distinct.count / count] }
  }

  /// The share of the filled cells that satisfy a condition; 0 without any.
  func share(_ condition: (String) -> Bool) -> Double {
    filled.isEmpty ? 0 : Double(filled.count(where: condition)) / Double(filled.count)
  }

  /// How much the cells look like phone numbers, and how little like identifiers and days: 0 to 1.3.
  var phoneLook: Double { memory.once(.phoneLook) { lookForPhones() } }

  private func lookForPhones() -> Double {
    let cells = share { cell in
      cell.split(separator: "\n").contains { CellLook.mayBePhone(String($0)) }
    }
    if share(CellLook.isCompactDay) > 0.9 { return 0 }
    return cells + 0.3 * share(CellLook.isGrouped)
  }

  /// Whether nearly all cells are written as in Korea, some of Seoul or mobiles and some others: elsewhere one
  /// of these area codes may be, with as many digits behind it.
  var isGroupedAsInKorea: Bool {
    let areas = filled.compactMap(CellLook.areaCodeOfKorea)
    let common = areas.count { $0 == "02" || $0 == "010" }
    return areas.count * 20 >= filled.count * 19 && Set(areas).count >= 3
      && common * 5 >= areas.count && common < areas.count
  }

  /// Different cells for each filled one; 0 without any.
  var distinctShare: Double {
    filled.isEmpty ? 0 : Double(Set(filled).count) / Double(filled.count)
  }

  /// Unicode scalars of a filled cell on average.
  var meanLength: Double {
    guard !filled.isEmpty else { return 0 }
    return Double(filled.reduce(0) { $0 + $1.unicodeScalars.count }) / Double(filled.count)
  }
}

/// What single cells look like.
enum CellLook {
  /// Decimal digits of any script.
  static func digits(_ cell: String) -> Int {
    cell.unicodeScalars.count { scalar in
      scalar.isASCII
        ? scalar.value &- 0x30 < 10 : scalar.properties.numericType == .decimal
    }
  }

  /// Letters of any script.
  static func letters(_ cell: String) -> Int {
    cell.unicodeScalars.count { scalar in
      scalar.isASCII
        ? (scalar.value | 0x20) &- 0x61 < 26 : scalar.properties.isAlphabetic
    }
  }

  /// Whether a cell may hold a phone number: seven to 25 digits that are more than half of it, no
  /// day in front of them, no fraction.
  static func mayBePhone(_ cell: String) -> Bool {
    let count = digits(cell)
    return (7...25).contains(count) && count * 2 > cell.unicodeScalars.count
      && !isCoordinate(cell) && !startsWithDay(cell)
  }

  /// Numbers with a fraction and nothing else, as places on a map have.
  static func isCoordinate(_ cell: String) -> Bool {
    if isDecimal(cell) { return true }
    let parts = cell.split { !$0.isNumber && $0 != "." && $0 != "-" }
    let isDry = !cell.contains { $0.isLetter }
    // Two or three: a height may follow.
    return (2...3).contains(parts.count) && isDry
      && parts.prefix(2).allSatisfy { part in
        isDecimal(String(part)) && part.drop { $0 != "." }.count >= 4
          && abs(Double(part) ?? 1_000) <= 180
      }
  }

  /// A number with a fraction, such as a coordinate.
  static func isDecimal(_ cell: String) -> Bool {
    let point = cell.contains(",") ? cell.replacing(",", with: ".") : cell
    return point.contains(".") && point.count { $0 == "." } == 1 && Double(point) != nil
  }

  /// Two to four digits, one or two, one or two, with `/`, `-` or `.` between them.
  static func startsWithDay(_ cell: String) -> Bool {
    let day = cell.prefix { $0.isNumber || "/-.".contains($0) }
    // Hungarians write a dot behind the day too.
    let written = day.last == "." ? day.dropLast() : day
    let parts = written.split(omittingEmptySubsequences: false) { "/-.".contains($0) }.map(\.count)
    return parts.count == 3 && (2...4).contains(parts[0]) && (1...2).contains(parts[1])
      && (1...2).contains(parts[2])
      || parts.count == 3 && (1...2).contains(parts[0]) && (1...2).contains(parts[1])
        && parts[2] == 4
  }

  /// Eight digits that are a day: 19921109.
  static func isCompactDay(_ cell: String) -> Bool {
    let digits = Array(cell.utf8).map { Int($0) - 48 }
    guard digits.count == 8, digits.allSatisfy((0...9).contains) else { return false }
    let month = digits[4] * 10 + digits[5]
    let day = digits[6] * 10 + digits[7]
    return [19, 20].contains(digits[0] * 10 + digits[1]) && (1...12).contains(month)
      && (1...31).contains(day)
  }

  /// Digits in groups, or with a plus sign or zeros of a prefix: as people write phone numbers.
  static func isGrouped(_ cell: String) -> Bool {
    mayBePhone(cell) && cell.contains { " -()/.+".contains($0) }
  }

  /// 217-525-1042, (217) 525-1042: three, three and four digits, as people write them in North America.
  static func isGroupedByThreeThreeFour(_ cell: String) -> Bool {
    cell.split { !$0.isNumber }.suffix(3).map(\.count) == [3, 3, 4] && mayBePhone(cell)
  }

  /// The area code of 02-123-4567, 031-1234-5678 or 010-1234-5678; nil for what is no number of Korea
  /// with hyphens.
  static func areaCodeOfKorea(_ cell: String) -> Substring? {
    let parts = cell.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, (3...4).contains(parts[1].count), parts[2].count == 4,
      cell.utf8.allSatisfy({ $0 == 0x2D || $0 &- 0x30 < 10 })
    else { return nil }
    let isLandline =
      parts[0].count == 3 && parts[0].hasPrefix("0")
      && "3456".contains(parts[0].dropFirst().prefix(1))
      && "12345".contains(parts[0].suffix(1))
    return isLandline || ["02", "010", "070"].contains(parts[0]) ? parts[0] : nil
  }

  /// A phone number with a plus sign, a bracket or the zero of a prefix in front: identifiers have
  /// none.
  static func startsLikePhone(_ cell: String) -> Bool {
    mayBePhone(cell) && cell.first.map { "+(0".contains($0) } == true
  }

  /// At most six digits, perhaps in brackets.
  static func mayBeAreaCode(_ cell: String) -> Bool {
    (1...6).contains(digits(cell)) && cell.allSatisfy { $0.isNumber || "()+- ".contains($0) }
  }

  /// An address of the web or of mail.
  static func isWebOrMail(_ cell: String) -> Bool {
    let text = cell.lowercased()
    return text.contains("@") || text.hasPrefix("http") || text.hasPrefix("www.")
  }

  /// One word of ASCII with a digit in it, or of capitals alone, or short groups of capitals and
  /// digits: an identifier or a postcode, not a name.
  static func isCode(_ cell: String) -> Bool {
    guard cell.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) else { return false }
    let isUpper = cell == cell.uppercased()
    if cell.contains(" ") { return isUpper && digits(cell) > 0 && cell.count <= 10 }
    return digits(cell) > 0 || cell.count <= 6 && isUpper
  }

  /// A text with letters and digits that is longer than most names: streets have house numbers.
  static func isAddress(_ cell: String) -> Bool {
    let ideographs = cell.unicodeScalars.contains { $0.properties.isIdeographic }
    return digits(cell) > 0 && letters(cell) >= 4
      && cell.unicodeScalars.count >= (ideographs ? 9 : 12)
  }

  /// A street with a house number before or after its name, such as 12 Main St or Hauptstraße 5.
  static func isStreet(_ cell: String) -> Bool {
    guard digits(cell) > 0, letters(cell) >= 3 else { return false }
    let words = cell.lowercased().split { !$0.isLetter && !$0.isNumber }
    guard words.count >= 2 else { return false }
    return words.contains { word in
      streets.contains(String(word))
        || streetEndings.contains { word.count > 4 && word.hasSuffix($0) }
    }
  }

  private static let streets: Set<String> = [
    "st", "street", "ave", "avenue", "rd", "road", "blvd", "boulevard", "lane", "ln", "dr", "drive",
    "hwy", "highway", "pkwy", "str", "straße", "strasse", "platz", "rue", "allée", "chemin", "via",
    "viale", "piazza", "corso", "calle", "avenida", "av", "carrera", "rua", "travessa", "ul",
    "ulica",
    "ulice", "utca", "út", "tér", "cad", "sok", "mah", "jalan", "jl", "weg", "straat", "ул",
    "улица",
    "проспект", "пр", "вул", "бул", "οδός",
  ]
  private static let streetEndings = [
    "straße", "strasse", "str", "gasse", "platz", "gatan", "vägen", "vej", "gade", "gata", "veien",
    "straat", "laan", "katu",
  ]
}
