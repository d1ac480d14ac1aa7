import Testing

@testable import Normalization

@Suite("Numbers that are no telephone numbers by the word before them")
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
    "the telephone number beside them",
    arguments: [
      (Reading(region: "US"), "Permit 2125550142, ph 212-736-5000", "+12127365000 !unused-text"),
      (Reading(region: "TW"), "機構代碼 3501200000 02-2331-7788", "+886223317788 !unused-text"),
      (Reading(region: "VE"), "RIF J-00012345-6 Telf: 0241-8675544", "+582418675544 !unused-text"),
      (Reading(region: "US"), "Order 212-736-5000", "+12127365000 !unused-text"),
      (Reading(region: "US"), "Case manager 212-736-5000", "+12127365000 !unused-text"),
    ])
  func beside(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
