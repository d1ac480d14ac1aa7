import Testing

@testable import Normalization

@Suite("Rule labels")
struct LabelsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "Amy0912345678", "+886912345678 !unused-text"),
      (
        Reading(region: "CN"), "Mr.Wang13812345678、Lily15912345678",
        "+8613812345678 +8615912345678 !unused-text"
      ),
      (Reading(), "A123456789 0912345678", "+886912345678 !unused-text ?junk@1"),
      (Reading(), "02-27123456 忙線請改撥 0912-345-678", "+886227123456 +886912345678 !unused-text"),
      (Reading(), "02-27123456（若無人接聽請改撥 0912-345-678）", "+886227123456 +886912345678 !unused-text"),
      (Reading(), "02-27123456 假日請改撥0912-345-678", "+886227123456 +886912345678 !unused-text"),
      (Reading(), "02-27123456 夜間請改撥0912-345-678", "+886227123456 +886912345678"),
      (
        Reading(region: "CN"), "0571-85252222 如占线请改拨 85252223",
        "+8657185252222 +8657185252223 !unused-text"
      ),
      (Reading(), "0800-123-456 手機請改撥 02-27123456", "+886800123456 +886227123456 !unused-text"),
      (Reading(), "02-27123456 請改撥0912-345-678", "+886912345678 !unused-text"),
      (Reading(), "02-27123456 即日起請改撥0912-345-678", "+886912345678 !unused-text"),
      (Reading(), "02-27123456 停用請改撥0912-345-678", "+886912345678 !unused-text"),
      (Reading(), "02-27123456 忙線請撥 0912-345-678", "+886227123456 +886912345678 !unused-text"),
      (
        Reading(region: "CN"), "0571-85252222占线请拨13812345678",
        "+8657185252222 +8613812345678 !unused-text"
      ),
      (Reading(), "02-27123456 請撥 201", "+886227123456,201"),
      (Reading(region: "CN"), "手机13812345678微信abc_163", "+8613812345678 !unused-text"),
      (Reading(), "0912345678 telegram @amy_12", "+886912345678 !unused-text"),
      (Reading(region: "CN"), "0571-85252222 公众号 abc-163", "+8657185252222 !unused-text"),
      (Reading(region: "CN"), "vx13812345678", "+8613812345678"),
      (Reading(region: "CN"), "微信号:wx13812345678", "?junk@1"),
      (Reading(region: "CN"), "WeChat ID: 13812345678", "+8613812345678 !unused-text"),
      (Reading(), "LINE ID: 0912345678 電話 03-8661234", "+886912345678 +88638661234 !unused-text"),
      (Reading(region: "CN"), "QQ:28812345/13812345678", "+8613812345678 !unused-text"),
      (Reading(), "門市：02-27123456 (店號 123456)", "+886227123456 !unused-text"),
      (
        Reading(), "第1分局：02-27123456；第2分局：02-27123457",
        "+886227123456 +886227123457 !unused-text"
      ),
      (
        Reading(region: "IN"), "Office : 0484-2361234 Resi : 0484-2361237",
        "+914842361234 +914842361237 !unused-text"
      ),
      (Reading(region: "ID"), "No. Resi 1234567890", "?junk@1"),
      (
        Reading(region: "PT"), "Tel: 213 221 234 | Fax: 213 221 237 | Tm: 916 241 234",
        "+351213221234 +351916241234 !fax-dropped"
      ),
      (Reading(region: "GB"), "01273 471234 moved to 01273 471237", "+441273471237 !unused-text"),
      (
        Reading(region: "BY"), "А1 +375 29 662-12-34, МТС +375 33 662-12-34",
        "+375296621234 +375336621234 !unused-text"
      ),
      (Reading(), "住宿NT$2800 03-8661234", "+88638661234 !unused-text"),
      (Reading(region: "CN"), "0755-26933221 人均¥128", "+8675526933221 !unused-text"),
      (Reading(region: "CN"), "人均：￥128/人 电话：0755-26933221", "+8675526933221 !unused-text"),
      (Reading(region: "JP"), "03-3581-1234 3,500円", "+81335811234 !unused-text"),
      (Reading(region: "KR"), "02-2133-1234 15,000원", "+82221331234 !unused-text"),
      (Reading(region: "ID"), "0361-751234 Rp 150.000", "+62361751234 !unused-text"),
      (Reading(region: "BR"), "R$ 120,00 - (11) 3066-1234", "+551130661234 !unused-text"),
      (Reading(region: "BR"), "Diária R$ 120,00 (11) 3066-1234", "+551130661234 !unused-text"),
      (Reading(region: "GB"), "0121 627 2000 £25.50", "+441216272000 !unused-text"),
      (Reading(region: "IN"), "Bangalore PIN 560001, 080-22221234", "+918022221234 !unused-text"),
      (
        Reading(region: "KE"), "P.O. Box 30197-00100 Nairobi Tel 020 3318262",
        "+254203318262 !unused-text"
      ),
      (Reading(region: "DE"), "Postfach 12 34 56, 0621 293012", "+49621293012 !unused-text"),
      (
        Reading(region: "FR"), "BP 1234 - 01 40 20 50 50",
        "+33140205050 !unused-text"
      ),
      (Reading(region: "AU"), "02 9264 1234 (GMT+10)", "+61292641234 !unused-text"),
      (Reading(region: "IN"), "080-22221234 (GMT +5:30)", "+918022221234 !unused-text"),
      (Reading(), "02-23822888 (GMT+8)", "+886223822888 !unused-text"),
      (Reading(), "電話1：02-23822888 電話2：02-23822889", "+886223822888 +886223822889"),
      (Reading(), "電話(1)02-23822888 電話(2)02-23822889", "+886223822888 +886223822889"),
      (
        Reading(), "TEL1 02-23822888 TEL2 02-23822889",
        "+886223822888 +886223822889"
      ),
      (
        Reading(region: "CN"), "电话1:0755-26933221 电话2:0755-26932121",
        "+8675526933221 +8675526932121"
      ),
      (
        Reading(region: "US"), "Phone 1: 212-736-5000 Phone 2: 212-736-5001",
        "+12127365000 +12127365001"
      ),
      (
        Reading(region: "US"), "Tel1: 212-736-5000; Tel2: 212-736-5001",
        "+12127365000 +12127365001"
      ),
      (
        Reading(region: "US"), "Line 1: 212-736-5000 Line 2: 212-736-5001",
        "+12127365000 +12127365001 !unused-text"
      ),
      (
        Reading(region: "BR"), "Tel 1: (11) 3066-1234 Tel 2: (11) 3066-1235",
        "+551130661234 +551130661235"
      ),
      (
        Reading(region: "DE"), "Tel. 1: 0621 293012, Tel. 2: 0621 293013",
        "+49621293012 +49621293013"
      ),
      (Reading(region: "ES"), "Tel1: 934121212 Tel2: 934121213", "+34934121212 +34934121213"),
      (
        Reading(region: "FR"), "Tél 1 : 01 42 68 53 00 Tél 2 : 01 42 68 53 01",
        "+33142685300 +33142685301"
      ),
      (Reading(region: "HU"), "Tel. (1) 327-1000 9.00-17.00", "+3613271000 !unused-text"),
      (Reading(region: "DK"), "CVR-nr. 64 94 22 12, tlf. 33 66 33 66", "+4533663366 !unused-text"),
      (Reading(region: "TW"), "統一編號 0227208889", "?junk@1"),
      (Reading(region: "IT"), "P.IVA 01234567890 tel 06 67101", "+390667101 !unused-text"),
      (Reading(region: "PL"), "REGON 612345678 tel. 61 878 52 00", "+48618785200 !unused-text"),
      (Reading(region: "DE"), "Kunden-Nr.: 0621 294512", "?junk@1"),
      (Reading(region: "DE"), "IK 260912346 Tel 0621 294512", "+49621294512 !unused-text"),
      (Reading(region: "DE"), "ik 0621 294512", "+49621294512 !unused-text"),
      (Reading(region: "DK"), "CVR 64 94 22 13 33 66 33 67", "+4533663367 !unused-text"),
      (Reading(region: "AT"), "UID-Nr. ATU12345675, 01 5123457", "+4315123457 !unused-text"),
      (Reading(region: "IL"), "ח\"פ 510123457, 03-5211235", "+97235211235 !unused-text"),
      (Reading(region: "FR"), "FINESS 750100043 - 01 42 61 12 35", "+33142611235 !unused-text"),
      (Reading(), "02-27123456\n↓\n02-27129999", "+886227129999 !unused-text"),
      (Reading(), "02-27129999（3/1前：02-27123456）", "+886227129999 !unused-text"),
      (Reading(), "02-27129999更新 02-27123456", "?ambiguous@12"),
      (Reading(), "電話：02-27123456", "+886227123456"),
      (Reading(), "電　話：02-27123456", "+886227123456"),
      (Reading(off: .labels), "電　話：02-27123456", "+886227123456 !unused-text"),
      (Reading(off: .labels), "電話：02-27123456", "+886227123456"),
      (Reading(region: "CN"), "电话0755-28091234\u{A0}\u{A0}纠错", "+8675528091234"),
      (Reading(), "TEL 02-27123456", "+886227123456"),
      (Reading(), "(02)27123456(代表號)", "+886227123456"),
      (Reading(), "語音掛號:(04)2235-1234", "+886422351234"),
      (Reading(), "預約專線(02)2712-3456", "+886227123456"),
      (Reading(), "(o)02-27123456", "+886227123456"),
      (Reading(), "門診預約(03)346-1948辦公室(03)317-9591#8350", "+88633461948 +88633179591,8350"),
      (Reading(region: "JP"), "03-3456-7890(代)", "+81334567890"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "numbers that words beside them take back",
    arguments: [
      ("GB", "NOT 01872 275603 USE 01872 261947", "+441872261947 !unused-text"),
      ("US", "NOT 212-736-4421, USE 212-736-4422", "+12127364422 !unused-text"),
      ("GB", "not 01872 275603", "?junk@1"),
      ("GB", "01872 275603, if not 01872 261947", "+441872275603 +441872261947 !unused-text"),
      ("CN", "021-62481234张三离职 021-62481235", "+862162481235 !unused-text"),
      ("CN", "13812345678张三离职、13912345678李四", "+8613912345678 !unused-text"),
      ("CN", "13812345678李四；13912345678张三离职", "+8613812345678 !unused-text"),
      ("CN", "李四13812345678 张三13912345678离职", "+8613812345678 !unused-text"),
      ("CN", "021-62481234 张三离职 021-62481235", "?ambiguous@14"),
      ("TW", "0912345678 王小明 離職 0922345678", "?ambiguous@16"),
      ("TW", "0912345678 王小明離職", "?junk@1"),
      ("TW", "02-27123456（勿打）02-27129999", "+886227129999 !unused-text"),
      ("TW", "02-27123456(更新)02-27129999", "?ambiguous@13"),
      ("TW", "更新:0912345678 (0922345678)", "+886912345678 !unused-text ?ambiguous@16"),
    ])
  func takenBack(region: String, cell: String, expected: String) throws {
    let read = try Reading(region: region).of(cell)
    #expect(read == expected)
  }

  @Test(
    "a status between a number and the label of the next one",
    arguments: [
      ("TW", "02-27123456停用 手機0912345678", "+886912345678 !unused-text"),
      ("TW", "02-27123456 停用 手機0912345678", "+886912345678 !unused-text"),
      ("TW", "02-27123456 停用手機0912345678", "+886227123456 !unused-text"),
      ("TW", "市話02-27123456 停用 手機0912345678", "+886912345678 !unused-text"),
      ("TW", "02-27123456市話停用 手機0912345678", "+886912345678 !unused-text"),
      ("TW", "手機0912345678空號 市話02-27123456", "+886227123456 !unused-text"),
      ("TW", "02-27123456 手機停用 0912345678", "?ambiguous@15"),
      ("TW", "02-27123456 手機(停用)0912345678", "?ambiguous@16"),
      ("CN", "13812345671停机 座机0571-88123456", "+8657188123456 !unused-text"),
      ("CN", "座机0571-88123456已停用 手机13812345671", "+8613812345671 !unused-text"),
      ("CN", "13812345671 空号 电话:15922118437", "+8615922118437 !unused-text"),
    ])
  func statusBeforeLabel(region: String, cell: String, expected: String) throws {
    let read = try Reading(region: region).of(cell)
    #expect(read == expected)
  }

  @Test(
    "a status of several numbers, and words that set numbers against each other",
    arguments: [
      ("TW", "02-27123456、0912345678 均停用", "?ambiguous@25"),
      ("TW", "02-27123456、0912345678皆停用", "?ambiguous@24"),
      ("TW", "02-27123456 0912345678 全部停用", "?ambiguous@26"),
      ("TW", "02-27123456、0912345678兩支都停用", "?ambiguous@26"),
      ("TW", "02-27123456、0912345678(前者停用)", "?ambiguous@26"),
      ("TW", "0912345678、0955127338 第一支停用", "?ambiguous@26"),
      ("TW", "0912345678、0955127338、02-27123456 前兩支停用", "?ambiguous@38"),
      ("CN", "13812345671/15922118437 均为空号", "?ambiguous@27"),
      ("CN", "13812345671、15922118437都停机", "?ambiguous@25"),
      ("TW", "02-2712-3456、2712-3457 均停用", "?ambiguous@25"),
      ("TW", "02-27123456、02-27123457 均傳真", "?ambiguous@26"),
      ("TW", "02-2712-3456 有誤 應為 02-2712-3465", "+886227123465 !unused-text"),
      ("CN", "13812345671应为15922118437", "+8615922118437 !unused-text"),
      ("CN", "13812345671(不对)15922118437", "+8615922118437 !unused-text"),
      ("CN", "13812345671 不对,15922118437才对", "+8615922118437 !unused-text"),
      ("TW", "0912345678 勿打,請打0955127338", "+886955127338 !unused-text"),
      ("TW", "並非0912345678而是0955127338", "+886955127338 !unused-text"),
      ("CN", "15922118437 而不是 13812345671", "?ambiguous@13"),
      ("TW", "02-2781-3340 取代 02-2712-3456", "?ambiguous@14"),
      ("TW", "昔02-2712-3456 今02-2781-3340", "?ambiguous@1"),
      ("TW", "先前02-2712-3456 目前02-2781-3340", "+886227813340 !unused-text"),
      ("CN", "13812345671 目前15922118437", "+8615922118437 !unused-text"),
      ("TW", "新門號0955127338 舊門號0912345678", "+886955127338 !unused-text"),
      ("TW", "0912345678,新手機0955127338", "+886912345678 +886955127338 !unused-text"),
      ("TW", "前任里長0912345678 現任里長0955127338", "+886955127338 !unused-text"),
      ("CN", "原校长张伟13812345671,新校长李娜15922118437", "?ambiguous@1"),
      ("TW", "切勿打0912345678", "?junk@1"),
      ("TW", "0912345678 不要打", "?junk@1"),
      ("CN", "13812345671 号码有误", "?junk@1"),
      ("CN", "13812345671 号码不存在", "?junk@1"),
      ("TW", "0912345678 已歿", "?junk@1"),
      ("TW", "0912345678 換人 0955127338", "?ambiguous@12"),
      ("CN", "示例:13812345671", "?junk@1"),
      ("CN", "测试号 13812345671", "?junk@1"),
    ])
  func contrasted(region: String, cell: String, expected: String) throws {
    let read = try Reading(region: region).of(cell)
    #expect(read == expected)
  }
}
