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
      // Numbers of services, where they have their trunk 0.
      (Reading(region: "NZ"), "838 1476", "?missing-area-code@1"),
      (Reading(region: "NZ"), "0838 1476", "+648381476"),
      (
        Reading(region: "NZ", locality: "Hamilton"), "838 1063",
        "+6478381063 !locality-area-code"
      ),
      (Reading(region: "AT"), "505 87 21", "?missing-area-code@1"),
      (Reading(region: "AT"), "050 58721", "+435058721"),
      (
        Reading(region: "CN", locality: "北京市"), "8569 6902", "+861085696902 !locality-area-code"
      ),
      (Reading(region: "CN"), "8569 6902", "?missing-area-code@1"),
      (Reading(region: "VN"), "6932 1476", "?missing-area-code@1"),
      (Reading(region: "RS"), "768 0635", "?missing-area-code@1"),
      (Reading(region: "SE"), "208 1062", "?missing-area-code@1"),
      (Reading(), "8001 7039", "?missing-area-code@1"),
      (Reading(), "0800-170-392", "+886800170392"),
      (Reading(region: "TR"), "444 1 444", "+904441444"),
      (Reading(region: "AE"), "800 4444", "+9718004444"),
      (Reading(region: "KR"), "1588-1234", "+8215881234"),
      (Reading(region: "VN"), "1900 1234", "+8419001234"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
