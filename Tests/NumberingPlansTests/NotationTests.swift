import Foundation
import Testing

@testable import NumberingPlans

@Suite("Facts of notations")
struct NotationTests {
  @Test("every region's facts and migrations can be read", arguments: NumberingPlans.live.regions)
  func everyRegion(region: String) throws {
    let text = NumberingPlans.live.text
    _ = try Notation(text.records(.notation, of: region), of: region)
    for fields in text.records(.migration, of: region) {
      _ = try NumberingMigration(fields, of: region)
    }
  }

  @Test(
    "a fact that is not known, has no source or no readable value is refused",
    arguments: [
      ["no-such-fact", "yes", "a source"], ["dash-extension", "5", ""], ["dash-extension", "5"],
      ["local-lengths", "5-", "a source"], ["local-lengths", "5-99", "a source"],
      ["area-types", "no-type", "a source"], ["postcode-form", "round", "a source"],
      ["bare-lines", "no", "a source"], ["local-lengths", "yes", "a source"],
      ["foreign-groups", "3-4-4", "a source"], ["area-digits", "33=2,55", "a source"],
      ["overseas", "048=x", "a source"], ["overseas", "0508=508/9", "a source"],
      ["reused-areas", "yes", "a source"], ["long-areas", "33", "a source"],
      ["pay-figures", "3", "a source"], ["area-lengths", "851", "a source"],
      ["not-given", "10=9,", "a source"],
    ])
  func refused(fields: [String]) {
    #expect(throws: PlanDataError.self) { try Notation([fields], of: "XX") }
  }

  @Test("a fact that a region has twice is refused")
  func repeated() {
    let row = ["bare-lines", "yes", "a source"]
    #expect(throws: PlanDataError.self) { try Notation([row, row], of: "XX") }
  }

  @Test("notations.tsv and what is embedded say the same: a row without its embedding is none")
  func sameAsTheFile() throws {
    let data = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/NumberingPlans/Data")
    let embedded = EmbeddedPlans.text.description
    for (name, isAtEnd) in [("plans.tsv", false), ("notations.tsv", true)] {
      let text = try String(contentsOf: data.appendingPathComponent(name), encoding: .utf8)
      let isThere =
        isAtEnd
        ? embedded.hasSuffix(text.trimmingCharacters(in: .newlines))
          || embedded.hasSuffix(text) : embedded.hasPrefix(text)
      #expect(isThere, "\(name): python3 scripts/generate-numbering-plans.py --notations")
    }
    // Of the tables of area codes, those that decide about lengths are kept.
    let areas = try String(
      contentsOf: data.appendingPathComponent("areas-TW.tsv"), encoding: .utf8)
    for line in areas.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(embedded.contains("\n" + line + "\n"), "\(line)")
    }
  }

  @Test("a region without rows has none of the facts")
  func none() throws {
    let notation = try Notation([], of: "XX")
    #expect(notation.dashExtension == nil && notation.localLengths == 0)
    #expect(notation.shortMarkers.isEmpty && notation.overseas.isEmpty && notation.era == nil)
  }

  @Test("what holds for a calling code holds for all its regions")
  func calling() throws {
    for region in ["US", "CA", "JM"] {
      let notation = try #require(NumberingPlan.plan(region: region)).notation
      #expect(notation.soleAreaDigits == 3 && notation.areaTypes == .max)
    }
    #expect(try #require(NumberingPlan.plan(region: "MX")).notation.soleAreaDigits == 0)
  }

  @Test("a line of any region must have a length that its area code has")
  func foreign() throws {
    let plans = NumberingPlans.live
    #expect(plans.text.regions(with: .area) == ["TW", "CN"])
    for (digits, fits) in [
      ("+886225919231", true), ("+88625919231", false), ("+861087654321", true),
      ("+4930123456", true),
    ] {
      #expect(NumberingPlan.fitsAreas(try resolve(digits, "US")) == fits, "\(digits)")
    }
  }

  @Test("rows become facts")
  func facts() throws {
    let notation = try Notation(
      [
        ["dash-extension", "5", "s"], ["local-lengths", "6-8", "s"], ["era", "35-199", "s"],
        ["area-digits", "33=2,*=3", "s"], ["area-types", "fixed-line", "s"],
        ["short-markers", "r,app", "s"], ["postcode", "7", "s"], ["postcode-form", "3-4", "s"],
      ], of: "XX")
    #expect(notation.dashExtension == 5 && notation.localLengths == 0b1_1100_0000)
    #expect(notation.era == 35...199 && notation.postcodeForm == .threeAndFour)
    #expect(notation.areaDigits.map(\.digits) == [2, 3])
    #expect(notation.shortMarkers == [Array("r".utf8), Array("app".utf8)])
  }

  @Test("a row becomes a migration")
  func migration() throws {
    let migration = try #require(NumberingPlan.allMigrations.first { $0.region == "TW" })
    #expect(migration.date == "1998-01-01" && migration.addsDigits)
    #expect(migration.spared == ["412", "449", "66", "8"].map { Array($0.utf8) })
  }
}
