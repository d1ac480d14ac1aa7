/// What of a time or a date a cell may hold by its facts.
struct TimeFacts: BitwiseCopyable {
  /// Words and letters: 9am, 24小時, 3樓, March.
  let haveWords: Bool
  /// From a time of day to another: 0800-1730.
  let haveSpans: Bool
  /// The same behind days: Mon-Fri 9-5.
  let haveSpansOfDays: Bool
  /// The same where nothing else stands: 08~17.
  let standAlone: Bool
  /// 1986-03-21, 21.03.1986.
  let areDates: Bool
  /// 08:30.
  let haveColons: Bool
  /// 8/15.
  let haveSlashes: Bool
  /// 24/7, 7*24.
  let haveClocks: Bool
  /// 9.00-17.00, 8.00 Uhr.
  let haveDots: Bool

  init(_ facts: CellFacts, hasLetters: Bool) {
    let namesDays = facts.words.contains(.hours)
    haveWords =
      hasLetters || namesDays || facts.words.contains(anyOf: .unit, .amount, .dateUnit, .place)
    standAlone = Self.mayHoldRanges(facts)
    let hasRange = standAlone || facts.kinds.contains(.dash)
    let isShort = facts.hasToken(digits: 1) || facts.hasToken(digits: 2)
    haveColons = facts.kinds.contains(.colon)
    haveSlashes = isShort && facts.kinds.contains(.slash)
    haveClocks = isShort && Self.mayHoldClocks(facts)
    haveSpansOfDays =
      Self.mayNameDays(namesDays, isShort, hasLetters, hasRange: hasRange)
      || Self.mayJoinHours(namesDays, isShort, facts)
    // The other end of a span may be a time that was told otherwise.
    haveSpans =
      hasRange && facts.hasToken(digits: 4)
      && (facts.hasTokens(digits: 4) || haveWords || haveColons || haveSlashes)
    areDates = isShort && facts.repeatedKinds.contains(anyOf: .dash, .slash, .dot)
    haveDots = Self.mayHoldDots(facts, words: haveWords)
  }

  /// The letter a is a range, too: 9 a 17.
  private static func mayHoldRanges(_ facts: CellFacts) -> Bool {
    facts.kinds.contains(.tilde) || facts.words.contains(.range) || facts.hasLone("a")
  }

  private static func mayHoldClocks(_ facts: CellFacts) -> Bool {
    facts.kinds.contains(anyOf: .slash, .star) || facts.words.contains(.marker)
  }

  /// Whether days may be named before hours of one or two digits, in any language.
  private static func mayNameDays(
    _ namesDays: Bool, _ isShort: Bool, _ hasLetters: Bool, hasRange: Bool
  ) -> Bool {
    hasRange && (namesDays || isShort && hasLetters)
  }

  /// Whether a word may join the ends of a span behind a word for hours: between 9 and 5.
  private static func mayJoinHours(_ namesDays: Bool, _ isShort: Bool, _ facts: CellFacts) -> Bool {
    namesDays && isShort && facts.words.contains(.joiner)
  }

  private static func mayHoldDots(_ facts: CellFacts, words: Bool) -> Bool {
    facts.kinds.contains(.dot) && facts.hasToken(digits: 2)
      && (words || facts.kinds.contains(anyOf: .dash, .slash, .tilde)
        || facts.words.contains(.range))
  }

  /// Whether signs may tell something, without words behind digits.
  var haveSigns: Bool {
    haveSpans || haveSpansOfDays || standAlone || areDates || haveColons || haveClocks
  }

  var hasNone: Bool { !(haveWords || haveSigns || haveDots) }
}
