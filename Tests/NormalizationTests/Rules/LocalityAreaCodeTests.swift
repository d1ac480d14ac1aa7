import Testing

@testable import Normalization

@Suite("Rule locality-area-code")
struct LocalityAreaCodeTests {
  @Test(
    "cells",
    arguments: [
      (Reading(locality: "臺北市信義區"), "25919231", "+886225919231 !locality-area-code"),
      (Reading(locality: "臺北市"), "2591-9231#136", "+886225919231,136 !locality-area-code"),
      (Reading(locality: "臺北市"), "7622241", "?ambiguous@1"),
      (Reading(), "25919231", "?missing-area-code@1"),
      (Reading(locality: "臺北市"), "07-7123456", "+88677123456"),
      (Reading(off: .localityAreaCode, locality: "臺北市"), "25919231", "?missing-area-code@1"),
      (Reading(region: "JP"), "3456-7890", "?missing-area-code@1"),
      (Reading(region: "JP"), "82-3456", "?missing-area-code@1"),
      (Reading(region: "BR"), "91234-5678", "?missing-area-code@1"),
      (Reading(region: "AU"), "9123 4567", "?missing-area-code@1"),
      (Reading(region: "RU"), "123-45-67", "?missing-area-code@1"),
      (Reading(region: "GB"), "7946 0000", "?missing-area-code@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
