import Testing

@testable import Normalization

/// What the form of a cell is, and which cells have none.
@Suite("Forms of cells")
struct CellFormTests {
  /// The form of a cell, with letters in place of its marks: N for a number, digits for an extension; nil for none.
  private static func form(of cell: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CellForm.longest) { text in
      Array(cell.utf8).withUnsafeBufferPointer { cell in
        guard let text = text.baseAddress, CellForm.mayHave(cell),
          let form = CellForm(cell, into: text)
        else { return nil }
        var bytes: [UInt8] = []
        for index in 0..<form.count {
          switch text[index] {
          case NumberWriting.firstMark...: bytes.append(UInt8(ascii: "N"))
          case ...0x08: bytes += Array("<\(text[index])>".utf8)
          default: bytes.append(text[index])
          }
        }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  @Test(
    "keeps the text and marks the numbers",
    arguments: [
      ("王先生：0912-345-678", "王先生：N"), ("(02) 2712-3456 (office)", "N (office)"),
      ("Tel. +49 (0)30 1234567 / Fax 030 1234568", "Tel. N / Fax N"),
      ("02-2712-3456轉 827", "N轉 <3>"), ("０６－６６６２－６６４７（内線４１６５）", "N（内線<4>）"),
      ("06221/6680123 (Durchwahl -53)", "N (Durchwahl -<2>)"),
      ("13569638422,微信 18815947870", "N,微信 N"), ("13569638422；18815947870", "N；N"),
      ("0800-192933免付費\n0912-345-678", "N免付費\nN"),
    ])
  func marks(cell: String, form: String) {
    #expect(Self.form(of: cell) == form)
  }

  @Test(
    "has none where digits may belong to more than one thing",
    arguments: [
      // No text, two numbers that a sign parts, digits beside a number, three numbers, other digits.
      "02-2712-3456", "0621 / 81 08-0", "02-2712-3456 / 02-2712-3457 台北", "5550018134–3 loja",
      "8)7495 1234567 офис", "Tel 02-27123456 or 02-27123457 or 02-27123458",
      "(713) 290-6684 (after 5pm)", "02-2712-3456 ext 0123", "Tel. 12345 ask",
      "tel. \u{1}02-27123456", "電話", "02-27123456 內線 12、13", "04 1943 4848 (Avril – 04 1943 5047)",
      "02-27123456 業務~102",
    ])
  func refusals(cell: String) {
    #expect(Self.form(of: cell) == nil)
  }

  @Test("tells numbers in one group from others, and how they begin")
  func writings() {
    func mark(_ number: String) -> Int? {
      Array(number.utf8).withUnsafeBufferPointer {
        NumberWriting(of: $0, CellForm.Place(start: 0, end: $0.count))?.index
      }
    }
    let numbers = [
      "0227123456", "02-27123456", "02/27123456", "9820012345", "98200-12345", "212/5550123",
      "+886227123456", "+886-2-27123456", "+49 30/1234567",
    ]
    #expect(numbers.map(mark) == Array(0..<NumberWriting.count))
    #expect(mark("＋８８６２２７１２３４５６") == 6)
    #expect(mark("(0212)3456789") == 1)
    #expect(mark("1-2-3-4-5-6-7-8-9") == nil)
    #expect(mark("+33 (0)1 42 68 53 00") == 7)
  }
}
