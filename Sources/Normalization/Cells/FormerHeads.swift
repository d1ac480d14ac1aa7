import NumberingPlans

/// Which digits may be a number of an old plan, by their number and the first three of them: what is
/// none costs one look instead of a comparison with every change of the plan.
///
/// A hint, which may say yes too often. Plain memory of 4 KB; whoever makes one deallocates it.
struct FormerHeads: BitwiseCopyable, @unchecked Sendable {
  /// By the value of the first three digits: bit n for n digits.
  private let lengths: UnsafeMutablePointer<UInt32>
  private static let heads = 1000

  /// Behind "+", the old numbers of every region; lives as long as the program.
  static let international = FormerHeads(NumberingPlan.allMigrations, isInternational: true)

  /// Takes the old numbers of some changes, as they were dialled at home and behind 00, or behind "+".
  init(_ migrations: [NumberingMigration], isInternational: Bool) {
    lengths = .allocate(capacity: Self.heads)
    lengths.initialize(repeating: 0, count: Self.heads)
    for migration in migrations {
      let abroad = migration.abroad.map { migration.callingCode + $0 }
      let written =
        isInternational ? abroad : migration.domestic + abroad + abroad.map { [48, 48] + $0 }
      for prefix in written {
        add(prefix + migration.oldPrefix, digits: prefix.count + migration.oldDigits)
      }
    }
  }

  func deallocate() { lengths.deallocate() }

  /// Adds all values of three digits that begin as some digits do.
  private func add(_ digits: [UInt8], digits count: Int) {
    guard count < 32 else { return }
    var (first, width) = (0, Self.heads)
    for digit in digits.prefix(3) {
      width /= 10
      first += Int(digit &- 48) * width
    }
    for head in first..<first + width { lengths[head] |= 1 << UInt32(count) }
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
}
