import Testing

@testable import Normalization

@Suite("Rule labels")
struct LabelsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "DK"), "CVR-nr. 64 94 22 12, tlf. 33 66 33 66", "+4533663366 !unused-text"),
      (Reading(region: "TW"), "統一編號 0227208889", "?junk@1"),
      (Reading(region: "IT"), "P.IVA 01234567890 tel 06 67101", "+390667101 !unused-text"),
      (Reading(region: "PL"), "REGON 612345678 tel. 61 878 52 00", "+48618785200 !unused-text"),
      (Reading(region: "DE"), "Kunden-Nr.: 0621 294512", "?junk@1"),
      (Reading(region: "DE"), "IK 260912346 Tel 0621 294512", "+49621294512 !unused-text"),
      (Reading(region: "DE"), "ik 0621 294512", "+49621294512 !unused-text"),
      (Reading(region: "DK"), "CVR 64 94 22 13 33 66 33 67", "+4533663367 !unused-text"),
      (Reading(region: "AT"), "UID-Nr. ATU12345675, 01 5123457", "+4315123457 !unused-text"),
      (Reading(region: "IL"), "ח\"פ 510123457, 03-5211235", "+97235211235 !unused-text"),
      (Reading(region: "FR"), "FINESS 750100043 - 01 42 61 12 35", "+33142611235 !unused-text"),
      (Reading(), "電話：02-27123456", "+886227123456"),
      (Reading(region: "CN"), "电话0755-28091234\u{A0}\u{A0}纠错", "+8675528091234"),
      (Reading(), "TEL 02-27123456", "+886227123456"),
      (Reading(), "(02)27123456(代表號)", "+886227123456"),
      (Reading(), "語音掛號:(04)2235-1234", "+886422351234"),
      (Reading(), "預約專線(02)2712-3456", "+886227123456"),
      (Reading(), "(o)02-27123456", "+886227123456"),
      (Reading(), "門診預約(03)346-1948辦公室(03)317-9591#8350", "+88633461948 +88633179591,8350"),
      (Reading(region: "JP"), "03-3456-7890(代)", "+81334567890"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
