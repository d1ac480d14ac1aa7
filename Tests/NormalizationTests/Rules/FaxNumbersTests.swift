import Testing

@testable import Normalization

@Suite("Rule fax-numbers")
struct FaxNumbersTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "電話同傳真：02-27123456", "+886227123456"),
      (Reading(), "電話同傳真 02-27123456 手機0912345678", "+886227123456 +886912345678"),
      (Reading(region: "CN"), "传真同电话：021-62481234", "+862162481234"),
      (
        Reading(), "02-27123456 傳真02-27123457 (會計)", "+886227123456 !fax-dropped !unused-text"
      ),
      (Reading(), "02-27123456總機/傳真02-27123457", "+886227123456 !fax-dropped"),
      (Reading(off: .faxNumbers), "02-27123456總機/傳真02-27123457", "+886227123456 +886227123457"),
      (Reading(), "02-27123456 櫃台，傳真：02-27123457", "+886227123456 !fax-dropped"),
      (Reading(), "02-27123456（櫃台）、傳真02-27123457", "+886227123456 !fax-dropped"),
      (
        Reading(region: "CN"), "0571-85252222转801 前台，传真：0571-85252223",
        "+8657185252222,801 !fax-dropped"
      ),
      (Reading(), "02-27123456總機傳真02-27123457", "+886227123456 !fax-dropped"),
      (Reading(), "電話、傳真：02-27123456", "+886227123456"),
      (Reading(), "02-27123456(電話、傳真)", "+886227123456"),
      (Reading(region: "CN"), "0571-85252222（带传真）", "+8657185252222 !unused-text"),
      (Reading(), "02-27123456(可傳真)", "+886227123456 !unused-text"),
      (Reading(region: "CN"), "电话（兼传真）：0571-85252222", "+8657185252222"),
      (Reading(region: "JP"), "03-3581-1234(FAX兼)", "+81335811234"),
      (
        Reading(), "總機02-23822888 傳真02-23822889 免付費0800-024-111",
        "+886223822888 +886800024111 !fax-dropped"
      ),
      (Reading(), "傳真02-23822889 免付費電話0800-024-111", "+886800024111 !fax-dropped"),
      (Reading(), "傳真02-23822889 免費服務0800-024-111", "+886800024111 !fax-dropped !unused-text"),
      (Reading(), "傳真02-23822889 訂位02-23822890", "+886223822890 !fax-dropped"),
      (Reading(), "傳真02-23822889 訂房02-23822890", "+886223822890 !fax-dropped"),
      (
        Reading(region: "CN"), "电话010-62551234 传真010-62551235 售后400-830-1234",
        "+861062551234 +864008301234 !fax-dropped"
      ),
      (Reading(region: "CN"), "传真010-62551235 免费400-830-1234", "+864008301234 !fax-dropped"),
      (Reading(region: "CN"), "传真010-62551235 预订010-62551234", "+861062551234 !fax-dropped"),
      (Reading(region: "CN"), "传真010-62551235 咨询010-62551234", "+861062551234 !fax-dropped"),
      (
        Reading(region: "CN"), "电话0755-83029666 传真0755-83029667-82965088",
        "+8675583029666 !fax-dropped"
      ),
      (
        Reading(), "總機02-23822888 傳真02-23822889 住宅02-23822890",
        "+886223822888 !fax-dropped !unused-text ?ambiguous@31"
      ),
      (
        Reading(), "電話02-23822888 傳真02-23822889 0800-024-111",
        "+886223822888 !fax-dropped ?ambiguous@29"
      ),
      (Reading(), "傳真02-23822889 住宅2382-2890", "?ambiguous@17"),
      (Reading(), "電話02-23822888 傳真02-23822889、02-23822890", "+886223822888 !fax-dropped"),
      (
        Reading(region: "US"), "212-736-5000 Fax 212-736-5001 Reservations 800-662-4357",
        "+12127365000 +18006624357 !fax-dropped !unused-text"
      ),
      (Reading(region: "US"), "Fax 212-736-5001 Groups 212-736-5002", "?ambiguous@25"),
      (
        Reading(region: "US"), "Fax 212-736-5001, 212-736-5002 Sales 212-736-5003, 212-736-5004",
        "?ambiguous@38 ?ambiguous@52"
      ),
      (Reading(region: "US"), "Fax 212-736-5001 (NY) 800-662-4357", "?ambiguous@23"),
      (
        Reading(region: "US"), "Tel 212-736-5000 Fax 212-736-5001 or 212-736-5002",
        "+12127365000 !fax-dropped"
      ),
      (
        Reading(region: "CN"), "电话010-62551234 传真010-62551235 住宅0106255",
        "+861062551234 !fax-dropped !unused-text ?unassigned@33"
      ),
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
