import Testing

@testable import Normalization

@Suite("Rule unused-text")
struct UnusedTextTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "AT"), "A1 0664 6241234", "+436646241234 !unused-text"),
      (Reading(region: "FR"), "04 78 53 12 34 guichet 12", "+33478531234 !unused-text ?junk@16"),
      (Reading(region: "DE"), "0431 321234 Raucherecke 12", "+49431321234 !unused-text ?junk@13"),
      (
        Reading(region: "GB"), "01273 471234 Switchboard; 01273 471237 Pier 6",
        "+441273471234 +441273471237 !unused-text ?junk@40"
      ),
      (Reading(region: "US"), "(775) 322-1234 badge 44712", "?junk@16"),
      (Reading(region: "US"), "(775) 322-1234b 12", "?junk@15"),
      (
        Reading(region: "FI"), "010 562 1234 (8,35 snt/puh + 16,69 snt/min)",
        "+358105621234 !unused-text"
      ),
      (
        Reading(region: "FR"), "BP 12 - 69003 Lyon - 04 78 53 12 34",
        "+33478531234 !unused-text ?impossible-length@9"
      ),
      (Reading(region: "DE"), "01805 123456 (14 ct/min)", "+491805123456 !unused-text"),
      (Reading(region: "DE"), "0621 293012 (9-12 und 14-17 Uhr)", "+49621293012 !unused-text"),
      (Reading(region: "DE"), "0621 293012 (10-18)", "?ambiguous@14"),
      (Reading(region: "DE"), "0621 293012 15 Plätze", "+49621293012 !unused-text"),
      (Reading(region: "DE"), "0621 294512 9-12 u. 14-17", "?ambiguous@15 ?inner-line-only@21"),
      (Reading(region: "DE"), "0621 294512 (2x)", "+49621294512 !unused-text"),
      (Reading(region: "LU"), "47 96 23 (9-12)", "?ambiguous@11"),
      (Reading(region: "DE"), "06221 / 54 (0) - 0", "+4962215400"),
      (Reading(region: "DE"), "01805 123987 (0,14 €/Min.)", "+491805123987 !unused-text"),
      (Reading(region: "CH"), "0900 123 457 (CHF 2.50/Min.)", "+41900123457 !unused-text"),
      (Reading(region: "PT"), "760 123 457 (0,60€ + IVA)", "+351760123457 !unused-text"),
      (Reading(region: "FR"), "01 42 61 12 35 (24h/24)", "+33142611235 !unused-text"),
      (Reading(region: "US"), "312-744-5003 (2nd floor)", "+13127445003 !unused-text"),
      (Reading(region: "DE", areaCode: "0621"), "294512 (9-12)", "?ambiguous@9"),
      (
        Reading(region: "TW"), "110台北市信義區松仁路100號5樓 (02)8780-1234",
        "+886287801234 !unused-text"
      ),
      (
        Reading(region: "TW"), "1999(外縣市請撥02-27208889)",
        "+886227208889 ?impossible-length@1"
      ),
      (Reading(region: "CN"), "微信:abc13912345678", "?junk@1"),
      (Reading(region: "CN"), "13912345678 微信", "+8613912345678 !unused-text"),
      (Reading(), "0963197711王小明醫師", "+886963197711 !unused-text"),
      (Reading(), "04-26571234(某某醫院)", "+886426571234 !unused-text"),
      (Reading(), "甲店：02-22901234、乙店：02-22901235", "+886222901234 +886222901235 !unused-text"),
      (Reading(off: .unusedText), "0963197711王小明醫師", "?junk@1"),
      (Reading(), "10491台北市 02-27123456", "+886227123456 !unused-text"),
      (Reading(region: "DE"), "030 1234567 10115 Berlin", "?ambiguous@13"),
      (Reading(), "02-27123456 3樓", "+886227123456 !unused-text"),
      (Reading(), "中山路12-3號 02-27123456", "+886227123456 !unused-text"),
      (Reading(), "中山路2段131巷11-1號", "?junk@1"),
      (Reading(region: "KR"), "5 02-210-0049", "?ambiguous@1"),
      (Reading(region: "KR"), "02-210-0049 5", "?ambiguous@13"),
      (Reading(region: "IT"), "02 1234 5090 5", "?ambiguous@14"),
      (Reading(region: "AT"), "0664 124942 24/7", "?ambiguous@13"),
      (Reading(region: "AT"), "0664 124942 08~17", "?ambiguous@13"),
      (Reading(region: "CN"), "86 0755 28091234", "+8675528091234"),
      (Reading(region: "IN"), "074105 01861, 10115", "+917410501861 ?ambiguous@15"),
      (Reading(region: "BM"), "Room 5 (441) 412-3010", "+14414123010 !unused-text"),
      (Reading(region: "US"), "12345 (201) 555-5418", "+12015555418 ?impossible-length@1"),
      (Reading(region: "RU"), "8 (495) 123-45-67", "+74951234567"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
