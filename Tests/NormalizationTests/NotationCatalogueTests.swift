import Foundation
import Testing

/// docs/notations.md lists what is known of each region between two markers, from the data and from
/// cells that other tests hold; `RECORD=1` rewrites it and fails, so that a recording run is never green.
@Suite("The catalogue of notations")
struct NotationCatalogueTests {
  private static let begin = "<!-- regions: made from the data and the tests -->\n"
  private static let end = "<!-- end of regions -->"
  /// The most cells of a region, each of another shape.
  private static let mostCells = 12

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Rows of a table whose fields tabs part, without its comments.
  private static func rows(_ path: String) throws -> [[String]] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("# ") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  @Test("lists every region of the data and of the tests")
  func listsEveryRegion() throws {
    let file = Self.root.appending(path: "docs/notations.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: Self.begin)?.upperBound)
    let stop = try #require(text.range(of: Self.end)?.lowerBound)
    let made = try Self.regions()
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try String(text[..<start] + made + text[stop...])
        .write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(String(text[start..<stop]) == made, "run with RECORD=1 and read the difference")
  }

  private static func regions() throws -> String {
    let facts = Dictionary(
      grouping: try rows("Sources/NumberingPlans/Data/notations.tsv"), by: { $0[1] })
    let cells = Dictionary(
      grouping: try rows("Tests/truth/variants.tsv").filter { $0.count == 3 }, by: { $0[0] })
    return try Set(facts.keys).union(cells.keys).sorted().map { region in
      let known = try facts[region, default: []].compactMap(sentence)
      return "\n## \(region)\n" + (known.isEmpty ? "" : known.joined(separator: "\n") + "\n")
        + table(cells[region, default: []])
    }.joined() + "\n"
  }

  /// What a row of the data says, with its source.
  private static func sentence(_ row: [String]) throws -> String? {
    if row[0] == "migration" {
      let of = row[5] == "-" ? "" : " beginning with \(row[5])"
      let doubt =
        row[11] == "-"
        ? "" : ", and in doubt before \(row[11].map(String.init).joined(separator: ", "))"
      let since = row[13] == "-" ? "" : ", only so from \(row[13])"
      return "* old numbers of \(row[12]) digits\(of) are renewed\(doubt)\(since) (\(row[14]))"
    }
    if row[0] == "numbers" {
      return "* numbers that the metadata lacks: \(row[2]), \(row[6]) behind the calling code"
    }
    try #require(row.count == 5, "\(row)")
    return try phrase(row[2], row[3]).map { "* \($0) (\(row[4]))" }
  }

  private static func phrase(_ fact: String, _ value: String) throws -> String? {
    let listed = "`" + value.replacing(",", with: "`, `") + "`"
    switch fact {
    case "local-lengths": return "a number may lack its area code: \(value) digits"
    case "mixed-local-lengths": return "one area code has local numbers of \(value) digits"
    case "bare-lines": return "lines are written without the trunk 0 that is dialled"
    case "bare-mobiles": return "mobiles are written without the trunk 0 that is dialled"
    case "bare-numbers": return "numbers are written without the trunk 0 that is dialled"
    case "bare-services": return "numbers of services are written without the trunk 0"
    case "dash-extension": return "an extension behind a dash has up to \(value) digits"
    case "unmarked-extensions":
      return
        "a few digits behind a comma, a slash, a bracket or a department are an extension without a marker"
    case "lone-mobiles":
      return "a mobile has neither an extension nor a fax"
    case "chinese-notes":
      return "names, labels, units and statuses are Chinese and touch the number"
    case "slip-signs":
      return "a comma, a semicolon or the end of a line stands in a number where a dash should"
    case "comma-lines":
      return "the last four digits of a line stand behind a comma and another line"
    case "joining-plus":
      return "a plus parts two numbers"
    case "day-notes":
      return "a day, its year or month first, stands behind a number as a note"
    case "pay-figures":
      return "four round digits behind a job may be what it pays"
    case "basements":
      return "B and a digit are a floor below the ground"
    case "leading-postcode":
      return "a postcode may begin the cell, before a number with its trunk 0"
    case "area-hotlines":
      return "hotlines have a number behind an area code: \(listed)"
    case "area-lengths":
      return "lines behind an area code have so many digits: \(listed)"
    case "area-digits":
      return "digits of the area code by first digits, `*` for all others: \(listed)"
    case "area-types": return nil
    case "postcode": return "a postcode has \(value) digits"
    case "postcode-form": return "a postcode looks like \(value)"
    case "long-areas": return "area codes as long as a postcode begin with \(value)"
    case "era": return "a date may have a year from \(value.replacing("-", with: " to "))"
    case "carrier-mask": return "\(listed) behind the 0 leaves the choice of the carrier open"
    case "short-markers": return "before few digits an extension is marked by \(listed), too"
    case "dial-tone": return "a tilde behind the trunk prefix 8 stands for the dial tone"
    case "direct-dialling":
      return "the digits behind the last dash are the extension within a number"
    case "mobile-infix": return "\(listed) between area code and local number makes it a mobile"
    case "mobile-digit": return "\(listed) before a line that a label calls a mobile"
    case "birth-numbers":
      return "six digits of a day, a dash and four digits may be the number of a person"
    case "star-codes": return "a star and four digits beside a number are a short code"
    case "not-given": return "nobody has numbers of some digits: \(listed)"
    case "caller-prefixes": return "\(listed) before a number shows or withholds who calls"
    case "neighbour-codes": return "\(listed) without plus before numbers of neighbours"
    case "foreign-groups": return "no number without its trunk prefix in groups of \(listed) digits"
    case "former-trunk": return "\(listed) behind the calling code is a trunk prefix of old"
    case "reused-areas":
      return "former area codes begin other numbers now; set apart, they are still area codes"
    case "joining-letters":
      let letters = value.map(String.init).joined(separator: " and ")
      return value.count == 1
        ? "the letter \(letters) joins two numbers" : "the letters \(letters) join two numbers"
    case "place-words":
      return "\(listed) before few digits is a shop, an office or a flat, and no extension"
    case "hash-units": return "# stands before a floor and a flat, or a street and a house: #03-12"
    case "near-place":
      return "a line beside the name of another of the places that dial one another is in doubt"
    case "negations":
      return "\(listed) before the second of two numbers says that it is not the one"
    case "former-words":
      return "\(listed) before a number and a colon calls it a former one"
    case "status-words":
      return "\(listed) right behind a number says that nobody is reached there"
    case "shared-telefax": return "a telefax alone is a line for telephone and fax"
    case "code-is-area": return "the calling code's digits are an area code too"
    case "area-behind": return "an area code may stand behind the local number and a dash"
    case "overseas": return "some first digits lead to another calling code in the same dialling"
    default: throw UnknownFact(name: fact)
    }
  }

  private struct UnknownFact: Error { let name: String }

  /// The first cells of as many shapes, and what comes of them.
  private static func table(_ cases: [[String]]) -> String {
    var shapes: Set<String> = []
    var lines: [String] = []
    for fields in cases where lines.count < mostCells {
      let isPlain = fields[1].unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control
      }
      let shape = fields[1].replacing(#/\d+/#, with: "9")
      guard isPlain, !fields[1].contains("`"), shapes.insert(shape).inserted else { continue }
      let cell = fields[1].replacing("|", with: "\\|")
      let outcome = fields[2].split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
      lines.append("| `\(cell)` | \(outcome) |")
    }
    return lines.isEmpty
      ? "" : "\n| cell | comes to |\n|---|---|\n" + lines.joined(separator: "\n") + "\n"
  }
}
