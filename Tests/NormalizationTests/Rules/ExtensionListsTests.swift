import Testing

@testable import Normalization

@Suite("Rule extension-lists")
struct ExtensionListsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "02-27226611#312、313", "+886227226611,312 +886227226611,313"),
      (
        Reading(), "03-3359811*217-220",
        "+88633359811,217 +88633359811,218 +88633359811,219 +88633359811,220"
      ),
      (Reading(), "04-22223621*25or50", "+886422223621,25 +886422223621,50"),
      (Reading(), "06-5982061轉1200或1035", "+88665982061,1200 +88665982061,1035"),
      (Reading(), "02-23064461#318.300", "+886223064461,318 +886223064461,300"),
      (Reading(), "02-23064461#318#300", "+886223064461,318 +886223064461,300"),
      (Reading(), "02-23064461-701~703", "+886223064461,701 +886223064461,702 +886223064461,703"),
      (
        Reading(region: "US"), "914-737-4401 Ext 2634 or 4409",
        "+19147374401,2634 +19147374401,4409"
      ),
      (Reading(), "02-23064461#318-12", "?ambiguous@17"),
      (Reading(), "02-23064461 #318 320", "+886223064461,318 +886223064461,320"),
      (Reading(), "02-23064461 #1 0 1", "?ambiguous@16"),
      (Reading(), "02-23064461 分機 1 2 3", "?ambiguous@18"),
      (Reading(), "02-23064461 轉 12 34", "?ambiguous@18"),
      (Reading(region: "US"), "212-736-5000 ext. 1 0 5", "?ambiguous@21"),
      (Reading(off: .extensionLists), "03-3359811*217-220", "?ambiguous@16"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
