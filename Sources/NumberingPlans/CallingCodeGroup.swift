/// The regions that share a calling code.
final class CallingCodeGroup: Sendable {
  /// The first one, whose lengths say what is possible.
  let main: RegionPlan
  let members: [RegionPlan]
  /// The tables of the members, behind one pointer; valid as long as the group lives.
  nonisolated(unsafe) let tables: UnsafePointer<GroupTables>

  init(main: RegionPlan, members: [RegionPlan]) {
    self.main = main
    self.members = members
    tables = GroupTables.allocate(main: main, members: members)
  }

  deinit { GroupTables.deallocate(tables) }
}

/// The regions that share a calling code, as plain pointers.
struct GroupTables: BitwiseCopyable {
  /// The first one, whose lengths say what is possible.
  let main: UnsafePointer<RegionTables>
  private let members: UnsafePointer<UnsafePointer<RegionTables>>
  private let count: Int
  /// By the value of three digits: bit n for n digits behind them that make a number of some member; nil
  /// where members are so few that they are asked.
  private let byHead: UnsafePointer<UInt32>?
  /// By the same: bit n for the n-th member, which may claim numbers that begin so; nil where all may.
  private let claimants: UnsafePointer<UInt32>?
  private static let heads = 1000
  /// The most members that are asked one by one, and the most that have a bit.
  private static let mostAsked = 4
  private static let mostBits = 32

  static func allocate(main: RegionPlan, members: [RegionPlan]) -> UnsafePointer<GroupTables> {
    let list = UnsafeMutablePointer<UnsafePointer<RegionTables>>.allocate(capacity: members.count)
    list.initialize(from: members.map(\.tables), count: members.count)
    let tables = UnsafeMutablePointer<GroupTables>.allocate(capacity: 1)
    tables.initialize(
      to: GroupTables(
        main: main.tables, members: UnsafePointer(list), count: members.count,
        byHead: members.count > mostAsked ? lengthsByHead(of: members.map(\.tables)) : nil,
        claimants: (mostAsked + 1...mostBits).contains(members.count)
          ? claimantsByHead(among: members) : nil))
    return UnsafePointer(tables)
  }

  private static func lengthsByHead(
    of members: [UnsafePointer<RegionTables>]
  ) -> UnsafePointer<UInt32> {
    table { digits in
      let found = digits.withUnsafeBufferPointer { digits in
        digits.baseAddress.map { lengths(behind: $0, of: members) }
      }
      return found ?? .max
    }
  }

  private static func claimantsByHead(among members: [RegionPlan]) -> UnsafePointer<UInt32> {
    table { digits in
      var claimants: UInt32 = 0
      for (index, member) in members.enumerated() {
        var state = member.automaton.start
        for digit in digits { state = member.automaton.step(state, digit) }
        if member.leadingDigits.map({ $0.mayMatch(startingWith: digits) }) ?? (state != 0) {
          claimants |= 1 << UInt32(index)
        }
      }
      return claimants
    }
  }

  /// A value for every three digits.
  private static func table(_ value: ([UInt8]) -> UInt32) -> UnsafePointer<UInt32> {
    let table = UnsafeMutablePointer<UInt32>.allocate(capacity: heads)
    for head in 0..<heads {
      let digits: [UInt8] = [head / 100, head / 10 % 10, head % 10].map { UInt8($0) + 48 }
      (table + head).initialize(to: value(digits))
    }
    return UnsafePointer(table)
  }

  static func deallocate(_ tables: UnsafePointer<GroupTables>) {
    tables.pointee.members.deallocate()
    tables.pointee.byHead?.deallocate()
    tables.pointee.claimants?.deallocate()
    tables.deallocate()
  }

  /// Bit n: the first n of digits behind the calling code may be a number; a hint, which may say yes
  /// too often.
  func lengths(of digits: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard digits.count > 3, let base = digits.baseAddress else { return .max }
    let asWritten = lengths(behind: base) << 3 | 0b111
    guard let prefix = main.pointee.nationalPrefix,
      prefix.firstDigits >> UInt16(base[0] & 15) & 1 == 1
    else { return asWritten }
    // One digit is dropped, or stays; what else a prefix may take is not looked at.
    guard prefix.soleDigit != nil, main.pointee.transform.isEmpty else { return .max }
    return asWritten | lengths(behind: base + 1) << 4 | 0b1111
  }

  /// Bit n: n digits behind three ASCII digits make a number of some member.
  func lengths(behind digits: UnsafePointer<UInt8>) -> UInt32 {
    guard let byHead else {
      return Self.lengths(behind: digits, of: UnsafeBufferPointer(start: members, count: count))
    }
    return Self.entry(of: byHead, for: digits)
  }

  /// What a table has for three ASCII digits.
  @inline(__always)
  private static func entry(
    of table: UnsafePointer<UInt32>, for digits: UnsafePointer<UInt8>
  ) -> UInt32 {
    let (first, second, third) = (digits[0] & 15, digits[1] & 15, digits[2] & 15)
    let head = Int(first) &* 100 &+ Int(second) &* 10 &+ Int(third)
    return head < heads ? table[head] : .max
  }

  private static func lengths(
    behind head: UnsafePointer<UInt8>, of members: some Collection<UnsafePointer<RegionTables>>
  ) -> UInt32 {
    members.reduce(UInt32(0)) { lengths, member in
      let automaton = member.pointee.automaton
      return lengths | automaton.facts[Int(automaton.walk(head, 3))].remaining
    }
  }

  /// The region that claims national digits, by its leading digits or by a valid number, and the
  /// state of its automaton behind them.
  @inline(__always)
  func claimant(
    _ digits: UnsafePointer<UInt8>, count digitCount: Int
  ) -> (region: UnsafePointer<RegionTables>, state: UInt16)? {
    if count == 1 { return (main, main.pointee.automaton.walk(digits, digitCount)) }
    guard let claimants, digitCount > 2 else {
      return claimant(digits, digitCount, among: 0..<count)
    }
    var left = Self.entry(of: claimants, for: digits)
    while left != 0 {
      let index = left.trailingZeroBitCount
      guard index < count else { return nil }
      if let found = claimant(digits, digitCount, among: index..<index + 1) { return found }
      left &= left &- 1
    }
    return nil
  }

  /// The same of some members.
  @inline(__always)
  private func claimant(
    _ digits: UnsafePointer<UInt8>, _ digitCount: Int, among places: Range<Int>
  ) -> (region: UnsafePointer<RegionTables>, state: UInt16)? {
    for index in places {
      let member = members[index]
      if let leading = member.pointee.leadingDigits {
        guard leading.match(digits, count: digitCount) != nil else { continue }
        return (member, member.pointee.automaton.walk(digits, digitCount))
      }
      let state = member.pointee.automaton.walk(digits, digitCount)
      if member.pointee.automaton.facts[Int(state)].type != 0 { return (member, state) }
    }
    return nil
  }
}
