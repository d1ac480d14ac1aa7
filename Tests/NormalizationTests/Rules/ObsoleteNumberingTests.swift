import Testing

@testable import Normalization

@Suite("Rule obsolete-numbering")
struct ObsoleteNumberingTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "(02)412-8181", "?unassigned@2"),
      (Reading(), "02-5461011", "+886225461011 !obsolete-numbering"),
      (Reading(), "024225621", "+886224225621 !obsolete-numbering"),
      (Reading(), "049-643921", "+886492643921 !obsolete-numbering"),
      (Reading(), "04-2353531", "+886422353531 !obsolete-numbering"),
      (Reading(), "02-5461011-2", "?ambiguous@12"),
      (Reading(), "02-5461011/2", "?ambiguous@12"),
      (Reading(), "02-5461011 2", "?ambiguous@12"),
      (Reading(), "02-5461011*2", "+886225461011,2 !obsolete-numbering"),
      (Reading(), "02-8786-196", "?unassigned@1"),
      (Reading(off: .obsoleteNumbering), "02-5461011", "?unassigned@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
