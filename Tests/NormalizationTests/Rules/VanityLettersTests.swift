import Testing

@testable import Normalization

@Suite("Rule vanity-letters")
struct VanityLettersTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "US"), "(801) 799-NEWS (6397)", "+18017996397"),
      (Reading(region: "US"), "(801) 799-NEWS (6398)", "?junk@11"),
      (Reading(region: "US"), "(800) 370-LEAD", "+18003705323"),
      (Reading(region: "US"), "(877) NAA-CP98", "+18776222798"),
      (Reading(region: "US"), "1 (866) PUTCOSO (788-2676)", "+18667882676"),
      (Reading(region: "US"), "(202) 514-FOIA", "?junk@11"),
      (Reading(region: "US", off: .vanityLetters), "(800) 370-LEAD", "?junk@11"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
