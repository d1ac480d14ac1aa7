/// How numbers are written in a region, as far as the metadata does not say: Data/notations.tsv.
///
/// A fact that a region does not have keeps the value given here.
package struct Notation: Sendable {
  /// Bit n: numbers of n digits may lack their area code though the metadata does not say so.
  package private(set) var localLengths: UInt32 = 0
  /// Bit n: local numbers of n digits stand beside those of other lengths behind one area code.
  package private(set) var mixedLocalLengths: UInt32 = 0
  /// Whether lines are written without the trunk 0 that is dialled.
  package private(set) var linesLackTrunk = false
  /// Whether mobiles are.
  package private(set) var mobilesLackTrunk = false
  /// Whether all numbers are, or may be.
  package private(set) var allLackTrunk = false
  /// Whether numbers of companies and services are, though they are as long as lines without area code.
  package private(set) var servicesLackTrunk = false
  /// The most digits of an extension behind a dash, where that is how people write it; else nil.
  package private(set) var dashExtension: Int?
  /// Whether people write an extension behind a dash.
  package private(set) var writesDashExtensions = false
  /// Whether a few digits behind a comma, a slash, a bracket or a department are an extension without a marker.
  package private(set) var hasUnmarkedExtensions = false
  /// Whether a mobile has neither an extension nor a fax.
  package private(set) var mobilesStandAlone = false
  /// Whether what stands beside numbers is written in Chinese, without blanks, so that names, labels, units and statuses
  /// touch them, and what only other languages write is not looked for.
  package private(set) var notesAreChinese = false
  /// Whether a comma, a semicolon or the end of a line may stand in a number where a dash should.
  package private(set) var hasSlipSigns = false
  /// Whether the last four digits of a line stand behind a comma and another line.
  package private(set) var writesLinesBehindCommas = false
  /// Whether a plus parts two numbers.
  package private(set) var plusJoinsNumbers = false
  /// Whether a day, its year or month first, stands behind a number as a note.
  package private(set) var notesDays = false
  /// Whether four round digits behind a job may be what it pays.
  package private(set) var notesPay = false
  /// Whether B and a digit are a floor below the ground.
  package private(set) var hasBasements = false
  /// Whether a postcode that no word names may begin the cell, before a number with its trunk 0.
  package private(set) var leadsWithPostcode = false
  /// Digits of the area code by the first digits of a national number, `*` for all others.
  package private(set) var areaDigits: [(head: [UInt8], digits: Int)] = []
  /// Digits of the area code where all have as many; 0 where they differ or none is known.
  package var soleAreaDigits: Int {
    areaDigits.count == 1 && areaDigits[0].head.isEmpty ? areaDigits[0].digits : 0
  }
  /// Bit n: numbers whose type has the raw value n have such an area code; every bit where numbers
  /// of no known type have one too.
  package private(set) var areaTypes: UInt32 = 0
  /// Digits of a postcode; 0 where none is known.
  package private(set) var postcodeDigits = 0
  /// The form of postcodes that are told by it.
  package private(set) var postcodeForm = PostcodeForm.digits
  /// The first digit in ASCII of all area codes that are as long as a postcode; 0 where none is known to be.
  package private(set) var firstOfLongAreas: UInt8 = 0
  /// Years that dates may have beside those of the common era.
  package private(set) var era: ClosedRange<Int64>?
  /// Letters behind the trunk 0 that leave the choice of the carrier open.
  package private(set) var carrierMask: [UInt8] = []
  /// Letters in lower case that mark an extension behind a number and before a few digits.
  package private(set) var shortMarkers: [[UInt8]] = []
  /// Whether the digits behind a word for an extension are one wherever they stand, and no part of the number or shop.
  package var hasPlainMarkers: Bool { !hasDirectDialling && placeWords.isEmpty }
  /// Words in lower case before the few digits of a shop or a flat, that mark an extension elsewhere.
  package private(set) var placeWords: [[UInt8]] = []
  /// Whether # stands before a floor and the number of a flat, with a dash between.
  package private(set) var hasHashUnits = false
  /// Which of the places that dial one another the region is, by the numbers that the words for such places have, from 1
  /// on; 0 for none.
  package private(set) var nearPlace = 0
  /// Words in lower case for not, between two numbers, that mean something else elsewhere.
  package private(set) var negations: [[UInt8]] = []
  /// The words that call a number a former one, in small letters, and an alternative elsewhere.
  package private(set) var formerWords: [[UInt8]] = []
  /// Words in lower case right behind a number that say that nobody is reached there, and mean something else elsewhere.
  package private(set) var statusWords: [[UInt8]] = []
  /// All these words: they mean in the region what they do nowhere else.
  package var wordsOfRegion: [[UInt8]] {
    shortMarkers + placeWords + negations + formerWords + statusWords
  }
  /// Whether the digits behind the last dash of a number are the extension within it.
  package private(set) var hasDirectDialling = false
  /// Whether a tilde behind the trunk prefix 8 stands for the dial tone.
  package private(set) var hasDialTone = false
  /// Digits between area code and local number that make it a mobile number.
  package private(set) var mobileInfix: [UInt8] = []
  /// The digit before the national number of a line that makes a mobile of it, dialled from abroad; 0 for none.
  package private(set) var mobileDigit: Int64 = 0
  /// Whether a star and four digits beside a number are a short code, and no extension.
  package private(set) var hasStarCodes = false
  /// The trunk prefix of old, of one ASCII digit; 0 for none.
  package private(set) var formerTrunk: UInt8 = 0
  /// Digits of national numbers that nobody has, by their first digits.
  package private(set) var notGiven: [(head: [UInt8], digits: Int)] = []
  /// First digits of hotlines that have a number behind any area code, shorter than its lines.
  package private(set) var areaHotlines = AreaHotlines()
  /// Digits before a number in full that show or withhold who calls.
  package private(set) var callerPrefixes: [[UInt8]] = []
  /// The same behind a star.
  package private(set) var starredCallerPrefixes: [[UInt8]] = []
  /// Whether former area codes begin other numbers now; where they are set apart, they are still area
  /// codes.
  package var reusesAreas: Bool { firstOfFormerLines > 0 }
  /// The digit in ASCII with which nearly all lines behind such an area code began; 0 where none begins others.
  package private(set) var firstOfFormerLines: UInt8 = 0
  /// Calling codes of neighbours that stand before their numbers without plus or prefix.
  package private(set) var neighbourCodes: [[UInt8]] = []
  /// Whether three groups of 3, 3 and 4 digits are no number of the region that lacks its trunk 0.
  package private(set) var hasForeignGroups = false
  /// Whether people write area codes with their trunk 0 behind the local number.
  package private(set) var writesAreaBehind = false
  /// Whether the digits of the calling code are an area code too: in a column of area codes they are that.
  package private(set) var codeIsArea = false
  /// Whether six digits of a day, a dash and four digits are the number of a person.
  package private(set) var hasBirthNumbers = false
  /// Letters in lower case that join two numbers, and no ends of a range.
  package private(set) var joiningLetters: [UInt8] = []
  /// Whether a telefax is a line for telephone and fax.
  package private(set) var sharesTelefax = false
  /// First digits, as dialled at home, that lead to another calling code, and how many of them are no part of
  /// its number; the longest first.
  package private(set) var overseas: [Overseas] = []

  /// How postcodes look.
  package enum PostcodeForm: String, Sendable {
    /// A row of digits.
    case digits
    /// Three digits, a dash, four digits.
    case threeAndFour = "3-4"
    /// A letter and two digits, then four letters and digits.
    case eircode
    /// Letters and digits in turn, three before the blank and three behind it.
    case canadian
  }

  /// Digits of another calling code that are dialled as those at home.
  package struct Overseas: Sendable {
    /// The first digits.
    package let head: [UInt8]
    /// The calling code, with the area code where it stands for one; 0 where nobody can tell.
    package let callingCode: Int
    /// How many digits from the first one on stand for the calling code.
    package let dropped: Int
    /// How many digits are dialled.
    package let digits: Int
  }

  init(_ records: [[String]], of region: String) throws(PlanDataError) {
    var known: Set<String> = []
    for fields in records {
      guard fields.count == 3, !fields[2].isEmpty, known.insert(fields[0]).inserted,
        fields[1] == "yes" ? takeFlag(fields[0]) : take(fields[0], fields[1])
      else {
        throw PlanDataError(
          place: region,
          problem: "notation \(fields) (expected a fact, once, its value and a source)")
      }
    }
  }

  /// Takes a fact with a value; false for one that is not known, or whose value cannot be read.
  private mutating func take(_ fact: String, _ value: String) -> Bool {
    switch fact {
    case "local-lengths":
      guard let lengths = Self.lengths(value) else { return false }
      localLengths = lengths
    case "mixed-local-lengths":
      guard let lengths = Self.lengths(value) else { return false }
      mixedLocalLengths = lengths
    case "dash-extension":
      guard let most = Int(value), (1...15).contains(most) else { return false }
      dashExtension = most
      writesDashExtensions = true
    case "area-digits":
      guard let heads = Self.heads(value) else { return false }
      areaDigits = heads.map { ($0.head, $0.value) }
    case "area-types": return takeTypes(value)
    case "postcode":
      guard let digits = Int(value), (3...8).contains(digits) else { return false }
      postcodeDigits = digits
    case "postcode-form":
      guard let form = PostcodeForm(rawValue: value) else { return false }
      postcodeForm = form
    case "era":
      guard let years = Self.range(value) else { return false }
      era = years
    case "carrier-mask": carrierMask = Array(value.utf8)
    case "short-markers":
      shortMarkers = value.split(separator: ",").map { Array($0.utf8) }
    case "place-words":
      placeWords = value.split(separator: ",").map { Array($0.utf8) }
    case "negations": negations = value.split(separator: ",").map { Array($0.utf8) }
    case "former-words": formerWords = value.split(separator: ",").map { Array($0.utf8) }
    case "status-words": statusWords = value.split(separator: ",").map { Array($0.utf8) }
    case "mobile-infix": mobileInfix = Array(value.utf8)
    case "mobile-digit":
      guard let digit = Int64(value), (1...9).contains(digit) else { return false }
      mobileDigit = digit
    case "former-trunk": formerTrunk = value.utf8.first ?? 0
    // Read when the table of area codes is made.
    case "area-lengths": return Self.heads(value) != nil
    case "not-given":
      guard let heads = Self.heads(value) else { return false }
      notGiven = heads.map { ($0.head, $0.value) }
    case "area-hotlines": areaHotlines = AreaHotlines(value)
    case "caller-prefixes":
      let prefixes = value.split(separator: ",").map { Array($0.utf8) }
      callerPrefixes = prefixes.filter { $0[0] != UInt8(ascii: "*") }
      starredCallerPrefixes = prefixes.filter { $0[0] == UInt8(ascii: "*") }
        .map { Array($0.dropFirst()) }
    case "reused-areas":
      guard let digit = Self.digit(value) else { return false }
      firstOfFormerLines = digit
    case "long-areas":
      guard let digit = Self.digit(value) else { return false }
      firstOfLongAreas = digit
    case "neighbour-codes": neighbourCodes = value.split(separator: ",").map { Array($0.utf8) }
    case "foreign-groups":
      guard value == "3-3-4" else { return false }
      hasForeignGroups = true
    case "joining-letters": joiningLetters = Array(value.utf8)
    case "near-place":
      guard let place = Int(value), place > 0 else { return false }
      nearPlace = place
    case "overseas":
      guard let heads = Self.overseas(value) else { return false }
      overseas = heads
    default: return false
    }
    return true
  }

  /// Takes a fact that a region has or has not.
  private mutating func takeFlag(_ fact: String) -> Bool {
    switch fact {
    case "bare-lines": linesLackTrunk = true
    case "bare-mobiles": mobilesLackTrunk = true
    case "bare-numbers": allLackTrunk = true
    case "bare-services": servicesLackTrunk = true
    case "direct-dialling": hasDirectDialling = true
    case "dial-tone": hasDialTone = true
    case "area-behind": writesAreaBehind = true
    case "code-is-area": codeIsArea = true
    case "shared-telefax": sharesTelefax = true
    case "unmarked-extensions": hasUnmarkedExtensions = true
    case "lone-mobiles": mobilesStandAlone = true
    case "chinese-notes": notesAreChinese = true
    case "slip-signs": hasSlipSigns = true
    case "comma-lines": writesLinesBehindCommas = true
    case "joining-plus": plusJoinsNumbers = true
    case "day-notes": notesDays = true
    case "pay-figures": notesPay = true
    case "basements": hasBasements = true
    case "leading-postcode": leadsWithPostcode = true
    case "hash-units": hasHashUnits = true
    case "star-codes": hasStarCodes = true
    case "birth-numbers": hasBirthNumbers = true
    default: return false
    }
    return true
  }

  private mutating func takeTypes(_ list: String) -> Bool {
    if list == "any" {
      areaTypes = .max
      return true
    }
    for spelling in list.split(separator: ",") {
      guard let type = NumberType(spelling: String(spelling)) else { return false }
      areaTypes |= 1 << UInt32(type.rawValue)
    }
    return true
  }

  /// One digit in ASCII.
  private static func digit(_ text: String) -> UInt8? {
    guard text.utf8.count == 1, let digit = text.utf8.first, isDigit(digit) else { return nil }
    return digit
  }

  /// The set bits of `5-8` or `7`; none beyond 31.
  private static func lengths(_ text: String) -> UInt32? {
    guard let range = range(text), (1...31).contains(range.upperBound) else { return nil }
    return range.reduce(0) { $0 | 1 << UInt32($1) }
  }

  /// `5-8` or `7`.
  private static func range(_ text: String) -> ClosedRange<Int64>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let ends = parts.compactMap { Int64($0) }
    guard let first = ends.first, let last = ends.last, first <= last, ends.count == parts.count,
      ends.count <= 2
    else { return nil }
    return first...last
  }

  /// `33=2,*=3`; nil where an item has no number.
  private static func heads(_ list: String) -> [(head: [UInt8], value: Int)]? {
    var heads: [(head: [UInt8], value: Int)] = []
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = item.split(separator: "=")
      guard parts.count == 2, let value = Int(parts[1]) else { return nil }
      heads.append((parts[0] == "*" ? [] : Array(parts[0].utf8), value))
    }
    return heads
  }

  /// The digits of other calling codes in a list as `0590=590,0508=508/4,048=4428`; nil where it cannot be read.
  ///
  /// Behind a calling code ten digits are dialled, of which one is dropped or as many as stand behind the slash;
  /// behind one with an area code eight follow the first ones, and all of these are dropped.
  private static func overseas(_ list: String) -> [Overseas]? {
    let parts = list.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    }
    guard let heads = heads(parts.map { String($0[0]) }.joined(separator: ",")) else { return nil }
    var found: [Overseas] = []
    for (part, (head, code)) in zip(parts, heads) {
      let holdsArea = code > 999
      let dropped = part.count == 1 ? (holdsArea ? head.count : 1) : Int(part[1]) ?? 0
      guard dropped > 0, dropped <= head.count else { return nil }
      found.append(
        Overseas(
          head: head, callingCode: code, dropped: dropped, digits: holdsArea ? head.count + 8 : 10))
    }
    return found
  }
}
