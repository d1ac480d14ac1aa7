import Testing

@testable import Normalization

@Suite("Rule hash-separator")
struct HashSeparatorTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "CN"), "021-51234567#021-51234568", "+862151234567 +862151234568"),
      (Reading(region: "CN"), "0769-82881991#4000361120", "+8676982881991 +864000361120"),
      (Reading(region: "CN"), "021-51234567#51234568", "?ambiguous@14"),
      (Reading(region: "CN", off: .hashSeparator), "0310-7123456#7123457", "+863107123456,7123457"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
