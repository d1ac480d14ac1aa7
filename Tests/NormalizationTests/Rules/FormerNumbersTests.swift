import Testing

@testable import Normalization

/// Cells of two numbers of which words or signs say that one is not the one, and of one that nobody is reached at.
@Suite("Rule former-numbers")
struct FormerNumbersTests {
  @Test(
    "the wrong one of two",
    arguments: [
      ("GB", "07912 639001 (not 07912 639002)", "+447912639001 !unused-text"),
      ("GB", "07912 639017 replaces 07912 639018", "+447912639017 !unused-text"),
      ("GB", "07912 639021 (replaced 07912 639022)", "+447912639021 !unused-text"),
      ("GB", "07912 639021 replaced by 07912 639022", "+447912639022 !unused-text"),
      ("GB", "07912 639023 changed from 07912 639024", "+447912639023 !unused-text"),
      ("GB", "07912 639019 instead of 07912 639020", "+447912639019 !unused-text"),
      ("GB", "instead of 07912 638979 use 07912 638980", "+447912638980 !unused-text"),
      ("GB", "~~01904 638954~~ 01904 638955", "+441904638955 !unused-text"),
      ("GB", "<strike>01904 639054</strike> 01904 639055", "+441904639055 !unused-text"),
      ("GB", "01904 639054 <b>01904 639055</b>", "+441904639054 +441904639055"),
      ("DE", "0511 349003 (nicht 0511 349004)", "+49511349003 !unused-text"),
      ("DE", "0511 349005 ersetzt 0511 349006", "+49511349005 !unused-text"),
      ("FR", "01 42 39 10 01 au lieu de 01 42 39 10 02", "+33142391001 !unused-text"),
      ("NL", "020 6391001 i.p.v. 020 6391002", "+31206391001 !unused-text"),
      ("TR", "0212 239 10 01 yerine 0212 239 10 02", "+902122391002 !unused-text"),
      ("CZ", "ne 224 381 701, ale 224 381 702", "+420224381702 !unused-text"),
      ("RU", "был (495) 638-17-07 стал (495) 638-17-08", "+74956381708 !unused-text"),
      ("KR", "02-739-1003 (이전 02-739-1004)", "+8227391003 !unused-text"),
    ])
  func twoNumbers(region: String, cell: String, expected: String) throws {
    #expect(try Reading(region: region).of(cell) == expected)
  }

  @Test(
    "off: its words are labels, and every number is given",
    arguments: [
      ("舊04-22223333 新04-22228888", "+886422223333 +886422228888"),
      ("02-27123456(停用)", "+886227123456"),
      ("02-27123456改02-27129999", "+886227123456 +886227129999"),
      ("02-27123456、0912345678 均停用", "+886227123456 +886912345678 !unused-text"),
    ])
  func off(cell: String, expected: String) throws {
    #expect(try Reading(off: .formerNumbers).of(cell) == expected)
  }

  @Test(
    "one number, out of use",
    arguments: [
      ("US", "3126845597 (VOID)", "?junk@1"),
      ("GB", "no longer 07912 638961", "?junk@1"),
      ("GB", "<s>01904 638954</s>", "?junk@1"),
      ("GB", "🚫01904 639068", "?junk@1"),
      ("DE", "0511 348174 existiert nicht mehr", "?junk@1"),
      ("DE", "0511 348173 Bad", "+49511348173 !unused-text"),
      ("FR", "01 42 38 17 04 n'existe plus", "?junk@1"),
      ("IT", "055 238180 errato", "?junk@1"),
      ("RU", "(495) 638-17-04 не звонить", "?junk@1"),
      ("RU", "(495) 638-17-04 не звонить после 21", "+74956381704 !unused-text"),
      ("KR", "02-738-1705 해지", "?junk@1"),
      ("DE", "Passwort 0511348311", "?junk@1"),
      ("BR", "senha 11983831713", "?junk@1"),
    ])
  func oneNumber(region: String, cell: String, expected: String) throws {
    #expect(try Reading(region: region).of(cell) == expected)
  }

  @Test("a tag that the end of the cell cuts off is none, whatever the cell before held")
  func cutOff() throws {
    let reader = try Reading(region: "GB").reader()
    let result = CellResult()
    for cell in ["1 2 3 4 5 6 7 8 9 1000000000000000 ) 12", "<s>(01904) 638901</"] {
      Array(cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    }
    #expect(Reading.text(result) == "+441904638901 !unused-text")
  }
}
