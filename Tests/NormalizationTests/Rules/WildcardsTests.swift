import Testing

@testable import Normalization

@Suite("Rule wildcards")
struct WildcardsTests {
  @Test(
    "cells",
    arguments: [
      (
        Reading(budget: 10), "02-2712345#",
        "+886227123450 +886227123451 +886227123452 +886227123453 +886227123454 +886227123455 +886227123456 +886227123457 +886227123458 +886227123459"
      ),
      (Reading(budget: 10), "+8862271234##", "?range-too-large@1"),
      (Reading(off: .wildcards), "+8862271234##", "?pattern@1"),
      (Reading(), "037-676123#", "+88637676123"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
