import NumberingPlans

/// A filter by length and first three digits: most digits are refused by one lookup, the rest are compared with the
/// changes that are listed for them.
///
/// A hint, which may say yes too often. Plain memory of some 8 KB, 30 KB for the changes of all
/// regions; whoever makes one deallocates it.
struct FormerHeads: BitwiseCopyable, @unchecked Sendable {
  /// By the value of the first three digits: bit n for n digits.
  private let lengths: UnsafeMutablePointer<UInt32>
  /// By the same: the first of `changes` that concern such digits; those of the next head follow.
  private let firsts: UnsafeMutablePointer<Int32>
  private let changes: UnsafeMutableBufferPointer<Change>
  private static let heads = 1000

  /// A change whose old numbers may begin so.
  struct Change: BitwiseCopyable {
    /// Its index among the migrations.
    var index: UInt16
    /// How many digits they have as they are written.
    var digits: UInt8
  }

  /// Behind "+", the old numbers of every region; lives as long as the program.
  static let international = FormerHeads(NumberingPlan.allMigrations, isInternational: true)

  /// Takes the old numbers of some changes, as they were dialled at home and behind 00, or behind "+".
  init(_ migrations: [NumberingMigration], isInternational: Bool) {
    var written: [(heads: Range<Int>, change: Change)] = []
    for (index, migration) in migrations.enumerated() {
      let abroad = migration.abroad.map { migration.callingCode + $0 }
      let prefixes =
        isInternational ? abroad : migration.domestic + abroad + abroad.map { [48, 48] + $0 }
      for prefix in prefixes where prefix.count + migration.oldDigits < 32 {
        written.append(
          (
            Self.heads(of: prefix + migration.oldPrefix),
            Change(index: UInt16(index), digits: UInt8(prefix.count + migration.oldDigits))
          ))
      }
    }
    lengths = .allocate(capacity: Self.heads)
    lengths.initialize(repeating: 0, count: Self.heads)
    firsts = .allocate(capacity: Self.heads + 1)
    firsts.initialize(repeating: 0, count: Self.heads + 1)
    for (heads, change) in written {
      for head in heads {
        lengths[head] |= 1 << UInt32(change.digits)
        firsts[head + 1] += 1
      }
    }
    for head in 0..<Self.heads { firsts[head + 1] += firsts[head] }
    changes = .allocate(capacity: Int(firsts[Self.heads]))
    // From the last to the first, so that `firsts` ends as it must.
    var places = (0..<Self.heads).map { Int(firsts[$0 + 1]) }
    for (heads, change) in written.reversed() {
      for head in heads {
        places[head] -= 1
        changes.initializeElement(at: places[head], to: change)
      }
    }
  }

  func deallocate() {
    lengths.deallocate()
    firsts.deallocate()
    changes.deallocate()
  }

  /// All values of three digits that begin as some digits do.
  private static func heads(of digits: [UInt8]) -> Range<Int> {
    var (first, width) = (0, heads)
    for digit in digits.prefix(3) {
      width /= 10
      first += Int(digit &- 48) * width
    }
    return first..<first + width
  }

  /// Whether some of the first of three digits or more may be such a number.
  @inline(__always)
  func mayBeginWithSome(of digits: UnsafeBufferPointer<UInt8>) -> Bool {
    lengths[Self.head(of: digits)] != 0
  }

  @inline(__always)
  private static func head(of digits: UnsafeBufferPointer<UInt8>) -> Int {
    Int(digits[0] & 15) &* 100 &+ Int(digits[1] & 15) &* 10 &+ Int(digits[2] & 15)
  }

  /// Whether three digits or more may be such a number.
  @inline(__always)
  func mayBegin(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard digits.count < 32 else { return false }
    return lengths[Self.head(of: digits)] &>> UInt32(digits.count) & 1 == 1
  }

  /// The first outcome that `body` has for a change, by its index, that may have made three digits or more
  /// an old number; in the order of the changes.
  func first<Outcome>(
    of digits: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Outcome?
  ) -> Outcome? {
    guard mayBegin(digits) else { return nil }
    let head = Self.head(of: digits)
    var last = -1
    for place in Int(firsts[head])..<Int(firsts[head + 1]) {
      let change = changes[place]
      // One change may have several forms of a length.
      guard Int(change.digits) == digits.count, Int(change.index) != last else { continue }
      last = Int(change.index)
      if let outcome = body(last) { return outcome }
    }
    return nil
  }
}
