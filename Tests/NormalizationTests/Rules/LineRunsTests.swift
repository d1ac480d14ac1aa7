import Testing

@testable import Normalization

@Suite("Rule line-runs")
struct LineRunsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "0912345678~0928345678", "?ambiguous@12"),
      (Reading(), "02-27123456~07-3381234", "?ambiguous@13"),
      (Reading(), "02-27123400~27123499", "+886227123400 !line-run-not-expanded"),
      (
        Reading(region: "GB"), "01273 471234 diverts to 07812 621234",
        "+441273471234 +447812621234 !unused-text"
      ),
      (
        Reading(region: "JO"), "07 9012 3441 to 07 9012 3478",
        "+962790123441 !line-run-not-expanded"
      ),
      (Reading(region: "AD"), "712 341 to 712 348", "+376712341 !line-run-not-expanded"),
      (Reading(region: "SE"), "08-12 34 41-42", "?ambiguous@13"),
      (Reading(), "(03)5374281~5", "+88635374281 !line-run-not-expanded"),
      (Reading(), "(07)3351121~31", "+88673351121 !line-run-not-expanded"),
      (Reading(), "(03) 3294181-9", "+88633294181 !line-run-not-expanded"),
      (Reading(), "02-82121231至2", "+886282121231 !line-run-not-expanded"),
      (Reading(), "06-6830671~201", "+88666830671,201"),
      (Reading(), "02-27123450~27123459", "+886227123450 !line-run-not-expanded"),
      (Reading(off: .lineRuns), "(03)5374281~5", "?ambiguous@13"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
