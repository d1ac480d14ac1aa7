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
      // The column's digits and the cell's are one number, whatever part of it the column calls an area.
      (Reading(areaCode: "035"), "345677", "+88635345677"),
      (Reading(areaCode: "083"), "623995", "+88683623995"),
      (Reading(areaCode: "03"), "7791302", "+88637791302"),
      (Reading(areaCode: "035"), "03-5345677", "+88635345677"),
      (Reading(areaCode: "03"), "037-791302", "+88637791302"),
      (Reading(areaCode: "037"), "03-3171631", "?ambiguous@1"),
      (Reading(areaCode: "02"), "04-22351234", "?ambiguous@1"),
      (Reading(areaCode: "02"), "7622241", "+886227622241 !obsolete-numbering"),
      (Reading(off: .areaCodeColumn, areaCode: "02"), "25521421", "?missing-area-code@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
