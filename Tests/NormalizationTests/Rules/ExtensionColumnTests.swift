import Testing

@testable import Normalization

@Suite("Rule extension-column")
struct ExtensionColumnTests {
  @Test(
    "cells",
    arguments: [
      (Reading(extensionCell: "0718"), "02-55667788", "+886255667788,0718"),
      (Reading(extensionCell: "#0718"), "02-55667788", "+886255667788,0718"),
      (Reading(extensionCell: "分機 12"), "02-55667788", "+886255667788,12"),
      (Reading(extensionCell: "2442・2421"), "02-55667788", "+886255667788,2442 +886255667788,2421"),
      (Reading(extensionCell: "無"), "02-55667788", "+886255667788"),
      (Reading(extensionCell: "無分機"), "02-55667788", "+886255667788"),
      (Reading(extensionCell: "12"), "02-55667788#12", "+886255667788,12"),
      (Reading(extensionCell: "13"), "02-55667788#12", "?ambiguous@1"),
      (Reading(extensionCell: "abc"), "02-55667788", "?bad-extension@1"),
      (Reading(extensionCell: "abc"), "無 02-55667788", "?bad-extension@1"),
      (Reading(extensionCell: "無"), "無 02-55667788", "+886255667788"),
      (Reading(off: .extensionColumn, extensionCell: "0718"), "02-55667788", "+886255667788"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  /// What stands in the cell, and what comes of it behind 02-27123456.
  @Test(
    "lists, ranges, notes and what is none of them",
    arguments: [
      ("12,13", "12 13"), ("12、13", "12 13"), ("12/13", "12 13"), ("101,102", "101 102"),
      ("#12 #13", "12 13"), ("x12, x13", "12 13"), ("分機:12, 分機:13", "12 13"),
      ("12-14", "12 13 14"), ("201至202", "201 202"), ("12 to 13", "12 13"), ("12#", "12"),
      ("(12)", "12"), ("'0718", "0718"), ("12.0", "12"), ("123456", "123456"),
      ("12 (會計)", "12 !unused-text"), ("12（前台）", "12 !unused-text"),
      ("0", "!dummy-extension"), ("0.0", "!dummy-extension"), ("0.00", "!dummy-extension"),
      ("12 34", "?ambiguous@4"), ("1 0 1", "?ambiguous@3"), ("5 5", "?ambiguous@3"),
      ("1-2-3", "?ambiguous@5"), ("12--14", "?ambiguous@5"), ("12轉3", "?ambiguous@4"),
      ("2#9", "?ambiguous@3"), ("12#3", "?ambiguous@4"), ("分機12轉13", "?ambiguous@6"),
      ("09:00-18:00", "?ambiguous@4"), ("8:30", "?ambiguous@3"), ("801.5", "?ambiguous@5"),
      ("12 (10:00-18:00)", "?ambiguous@5"), ("12(13)", "?ambiguous@4"),
      ("1,234", "?ambiguous@3"), ("1/2/2024", "?ambiguous@1"), ("2026/1/12", "?ambiguous@1"),
      ("305/6", "?ambiguous@5"), ("8201、2", "?ambiguous@6"), ("4417/18", "?ambiguous@6"),
      ("201、202、3", "?ambiguous@9"), ("305 & 6", "?ambiguous@7"), ("305/2", "305 2"),
      ("9/12", "9 12"), ("12-34", "?ambiguous@4"),
      ("12(停用)", "?bad-extension@4"), ("101(空號)", "?bad-extension@5"),
      ("12 (已離職)", "?bad-extension@5"), ("12 (wrong)", "?bad-extension@5"),
      ("12 (old)", "?bad-extension@5"),
      ("12 (not in use)", "?bad-extension@5"), ("12(傳真)", "?bad-extension@4"),
      ("101 (FAX)", "?bad-extension@6"), ("同上", "?bad-extension@1"),
      ("27123457", "?ambiguous@1"), ("20260112", "?ambiguous@1"),
      ("會計12", "12 !unused-text"), ("會計：12", "12 !unused-text"), ("801 王小姐", "801 !unused-text"),
      ("801王小姐", "801 !unused-text"), ("No. 12", "12"), ("12 離職", "?bad-extension@1"),
      ("801 王小姐離職", "?bad-extension@1"), ("801王小姐停用", "?bad-extension@1"),
      ("會計2", "?bad-extension@1"), ("會計 12、總務 13", "?bad-extension@1"),
      ("窗口12", "?bad-extension@1"), ("12 條線", "?bad-extension@1"), ("12樓", "?bad-extension@1"),
      ("12 王", "?bad-extension@1"), ("Room 801", "?bad-extension@1"), ("A12", "?bad-extension@1"),
      ("12a34", "?bad-extension@1"), ("12 王 13", "?bad-extension@1"),
    ])
  func separators(cell: String, expected: String) throws {
    let read = try Reading(extensionCell: cell).of("02-27123456")
    let told = expected.split(separator: " ").map {
      $0.first == "!" || $0.first == "?" ? String($0) : "+886227123456,\($0)"
    }
    #expect(
      read == (expected.hasPrefix("!") ? ["+886227123456"] + told : told).joined(separator: " "))
  }

  @Test(
    "markers and words for none of the region",
    arguments: [
      ("DE", "030 2030100", "App. 15", "+49302030100,15"),
      ("DE", "030 2030102", "intern 15", "+49302030102,15"),
      ("AT", "01 5311522", "Kl. 15", "+4315311522,15"),
      ("FR", "01 42 76 44 18", "p. 12", "+33142764418,12"),
      ("BR", "(11) 3113-4419", "R. 12", "+551131134419,12"),
      ("PL", "22 621 44 18", "w. 12", "+48226214418,12"),
      ("BR", "(11) 3113-4420", "ramais 12 e 13", "+551131134420,12 +551131134420,13"),
      ("FI", "09 612 3971", "12 tai 13", "+35896123971,12 +35896123971,13"),
      ("US", "212-736-4419", "p. 12", "?bad-extension@1"),
      ("DE", "030 2030100", "App.", "?bad-extension@1"),
      ("US", "212-736-4420", "no", "+12127364420"),
      ("BR", "(11) 3113-4422", "não", "+551131134422"),
      ("BR", "(11) 3113-4423", "S/N", "+551131134423"),
      ("ES", "915884419", "sin extensión", "+34915884419"),
      ("ES", "915884419", "Sin ext.", "+34915884419"),
      ("VN", "024 3825 4421", "không có", "+842438254421"),
      ("SE", "08-441 82 78", "saknas", "+4684418278"),
      ("IT", "06 67841236", "nessuno", "+390667841236"),
      ("TH", "02 123 4567", "ไม่มี", "+6621234567"), ("DE", "030 2030104", "ohne", "+49302030104"),
    ])
  func ofRegions(region: String, cell: String, given: String, expected: String) throws {
    let read = try Reading(region: region, extensionCell: given).of(cell)
    #expect(read == expected)
  }

  @Test("as many digits as extensions have are no telephone number")
  func width() throws {
    let read = try Reading(region: "US", extensionCell: "7365002", width: 7).of("212-736-5001")
    #expect(read == "+12127365001,7365002")
  }

  @Test(
    "an extension beside a number in which extensions are dialled",
    arguments: [
      ("DE", "0341 123-0", "4567", "+493411234567"), ("DE", "0211 570-0", "DW 12", "+4921157012"),
      ("DE", "+49 211 570-0", "12", "+4921157012"), ("AT", "01 51234-0", "12", "+4315123412"),
      ("DE", "0211 570-0 DW 12", "12", "+4921157012"), ("DE", "0211 570-12", "12", "+4921157012"),
      ("DE", "0211 570-0 DW 12", "13", "?ambiguous@1"), ("DE", "0211 570-12", "15", "?ambiguous@1"),
      ("DE", "0351 2802-00", "17", "+49351280217"), ("DE", "0351 2803-00", "170", "+493512803170"),
      ("DE", "0351 2805-000", "170", "+493512805170"), ("AT", "01 53118 - 00", "17", "+4315311817"),
      ("DE", "0351.2807.0", "17", "+49351280717"), ("DE", "030-9018", "15", "+49309018,15"),
      ("DE", "0211 570-0", "", "+492115700"),
    ])
  func directDialling(region: String, cell: String, given: String, expected: String) throws {
    let read = try Reading(region: region, extensionCell: given).of(cell)
    #expect(read == expected)
  }
}
