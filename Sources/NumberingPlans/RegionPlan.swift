/// The compiled plan of one region, or of one calling code without region.
final class RegionPlan: Sendable {
  /// A piece of a transform rule: a literal, or a capture's digits.
  enum TransformPiece: BitwiseCopyable, Sendable {
    /// An ASCII digit.
    case digit(UInt8)
    case capture(Int)
  }

  let name: String
  let region: RegionCode
  let callingCode: UInt16
  /// Digits of the calling code, as they are dialled.
  let callingCodeDigits: [UInt8]
  /// The first of them.
  let firstCallingCodeDigit: UInt8
  /// The trunk prefix people dial (`0`, `8`, `06`); nil where there is none.
  let nationalPrefix: String?
  let nationalPrefixForParsing: PrefixMatcher?
  /// Empty where the prefix is only dropped.
  let transform: [TransformPiece]
  let internationalPrefix: PrefixMatcher?
  let internationalPrefixPattern: String
  let leadingDigits: PrefixMatcher?
  let automaton: DigitAutomaton
  /// Bit n: numbers of n digits are possible.
  let possibleLengths: UInt32
  /// Bit n: n digits are possible inside an area only.
  let localOnlyLengths: UInt32
  /// Bit n: fixed lines or mobiles of n digits are dialled so inside an area.
  let areaLocalLengths: UInt32
  let examples: [(type: NumberType?, digits: String)]
  let emergencyNumbers: [String]
  let shortCodes: PrefixMatcher?
  let areas: AreaPlan
  let notation: Notation
  let migrations: [NumberingMigration]
  /// What resolving asks of the region, behind one pointer; valid as long as the plan lives.
  nonisolated(unsafe) let tables: UnsafePointer<RegionTables>

  /// Compiles the lines about `name`; throws `PlanDataError` for what cannot be read.
  init(_ name: String, in text: PlanText) throws(PlanDataError) {
    guard let fields = text.records(.plan, of: name).first, fields.count == 7,
      let code = UInt16(fields[0])
    else { throw PlanDataError(place: name, problem: "no line plan with 7 fields") }
    self.name = name
    region = RegionCode(name) ?? .world
    callingCode = code
    callingCodeDigits = Array(fields[0].utf8)
    firstCallingCodeDigit = callingCodeDigits[0]
    nationalPrefix = fields[1].isEmpty ? nil : fields[1]
    nationalPrefixForParsing = try RegionPlan.matcher(fields[2], name)
    transform = try RegionPlan.pieces(fields[3], name)
    internationalPrefix = try RegionPlan.matcher(fields[4], name)
    internationalPrefixPattern = fields[4]
    leadingDigits = try RegionPlan.matcher(fields[5], name)
    var numbers: [NumbersRecord] = []
    for fields in text.records(.numbers, of: name) {
      numbers.append(try NumbersRecord(fields, of: name))
    }
    guard
      let automaton = DigitAutomatonBuilder.build(
        numbers.map(\.rule), sharesFixedAndMobile: fields[6] == "same")
    else { throw PlanDataError(place: name, problem: "patterns need too many states") }
    self.automaton = automaton
    let general = numbers.first { $0.rule.kind == .general }
    possibleLengths = general?.rule.lengths ?? 0
    localOnlyLengths = general?.localOnly ?? 0
    areaLocalLengths = numbers.reduce(0) { lengths, numbers in
      let isLine = numbers.rule.kind == .fixedLine || numbers.rule.kind == .mobile
      return isLine ? lengths | numbers.localOnly : lengths
    }
    examples = numbers.filter { !$0.example.isEmpty }.map {
      (NumberType(spelling: $0.spelling), $0.example)
    }
    emergencyNumbers = (text.records(.emergency, of: name).first?.first ?? "")
      .split(separator: ",").map(String.init)
    shortCodes = try RegionPlan.matcher(
      text.records(.shortCodes, of: name).first?.first ?? "", name)
    areas = try AreaPlan(text.records(.area, of: name), of: name)
    // What holds for every region of a calling code stands once, under `+1`.
    let shared = name.hasPrefix("+") ? [] : text.records(.notation, of: "+\(code)")
    notation = try Notation(shared + text.records(.notation, of: name), of: name)
    var migrations: [NumberingMigration] = []
    for fields in text.records(.migration, of: name) {
      migrations.append(try NumberingMigration(fields, of: name))
    }
    self.migrations = migrations
    tables = RegionTables.allocate(
      RegionTables(
        region: region, callingCode: callingCode, callingCodeLength: callingCodeDigits.count,
        firstCallingCodeDigit: firstCallingCodeDigit,
        nationalPrefix: nationalPrefixForParsing?.tables, transform: transform,
        internationalPrefix: internationalPrefix?.tables, leadingDigits: leadingDigits?.tables,
        automaton: automaton.tables, possibleLengths: possibleLengths,
        localOnlyLengths: localOnlyLengths,
        foreignStarts: DomesticPath.foreignStarts(of: internationalPrefix),
        dialsDirectly: notation.hasDirectDialling))
  }

  deinit { RegionTables.deallocate(tables) }

  /// Bit n: the national prefix may take n of all digits that begin with these ASCII digits and go on;
  /// nil where it may put others in place of them.
  func possibleDrops(startingWith digits: [UInt8]) -> UInt32? {
    guard let prefix = nationalPrefixForParsing else { return 1 }
    var drops: UInt32? = 0
    prefix.forEachMatch(startingWith: digits) { match in
      guard let known = drops else { return }
      drops = dropped(by: match, of: prefix).map { known | 1 << UInt32($0) }
    }
    return drops
  }

  /// How many digits a match takes; nil where others come in place of them.
  private func dropped(by match: PrefixMatcher.Match?, of prefix: PrefixMatcher) -> Int? {
    guard let match else { return 0 }
    guard transform.count > 0, match.captures.ends[prefix.tables.captures] >= 0 else {
      return match.length
    }
    // A group with which the match ends stays as it is.
    guard transform.count == 1, case .capture(let group) = transform[0],
      match.captures.ends[group] == match.length
    else { return nil }
    return Int(match.captures.starts[group])
  }

  private static func matcher(
    _ pattern: String, _ name: String
  ) throws(PlanDataError) -> PrefixMatcher? {
    guard !pattern.isEmpty else { return nil }
    do {
      return try PrefixMatcher(pattern)
    } catch {
      throw PlanDataError(place: name, problem: error.description)
    }
  }

  private static func pieces(
    _ rule: String, _ name: String
  ) throws(PlanDataError) -> [TransformPiece] {
    var pieces: [TransformPiece] = []
    var bytes = Array(rule.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\\") {
        guard let group = bytes.popFirst(), (0x31...0x33).contains(group) else {
          throw PlanDataError(place: name, problem: "transform \(rule) (expected \\1 to \\3)")
        }
        pieces.append(.capture(Int(group - 0x30)))
      } else if (0x30...0x39).contains(byte) {
        pieces.append(.digit(byte))
      } else {
        throw PlanDataError(place: name, problem: "transform \(rule) (expected digits and \\1)")
      }
    }
    return pieces
  }
}

/// One line `numbers`.
private struct NumbersRecord {
  let spelling: String
  let rule: DigitAutomatonBuilder.Rule
  let localOnly: UInt32
  let example: String

  init(_ fields: [String], of name: String) throws(PlanDataError) {
    guard fields.count == 5, let kind = NumberKind(spelling: fields[0]) else {
      throw PlanDataError(place: name, problem: "line numbers \(fields) (expected type, 5 fields)")
    }
    spelling = fields[0]
    let pattern: Pattern
    do {
      pattern = try Pattern.read(fields[1]).pattern
    } catch {
      throw PlanDataError(place: "\(name) \(fields[0])", problem: error.description)
    }
    rule = DigitAutomatonBuilder.Rule(
      pattern: pattern, kind: kind, lengths: try NumbersRecord.mask(fields[2], name))
    localOnly = try NumbersRecord.mask(fields[3], name)
    example = fields[4]
  }

  private static func mask(_ list: String, _ name: String) throws(PlanDataError) -> UInt32 {
    var mask: UInt32 = 0
    for item in list.split(separator: ",") {
      guard let length = UInt32(item), length >= 1, length <= 31 else {
        throw PlanDataError(place: name, problem: "length \(item) (expected 1 to 31)")
      }
      mask |= 1 << length
    }
    return mask
  }
}
