/// A change of a national numbering plan that leaves old numbers readable.
struct NumberingMigration: Sendable {
  /// Region whose plan changed.
  let region: String
  /// First digits of the old national significant number.
  let oldPrefix: String
  /// What the digit behind the prefix may be; nil for any.
  let nextDigits: ClosedRange<UInt8>?
  /// Digits of the old national significant number.
  let oldDigits: Int
  /// What stands in place of the prefix now.
  let newPrefix: String
  /// The day from which only the new form works, or its year where the day is not certain.
  let date: String
  /// What shows that every old number became the new one.
  let source: String

  /// Every migration that the rule knows.
  static let all: [NumberingMigration] = [
    NumberingMigration(
      region: "TW", oldPrefix: "2", nextDigits: 2...9, oldDigits: 8, newPrefix: "22",
      date: "1998-01-01",
      source: "plan of today: every line in 02 has 8 digits, the former ones begin with 2"),
    NumberingMigration(
      region: "TW", oldPrefix: "4", nextDigits: 2...6, oldDigits: 8, newPrefix: "42",
      date: "2001",
      source: "plan of today: Taichung has 22-24, 25 and 26 and 8 digits; Changhua keeps 7 and 8"),
    NumberingMigration(
      region: "TW", oldPrefix: "49", nextDigits: 2...9, oldDigits: 8, newPrefix: "492",
      date: "2001", source: "plan of today: every line in 049 has 7 digits and begins with 2"),
    NumberingMigration(
      region: "GB", oldPrefix: "171", nextDigits: 2...9, oldDigits: 10, newPrefix: "207",
      date: "2000-04-22", source: "Oftel, Big Number Change: London 0171 to 020 7"),
    NumberingMigration(
      region: "GB", oldPrefix: "181", nextDigits: 2...9, oldDigits: 10, newPrefix: "208",
      date: "2000-04-22", source: "Oftel, Big Number Change: London 0181 to 020 8"),
  ]
}

/// Renews numbers of an old numbering plan: 02-5461010.
extension CellScan {
  func renewed(
    _ digits: UnsafeBufferPointer<UInt8>
  ) -> (answer: PlanQuery.Answer, additions: Int) {
    guard isOn(.obsoleteNumbering), digits.count > 5, !looksTruncated(digits.count) else {
      return (PlanQuery.Answer(), 0)
    }
    for migration in plan.migrations {
      // With the trunk prefix it is one addition; behind an area code from the locality two.
      if digits[0] == 48, let answer = renew(digits, 1, migration) { return (answer, 1) }
    }
    if digits[0] != 48, localityArea.digits > 0 || columnArea.digits > 0 {
      let area = columnArea.digits > 0 ? columnArea : localityArea
      let additions = columnArea.digits > 0 ? 1 : 2
      guard area.digits + digits.count <= 15 else { return (PlanQuery.Answer(), 0) }
      var value = area.value
      for index in stride(from: area.digits - 1, through: 0, by: -1) {
        scratch[index + 1] = UInt8(value % 10) + 48
        value /= 10
      }
      scratch[0] = 48
      for index in 0..<digits.count { scratch[area.digits + 1 + index] = digits[index] }
      let whole = UnsafeBufferPointer(start: scratch, count: area.digits + digits.count + 1)
      for migration in plan.migrations {
        if let answer = renew(whole, 1, migration) { return (answer, additions) }
      }
    }
    return (PlanQuery.Answer(), 0)
  }

  /// Whether the groups look like a new number that lost a digit, 8786-196, not like an old one.
  private func looksTruncated(_ count: Int) -> Bool {
    var sum = 0
    for group in 0..<groupCount where sum < count {
      sum += groups[group].count
      if groups[group].count == 4, sum < count, group + 1 < groupCount,
        groups[group + 1].count < 4, digits[groups[group].first] != 48
      {
        return true
      }
    }
    return false
  }

  /// Whether a local number is one of the nationwide services 412 and 449, which never changed.
  private func isNationwide(_ digits: UnsafeBufferPointer<UInt8>, from index: Int) -> Bool {
    guard index + 3 <= digits.count, digits[index] == 52 else { return false }
    return digits[index + 1] == 49 && digits[index + 2] == 50
      || digits[index + 1] == 52 && digits[index + 2] == 57
  }

  private func renew(
    _ digits: UnsafeBufferPointer<UInt8>, _ start: Int, _ migration: NumberingMigration
  ) -> PlanQuery.Answer? {
    let prefix = migration.oldPrefix.utf8
    guard digits.count - start == migration.oldDigits else { return nil }
    var index = start
    for byte in prefix {
      guard digits[index] == byte else { return nil }
      index += 1
    }
    if migration.region == "TW", isNationwide(digits, from: index) { return nil }
    if let next = migration.nextDigits, !next.contains(digits[index] &- 48) { return nil }
    let renewed = scratch + 64
    renewed[0] = 48
    var count = 1
    for byte in migration.newPrefix.utf8 {
      renewed[count] = byte
      count += 1
    }
    while index < digits.count {
      renewed[count] = digits[index]
      count += 1
      index += 1
    }
    let answer = plan.national(UnsafeBufferPointer(start: renewed, count: count), needsTrunk: true)
    return answer.validity == .valid ? answer : nil
  }
}
