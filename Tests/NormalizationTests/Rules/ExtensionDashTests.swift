import Testing

@testable import Normalization

@Suite("Rule extension-dash")
struct ExtensionDashTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "04-22351234-791", "+886422351234,791"),
      (Reading(), "(02)29393091-62964", "+886229393091,62964"),
      (Reading(), "06-9264111-1252", "+88669264111,1252"),
      (Reading(), "037-246166-39995", "+88637246166,39995"),
      (Reading(region: "CN"), "0755-28189991-8004", "+8675528189991,8004"),
      (Reading(region: "CN"), "021-80181234-1023167", "+862180181234,1023167"),
      (Reading(region: "CN"), "0755-83029661-82965081", "?ambiguous@15"),
      (Reading(region: "CN"), "0755-27996991-18926549291", "+8675527996991 +8618926549291"),
      (Reading(), "02-27123487-88", "?ambiguous@13"),
      (Reading(off: .extensionDash), "04-22351234-791", "?bad-extension@12"),
      (Reading(), "02-27123456-12-34", "?ambiguous@16"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
