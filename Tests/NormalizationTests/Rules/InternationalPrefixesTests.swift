import Testing

@testable import Normalization

@Suite("Rule international-prefixes")
struct InternationalPrefixesTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "+886 2 2712 3456", "+886227123456"),
      (Reading(region: "GB"), "+44 +44 1962 847315", "+441962847315 !unused-text"),
      (Reading(region: "GB"), "+44+44 1962 847316", "+441962847316 !unused-text"),
      (Reading(region: "GB"), "+44 +1 212 736 5000", "?unknown-calling-code@2"),
      (
        Reading(off: .internationalPrefixes), "+886 +886 2 2712 3456",
        "?unknown-calling-code@2"
      ),
      (Reading(), "886-2-27123456", "+886227123456"),
      (Reading(), "+886-(0)2-2712-3456", "+886227123456"),
      (Reading(region: "CN"), "+86-0755-28091234", "+8675528091234"),
      (Reading(region: "CN"), "86-18126272984", "+8618126272984"),
      (Reading(region: "CN"), "86--19928785022", "+8619928785022"),
      (Reading(), "0086-13912345678", "+8613912345678"),
      (Reading(region: "GB"), "+44 (0)20 7946 0000", "+442079460000"),
      (Reading(), "+999 1234567", "?unknown-calling-code@2"),
      (Reading(region: "US"), "011-49-6371-405-0567", "+4963714050567"),
      (Reading(region: "RU"), "+8 495 1234567", "?unknown-calling-code@2"),
      (Reading(region: "VN"), "+84 95 123 4567", "+84951234567"),
      (Reading(region: "UA"), "+38 (044) 123-45-67", "+380441234567"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test("a plus at the start of a cell is what it says, by the short way and by the rules")
  func plusAtTheStart() throws {
    // A mobile of mainland China as well, if its calling code were left out.
    let read = try BothWays(region: "CN").texts(of: "+13052345677")
    #expect(read.short == "+13052345677")
    #expect(read.long == "+13052345677")
  }
}
