import Testing

@testable import Normalization

@Suite("Rule chinese-numerals")
struct ChineseNumeralsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "02-27123456轉一二三", "+886227123456,123"),
      (Reading(), "02-27123456 分機 八", "+886227123456,8"),
      (Reading(), "02-27123456分機：二〇一", "+886227123456,201"),
      (Reading(), "02-27123456轉二○一", "+886227123456,201"),
      (Reading(region: "CN"), "010-61001234转八零一", "+861061001234,801"),
      (Reading(), "02-27123456#一二、三四", "+886227123456,12 +886227123456,34"),
      (Reading(), "02-27123456轉一或二", "+886227123456,1 +886227123456,2"),
      (Reading(), "02-27123456分機八號", "+886227123456,8"),
      (Reading(extensionCell: "八"), "02-27123456", "+886227123456,8"),
      (Reading(), "02-27123456轉12三", "?ambiguous@15"),
      (Reading(), "02-27123456#12三樓", "+886227123456,12 !unused-text"),
      (Reading(), "02-27123456轉三重店", "+886227123456 !unused-text"),
      (Reading(), "02-27123456轉十二", "+886227123456 !unused-text"),
      (Reading(), "02-27123456 一二三", "+886227123456 !unused-text"),
      (Reading(off: .chineseNumerals), "02-27123456轉八", "+886227123456 !unused-text"),
      (Reading(), "〇二-二七一二-三四五六", "+886227123456"),
      (Reading(), "行動:〇九一二三四五六七八", "+886912345678"),
      (Reading(region: "CN"), "一三八一二三四五六七一", "+8613812345671"),
      (Reading(off: .chineseNumerals), "〇九一二三四五六七八", "?junk@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
