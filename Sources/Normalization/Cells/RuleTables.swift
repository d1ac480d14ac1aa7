import Records

/// The tables of the rule book as the reader asks them: what a first digit or a token concerns, in one look.
extension RuleBook {
  /// With which digit a correction is tried.
  enum Beginning: BitwiseCopyable {
    case zero, otherDigit, anyDigit

    /// Whether it is tried on digits that begin with an ASCII digit.
    @inline(__always)
    func fits(_ digit: UInt8) -> Bool {
      switch self {
      case .zero: digit == 48
      case .otherDigit: digit != 48
      case .anyDigit: true
      }
    }
  }

  /// Which corrections may help digits that begin as they do, by what the settings leave of them: bit n for the
  /// n-th row.
  struct RepairTable: BitwiseCopyable {
    /// By whether the first digit is a 0, and whether a plus stands before it.
    private var rows = InlineArray<4, UInt8>(repeating: 0)

    init(_ isOn: (Rule) -> Bool) {
      for repair in Repair.allCases where isOn(repair.rule) {
        for first in UInt8(48)...49 where repair.begins.fits(first) {
          rows[Self.place(first, false)] |= 1 << repair.rawValue
          if repair.isForInternational { rows[Self.place(first, true)] |= 1 << repair.rawValue }
        }
      }
    }

    @inline(__always)
    private static func place(_ first: UInt8, _ hasPlus: Bool) -> Int {
      (first == 48 ? 2 : 0) | (hasPlus ? 1 : 0)
    }

    /// The rows for a first digit, behind a plus or not.
    @inline(__always)
    func rows(for first: UInt8, hasPlus: Bool) -> UInt8 { rows[Self.place(first, hasPlus)] }
  }

  /// Which rows of `Following` a token concerns.
  struct TailTable: BitwiseCopyable {
    /// By the raw values of kinds, and of words: bit n for the n-th row.
    private var byKind = InlineArray<64, UInt16>(repeating: 0)
    private var byWord = InlineArray<64, UInt16>(repeating: 0)

    fileprivate init() {
      for tail in Following.allCases {
        for kind in tail.kinds { byKind[Int(kind.rawValue)] |= 1 << UInt16(tail.rawValue) }
        for word in tail.words { byWord[Int(word.rawValue)] |= 1 << UInt16(tail.rawValue) }
      }
    }

    /// The rows that a token concerns: bit n for the n-th.
    @inline(__always)
    func rows(for token: Token) -> UInt16 {
      token.kind == .word ? byWord[Int(token.word.rawValue)] : byKind[Int(token.kind.rawValue)]
    }
  }

  /// As plain memory: a look at it counts no references.
  nonisolated(unsafe) static let tailTable: UnsafePointer<TailTable> = {
    let memory = UnsafeMutablePointer<TailTable>.allocate(capacity: 1)
    memory.initialize(to: TailTable())
    return UnsafePointer(memory)
  }()

  /// The rule that makes a correction of digits; what repairs otherwise is of `validation`.
  static func rule(of kind: RepairKind) -> Rule {
    Repair.allCases.first { $0.kind == kind }?.rule ?? .validation
  }
}
