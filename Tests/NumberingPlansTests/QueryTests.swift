import Testing

@testable import NumberingPlans

@Suite("Questions of a notation reader") struct QueryTests {
  @Test(
    "area of a place",
    arguments: [
      ("TW", "臺北市", "2"), ("TW", "100台北市中正區某路", "2"), ("TW", "新竹", "3"),
      ("TW", "苗栗縣頭份市", "37"), ("TW", "連江縣南竿鄉", "836"), ("TW", "彰化路五號", nil),
      ("TW", "臺北市往苗栗縣", nil), ("CN", "深圳市南山区", "755"), ("CN", "上海", "21"),
      ("US", "臺北市", nil),
    ] as [(String, String, String?)])
  func area(region: String, text: String, code: String?) throws {
    let plan = try #require(NumberingPlan.plan(region: region))
    let resolver = NumberResolver(plan)
    let found = Array(text.utf8).withUnsafeBufferPointer { resolver.areaDigits(ofLocality: $0) }
    #expect(found.map { String($0.value) } == code)
  }

  @Test("short codes match whole")
  func shortCodes() throws {
    let resolver = NumberResolver(try #require(NumberingPlan.plan(region: "TW")))
    func isShort(_ text: String) -> Bool {
      Array(text.utf8).withUnsafeBufferPointer { resolver.isShortCode($0) }
    }
    #expect(isShort("110") && isShort("1922"))
    #expect(!isShort("11") && !isShort("1101"))
  }
}
