import Testing

@testable import Normalization

@Suite("Rule obsolete-numbering")
struct ObsoleteNumberingTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "PL"), "0-22 443 00 00", "+48224430000 !obsolete-numbering"),
      (Reading(region: "UA"), "8 (044) 279-12-34", "+380442791234 !obsolete-numbering"),
      (Reading(region: "CL"), "09-87654321", "+56987654321 !obsolete-numbering"),
      (Reading(region: "NG"), "+234 1 279 6000", "+2342012796000 !obsolete-numbering"),
      (Reading(), "(02)412-8181", "+88624128181"),
      (Reading(), "02-5461011", "?ambiguous@1"),
      (Reading(), "02-9461011", "+886229461011 !obsolete-numbering"),
      (Reading(), "024225621", "+886224225621 !obsolete-numbering"),
      (Reading(), "049-243921", "?ambiguous@1"),
      (Reading(), "049-643921", "+886492643921 !obsolete-numbering"),
      (Reading(), "04-2353531", "?ambiguous@1"),
      (Reading(), "04-5253531", "+886425253531 !obsolete-numbering"),
      (Reading(), "02-5461011-2", "?ambiguous@12"),
      (Reading(), "02-5461011/2", "?ambiguous@12"),
      (Reading(), "02-5461011 2", "?ambiguous@12"),
      (Reading(), "02-9461011*2", "+886229461011,2 !obsolete-numbering"),
      (Reading(), "02-8786-196", "?unassigned@1"),
      (Reading(off: .obsoleteNumbering), "02-5461011", "?unassigned@1"),
      (Reading(), "+886-2-9712345", "+886229712345 !obsolete-numbering"),
      (Reading(), "886-2-9461011", "+886229461011 !obsolete-numbering"),
      (Reading(), "+886-02-9461011", "+886229461011 !obsolete-numbering"),
      (Reading(), "+886-49-643921", "+886492643921 !obsolete-numbering"),
      (Reading(), "+886 27123456", "?unassigned@2"),
      (Reading(region: "US"), "+886 2 546 1011", "?ambiguous@1"),
      (Reading(region: "MX"), "01 (55) 5123-4567", "+525551234567 !obsolete-numbering"),
      (Reading(region: "MX"), "044 55 1234 5678", "+525512345678 !obsolete-numbering"),
      (Reading(region: "MX"), "01 800 123 4567", "+528001234567 !obsolete-numbering"),
      (Reading(region: "MX"), "+52 1 55 1234 5678", "+525512345678 !obsolete-numbering"),
      (Reading(region: "MX"), "521 55 1234 5678", "+525512345678 !obsolete-numbering"),
      (Reading(region: "MX"), "1 55 1234 5678", "?impossible-length@1"),
      (Reading(region: "US"), "+5215512345678", "+525512345678 !obsolete-numbering"),
      (Reading(region: "BR"), "(11) 8123-4567", "+5511981234567 !obsolete-numbering"),
      (Reading(region: "BR"), "+55 11 8123-4567", "+5511981234567 !obsolete-numbering"),
      (Reading(region: "GB"), "01222 496012", "+442920496012 !obsolete-numbering"),
      (Reading(region: "GB"), "+44 (0)171 496 0123", "+442074960123 !obsolete-numbering"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
