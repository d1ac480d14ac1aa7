import Testing

@testable import Normalization

@Suite("Rule postcodes")
struct PostcodesTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "JP"), "〒904-2171 098-938-1234", "+81989381234 !unused-text"),
      (Reading(region: "JP"), "〒9042171 沖縄市 098-938-1234", "+81989381234 !unused-text"),
      (Reading(region: "JP"), "098-938-1234（〒904-2171）", "+81989381234 !unused-text"),
      (Reading(region: "JP"), "郵便番号904-2171 098-938-1234", "+81989381234 !unused-text"),
      (Reading(region: "JP"), "〒904-2171", "?junk@1"),
      (Reading(region: "JP"), "〒03-3213-1111", "+81332131111 !unused-text"),
      (Reading(region: "CN"), "邮编518000 电话0755-28091234", "+8675528091234 !unused-text"),
      (Reading(region: "KR"), "우편번호 06236 02-2123-4567", "+82221234567 !unused-text"),
      (Reading(region: "KR"), "06236 02-2123-4567", "?ambiguous@1"),
      (Reading(region: "IE"), "01 677 1234, Dublin D02 X285", "+35316771234 !unused-text"),
      (Reading(region: "IE"), "053 914 1234 Y35F2N7", "+353539141234 !unused-text"),
      (Reading(region: "IE"), "051 851234, X91 PK15", "+35351851234 !unused-text"),
      (Reading(region: "IE"), "D6W XY00 01 677 1234", "+35316771234 !unused-text"),
      (Reading(region: "IE"), "053 914 1234 x12", "+353539141234,12"),
      (Reading(region: "KZ"), "+7 7172 70-12-34 индекс 010000", "+77172701234 !unused-text"),
      (Reading(region: "KZ"), "+7 (727) 250-12-34, 050000", "+77272501234 ?ambiguous@21"),
      (Reading(region: "KZ"), "8 (7172) 70-12-34 473000", "+77172701234 ?ambiguous@19"),
      (Reading(region: "KZ"), "8 7172 701234, 473000", "+77172701234 ?ambiguous@16"),
      (Reading(region: "KZ"), "8 7172 701234, 701235", "+77172701234 +77172701235"),
      (Reading(region: "RU"), "(4872) 36-12-34, 300041", "+74872361234 ?ambiguous@18"),
      (Reading(region: "RU"), "(4872) 36-12-34, 36-12-35", "+74872361234 +74872361235"),
      (Reading(region: "JP"), "098-938-1234, 904-2171", "+81989381234 ?ambiguous@15"),
      (Reading(region: "JP"), "098-938-1234, 938-1235", "+81989381234 +81989381235"),
      (Reading(region: "IL"), "02-629 1234 9100701", "+97226291234 ?ambiguous@13"),
      (
        Reading(region: "JP", off: .postcodes), "〒904-2171 沖縄 098-938-1234",
        "+81989381234 ?missing-area-code@2"
      ),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
