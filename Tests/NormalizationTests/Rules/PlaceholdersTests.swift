import Testing

@testable import Normalization

@Suite("Rule placeholders")
struct PlaceholdersTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "0 0 0", "?placeholder@1"),
      (Reading(), "NA", "?placeholder@1"),
      (Reading(region: "US"), "n/a", "?placeholder@1"),
      (Reading(region: "US"), "NOT AVAILABLE", "?placeholder@1"),
      (Reading(), "無", "?placeholder@1"),
      (Reading(), "なし", "?placeholder@1"),
      (Reading(), "[]", "?placeholder@1"),
      (Reading(), "?", "?placeholder@1"),
      (Reading(), "--", "?placeholder@1"),
      (Reading(), "000-000000", "?placeholder@1"),
      (Reading(region: "CN"), "0755-00000000", "?placeholder@1"),
      (Reading(), "07-7123456、0 0 0", "+88677123456 ?placeholder@12"),
      (Reading(), "王小明", "?junk@1"),
      (Reading(off: .placeholders), "NA", "?junk@1"),
      (Reading(region: "CN"), "0755 00000000", "?placeholder@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
