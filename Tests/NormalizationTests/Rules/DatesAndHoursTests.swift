import Testing

@testable import Normalization

@Suite("Rule dates-and-hours")
struct DatesAndHoursTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "1986-03-21", "?date@1"),
      (Reading(), "1935/05/17", "?date@1"),
      (Reading(), "21.03.1986", "?date@1"),
      (Reading(), "08:00-17:00", "?hours@1"),
      (Reading(), "0800-1700", "?hours@1"),
      (Reading(), "0830至1630", "?hours@1"),
      (Reading(), "週一至週五8點至17點", "?hours@1"),
      (Reading(), "24小時", "?hours@1"),
      (Reading(region: "AR"), "011 1021-1234", "+541110211234"),
      (Reading(region: "AR"), "(011) 1021-1234 0900-1700", "+541110211234"),
      (Reading(region: "MX"), "+52 (55) 1021-1234", "+525510211234"),
      (Reading(), "06-2581347 0900-1800", "+88662581347"),
      (Reading(), "06:00~24:00 緊急連絡電話:07-7123456", "+88677123456 !unused-text"),
      (Reading(), "24小時，037-752123", "+88637752123 !unused-text"),
      (Reading(off: .datesAndHours), "1986-03-21", "?unassigned@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
