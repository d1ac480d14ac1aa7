/// What a cell holds, gathered while it is folded: a rule sees in one step that it has nothing to do.
struct CellFacts: BitwiseCopyable {
  /// The kinds of its tokens, when it was folded and since.
  var kinds = RawSet<Token.Kind>()
  /// The kinds that two or more of its tokens had when it was folded.
  var repeatedKinds = RawSet<Token.Kind>()
  /// The meanings of its words.
  var words = RawSet<Word>()
  /// Whether some of its tokens may be a number in full, as their signs and the count of their digits tell.
  var mayHoldNumber = false
  /// Bit n: some of its tokens have n digits, at most 31.
  private var lengths: UInt32 = 0
  /// The same for two or more of its tokens.
  private var repeatedLengths: UInt32 = 0
  /// Bit n: the n-th letter of ASCII stands alone in a token; then whether there is a run of x, an ideograph
  /// and a letter that is none of ASCII.
  private var letters: UInt32 = 0
  private static let mask: UInt32 = 1 << 29
  private static let ideograph: UInt32 = 1 << 30
  private static let wide: UInt32 = 1 << 31

  @inline(__always)
  mutating func insert(_ kind: Token.Kind) {
    repeatedKinds.insert(kind, if: kinds)
    kinds.insert(kind)
  }

  @inline(__always)
  mutating func insert(digits count: UInt16) {
    let length: UInt32 = 1 &<< UInt32(min(count, 31))
    repeatedLengths |= lengths & length
    lengths |= length
  }

  /// Takes notice of the letters of a token, in lower case.
  @inline(__always)
  mutating func insert(letters spelled: UnsafeBufferPointer<UInt8>) {
    if spelled.count == 1 {
      letters |= 1 &<< UInt32(spelled[0] &- 97)
    } else if spelled[0] == UInt8(ascii: "x"), spelled[1] == UInt8(ascii: "x") {
      letters |= Self.mask
    }
  }

  @inline(__always)
  mutating func insertWideLetter() { letters |= Self.wide }

  @inline(__always)
  mutating func insertIdeograph() { letters |= Self.ideograph }

  /// Whether a token begins as digits that are masked do: 0912-XXX-678.
  @inline(__always)
  var mayHoldMask: Bool { letters & Self.mask != 0 }

  /// Whether one character may be a token, so that a word may be set apart.
  @inline(__always)
  var mayHoldCharacters: Bool { letters & ~Self.mask != 0 || kinds.contains(.text) }

  /// Whether a small letter of ASCII stands alone somewhere.
  @inline(__always)
  func hasLone(_ letter: Unicode.Scalar) -> Bool { hasLone(UInt8(ascii: letter)) }

  @inline(__always)
  func hasLone(_ letter: UInt8) -> Bool { letters &>> UInt32(letter &- 97) & 1 == 1 }

  /// Whether some letter is none of ASCII.
  @inline(__always)
  var hasWideLetters: Bool { letters & Self.wide != 0 }

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

  /// Adds what is a member of another set; no step depends on whether it is.
  @inline(__always)
  mutating func insert(_ member: Member, if others: RawSet) {
    bits |= others.bits & 1 &<< UInt64(member.rawValue)
  }

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
