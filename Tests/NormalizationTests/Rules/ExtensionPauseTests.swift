import Testing

@testable import Normalization

@Suite("Rule extension-pause")
struct ExtensionPauseTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "CN"), "400-820-1234,80213", "+864008201234,80213"),
      (Reading(region: "CN"), "400-820-1234,802131", "?ambiguous@14"),
      (Reading(), "0255667788,0718", "+886255667788,0718"),
      (Reading(region: "CN"), "+862126131234,22205", "+862126131234,22205"),
      (Reading(region: "CN"), "+862126131234,7058080", "+862126131234,7058080"),
      (Reading(region: "CN"), "+862126131234,26131235", "?ambiguous@15"),
      (Reading(), "02-55667788,0718", "+886255667788,0718"),
      (Reading(), "02-27123456, 104", "?ambiguous@14"),
      (Reading(region: "US"), "(301) 555-0123, 20910", "+13015550123 ?ambiguous@17"),
      (Reading(region: "FR"), "01 42 60 12 34,75001", "+33142601234 ?ambiguous@16"),
      (Reading(off: .extensionPause), "0255667788,0718", "?ambiguous@12"),
      (Reading(region: "GB"), "07400 123456,496012", "+447400123456 ?ambiguous@14"),
      (Reading(region: "RU"), "+78123091234,309123", "+78123091234 ?ambiguous@14"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
