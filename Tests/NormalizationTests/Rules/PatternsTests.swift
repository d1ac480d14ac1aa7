import Testing

@testable import Normalization

@Suite("Rule patterns")
struct PatternsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "BR"), "0xx(27)3397-2651", "+552733972651"),
      (Reading(region: "BR"), "0XX (27) 3397-2652", "+552733972652"),
      (Reading(region: "CN"), "021-6248xxxx 13912345678", "+8613912345678 !unused-text ?pattern@1"),
      (
        Reading(region: "CN"), "13912345678 / 021-6248xxxx",
        "+8613912345678 !unused-text ?pattern@15"
      ),
      (Reading(region: "CN"), "139****5678 13812345678", "+8613812345678 !unused-text ?pattern@1"),
      (Reading(region: "CN"), "021-6248xxxx 021-62481234", "?pattern@9"),
      (Reading(region: "CN"), "021-6248xxxx13912345678", "?pattern@9"),
      (Reading(region: "BR"), "+55 (0**11) 3066-1234", "+551130661234"),
      (Reading(region: "BR"), "(0**11) 3066-1234", "+551130661234"),
      (Reading(region: "BR"), "0**11 3066-1234", "+551130661234"),
      (Reading(region: "BR"), "(**11) 3066-1234", "+551130661234"),
      (Reading(region: "US", off: .wildcards), "+569555872.*", "?pattern@11"),
      (Reading(), "0912-XXX-678", "?pattern@6"),
      (Reading(), "0912***678", "?pattern@5"),
      (Reading(region: "US"), "^1617", "?pattern@1"),
      (Reading(region: "US"), "617555[0-9]", "?pattern@7"),
      (Reading(off: .patterns), "0912-XXX-678", "?junk@6"),
      (Reading(region: "BR"), "0xx11 3456-7890", "+551134567890"),
      (Reading(region: "BR"), "+55 (0xx11) 3456-7890", "+551134567890"),
      (Reading(region: "US"), "0xx11 3456-7890", "?pattern@2"),
      (Reading(region: "US"), "212-555-****", "?pattern@9"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test("a cell reads the same whatever was read before it")
  func nothingStays() throws {
    let reader = try CellReader(settings: CellSettings(region: "BR"))
    let result = CellResult()
    for cell in ["0xxxx 11", "0 51 52513611 a"] {
      Array(cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    }
    #expect(Reading.text(result) == "+555152513611 !unused-text")
  }
}
