import Testing

@testable import Normalization

@Suite("Rule lost-zero")
struct LostZeroTests {
  @Test(
    "cells",
    arguments: [
      (
        Reading(region: "JP"), "西新宿2-8-1 03-5321-1111",
        "+81353211111 !unused-text ?impossible-length@4"
      ),
      (Reading(region: "KR"), "2-3 02-2133-1234", "+82221331234 ?impossible-length@1"),
      (Reading(), "82 02-2133-1235", "?missing-area-code@1"),
      (Reading(), "(82)325101", "+88682325101 !lost-zero"),
      (Reading(areaCode: "02"), "281187041", "+886281187041 !lost-zero"),
      (Reading(), "223956751", "+886223956751 !lost-zero"),
      (Reading(), "425229101", "+886425229101 !lost-zero"),
      (Reading(), "912345678", "+886912345678 !lost-zero"),
      (Reading(region: "CN"), "755-88853851", "+8675588853851 !lost-zero"),
      (Reading(), "37205501", "?missing-area-code@1"),
      (Reading(locality: "苗栗縣"), "37205501", "+88637205501 !lost-zero"),
      (Reading(region: "CN"), "13912345678", "+8613912345678"),
      (Reading(), "24236601*9", "?missing-area-code@1"),
      (Reading(), "229911*800", "?missing-area-code@1"),
      (Reading(), "2763491-24", "?missing-area-code@1"),
      (Reading(), "2*23956751", "+886223956751 !lost-zero"),
      (Reading(region: "FR"), "1 23 45 67 81", "+33123456781 !lost-zero"),
      (Reading(off: .lostZero), "223956751", "?impossible-length@1"),
      (Reading(region: "KR"), "2123-4567", "?missing-area-code@1"),
      (Reading(region: "KR"), "2-312-4567", "+8223124567 !lost-zero"),
      (Reading(region: "DE"), "30123456", "?missing-area-code@1"),
      (Reading(region: "KR"), "123-45-67890", "?impossible-length@1"),
      (Reading(region: "EG"), "3572 1465", "?missing-area-code@1"),
      (Reading(region: "EG", locality: "Cairo"), "3572 1465", "+20235721465 !locality-area-code"),
      (Reading(region: "KE"), "445 1471", "?missing-area-code@1"),
      (Reading(region: "BG"), "918 4079", "?missing-area-code@1"),
      (Reading(region: "MM"), "526 1475", "?missing-area-code@1"),
      (Reading(region: "PY"), "380-9952", "?missing-area-code@1"),
      (Reading(region: "YE"), "754-6058", "?missing-area-code@1"),
      (Reading(), "02-2712-3456、2712-34567", "+886227123456 ?impossible-length@14"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
