import Records
import Testing

@testable import Normalization

@Suite("Rule area-code-column")
struct AreaCodeColumnTests {
  @Test(
    "cells",
    arguments: [
      (Reading(areaCode: "02"), "25521421", "+886225521421"),
      (Reading(areaCode: "(02)"), "2552-1421", "+886225521421"),
      (Reading(areaCode: "03"), "03-3171631", "+88633171631"),
      (Reading(areaCode: "02"), "0289284681", "+886289284681"),
      (Reading(areaCode: "07"), "3485311~8", "+88673485311 !line-run-not-expanded"),
      (Reading(areaCode: "05"), "5353251-41", "+88655353251,41"),
      (Reading(areaCode: "07"), "7888951*21", "+88677888951,21"),
      // The column's digits and the cell's are one number, whatever part of it the column calls an area.
      (Reading(areaCode: "035"), "345677", "+88635345677"),
      (Reading(areaCode: "083"), "623995", "+88683623995"),
      (Reading(areaCode: "03"), "7791302", "+88637791302"),
      (Reading(areaCode: "035"), "03-5345677", "+88635345677"),
      (Reading(areaCode: "03"), "037-791302", "+88637791302"),
      (Reading(areaCode: "037"), "03-3171631", "?ambiguous@1"),
      (Reading(areaCode: "02"), "04-22351234", "?ambiguous@1"),
      (Reading(areaCode: "02"), "7622241", "?ambiguous@1"),
      (Reading(areaCode: "02"), "9622241", "+886229622241 !obsolete-numbering"),
      // A town of another area, and a place abroad.
      (Reading(areaCode: "02"), "豐原店：2526-1867", "?ambiguous@5"),
      (Reading(areaCode: "04"), "豐原店：2526-1867", "+886425261867 !unused-text"),
      (Reading(areaCode: "02"), "(HK) 2526-1867", "?ambiguous@6"),
      (Reading(areaCode: "02"), "台北車站 2771-8643", "+886227718643 !unused-text"),
      (Reading(off: .areaCodeColumn, areaCode: "02"), "25521421", "?missing-area-code@1"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "ways to write the column",
    arguments: [
      ("TW", "+886 2", "27123456", "+886227123456"), ("TW", "2.0", "27123456", "+886227123456"),
      ("GB", "+44 20", "7946 0018", "+442079460018"), ("CN", "021.0", "54321234", "+862154321234"),
      ("DE", "+49 211", "570123", "+49211570123"), ("DE", "0049-30", "9018127", "+49309018127"),
      ("DE", "+49 (0)30", "9018127", "+49309018127"), ("AT", "+43 5522", "12345", "+43552212345"),
      ("ID", "+62 21", "5551234", "+62215551234"), ("JP", "+81 3", "3581-4323", "+81335814323"),
      ("RU", "8-495", "123-45-67", "+74951234567"), ("US", "1-212", "736-5001", "+12127365001"),
      ("IT", "02", "72101234", "+390272101234"), ("IT", "+39 055", "234567", "+39055234567"),
      ("BR", "0xx11", "3071-1234", "+551130711234"), ("US", "212.0", "736-5001", "+12127365001"),
      // The calling code alone is no area code.
      ("HK", "852", "2345 6789", "+85223456789"), ("US", "1", "212-736-5000", "+12127365000"),
      ("BR", "+55", "3071-1234", "?missing-area-code@1"),
      // Where it is one too, it is that without its plus.
      ("BR", "55", "3221-1234", "+555532211234"), ("PL", "48", "362 12 34", "+48483621234"),
      ("CH", "41", "210 12 34", "+41412101234"), ("SE", "46", "12 34 56", "+4646123456"),
      ("DE", "+43 1", "570123", "?missing-area-code@1"),
      ("TW", "abc", "27123456", "?missing-area-code@1"),
      ("CN", "0086-10", "6278 1935", "+861062781935"),
      ("CN", "008610", "62781936", "+861062781936"),
      ("CN", "0086", "021-54379919", "+862154379919"),
      // A trunk prefix of old; in Poland and Mexico there is none today.
      ("PL", "(022)", "621 44 18", "+48226214418"), ("PL", "0-22", "6214421", "+48226214421"),
      ("MX", "01 33", "3615 4418", "+523336154418"), ("MX", "0133", "36154419", "+523336154419"),
      ("MX", "044 55", "4418 2771", "+525544182771"), ("RU", "8", "495 633-51-23", "+74956335123"),
      // In Italy the zero that a spreadsheet took belongs to the number.
      ("IT", "6", "6784 1234", "+390667841234"), ("IT", "2.0", "88451148", "+390288451148"),
      ("IT", "51", "233456", "+39051233456"), ("IT", "6", "335 1234567", "+393351234567"),
      ("IT", "6", "06 67841239", "+390667841239"), ("IT", "800", "123456", "+39800123456"),
      ("IT", "39", "5621234", "?missing-area-code@1"),
      // Nobody can tell which of them is meant.
      ("CN", "021/025", "54379925", "?missing-area-code@1"),
      ("TW", "02、03", "23718863", "?missing-area-code@1"),
    ])
  func writing(region: String, areaCode: String, cell: String, expected: String) throws {
    let read = try Reading(region: region, areaCode: areaCode).of(cell)
    #expect(read == expected)
  }

  @Test(
    "beside numbers in full that lost their zero",
    arguments: [
      ("TW", "2", "227999592", "+886227999592 !lost-zero"),
      ("TW", "02", "2-2371-8851", "+886223718851 !lost-zero"),
      ("AR", "11", "11 4323-9418", "+541143239418 !lost-zero"),
      ("DE", "30", "3022719592", "+493022719592 !lost-zero"),
      ("DE", "040", "40 333 4471", "+49403334471 !lost-zero"),
      ("DE", "0711", "171 4483771", "+491714483771 !lost-zero"),
      ("GB", "01223", "7814 772317", "+447814772317 !lost-zero"),
      ("IT", "06", "6 67841238", "+390667841238 !lost-zero"),
      ("AR", "11", "15 4417-2264", "+5491144172264"),
      // A line as long as lines are, whatever it begins with.
      ("DE", "030", "30123456", "+493030123456"), ("KR", "02", "27348823", "+82227348823"),
      ("TW", "02", "423261959", "?impossible-length@1"),
      // A line behind the column, or another number in full.
      ("KR", "02", "2-734-8822", "?ambiguous@1"), ("IT", "06", "667841230", "?ambiguous@1"),
      ("RS", "021", "62 441 827", "?ambiguous@1"),
      ("RU", "495", "8 (916) 123-45-67", "+79161234567"),
      ("RU", "495", "8 (812) 123-45-67", "?ambiguous@15"),
      ("BR", "11", "(21) 98744-1729", "?ambiguous@1"),
    ])
  func inFull(region: String, areaCode: String, cell: String, expected: String) throws {
    let read = try Reading(region: region, areaCode: areaCode).of(cell)
    #expect(read == expected)
  }

  @Test("with the rule for lost zeros off such a number is none")
  func lostZeroOff() throws {
    let read = try Reading(off: .lostZero, areaCode: "2").of("227999592")
    #expect(read == "?impossible-length@1")
  }

  @Test(
    "beside numbers in full, former area codes and lines in which extensions are dialled",
    arguments: [
      ("TR", "0212", "444 1 444", "+904441444"),
      ("ES", "91", "91 123 45 68", "+34911234568"), ("PL", "22", "22 612 34 58", "+48226123458"),
      ("RU", "495", "8-800-200-12-34", "+78002001234"),
      ("VN", "08", "38251239", "+842838251239 !obsolete-numbering"),
      ("VN", "058", "3525123", "+842583525123 !obsolete-numbering"),
      ("VN", "04", "38251239", "+842438251239 !obsolete-numbering"),
      ("VN", "028", "38251239", "+842838251239"), ("VN", "091", "2345678", "+84912345678"),
      ("DE", "030", "2639 9286", "+493026399286"), ("DE", "089", "54.82.65.87", "+498954826587"),
      ("IT", "06", "4464 1768", "+390644641768"), ("IT", "02", "486.556.68", "+390248655668"),
      ("IT", "051", "26-24-32", "+39051262432"), ("SE", "08", "503-346-57", "+46850334657"),
      ("SE", "040", "104-23-51", "+46401042351"), ("FI", "09", "61 46 19 25", "+358961461925"),
      ("DE", "030", "293012 9-12", "?ambiguous@8"),
      ("DE", "030", "9018-21", "+4930901821"), ("DE", "030", "9018-2", "+493090182"),
      ("DE", "0711", "685-65", "+4971168565"), ("DE", "0341", "5701-0", "+4934157010"),
    ])
  func beside(region: String, areaCode: String, cell: String, expected: String) throws {
    let read = try Reading(region: region, areaCode: areaCode).of(cell)
    #expect(read == expected)
  }

  @Test(
    "a city in the column tells its area code",
    arguments: [
      ("TW", "台中", "2249 6031", "+886422496031 !locality-area-code"),
      ("TW", "台北市", "2389-0427", "+886223890427 !locality-area-code"),
      ("TW", "台中", "0936345677", "+886936345677"),
      ("TW", "北區", "2712-3458", "?missing-area-code@1"),
      ("JP", "大阪", "6208 7732", "?missing-area-code@1"),
    ])
  func city(region: String, areaCode: String, cell: String, expected: String) throws {
    let read = try Reading(region: region, areaCode: areaCode).of(cell)
    #expect(read == expected)
  }

  @Test("a city in the column and another one in the locality tell nothing")
  func cities() throws {
    #expect(
      try Reading(areaCode: "台中", locality: "台北市").of("2389-0427") == "?missing-area-code@1")
    #expect(
      try Reading(areaCode: "台北", locality: "台北市").of("2389-0427")
        == "+886223890427 !locality-area-code")
  }

  @Test(
    "what stands in the column and is no area code is told with the number that lacks one",
    arguments: [
      ("美國", "the cell of the area code holds none that can be read"),
      ("-", ""), ("02/03", "the cell of the area code holds none that can be read"),
    ])
  func note(areaCode: String, expected: String) throws {
    let result = CellResult()
    let reader = try CellReader(settings: CellSettings(region: "TW"))
    Array("2389-0427".utf8).withUnsafeBufferPointer { cell in
      Array(areaCode.utf8).withUnsafeBufferPointer {
        reader.read(cell, areaCode: $0, into: result)
      }
    }
    let rejection = try #require(result.rejections.elements.first)
    let start = Int(rejection.noteOffset)
    let note = String(
      decoding: result.bytes.elements[start..<start + Int(rejection.noteCount)], as: UTF8.self)
    #expect(note == expected)
  }
}
