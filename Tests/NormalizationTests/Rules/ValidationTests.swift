import Testing

@testable import Normalization

@Suite("Rule validation")
struct ValidationTests {
  @Test(
    "cells",
    arguments: [
      (Reading(refused: ["mobile"]), "0912345678", "?refused-type@1"),
      (Reading(refused: ["mobile"]), "02-27123456", "+886227123456"),
      (Reading(), "02-12345678901", "?impossible-length@1"),
      (Reading(), "0902-123-45678-9999", "?impossible-length@1"),
      (Reading(validation: .length), "02-11234567", "+886211234567"),
      (Reading(validation: .length), "00027341859", "?unassigned@1"),
      (Reading(validation: .none), "00027341859", "?unassigned@1"),
      (Reading(region: "BR", validation: .length), "0123581161264", "?unassigned@1"),
      (Reading(region: "FR", validation: .none), "79025440456567", "?impossible-length@1"),
      (Reading(), "02-55667788#12345678901", "?too-long@1"),
      (Reading(), "02-11234567", "?unassigned@1"),
      (Reading(off: .validation), "02-11234567", "+886211234567"),
      (Reading(off: .validation, refused: ["mobile"]), "0912345678", "+886912345678"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
