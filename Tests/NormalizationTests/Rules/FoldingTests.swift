import Testing

@testable import Normalization

@Suite("Rule folding")
struct FoldingTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "02-2552100O", "+886225521000"),
      (Reading(region: "US"), "3O3-892-15O5", "+13038921505"),
      (Reading(region: "CZ"), "O2 602 123 456", "+420602123456"),
      (Reading(region: "DE"), "0621 2930l", "?junk@10"),
      (Reading(region: "GB"), "020 7946 0018I", "?junk@14"),
      (Reading(region: "RU"), "8 495 123-45-67О", "?junk@16"),
      (Reading(region: "ES"), "93 412 12 12 o 93 412 12 13", "+34934121212 +34934121213"),
      (Reading(), "０２－２７１２－３４５６", "+886227123456"),
      (Reading(), "（02）2712‐3456", "+886227123456"),
      (Reading(), "\u{200B}02\u{00A0}2712\u{2011}3456\t", "+886227123456"),
      (Reading(), "٠٢٢٧١٢٣٤٥٦", "+886227123456"),
      (Reading(), "०२-२७१२-३४५६", "+886227123456"),
      (Reading(), "07一5581234", "+88675581234"),
      (Reading(), "04+8316123", "+88648316123"),
      (Reading(), "04_24511234", "+886424511234"),
      (Reading(off: .folding), "02-27123456", "+886227123456"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
