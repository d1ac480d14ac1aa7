import NumberingPlans
import Testing

@testable import Normalization

/// Digits that may be numbers of old plans; a hint that says no too often would leave them unrepaired.
@Suite("Heads of former numbers") struct FormerHeadsTests {
  /// Some old numbers of a change as national digits, the rest filled in two ways.
  private static func old(_ migration: NumberingMigration) -> [[UInt8]] {
    [UInt8(0), 9].flatMap { fill in
      migration.nextDigits.map { next in
        let head = migration.oldPrefix + [UInt8](repeating: 49, count: migration.kept) + [next + 48]
        return head
          + [UInt8](repeating: fill + 48, count: max(migration.oldDigits - head.count, 0))
      }
    }
  }

  private static func mayBegin(_ heads: FormerHeads, _ digits: [UInt8]) -> Bool {
    digits.withUnsafeBufferPointer { heads.mayBegin($0) }
  }

  @Test("no old number is missed, however it is written")
  func everyOldNumber() throws {
    #expect(!NumberingPlan.allMigrations.isEmpty)
    for migration in NumberingPlan.allMigrations {
      let plan = try #require(NumberingPlan.plan(region: migration.region))
      let heads = FormerHeads(plan.migrations, isInternational: false)
      defer { heads.deallocate() }
      for number in Self.old(migration) {
        for prefix in migration.domestic {
          #expect(Self.mayBegin(heads, prefix + number), "\(migration.region) \(prefix) \(number)")
        }
        for prefix in migration.abroad {
          let behindCode = migration.callingCode + prefix + number
          #expect(Self.mayBegin(heads, [48, 48] + behindCode), "00 \(behindCode)")
          #expect(Self.mayBegin(.international, behindCode), "+ \(behindCode)")
        }
      }
    }
  }

  @Test("every change that may have made an old number is found, and those before it in its order")
  func changes() throws {
    let all = NumberingPlan.allMigrations
    for (index, migration) in all.enumerated() {
      for number in Self.old(migration) {
        let digits = migration.callingCode + (migration.abroad.first ?? []) + number
        var found: [Int] = []
        let last = digits.withUnsafeBufferPointer { digits in
          FormerHeads.international.first(of: digits) { change in
            found.append(change)
            return change == index ? change : nil
          }
        }
        #expect(last == index, "\(migration.region) \(number)")
        #expect(zip(found, found.dropFirst()).allSatisfy(<), "\(migration.region) \(found)")
        #expect(found.count < 60, "\(migration.region) \(number): \(found.count)")
      }
    }
  }

  @Test(
    "digits of another length or head are none",
    arguments: [
      ("TW", "0912345678"), ("TW", "0227123456"), ("GB", "02079460018"),
      ("DE", "030123456"), ("US", "2024561414"), ("TW", "00112345678"),
    ])
  func others(region: String, digits: String) throws {
    let plan = try #require(NumberingPlan.plan(region: region))
    let heads = FormerHeads(plan.migrations, isInternational: false)
    defer { heads.deallocate() }
    #expect(!Self.mayBegin(heads, Array(digits.utf8)))
  }

  @Test("digits of any number are asked for, and too many are none")
  func anyLength() throws {
    let plan = try #require(NumberingPlan.plan(region: "TW"))
    let heads = FormerHeads(plan.migrations, isInternational: false)
    defer { heads.deallocate() }
    let lengths = (3...64).filter {
      Self.mayBegin(heads, Array(repeating: 48, count: $0 - 1) + [49])
    }
    #expect(lengths.isEmpty)
    #expect(
      (3...64).filter { count in
        Self.mayBegin(heads, Array("022".utf8) + [UInt8](repeating: 51, count: count - 3))
      } == [9])
  }
}
