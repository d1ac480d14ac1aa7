import Testing

@testable import Normalization

@Suite("Rule lists")
struct ListsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "06-2645951、0988339761", "+88662645951 +886988339761"),
      (Reading(), "(02)2756-5481(02)2756-5482", "+886227565481 +886227565482"),
      (Reading(), "05-3412031.3415551", "+88653412031 +88653415551"),
      (Reading(), "02-27123456；02-27123457", "+886227123456 +886227123457"),
      (
        Reading(region: "CN"), "0755-26933221、26932121、26930981",
        "+8675526933221 +8675526932121 +8675526930981"
      ),
      (Reading(region: "CN"), "0755-83350481/83350381", "+8675583350481 +8675583350381"),
      (Reading(region: "CN"), "0755-29995711,18038188741", "+8675529995711 +8618038188741"),
      (Reading(region: "CN"), "0716-8359551;15629834821", "+867168359551 +8615629834821"),
      (Reading(region: "US"), "512-478-6731; 1-877-673-6831", "+15124786731 +18776736831"),
      (Reading(), "03-3229791,3218821", "+88633229791 +88633218821"),
      (Reading(), "02-27123456、02-27123456", "+886227123456"),
      (Reading(), "2261691、04-2261-6491", "+886422616491 ?missing-area-code@1"),
      (Reading(), "03-3379971、03-", "+88633379971 ?impossible-length@12"),
      (Reading(off: .lists), "07-7123456、7123457", "+88677123456 ?missing-area-code@12"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
