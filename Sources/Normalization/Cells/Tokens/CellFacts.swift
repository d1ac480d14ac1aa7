/// What a cell holds, gathered while it is folded: a rule sees in one step that it has nothing to do.
struct CellFacts: BitwiseCopyable {
  /// The kinds of its tokens, when it was folded and since.
  var kinds = RawSet<Token.Kind>()
  /// The kinds that two or more of its tokens had when it was folded.
  var repeatedKinds = RawSet<Token.Kind>()
  /// The meanings of its words.
  var words = RawSet<Word>()
  /// Bit n: some of its tokens have n digits, at most 31.
  private var lengths: UInt32 = 0
  /// The same for two or more of its tokens.
  private var repeatedLengths: UInt32 = 0

  @inline(__always)
  mutating func insert(_ kind: Token.Kind) {
    if kinds.contains(kind) { repeatedKinds.insert(kind) }
    kinds.insert(kind)
  }

  @inline(__always)
  mutating func insert(digits count: UInt16) {
    let length: UInt32 = 1 &<< UInt32(min(count, 31))
    repeatedLengths |= lengths & length
    lengths |= length
  }

  /// Whether a token has this many digits, less than 31.
  @inline(__always)
  func hasToken(digits count: UInt32) -> Bool { lengths &>> count & 1 == 1 }

  /// Whether two tokens have this many digits, less than 31.
  @inline(__always)
  func hasTokens(digits count: UInt32) -> Bool { repeatedLengths &>> count & 1 == 1 }
}

/// A set of cases of an enumeration of at most 64.
struct RawSet<Member: RawRepresentable>: BitwiseCopyable where Member.RawValue == UInt8 {
  private var bits: UInt64 = 0

  @inline(__always)
  mutating func insert(_ member: Member) { bits |= 1 &<< UInt64(member.rawValue) }

  @inline(__always)
  func contains(_ member: Member) -> Bool { bits &>> UInt64(member.rawValue) & 1 == 1 }

  /// Whether one of several is a member; spelled without an array, which would be walked.
  @inline(__always)
  func contains(
    anyOf first: Member, _ second: Member, _ third: Member? = nil, _ fourth: Member? = nil
  ) -> Bool {
    var others = RawSet()
    others.insert(first)
    others.insert(second)
    if let third { others.insert(third) }
    if let fourth { others.insert(fourth) }
    return bits & others.bits != 0
  }
}
