import Testing

@testable import Normalization

@Suite("Rule extension-width")
struct ExtensionWidthTests {
  @Test(
    "cells",
    arguments: [
      (Reading(width: 4), "02-55667788#18", "+886255667788,0018"),
      (Reading(extensionCell: "18", width: 4), "02-55667788", "+886255667788,0018"),
      (Reading(width: 4), "02-55667788#07180", "+886255667788,07180"),
      (Reading(off: .extensionWidth, width: 4), "02-55667788#18", "+886255667788,18"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
