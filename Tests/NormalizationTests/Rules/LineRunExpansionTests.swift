import Testing

@testable import Normalization

@Suite("Rule line-run-expansion")
struct LineRunExpansionTests {
  @Test(
    "cells",
    arguments: [
      (
        Reading(on: .lineRunExpansion), "(03)5374281~4",
        "+88635374281 +88635374282 +88635374283 +88635374284"
      ),
      (
        Reading(on: .lineRunExpansion), "02-27123456-8", "+886227123456 +886227123457 +886227123458"
      ),
      (
        Reading(on: .lineRunExpansion, budget: 2), "(03)5374281~4",
        "+88635374281 ?range-too-large@1"
      ),
      (Reading(), "(03)5374281~4", "+88635374281 !line-run-not-expanded"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
