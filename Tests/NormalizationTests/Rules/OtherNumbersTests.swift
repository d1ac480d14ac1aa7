import Testing

@testable import Normalization

@Suite("Rule other-numbers")
struct OtherNumbersTests {
  @Test(
    "goods, cases and files",
    arguments: [
      (Reading(region: "US"), "UPC 036000291452", "?junk@1"),
      (Reading(region: "US"), "Barcode: 036000291452", "?junk@1"),
      (Reading(region: "US"), "SKU 2125550142", "?junk@1"),
      (Reading(region: "US"), "Item #2125550142", "?junk@1"),
      (Reading(region: "US"), "Part no. 2125550142", "?junk@1"),
      (Reading(region: "US"), "Case 2125550142", "?junk@1"),
      (Reading(region: "US"), "Invoice: 2125550142", "?junk@1"),
      (Reading(region: "GB"), "Product code 02079460018", "?junk@1"),
      (Reading(region: "DE"), "Artikelnr. 0301234567", "?junk@1"),
      (Reading(region: "FR"), "Réf. 0142687053", "?junk@1"),
      (Reading(region: "TW"), "貨號 0227208889", "?junk@1"),
      (Reading(region: "CN"), "货号 13911096021", "?junk@1"),
      (Reading(region: "JP"), "商品番号 0312345678", "?junk@1"),
    ])
  func goods(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "off: they are read as any digits",
    arguments: [
      ("統一編號 0227208889", "+886227208889"),
      ("越南 0912345678", "+886912345678 !unused-text"),
    ])
  func off(cell: String, expected: String) throws {
    #expect(try Reading(off: .otherNumbers).of(cell) == expected)
  }

  @Test(
    "identities by their words, their initials, and words before a word for number",
    arguments: [
      (Reading(region: "NZ"), "GST 049-091-850", "?junk@1"),
      (Reading(region: "VN"), "Mã số thuế: 0301234567", "?junk@1"),
      (Reading(region: "HR"), "MBS 080000014", "?junk@1"),
      (Reading(region: "DE"), "St.-Nr. 151/815/08156", "?junk@1"),
      (Reading(region: "GR"), "Α.Φ.Μ. 210 9241234", "?junk@1"),
      (Reading(region: "IT"), "C.F. 02884612340", "?junk@1"),
      (Reading(region: "GB"), "Company Number 02079460123", "?junk@1"),
      (Reading(region: "TW"), "電號 02-27-7121-71-2", "?junk@1"),
      (Reading(region: "HK"), "BR:23456789", "?junk@1"),
      (Reading(region: "US"), "Lic# 2126399675", "?junk@1"),
    ])
  func identities(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "accounts and cards in groups",
    arguments: [
      (Reading(), "帳號 822 0912 345 678", "?junk@1"),
      (Reading(), "5430 0102 0912 3456 78", "?junk@1"),
      (Reading(areaCode: "02"), "2712 3456 2712 3457", "+886227123456 +886227123457"),
    ])
  func groups(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "what is a number only after a repair is none behind a word that nobody knows",
    arguments: [
      (Reading(region: "AU"), "Zzyx 412345678", "?ambiguous@6"),
      (Reading(region: "AU"), "Mobile 412345678", "+61412345678 !lost-zero"),
      (Reading(region: "FR"), "Zzyx (Lyon) 478 123 456", "?ambiguous@13"),
      (Reading(locality: "臺北市"), "稅 25919231", "?ambiguous@3"),
      (Reading(locality: "臺北市"), "電話 25919231", "+886225919231 !locality-area-code"),
    ])
  func unknownWords(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "the telephone number beside them",
    arguments: [
      (Reading(region: "US"), "Permit 2125550142, ph 212-736-5000", "+12127365000 !unused-text"),
      (Reading(region: "TW"), "機構代碼 3501200000 02-2331-7788", "+886223317788 !unused-text"),
      (Reading(region: "VE"), "RIF J-00012345-6 Telf: 0241-8675544", "+582418675544 !unused-text"),
      (Reading(region: "FR"), "APE 4711F 01 42 68 53 00", "+33142685300 !unused-text"),
      (Reading(region: "IT"), "C.F. 80012345678 06 1234567", "+39061234567 !unused-text"),
      (Reading(region: "US"), "Order 212-736-5000", "+12127365000 !unused-text"),
      (Reading(region: "US"), "Case manager 212-736-5000", "+12127365000 !unused-text"),
    ])
  func beside(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "numbers abroad, of registers and of companies are no numbers of the region",
    arguments: [
      ("TW", "越南 0912345678", "?ambiguous@4"),
      ("TW", "越南手機 0912345678", "?ambiguous@6"),
      ("TW", "曼谷 02-234-5678", "?ambiguous@4"),
      ("TW", "澳洲雪梨02-8234-5678", "?ambiguous@5"),
      ("TW", "日本 03-345-6712", "?ambiguous@4"),
      ("CN", "日本手机 090-1234-5678", "?ambiguous@6"),
      ("CN", "美国 1 381 234 5671", "?ambiguous@4"),
      ("CN", "伦敦 020 7946 0958", "?ambiguous@4"),
      ("TW", "越南 +84912345678", "+84912345678 !unused-text"),
      ("TW", "府授社長字第0912345678號", "?junk@1"),
      ("TW", "02-2712-3456 地號 2845-3307", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456 抬頭:恆星有限公司 28453307", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456 28453307 恆星有限公司", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456 28453307元", "+886227123456 !unused-text"),
      ("TW", "07-345-6712 3450000元", "+88673456712 !unused-text"),
      ("TW", "匯款 007-0912345678", "?junk@1"),
      ("TW", "02-27121234 曼谷 02-2345-6789", "+886227121234 !unused-text ?ambiguous@16"),
      ("TW", "02-27121234 日本料理 0912345678", "+886227121234 +886912345678 !unused-text"),
      ("TW", "台中分公司04-22031177 台北分公司02-25521477", "+886422031177 +886225521477 !unused-text"),
    ])
  func elsewhere(region: String, cell: String, expected: String) throws {
    let read = try Reading(region: region).of(cell)
    #expect(read == expected)
  }
}
