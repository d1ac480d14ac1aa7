extension NumberGrammar {
  /// A group of digits of a number.
  struct Group: BitwiseCopyable {
    /// Index of its token.
    let token: Int
    /// What parts it from the group before; `.end` is plain blank space or nothing.
    let separator: Token.Kind
    /// Whether a bracket opens before it.
    let opens: Bool
    /// The token, or the empty one before the first where there is no such group.
    private let written: UnsafePointer<Token>

    @inline(__always)
    fileprivate init(_ tokens: UnsafePointer<Token>, place: Int, signs: UInt8) {
      token = place > 0 ? place &- 1 : 0
      written = tokens + (place &- 1)
      separator = unsafeBitCast(
        PackedGroups.plain ^ signs & PackedGroups.plain, to: Token.Kind.self)
      opens = signs & PackedGroups.opening != 0
    }

    /// Index of its first digit.
    var first: Int {
      @inline(__always) get { Int(written.pointee.first) }
    }
    /// Number of its digits.
    var count: Int {
      @inline(__always) get { Int(written.pointee.count) }
    }
  }

  /// The groups of a number, each read where it is asked for.
  struct Groups: BitwiseCopyable {
    private let packed: PackedGroups
    private let tokens: UnsafePointer<Token>

    @inline(__always)
    init(_ packed: PackedGroups, of tokens: UnsafePointer<Token>) {
      self.packed = packed
      self.tokens = tokens
    }

    /// The group at an index below `mostGroups`: an empty one where there are fewer.
    @inline(__always)
    subscript(index: Int) -> Group {
      Group(tokens, place: packed.place(at: index), signs: packed.signs(at: index))
    }
  }

  /// Up to twelve groups in five words: an array, even one in the grammar itself, is copied wherever one of
  /// its elements is looked at.
  struct PackedGroups: BitwiseCopyable {
    /// The tokens counted from 1, four a word; 0 for none.
    private var places: (UInt64, UInt64, UInt64) = (0, 0, 0)
    /// What stands before each, eight a word.
    private var before: (UInt64, UInt64) = (0, 0)

    /// The bits of a separator, which are turned round so that 0 is plain blank space, and that of a bracket.
    fileprivate static let plain = Token.Kind.end.rawValue
    fileprivate static let opening: UInt8 = 32

    /// Whether a sign or a bracket stands before one of them, and not blank space before all.
    @inline(__always)
    var hasSigns: Bool { before.0 | before.1 != 0 }

    /// Adds the group at a token behind so many others.
    @inline(__always)
    mutating func append(_ token: Int, behind separator: Token.Kind, opens: Bool, at index: Int) {
      let place = UInt64(truncatingIfNeeded: token &+ 1) &<< UInt64(truncatingIfNeeded: index &* 16)
      switch index &>> 2 {
      case 0: places.0 |= place
      case 1: places.1 |= place
      default: places.2 |= place
      }
      let signs = (Self.plain ^ separator.rawValue) | (opens ? Self.opening : 0)
      if signs == 0 { return }
      let bits = UInt64(signs) &<< UInt64(truncatingIfNeeded: index &* 8)
      if index < 8 { before.0 |= bits } else { before.1 |= bits }
    }

    /// The token of a group counted from 1; 0 for none.
    @inline(__always)
    fileprivate func place(at index: Int) -> Int {
      let word = index < 4 ? places.0 : index < 8 ? places.1 : places.2
      return Int(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: index &* 16) & 0xFFFF)
    }

    /// What stands before a group: the bits of its separator and its bracket.
    @inline(__always)
    fileprivate func signs(at index: Int) -> UInt8 {
      let word = index < 8 ? before.0 : before.1
      return UInt8(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: index &* 8))
    }
  }
}
