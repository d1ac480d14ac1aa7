import Testing

@testable import Normalization

@Suite("Rule wildcards")
struct WildcardsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "02-2712345#", "?ambiguous@11"),
      (Reading(budget: 10), "+8862271234##", "?range-too-large@1"),
      (Reading(off: .wildcards), "+8862271234##", "?pattern@1"),
      (Reading(), "037-676123#", "+88637676123"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test("wildcards within the budget give every number")
  func expansion() throws {
    let numbers = try Reading(region: "FR").of("+331847430##").split(separator: " ")
    #expect(numbers.count == 100)
    #expect(numbers.first == "+33184743000")
  }
}
