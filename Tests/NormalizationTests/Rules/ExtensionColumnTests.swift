import Testing

@testable import Normalization

@Suite("Rule extension-column")
struct ExtensionColumnTests {
  @Test(
    "cells",
    arguments: [
      (Reading(extensionCell: "0718"), "02-55667788", "+886255667788,0718"),
      (Reading(extensionCell: "#0718"), "02-55667788", "+886255667788,0718"),
      (Reading(extensionCell: "分機 12"), "02-55667788", "+886255667788,12"),
      (Reading(extensionCell: "2442・2421"), "02-55667788", "+886255667788,2442 +886255667788,2421"),
      (Reading(extensionCell: "無"), "02-55667788", "+886255667788"),
      (Reading(extensionCell: "12"), "02-55667788#12", "+886255667788,12"),
      (Reading(extensionCell: "13"), "02-55667788#12", "?ambiguous@1"),
      (Reading(extensionCell: "abc"), "02-55667788", "?bad-extension@1"),
      (Reading(extensionCell: "abc"), "無 02-55667788", "?bad-extension@1"),
      (Reading(extensionCell: "無"), "無 02-55667788", "+886255667788"),
      (Reading(off: .extensionColumn, extensionCell: "0718"), "02-55667788", "+886255667788"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
