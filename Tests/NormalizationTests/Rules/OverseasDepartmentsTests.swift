import Testing

@testable import Normalization

@Suite("Rule overseas-departments")
struct OverseasDepartmentsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "IE"), "048 9032 1234", "+442890321234"),
      (Reading(region: "IE"), "(048) 9032 1234", "+442890321234"),
      (Reading(region: "IE"), "048 9032 123", "?unassigned@1"),
      (Reading(region: "IE"), "01 677 1234", "+35316771234"),
      (Reading(region: "IE", off: .overseasDepartments), "048 9032 1234", "+3534890321234"),
      (Reading(region: "FR"), "0590 90 12 34", "+590590901234"),
      (Reading(region: "FR"), "05 90 90 12 34", "+590590901234"),
      (Reading(region: "FR"), "06 90 35 12 34", "+590690351234"),
      (Reading(region: "FR"), "0594 30 12 34", "+594594301234"),
      (Reading(region: "FR"), "0596 60 12 34", "+596596601234"),
      (Reading(region: "FR"), "0262 20 12 34", "+262262201234"),
      (Reading(region: "FR"), "0269 61 12 34", "+262269611234"),
      (Reading(region: "FR"), "0692 12 34 56", "+262692123456"),
      (Reading(region: "FR"), "0508 41 12 34", "+508411234"),
      (Reading(region: "FR"), "0269 30 12 34", "?unassigned@1"),
      (Reading(region: "FR"), "01 42 68 53 00", "+33142685300"),
      (Reading(region: "FR"), "05 61 12 34 56", "+33561123456"),
      (Reading(region: "FR"), "+33 1 42 68 53 00", "+33142685300"),
      (Reading(region: "FR"), "0976 01 12 34", "+590976011234"),
      (Reading(region: "FR"), "09 72 12 34 56", "+33972123456"),
      (Reading(region: "GP"), "01 42 68 53 00", "+33142685300"),
      (Reading(region: "GP"), "0590 90 12 34", "+590590901234"),
      (Reading(region: "RE"), "0596 60 12 34", "+596596601234"),
      (Reading(region: "RE"), "0262 20 12 34", "+262262201234"),
      (Reading(region: "FR", off: .overseasDepartments), "0590 90 12 34", "?unassigned@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
