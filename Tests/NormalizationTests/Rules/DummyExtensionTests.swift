import Testing

@testable import Normalization

@Suite("Rule dummy-extension")
struct DummyExtensionTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "CN"), "0755-23235881-0", "+8675523235881 !dummy-extension"),
      (Reading(region: "CN"), "+86-755-86618661-0", "+8675586618661 !dummy-extension"),
      (Reading(region: "CN"), "0755-26672661-0/8333", "?ambiguous@17"),
      (Reading(extensionCell: "0"), "02-27123456", "+886227123456 !dummy-extension"),
      (Reading(extensionCell: "#0"), "02-27123456", "+886227123456,0"),
      (Reading(off: .dummyExtension, extensionCell: "0"), "02-27123456", "+886227123456,0"),
      (Reading(region: "CN", off: .dummyExtension), "0755-23235881-0", "?bad-extension@15"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
