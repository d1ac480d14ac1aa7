import Testing

@testable import Normalization

@Suite("Rule addresses")
struct AddressesTests {
  @Test(
    "cells",
    arguments: [
      (
        Reading(), "請洽02-27123456轉201或email至abc@example.com 0912345678",
        "+886227123456,201 +886912345678 !unused-text"
      ),
      (
        Reading(), "電話02-27123456信箱abc@example.com手機0912345678",
        "+886227123456 +886912345678 !unused-text"
      ),
      (Reading(), "02-27123456/abc@example.com", "+886227123456 !unused-text"),
      (Reading(region: "CN"), "192.168.10.139", "?junk@1"),
      (Reading(region: "CN", off: .addresses), "192.168.10.139", "+8619216810139"),
      (Reading(region: "CN"), "192.168.10.139:8080 13812345678", "+8613812345678 !unused-text"),
      (Reading(region: "NO"), "22.12.34.56", "+4722123456"),
      (Reading(), "網址www.example.com電話02-27123456", "+886227123456 !unused-text"),
      (Reading(), "www.example.com/商品27123456 02-27123457", "+886227123457 !unused-text"),
      (Reading(region: "US"), "someone@example.org", "?email@1"),
      (Reading(region: "US"), "http://example.org/a/6175550123", "?url@1"),
      (Reading(region: "US"), "www.example.org", "?url@1"),
      (Reading(region: "US"), "617-555-0123 someone@example.org", "+16175550123 !unused-text"),
      (Reading(region: "US"), "someone123@example.org; 617-555-0123", "+16175550123 !unused-text"),
      (Reading(), "example.com", "?url@1"),
      (Reading(), "shop.example.com.tw", "?url@1"),
      (Reading(region: "DE"), "example.de", "?url@1"),
      (Reading(), "02-27123456www.example.com", "+886227123456 !unused-text"),
      (Reading(), "02-27123456 104.com.tw", "+886227123456 !unused-text"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
