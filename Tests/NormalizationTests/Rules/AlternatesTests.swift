import Testing

@testable import Normalization

@Suite("Rule alternates")
struct AlternatesTests {
  @Test(
    "cells",
    arguments: [
      (Reading(region: "IT"), "055 281231-2-3", "+39055281231 +39055281232 +39055281233"),
      (Reading(region: "ES"), "915 31 12 31 - 32 - 33", "+34915311231 +34915311232 +34915311233"),
      (
        Reading(region: "FR"), "04 78 53 12 31-32-33-34",
        "+33478531231 +33478531232 +33478531233 +33478531234"
      ),
      (Reading(region: "SE"), "08-12 34 41-2-3", "+468123441 +468123442 +468123443"),
      (Reading(region: "GB"), "01273 471231-2-5", "?ambiguous@15"),
      (Reading(region: "DE"), "030 123441-2-3", "?ambiguous@14"),
      (Reading(region: "CN"), "0571-87654321-2-3", "?ambiguous@16"),
      (Reading(region: "DE"), "0431-321234 oder -37", "+49431321234 +49431321237"),
      (Reading(region: "IT", off: .alternates), "055 281231-2-3", "?ambiguous@13"),
      (Reading(region: "TR"), "(0 322) 454 20 20 / 1234", "+903224542020 ?ambiguous@21"),
      (Reading(region: "TR"), "(0 322) 454 20 20 / 2021", "+903224542020 +903224542021"),
      (Reading(region: "FR"), "01 42 68 53 00 / 1234", "+33142685300 ?ambiguous@18"),
      (Reading(region: "FR"), "01 42 68 53 00 / 5301", "+33142685300 +33142685301"),
      (Reading(region: "DE"), "0621 293012 / 3456", "?ambiguous@15"),
      (Reading(region: "MY"), "03-89251234/1678", "+60389251234 +60389251678"),
      (Reading(region: "MY"), "03-89251234/5678", "+60389251234 ?ambiguous@13"),
      (Reading(), "02-27123456、3556", "+886227123456 +886227123556"),
      (Reading(), "02-27123456、8001", "?ambiguous@13"),
      (Reading(region: "TR"), "0312 231 12 34 / 1205", "+903122311234 ?ambiguous@18"),
      (Reading(), "03-9612051、2", "+88639612051 +88639612052"),
      (Reading(region: "US"), "(757) 501-6511/6537", "+17575016511 +17575016537"),
      (Reading(), "02-27123456或57", "+886227123456 +886227123457"),
      (Reading(), "02-27123456、57、58", "+886227123456 +886227123457 +886227123458"),
      (Reading(region: "DE"), "030 435、4435", "?ambiguous@9"),
      (Reading(off: .alternates), "03-9612051、2", "?ambiguous@12"),
      (Reading(region: "CN"), "0755-23456789、801", "?ambiguous@15"),
      (Reading(), "03-5731788/789", "+88635731788 +88635731789"),
      (Reading(region: "DE"), "030 12345678/79", "+493012345678 +493012345679"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "a short code of the plan is never the last digits of a line",
    arguments: [
      (Reading(), "(02)2720-8889、1999", "+886227208889 !unused-text"),
      (Reading(region: "HK"), "2123 4567 / 1823", "+85221234567 !unused-text"),
      (Reading(region: "HK"), "1823 / 2123 4567", "+85221234567 !unused-text"),
      (Reading(region: "KR"), "02-729-9497, 1330", "+8227299497 !unused-text"),
      (Reading(region: "CN"), "010-65123456、12345", "+861065123456 !unused-text"),
      (Reading(), "02-27208889、110", "+886227208889 !unused-text"),
      (Reading(), "02-27208889轉2345、1999", "+886227208889,2345 !unused-text"),
      (Reading(), "02-27201955、1922", "?ambiguous@13"),
      (Reading(), "02-27208889,1999", "?ambiguous@13"),
      (Reading(off: .unusedText), "02-27208889、1999", "?junk@1"),
    ])
  func shortCodes(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "what text counts is no last digits and no extension, but whose they are is",
    arguments: [
      ("TW", "02-2712-3456/52坪", "+886227123456 !unused-text"),
      ("TW", "0912-345-678/52坪", "+886912345678 !unused-text"),
      ("TW", "0912-345-678/80%", "+886912345678 !unused-text"),
      ("TW", "0912-345-678、350期", "+886912345678 !unused-text"),
      ("TW", "0912-345-678/520婚禮", "+886912345678 !unused-text"),
      ("TW", "0912-345-678/500起", "+886912345678 !unused-text"),
      ("TW", "02-2712-3456/86林小姐", "+886227123456 +886227123486 !unused-text"),
      ("TW", "02-2712-3456/89會計室", "+886227123456 +886227123489"),
      ("TW", "02-2712-3456/88王大明", "+886227123456 ?ambiguous@14"),
      ("TW", "02-2712-3456、57週小姐", "+886227123456 +886227123457 !unused-text"),
      ("TW", "02-2712-3456/89方案", "+886227123456 ?ambiguous@14"),
      ("TW", "02-2712-3456 / 58床", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456\\58床", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456&58班", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456或58組", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456,120戶", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456-450戶", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456-450%", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456-450期", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456~450坪", "+886227123456 !unused-text"),
      ("TW", "02-2712-3456轉12/35戶", "+886227123456,12 !unused-text"),
      ("TW", "02-2712-3456轉12、35戶", "+886227123456,12 !unused-text"),
      ("TW", "02-2712-3456轉12-35床", "+886227123456,12 !unused-text"),
      ("TW", "0912-345-678/52坪/1280萬", "+886912345678 !unused-text"),
      ("TW", "0912-345-678/52坪/1280萬/3房2廳", "+886912345678 !unused-text"),
      ("CN", "13812345671/89平", "+8613812345671 !unused-text"),
      ("CN", "13812345671/89㎡/3室2厅", "+8613812345671 !unused-text"),
      ("CN", "0571-88123456,120户", "+8657188123456 !unused-text"),
      ("CN", "0571-88123456,3千", "+8657188123456 !unused-text"),
      ("CN", "0571-88123456,2期", "+8657188123456 !unused-text"),
      ("CN", "0571-88123456,500起", "+8657188123456 !unused-text"),
    ])
  func textBehind(region: String, cell: String, expected: String) throws {
    let read = try Reading(region: region).of(cell)
    #expect(read == expected)
  }
}
