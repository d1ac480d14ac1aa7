import Testing

@testable import Normalization

@Suite("Rule extension-markers")
struct ExtensionMarkersTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "02-2712-3456~8 轉 20", "+886227123456,20 !line-run-not-expanded"),
      (Reading(), "02-2712-3456~60 #20", "+886227123456,20 !line-run-not-expanded"),
      (Reading(region: "CN"), "0755-28091234~6转20", "+8675528091234,20 !line-run-not-expanded"),
      (Reading(), "02-2712-3456-58 轉20", "?ambiguous@14"),
      (Reading(), "02-2712-3456至58 轉20", "?ambiguous@17"),
      (Reading(on: .lineRunExpansion), "02-2712-3456~8 轉 20", "?ambiguous@16"),
      (Reading(), "02-27123456 分機31 樓管", "+886227123456,31 !unused-text"),
      (Reading(), "02-27123456轉10樓", "+886227123456 ?bad-extension@12"),
      (Reading(), "02-27123456轉302公車", "+886227123456 ?bad-extension@12"),
      (Reading(), "02-27123456轉12出口部", "+886227123456,12 !unused-text"),
      (Reading(), "0912345678 #12345", "+886912345678,12345"),
      (Reading(), "0912345678 x12345", "+886912345678 ?ambiguous@12"),
      (Reading(), "02-27123456 #12 分機 12", "+886227123456,12"),
      (Reading(), #"{"phone":"02-27123456","ext":"12"}"#, "+886227123456,12"),
      (Reading(region: "US"), "(718) 584-9001 #12345", "+17185849001,12345"),
      (Reading(), "02-27123456轉業務部201", "+886227123456,201 !unused-text"),
      (
        Reading(), "婚宴專線:(04)2328-7714轉婚宴組2201、2202",
        "+886423287714,2201 +886423287714,2202 !unused-text"
      ),
      (Reading(region: "CN"), "0571-85252222转预订部8001", "+8657185252222,8001 !unused-text"),
      (Reading(), "02-27123456轉業務部2樓", "+886227123456 !unused-text"),
      (Reading(), "02-27123456轉訂席組20桌", "+886227123456 !unused-text"),
      (Reading(), "02-27123456內湖路12", "?junk@13"),
      (Reading(), "037-472218 教導主任 #11", "+88637472218,11 !unused-text"),
      (Reading(), "02-27123456 Store #123", "?junk@13"),
      (Reading(region: "JO"), "+962 (6) 5001234 فرعي 21", "+96265001234,21"),
      (
        Reading(region: "AR"), "+54 (0)11 4346-1234 internos 123/124",
        "+541143461234,123 +541143461234,124"
      ),
      (
        Reading(region: "AR"), "011 4346-1234 internos 123 y 124",
        "+541143461234,123 +541143461234,124"
      ),
      (
        Reading(region: "ES"), "971 17 70 00 internos 221, 222",
        "+34971177000,221 +34971177000,222"
      ),
      (Reading(region: "NL"), "Tel. 010 - 267 16 25 (keuze 2)", "+31102671625 !unused-text"),
      (Reading(region: "NL"), "010-2671625 keuze 2", "+31102671625 !unused-text"),
      (Reading(region: "NL"), "010-2671625, keuze 1", "+31102671625 !unused-text"),
      (Reading(region: "GB"), "Switchboard 0121 627 2000 bleep 4512", "+441216272000 !unused-text"),
      (Reading(region: "GB"), "0121 627 2000 (bleep 4512)", "+441216272000 !unused-text"),
      (Reading(region: "GB"), "0121 627 2000 option 2", "+441216272000 !unused-text"),
      (Reading(region: "US"), "212-736-5000 option 2", "+12127365000 !unused-text"),
      (Reading(region: "PT"), "808 200 204 (custo de chamada local)", "+351808200204 !unused-text"),
      (Reading(region: "RS"), "021/420-002 лок. 12", "+38121420002,12"),
      (Reading(region: "HR"), "01 6101-111, lokal 123", "+38516101111,123"),
      (Reading(region: "HU"), "0613271000 m. 123", "+3613271000,123"),
      (Reading(region: "RU"), "84951234567 д. 123", "+74951234567,123"),
      (Reading(region: "CZ"), "224171111 l. 123", "+420224171111,123"),
      (Reading(), "03-9251001轉1970", "+88639251001,1970"),
      (Reading(), "(03)9325101分機254", "+88639325101,254"),
      (Reading(), "04-23281001-分機9", "+886423281001,9"),
      (Reading(), "04-22351234 # 3501", "+886422351234,3501"),
      (Reading(), "（02）24962801＃2892", "+886224962801,2892"),
      (Reading(), "05-6322761*251", "+88656322761,251"),
      (Reading(), "07-6011001ext1252", "+88676011001,1252"),
      (Reading(), "02-27171181 ext.3603", "+886227171181,3603"),
      (Reading(), "06-2664911 轉分機：0718", "+88662664911,0718"),
      (Reading(), "02-27123456（內6661）", "+886227123456,6661"),
      (Reading(region: "CN"), "010-61001234转801", "+861061001234,801"),
      (Reading(region: "CN"), "400-820-8821转1234", "+864008208821,1234"),
      (Reading(region: "US"), "(718) 584-9001 x5690", "+17185849001,5690"),
      (Reading(region: "US"), "401.421.7741 Ext: 536", "+14014217741,536"),
      (Reading(region: "US"), "(301) 713-1361, x147", "+13017131361,147"),
      (Reading(region: "US"), "+16175550123;ext=0718", "+16175550123,0718"),
      (Reading(), "04-25817861#11ss002", "+886425817861 ?bad-extension@15"),
      (Reading(), "04-7250051作234", "?junk@11"),
      (Reading(), "分機201", "?inner-line-only@1"),
      (Reading(), "#572、573", "?inner-line-only@1"),
      (Reading(off: .extensionMarkers), "03-9251001轉1970", "?bad-extension@11"),
      (Reading(), "02-27123456分機", "+886227123456 ?bad-extension@12"),
      (Reading(), "02-27123456 分機ABC", "+886227123456 ?bad-extension@13"),
      (Reading(), "02-27123456#12轉3", "?ambiguous@15"),
      (Reading(), "02-2712345X", "?bad-extension@11"),
      (Reading(), "02-2712345?", "?junk@11"),
      (Reading(), "02-8772-1234#12a", "+886287721234 ?bad-extension@16"),
      (Reading(), "02-27123456按1再按2", "?ambiguous@15"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "轉, 撥 and 按 in other words, units and terms of days name no extension",
    arguments: [
      ("TW", "02-2712-3456 111.12.25~115.12.24", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456 112.05.06~112.06.07", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456、112.05.06-112.06.07", "+886227123456 !unused-text"),
      ("TW", "0912-345-678 111.12.25至115.12.24", "+886912345678 !unused-text"),
      ("TW", "02-2712-3456 右轉100公尺", "+886227123456 !unused-text"),
      ("CN", "0571-88123456 右转500米", "+8657188123456 !unused-text"),
      ("TW", "02-2712-3456 轉角500公尺", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456 轉公車307", "?junk@14"),
      ("TW", "02-2712-3456 轉乘307", "?junk@14"),
      ("TW", "02-2712-3456 轉讓300", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456 轉診 307", "?junk@14"),
      ("CN", "13812345671 转租3000", "+8613812345671 !unused-text"),
      ("CN", "13812345671 转卖3000", "+8613812345671 !unused-text ?junk@13"),
      ("TW", "02-2712-3456轉租賃部307", "+886227123456,307 !unused-text"),
      ("TW", "02-2712-3456轉307班導師", "+886227123456 ?bad-extension@13"),
      ("TW", "02-2712-3456 已撥3通", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456 已轉500", "?junk@14"),
      ("CN", "0571-88123456 按100%", "+8657188123456 ?bad-extension@15"),
      ("CN", "0571-88123456 转化率30", "?junk@15"),
      ("TW", "02-2712-3456 #3戶", "+886227123456 ?bad-extension@14"),
      ("TW", "02-2712-3456 *20 桌", "+886227123456 ?bad-extension@14"),
      ("TW", "02-2712-3456 #2024婚禮", "+886227123456 ?bad-extension@14"),
      ("TW", "02-2712-3456轉201診", "+886227123456 ?bad-extension@13"),
      ("TW", "02-2712-3456轉101大樓", "+886227123456,101 !unused-text"),
      ("CN", "0571-88123456 转3年级2班", "+8657188123456 ?bad-extension@15"),
    ])
  func otherWords(region: String, cell: String, expected: String) throws {
    let read = try Reading(region: region).of(cell)
    #expect(read == expected)
  }

  @Test(
    "an extension behind a mobile that follows a line belongs to nobody for sure",
    arguments: [
      ("TW", "02-27123456 0912345678 #23", "+886227123456 +886912345678 ?ambiguous@24"),
      ("TW", "02-27123456、0912345678#23", "+886227123456 +886912345678 ?ambiguous@23"),
      ("TW", "02-27123456 (0912345678) #23", "+886227123456 +886912345678 ?ambiguous@26"),
      ("CN", "0571-88123456 13812345671 转8", "+8657188123456 +8613812345671 ?ambiguous@27"),
      ("TW", "0912345678 #23", "+886912345678,23"),
    ])
  func ofMobile(region: String, cell: String, expected: String) throws {
    let read = try Reading(region: region).of(cell)
    #expect(read == expected)
  }
}
