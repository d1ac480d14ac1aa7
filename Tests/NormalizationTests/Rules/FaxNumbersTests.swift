import Testing

@testable import Normalization

@Suite("Rule fax-numbers")
struct FaxNumbersTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "TW"), "02-28267000 (傳真請撥02-28267001)", "+886228267000 !fax-dropped"),
      (Reading(region: "CN"), "0571-85252222 传真请拨0571-85252223", "+8657185252222 !fax-dropped"),
      (Reading(region: "IT"), "tel. e fax 0832 682111", "+390832682111 !unused-text"),
      (Reading(region: "DE"), "Tel. u. Fax 0621/293012", "+49621293012 !unused-text"),
      (Reading(region: "TW"), "傳眞: 0227208890", "?fax-number@1"),
      (Reading(region: "CN"), "电话0755-28091234 传真0755-22901234", "+8675528091234 !fax-dropped"),
      (Reading(region: "CN"), "电话13912345678 传真--", "+8613912345678"),
      (Reading(region: "CN"), "电话13912345678 传真无", "+8613912345678"),
      (Reading(), "02-27123456 FAX:02-27123457", "+886227123456 !fax-dropped"),
      (Reading(), "電話/傳真：02-27123456", "+886227123456"),
      (Reading(region: "US"), "(602) 926-3559 Fax", "?fax-number@1"),
      (Reading(), "傳真02-27123456", "?fax-number@1"),
      (Reading(), "Fax 02-27123456 Tel 02-27123457", "+886227123457 !fax-dropped"),
      (Reading(off: .faxNumbers), "傳真02-27123456", "+886227123456"),
      (Reading(), "電話(傳真)02-27123456", "+886227123456"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
