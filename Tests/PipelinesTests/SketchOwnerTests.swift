import Foundation
import Records
import Testing

@testable import Pipelines

/// Whose name `init` takes for the label of a number.
@Suite struct SketchOwnerTests {
  private func draftText(_ text: String) throws -> String {
    let folder = try TestFolder()
    try folder.write(text, to: "export.data")
    return try PipelineSketch(of: [folder.path + "/export.data"])
      .text(region: "TW", revealed: false)
  }

  private func selectors(_ field: Field, _ text: String) throws -> [Pipeline.Column.Selector] {
    try PipelineReader.read(try draftText(text), path: "p.yaml").pipeline.sources[0].columns
      .filter { $0.field == field }.map(\.selector)
  }

  private func rows(_ count: Int = 40, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  private func phone(_ row: Int) -> String { "02-2712-\(3000 + row * 97)" }
  private let names = ["李志強", "黃淑芬", "陳建宏", "張美玲", "林宗翰", "王怡君", "周佩珊", "郭家豪"]
  private func name(_ row: Int) -> String {
    names[row % 8] + ["", "一", "二", "三", "四"][row / 8 % 5]
  }

  @Test(
    "The label is the owner whom the heading of the numbers names",
    arguments: [
      ("訂購人", "收件人", "收件電話"), ("seller", "receiver", "receiver_phone"),
      ("Seller name", "Buyer name", "Buyer phone"), ("Absender", "Empfänger", "Empfängertelefon"),
      ("отправитель", "получатель", "телефон получателя"),
    ])
  func owners(first: String, owner: String, number: String) throws {
    let text = "\(first),\(owner),\(number)\n" + rows { "\(name($0 + 3)),\(name($0)),\(phone($0))" }
    #expect(try selectors(.label, text) == [.name(owner)])
    let turned =
      "\(owner),\(first),\(number)\n" + rows { "\(name($0)),\(name($0 + 3)),\(phone($0))" }
    #expect(try selectors(.label, turned) == [.name(owner)])
  }

  @Test("Numbers of two owners are not called by the name of one")
  func twoOwners() throws {
    let text =
      "buyer name,buyer phone,seller name,seller phone\n"
      + rows { "\(name($0)),\(phone($0)),\(name($0 + 3)),02-2555-\(3000 + $0 * 97)" }
    #expect(try selectors(.label, text) == [.name("buyer name")])
    #expect(try selectors(.number, text) == [.name("buyer phone")])
    #expect(
      try draftText(text).contains(
        "\"seller phone\" (numbers of \"seller name\", which need a source of their own)"))
  }

  @Test("A company keeps its label beside the phone of its contact")
  func companies() throws {
    let text =
      "公司名稱,聯絡人,聯絡人電話\n" + rows { "新光眼鏡行\(name($0))有限公司,\(name($0)),\(phone($0))" }
    #expect(try selectors(.label, text) == [.name("公司名稱")])
  }

  @Test("The local name comes before the one in English")
  func transcribed() throws {
    let text =
      "單位,英文名稱,電話\n" + rows { "稅捐\(name($0))課,Section \(names[$0 % 8].count) \($0),\(phone($0))" }
    #expect(try selectors(.label, text) == [.name("單位")])
    let alone = "英文名稱,電話\n" + rows { "Section \($0),\(phone($0))" }
    #expect(try selectors(.label, alone) == [.name("英文名稱")])
  }

  @Test("Extensions are those of persons, not of their departments")
  func persons() throws {
    let text =
      "單位,姓名,代表號,分機\n"
      + rows { "\(["業務部", "採購課", "人事室"][$0 % 3]),\(name($0)),02-7486-8008,\(2100 + $0)" }
    #expect(try selectors(.label, text) == [.name("姓名")])
    let units =
      "單位,姓名,直撥電話,分機\n" + rows { "資訊室\($0),\(name($0)),\(phone($0)),\(3100 + $0)" }
    #expect(try selectors(.label, units) == [.name("姓名")])
  }
}
