/// A change of a national numbering plan that leaves old numbers readable: Data/notations.tsv.
///
/// An old number is `oldPrefix`, `kept` further digits and a rest; the new one is `newPrefix`, the
/// kept digits, `inserted` and the same rest. All digits are ASCII. A class, so that to look at one counts
/// one reference, and not one for each of its rows of digits.
package final class NumberingMigration: Sendable {
  /// Region whose plan changed.
  package let region: String
  /// Its calling code.
  package let callingCode: [UInt8]
  /// What was dialled before the old national significant number within the region.
  package let domestic: [[UInt8]]
  /// What people write between the calling code and the old number.
  package let abroad: [[UInt8]]
  /// First digits of the old national significant number.
  package let oldPrefix: [UInt8]
  /// What stands in place of the prefix now.
  package let newPrefix: [UInt8]
  /// Digits of the area code behind the prefix.
  package let kept: Int
  /// What stands behind the kept digits now.
  package let inserted: [UInt8]
  /// What the next digit of the old number may be.
  package let nextDigits: ClosedRange<UInt8>
  /// Digits behind the old prefix that begin numbers which never changed.
  package let spared: [[UInt8]]
  /// Next digits with which numbers of today begin as well, as does one of those that lost a digit; ASCII.
  package let shared: [UInt8]
  /// Digits of the old national significant number.
  package let oldDigits: Int
  /// The day from which only the new form works; nil where no source gives it.
  package let date: String?
  /// What shows that every old number became the new one.
  package let source: String

  /// Whether the new number is longer than the old one.
  package var addsDigits: Bool { newPrefix.count + inserted.count > oldPrefix.count }

  init(_ fields: [String], of region: String) throws(PlanDataError) {
    guard fields.count == 13, let kept = Int(fields[5]), let oldDigits = Int(fields[10]),
      let next = Self.digits(fields[7]), (4...15).contains(oldDigits), !fields[12].isEmpty
    else {
      throw PlanDataError(place: region, problem: "migration \(fields) (expected 14 fields)")
    }
    self.region = region
    callingCode = Array(fields[0].utf8)
    domestic = Self.list(fields[1])
    abroad = Self.list(fields[2])
    oldPrefix = Self.text(fields[3])
    newPrefix = Self.text(fields[4])
    self.kept = kept
    inserted = Self.text(fields[6])
    nextDigits = next
    spared = Self.list(fields[8]).filter { !$0.isEmpty }
    shared = Self.text(fields[9])
    self.oldDigits = oldDigits
    date = fields[11] == "-" ? nil : fields[11]
    source = fields[12]
  }

  private static func text(_ field: some StringProtocol) -> [UInt8] {
    field == "-" ? [] : Array(field.utf8)
  }

  private static func list(_ field: String) -> [[UInt8]] {
    field.split(separator: ",").map { text($0) }
  }

  /// `2-9`.
  private static func digits(_ field: String) -> ClosedRange<UInt8>? {
    let ends = field.split(separator: "-").compactMap { UInt8($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }
}

extension NumberingPlan {
  /// How numbers are written in the region.
  package var notation: Notation { home.notation }
  /// The changes of the region's plan.
  package var migrations: [NumberingMigration] { home.migrations }

  /// The changes of every region's plan that left old numbers readable.
  package static let allMigrations: [NumberingMigration] = {
    let text = NumberingPlans.live.text
    return text.regions(with: .migration).sorted().flatMap { region in
      text.records(.migration, of: region).compactMap { try? NumberingMigration($0, of: region) }
    }
  }()
}
