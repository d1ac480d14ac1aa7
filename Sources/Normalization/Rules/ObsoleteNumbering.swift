/// A change of a national numbering plan that leaves old numbers readable.
///
/// An old number is `oldPrefix`, `kept` further digits and a rest; the new one is `newPrefix`, the
/// kept digits, `inserted` and the same rest.
struct NumberingMigration: Sendable {
  /// Region whose plan changed.
  let region: String
  /// Its calling code.
  let callingCode: String
  /// What was dialled before the old national significant number within the region.
  var domestic = ["0"]
  /// What people write between the calling code and the old number.
  var abroad = ["", "0"]
  /// First digits of the old national significant number.
  let oldPrefix: String
  /// What stands in place of the prefix now.
  let newPrefix: String
  /// Digits of the area code behind the prefix.
  var kept = 0
  /// What stands behind the kept digits now.
  var inserted = ""
  /// What the next digit of the old number may be; nil for any.
  var nextDigits: ClosedRange<UInt8>?
  /// Digits of the old national significant number.
  let oldDigits: Int
  /// The day from which only the new form works; nil where no source gives it.
  let date: String?
  /// What shows that every old number became the new one.
  let source: String

  /// Whether the new number is longer than the old one.
  var addsDigits: Bool {
    newPrefix.utf8.count + inserted.utf8.count > oldPrefix.utf8.count
  }

  /// Every migration that the rule knows.
  static let all: [NumberingMigration] = [
    NumberingMigration(
      region: "TW", callingCode: "886", oldPrefix: "2", newPrefix: "22", nextDigits: 2...9,
      oldDigits: 8, date: "1998-01-01",
      source: "Wikipedia, 中華民國電話號碼: 02 went from 7 to 8 digits; plan of today; "
        + "55 of 146 former numbers in the open data of NHI and FDA stand there with the 2, "
        + "none with another digit"),
    NumberingMigration(
      region: "TW", callingCode: "886", oldPrefix: "4", newPrefix: "42", nextDigits: 2...6,
      oldDigits: 8, date: nil,
      source: "plan of today: Taichung has 22-24, 25 and 26 and 8 digits, Changhua keeps 7 and 8; "
        + "in the open data of NHI and FDA no former number stands with another digit than the 2"),
    NumberingMigration(
      region: "TW", callingCode: "886", oldPrefix: "49", newPrefix: "492", nextDigits: 2...9,
      oldDigits: 8, date: nil,
      source: "plan of today: 049 has 7 digits, beginning with 2; 23 of 90 former numbers in the "
        + "open data of NHI and FDA stand there with the 2, none with another digit"),
    bigNumber("171", "207", oldPrefixOf: "London 0171 to 020 7"),
    bigNumber("181", "208", oldPrefixOf: "London 0181 to 020 8"),
    bigNumber("1203", "2476", oldPrefixOf: "Coventry 01203 to 024 76"),
    bigNumber("1222", "2920", oldPrefixOf: "Cardiff 01222 to 029 20"),
    bigNumber("1703", "2380", oldPrefixOf: "Southampton 01703 to 023 80"),
    bigNumber("1705", "2392", oldPrefixOf: "Portsmouth 01705 to 023 92"),
    NumberingMigration(
      region: "MX", callingCode: "52", domestic: ["01", "044", "045"],
      abroad: ["1", "01", "044", "045"], oldPrefix: "", newPrefix: "", oldDigits: 10,
      date: "2019-08-03",
      source: "IFT, Plan Técnico Fundamental de Numeración (DOF 2018-05-11): ten digits, the "
        + "prefixes 01, 044, 045 and the 1 behind +52 are gone"),
    NumberingMigration(
      region: "BR", callingCode: "55", domestic: ["", "0"], oldPrefix: "", newPrefix: "", kept: 2,
      inserted: "9", nextDigits: 8...9, oldDigits: 10, date: "2016-11-06",
      source: "Anatel, Resolução 553/2010: a 9 before every mobile number, area by area from "
        + "2012-07-29 (11) to 2016-11-06 (41 to 55)"),
  ]

  private static func bigNumber(
    _ oldPrefix: String, _ newPrefix: String, oldPrefixOf change: String
  ) -> NumberingMigration {
    NumberingMigration(
      region: "GB", callingCode: "44", oldPrefix: oldPrefix, newPrefix: newPrefix,
      nextDigits: 2...9, oldDigits: 10, date: "2000-04-22",
      source: "Oftel, The Big Number: \(change)")
  }
}

/// Renews numbers of an old numbering plan: 02-5461010.
extension CellScan {
  /// The number of today for the digits of the first groups, and how many additions it took.
  func renewed(
    _ digits: UnsafeBufferPointer<UInt8>, hasPlus: Bool
  ) -> (answer: PlanQuery.Answer, additions: Int) {
    guard isOn(.obsoleteNumbering), digits.count > 5, !looksTruncated(digits.count) else {
      return (PlanQuery.Answer(), 0)
    }
    for migration in hasPlus ? NumberingMigration.all : plan.migrations {
      let answer = renew(digits, migration, hasPlus: hasPlus)
      if answer.validity == .valid { return (answer, migration.addsDigits ? 1 : 0) }
    }
    guard !hasPlus, digits[0] != 48, localityArea.digits > 0 || columnArea.digits > 0 else {
      return (PlanQuery.Answer(), 0)
    }
    // With the trunk prefix it is one addition; behind an area code from the locality two.
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
      let answer = renew(whole, migration, hasPlus: false)
      if answer.validity == .valid { return (answer, additions) }
    }
    return (PlanQuery.Answer(), 0)
  }

  /// Whether a number in full, "+" and its digits, is read as one of an old plan.
  func isFormer(_ answer: PlanQuery.Answer) -> Bool {
    guard isOn(.obsoleteNumbering) else { return false }
    return plan.inFull(answer) { digits in
      NumberingMigration.all.contains { renew(digits, $0, hasPlus: true).validity == .valid }
    }
  }

  /// The number of today for the digits of an old one, in every form in which it was written.
  private func renew(
    _ digits: UnsafeBufferPointer<UInt8>, _ migration: NumberingMigration, hasPlus: Bool
  ) -> PlanQuery.Answer {
    if !hasPlus {
      for trunk in migration.domestic {
        let start = trunk.utf8.count
        guard digits.count == start + migration.oldDigits, digits.starts(with: trunk.utf8) else {
          continue
        }
        return renew(digits, from: start, migration)
      }
    }
    let code = migration.callingCode.utf8
    for prefix in hasPlus ? 0...0 : 0...2 where prefix != 1 {
      guard digits.count > prefix + code.count, digits.prefix(prefix).allSatisfy({ $0 == 48 }),
        digits[prefix...].starts(with: code)
      else { continue }
      for trunk in migration.abroad {
        let start = prefix + code.count + trunk.utf8.count
        guard digits.count == start + migration.oldDigits,
          digits[(prefix + code.count)...].starts(with: trunk.utf8),
          writesPrefix(of: migration, endingAt: start + migration.oldPrefix.utf8.count)
        else { continue }
        return renew(digits, from: start, migration)
      }
    }
    return PlanQuery.Answer()
  }

  /// Whether a short area code is set apart, +886-2-5461011; in +886 27123456 it may be missing.
  private func writesPrefix(of migration: NumberingMigration, endingAt end: Int) -> Bool {
    guard (1...2).contains(migration.oldPrefix.utf8.count) else { return true }
    var sum = 0
    for group in 0..<groupCount where sum < end { sum += groups[group].count }
    return sum == end
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
    _ digits: UnsafeBufferPointer<UInt8>, from start: Int, _ migration: NumberingMigration
  ) -> PlanQuery.Answer {
    guard digits[start...].starts(with: migration.oldPrefix.utf8) else { return PlanQuery.Answer() }
    var index = start + migration.oldPrefix.utf8.count
    if migration.region == "TW", isNationwide(digits, from: index) { return PlanQuery.Answer() }
    let next = digits[index + migration.kept] &- 48
    if let allowed = migration.nextDigits, !allowed.contains(next) { return PlanQuery.Answer() }
    let renewed = scratch + 64
    var count = 0
    func append(_ digit: UInt8) {
      renewed[count] = digit
      count += 1
    }
    for digit in migration.callingCode.utf8 { append(digit) }
    for digit in migration.newPrefix.utf8 { append(digit) }
    for _ in 0..<migration.kept {
      append(digits[index])
      index += 1
    }
    for digit in migration.inserted.utf8 { append(digit) }
    for index in index..<digits.count { append(digits[index]) }
    return plan.international(UnsafeBufferPointer(start: renewed, count: count))
  }
}
