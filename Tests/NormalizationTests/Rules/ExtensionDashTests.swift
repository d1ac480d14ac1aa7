import Testing

@testable import Normalization

@Suite("Rule extension-dash")
struct ExtensionDashTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "ES"), "927 21 65 39 - 927 21 65 3", "+34927216539 ?ambiguous@16"),
      (Reading(region: "ES"), "927 21 65 39 – 927 21 65 38", "+34927216539 +34927216538"),
      (Reading(region: "CN"), "（0592）283-0401-714", "+865922830401,714"),
      (Reading(region: "CN"), "13812345678 abc_163", "+8613812345678 !unused-text ?ambiguous@17"),
      (Reading(region: "CN"), "0571-85252222 sales-01", "?ambiguous@21"),
      (Reading(), "04-22351234-791", "+886422351234,791"),
      (Reading(), "(02)29393091-62964", "+886229393091,62964"),
      (Reading(), "06-9264111-1252", "+88669264111,1252"),
      (Reading(), "037-246166-39995", "+88637246166,39995"),
      (Reading(region: "CN"), "0755-28189991-8004", "+8675528189991,8004"),
      (Reading(region: "CN"), "021-80181234-1023167", "+862180181234,1023167"),
      (Reading(region: "CN"), "0755-83029661-82965081", "+8675583029661 +8675582965081"),
      (Reading(region: "CN"), "0755-27996991-18926549291", "+8675527996991 +8618926549291"),
      (Reading(region: "TR"), "0212 345 67 89 - 345 67 90", "+902123456789 +902123456790"),
      (Reading(region: "TR"), "0212 345 67 89-346 00 11", "+902123456789 +902123460011"),
      (Reading(region: "TR"), "0212 3456789-3456790", "+902123456789 +902123456790"),
      (Reading(region: "TR"), "0212 3456789-3457990", "+902123456789 +902123457990"),
      (Reading(region: "ID"), "(022) 4232338-4232339", "+62224232338 +62224232339"),
      (Reading(region: "US"), "212-555-0123 - 555-0124", "+12125550123 +12125550124"),
      (Reading(region: "US"), "212-555-0123-555-0124", "?ambiguous@14"),
      (Reading(), "02-2712-3456 - 2712-3457", "+886227123456 +886227123457"),
      (Reading(region: "DE"), "030 901820 - 901821", "+4930901820 +4930901821"),
      (Reading(region: "DE"), "030 901820 - 21", "+493090182021"),
      (Reading(), "02-27123487-88", "?ambiguous@13"),
      (Reading(off: .extensionDash), "04-22351234-791", "?bad-extension@12"),
      (Reading(), "02-27123456-12-34", "?ambiguous@16"),
      (Reading(), "02-2712-3456(2023)", "+886227123456 ?ambiguous@14"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
