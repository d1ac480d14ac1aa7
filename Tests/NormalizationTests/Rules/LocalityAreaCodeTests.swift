import Testing

@testable import Normalization

@Suite("Rule locality-area-code")
struct LocalityAreaCodeTests {
  @Test(
    "cells",
    arguments: [
      (Reading(locality: "臺北市信義區"), "25919231", "+886225919231 !locality-area-code"),
      (Reading(locality: "臺北市"), "2591-9231#136", "+886225919231,136 !locality-area-code"),
      (Reading(locality: "臺北市"), "7622241", "?ambiguous@1"),
      (Reading(), "25919231", "?missing-area-code@1"),
      (Reading(locality: "臺北市"), "07-7123456", "+88677123456"),
      (Reading(off: .localityAreaCode, locality: "臺北市"), "25919231", "?missing-area-code@1"),
      (Reading(region: "DE", locality: "Düsseldorf"), "8920", "?inner-line-only@1"),
      (
        Reading(region: "DE", locality: "40210 Düsseldorf"), "89 21 65",
        "+49211892165 !locality-area-code"
      ),
      (Reading(region: "DE", locality: "Düsseldorf"), "030 1234567", "+49301234567"),
      (Reading(region: "DE", locality: "Köln"), "892165", "?missing-area-code@1"),
      (Reading(region: "GB", locality: "London"), "7946 0000", "+442079460000 !locality-area-code"),
      (Reading(region: "GB", locality: "London"), "496 0000", "?missing-area-code@1"),
      (
        Reading(region: "BR", locality: "Campinas - SP"), "91234-5678",
        "+5519912345678 !locality-area-code"
      ),
      (Reading(region: "BR", locality: "Campinas"), "3234-5678", "?missing-area-code@1"),
      (
        Reading(region: "US", locality: "Cheyenne, WY"), "632-1234",
        "+13076321234 !locality-area-code"
      ),
      (Reading(region: "US", locality: "Cheyenne"), "632-1234", "?missing-area-code@1"),
      (Reading(region: "AU", locality: "Sydney"), "9123 4567", "+61291234567 !locality-area-code"),
      (
        Reading(region: "RU", locality: "Санкт-Петербург"), "312-45-67",
        "+78123124567 !locality-area-code"
      ),
      (Reading(region: "RU", locality: "Москва"), "123-45-67", "?missing-area-code@1"),
      (
        Reading(region: "IN", locality: "Mumbai 400001"), "2266 1234",
        "+912222661234 !locality-area-code"
      ),
      (Reading(region: "JP", locality: "横浜市"), "222-1234", "+81452221234 !locality-area-code"),
      (Reading(region: "KR", locality: "서울특별시"), "720-1234", "+8227201234 !locality-area-code"),
      (Reading(region: "FR", locality: "Paris"), "42 34 56 78", "?impossible-length@1"),
      (
        Reading(region: "CN", locality: "Shenzhen"), "8212 3456",
        "+8675582123456 !locality-area-code"
      ),
      (Reading(region: "TW", locality: "Taipei"), "2591 9231", "+886225919231 !locality-area-code"),
      (Reading(region: "JP"), "3456-7890", "?missing-area-code@1"),
      (Reading(region: "JP"), "82-3456", "?missing-area-code@1"),
      (Reading(region: "BR"), "91234-5678", "?missing-area-code@1"),
      (Reading(region: "AU"), "9123 4567", "?missing-area-code@1"),
      (Reading(region: "RU"), "123-45-67", "?missing-area-code@1"),
      (Reading(region: "GB"), "7946 0000", "?missing-area-code@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
