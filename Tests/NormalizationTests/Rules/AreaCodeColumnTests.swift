import Testing

@testable import Normalization

@Suite("Rule area-code-column")
struct AreaCodeColumnTests {
  @Test(
    "cells",
    arguments: [
      (Reading(areaCode: "02"), "25521421", "+886225521421"),
      (Reading(areaCode: "(02)"), "2552-1421", "+886225521421"),
      (Reading(areaCode: "03"), "03-3171631", "+88633171631"),
      (Reading(areaCode: "02"), "0289284681", "+886289284681"),
      (Reading(areaCode: "07"), "3485311~8", "+88673485311 !line-run-not-expanded"),
      (Reading(areaCode: "05"), "5353251-41", "+88655353251,41"),
      (Reading(areaCode: "07"), "7888951*21", "+88677888951,21"),
      (Reading(areaCode: "02"), "7622241", "+886227622241 !obsolete-numbering"),
      (Reading(off: .areaCodeColumn, areaCode: "02"), "25521421", "?missing-area-code@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
