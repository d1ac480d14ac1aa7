import Records
import Testing

@testable import Normalization

@Suite("Words of a pipeline's own")
struct CellWordsTests {
  private func read(_ cell: String, region: String = "TW", _ words: CellWords) throws -> String {
    var settings = CellSettings(region: region)
    settings.words = words
    let reader = try CellReader(settings: settings)
    let result = CellResult()
    Array(cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    if result.rejections.count > 0 { return "?" + result.rejections[0].reason.code }
    return result.numbers.elements.map { String($0.number) }.joined(separator: " ")
  }

  private var words: CellWords {
    var words = CellWords()
    words.placeholders = ["休診", "Not given", "keine"]
    words.extensions = ["接", "Pst", "Добав", "ABOVE"]
    words.labels = ["服務處", "Desk"]
    return words
  }

  @Test(
    arguments: [
      ("03-3699721接737", "?junk", "88633699721737"),
      ("02-5566-7788 PST 18", "?junk", "88625566778818"),
      ("02-5566-7788 добав 18", "88625566778818", "88625566778818"),
      ("02-5566-7788 Above 18", "?junk", "88625566778818"),
      ("休診", "?junk", "?placeholder"), ("NOT GIVEN", "?junk", "?placeholder"),
      ("服務處02-5566-7788", "886255667788", "886255667788"),
      ("desk: 02-5566-7788", "886255667788", "886255667788"),
      // A word is a whole word.
      ("02-5566-7788 pstx 18", "?junk", "?junk"),
      // The pipeline's meaning comes before that of the rules.
      ("02-5566-7788轉18", "88625566778818", "88625566778818"),
    ])
  func cells(cell: String, without: String, with expected: String) throws {
    #expect(try read(cell, CellWords()) == without)
    #expect(try read(cell, words) == expected)
  }

  @Test func aWordOfThePipelineMeansWhatThePipelineSays() throws {
    var words = CellWords()
    words.placeholders = ["轉"]
    #expect(try read("02-5566-7788轉18", words) != "88625566778818")
  }

  @Test(arguments: ["接", "ext", "Ext", "добав", "内線番号", "분기", "ต่อ", "Durchwahl", "máy"])
  func wordsOfLettersAreUsable(word: String) { #expect(CellWords.isUsable(word)) }

  @Test(
    arguments: [
      "", " ", "a b", "12", "a1", "轉1", "#", "ext.", "a-b", "接x", "\u{200B}", "、",
      String(repeating: "x", count: 61),
    ])
  func otherTextsAreNot(word: String) { #expect(!CellWords.isUsable(word)) }

  @Test func aPlaceholderMayHaveBlanks() {
    #expect(CellWords.isUsable("not given", asPlaceholder: true))
    #expect(!CellWords.isUsable("not given"))
  }

  @Test(
    "A cell that holds a number amid something else is not told that it holds none",
    arguments: [
      ("US", "(202) 514-FOIA", "Letters stand in place of digits; write the number in digits."),
      ("TW", "03-3699721接737", "Text parts the number from further digits; if it marks"),
      ("TW", "a02-27123456", "Letters touch the digits;"),
      ("TW", "02-27123456=12", "A sign parts the number from further digits;"),
    ])
  func hints(region: String, cell: String, hint: String) throws {
    let reader = try CellReader(settings: CellSettings(region: region))
    let result = CellResult()
    Array(cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    let rejection = try #require(result.rejections.elements.first)
    let start = Int(rejection.noteOffset)
    let note = String(
      decoding: result.bytes.elements[start..<start + Int(rejection.noteCount)], as: UTF8.self)
    #expect(rejection.reason == .junk && rejection.reason.hint(noting: note).hasPrefix(hint))
  }
}
