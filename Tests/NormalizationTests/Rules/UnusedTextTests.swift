import Testing

@testable import Normalization

@Suite("Rule unused-text")
struct UnusedTextTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "CN"), "微信:abc13912345678", "?junk@4"),
      (Reading(region: "CN"), "13912345678 微信", "+8613912345678 !unused-text"),
      (Reading(), "0963197711王小明醫師", "+886963197711 !unused-text"),
      (Reading(), "04-26571234(某某醫院)", "+886426571234 !unused-text"),
      (Reading(), "甲店：02-22901234、乙店：02-22901235", "+886222901234 +886222901235 !unused-text"),
      (Reading(off: .unusedText), "0963197711王小明醫師", "?junk@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
