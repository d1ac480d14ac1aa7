import Testing

@testable import Normalization

@Suite("Rule ranges")
struct RangesTests {
  @Test(
    "both ends are inclusive; the cost stands before the expansion",
    arguments: [
      ("02-27123456", "02-27123458", 10, "+886227123456 +886227123457 +886227123458"),
      ("02-27123456", "02-27123456", 10, "+886227123456"),
      ("0227123400", "0227123499", 10, "?range-too-large@1"),
      ("02-27123456", "02-27123455", 10, "?ambiguous@1"),
      ("02-27123456", "07-7123456", 10, "?ambiguous@1"),
      ("02-27123456", "x", 10, "?placeholder@1"),
      ("02-27123456、02-27123459", "02-27123460", 10, "?ambiguous@1"),
      ("02-27123456", "02-27123457、02-27123458", 10, "?ambiguous@1"),
      ("02-27123456、091234", "02-27123460", 10, "?impossible-length@13"),
      ("02-27123456", "27123458", 10, "+886227123456 +886227123457 +886227123458"),
      ("02-27123456#1", "02-27123456#3", 10, "?ambiguous@1"),
      ("227123456", "x", 10, "?placeholder@1"),
      ("02-27123456", "3458", 10, "+886227123456 +886227123457 +886227123458"),
      ("02-27123456", " ５８ ", 10, "+886227123456 +886227123457 +886227123458"),
      ("02-27123456", "6", 10, "+886227123456"),
      ("02-27123456", "3455", 10, "?inner-line-only@1"),
      ("02-27123456", "23458", 10, "?inner-line-only@1"),
      ("02-27123456#1", "3458", 10, "?inner-line-only@1"),
    ])
  func ranges(first: String, last: String, budget: Int, expected: String) throws {
    #expect(try Reading(budget: budget).of(first: first, last: last) == expected)
  }

  @Test("off: none is expanded")
  func off() throws {
    let read = try Reading(off: .ranges).of(first: "02-27123456", last: "02-27123458")
    #expect(read == "?range-too-large@1")
  }

  @Test(
    "an area code beside the ends belongs to both",
    arguments: [
      ("27123456", "27123457", "02", "+886227123456 +886227123457"),
      ("02-27123456", "27123457", "02", "+886227123456 +886227123457"),
      ("27123456", "27123457", "", "?missing-area-code@1"),
      ("07-7123456", "07-7123457", "02", "?ambiguous@1"),
    ])
  func areaCodes(first: String, last: String, areaCode: String, expected: String) throws {
    #expect(try Reading(budget: 10).of(first: first, last: last, areaCode: areaCode) == expected)
  }
}
