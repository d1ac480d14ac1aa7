import Foundation
import Records
import Testing

@testable import Pipelines

/// What `init` makes of exports that are huge where others are small, and of records that are not in force.
@Suite struct SketchGroundTests {
  private func draft(_ text: String, region: String? = nil) throws -> String {
    let folder = try TestFolder()
    try folder.write(text, to: "export.data")
    return try PipelineSketch(of: [folder.path + "/export.data"])
      .text(region: region, revealed: false)
  }

  private func source(_ text: String, region: String? = nil) throws -> Pipeline.Source {
    let pipeline = try PipelineReader.read(draft(text, region: region), path: "p.yaml").pipeline
    return try #require(pipeline.sources.first)
  }

  private func rows(_ row: (Int) -> String) -> String {
    (0..<40).map { row($0) + "\n" }.joined()
  }

  @Test("Of forty thousand columns the first ones are looked at", .timeLimit(.minutes(5)))
  func columns() throws {
    let header = (["phone", "name"] + (0..<40_000).map { "c\($0 % 1000)" }).joined(separator: ",")
    let empty = String(repeating: ",", count: 40_000)
    let draft = try draft(
      header + "\n02-2712-3456,Bakery\(empty)\n04-2291-1116,Tea House\(empty)\n", region: "TW")
    #expect(draft.contains("number: phone"))
    #expect(draft.contains("only the first 400 of 40002 columns were looked at"))
  }

  @Test("Columns that may all be area codes are not tried with each other", .timeLimit(.minutes(5)))
  func areaCodes() throws {
    let header = (0..<800).map { $0 % 2 == 0 ? "tel\($0)" : "c\($0)" }.joined(separator: ",")
    let row = (0..<800).map { $0 % 2 == 0 ? "\(2_712_3456 + $0 * 7)" : ($0 % 4 == 1 ? "02" : "04") }
    let text = header + "\n" + rows { _ in row.joined(separator: ",") }
    #expect(try draft(text, region: "TW").contains("number:"))
  }

  @Test("A quote without end is looked at in its beginning alone", .timeLimit(.minutes(5)))
  func quote() throws {
    let sound = rows { "Bakery \($0),02-2712-34\(10 + $0)" }
    let rest = String(repeating: "Tea House,04-2291-1116\n", count: 9_000)
    let draft = try draft("name,phone\n" + sound + "\"Open," + rest)
    #expect(draft.contains("number: phone"))
  }

  @Test(
    "Records that are not in force are left out",
    arguments: [
      ("active", ["Y", "N"], ["Y"]), ("Aktiv", ["ja", "nein"], ["ja"]),
      ("Bloqueado", ["no", "sí"], ["no"]), ("closed", ["", "yes"], [""]),
      ("停用", ["否", "是"], ["否"]), ("is_active", ["1", "0"], ["1"]),
    ])
  func flags(heading: String, answers: [String], kept: [String]) throws {
    let source = try source(
      "name,\(heading),phone\n"
        + rows { "Bakery \($0),\(answers[$0 % 4 == 3 ? 1 : 0]),02-2712-34\(10 + $0)" },
      region: "TW")
    #expect(source.filters == [Pipeline.Filter(selector: .name(heading), values: kept)])
  }

  @Test("A column of yes and no that leaves nothing out is no filter")
  func flagsWithoutUse() throws {
    let source = try source(
      "name,active,phone\n" + rows { "Bakery \($0),Y,02-2712-34\(10 + $0)" }, region: "TW")
    #expect(source.filters.isEmpty)
  }

  @Test("Statuses that nobody knows are asked about")
  func statuses() throws {
    let words = ["open", "open", "under review", "closed"]
    let text =
      "name,status,phone\n" + rows { "Bakery \($0),\(words[$0 % 4]),02-2712-34\(10 + $0)" }
    #expect(
      try draft(text, region: "TW").contains("Does one of these mean closed, too? \"under review\"")
    )
    let open = text.replacing(",closed,", with: ",open,")
    #expect(
      try draft(open, region: "TW").contains("Does one of these mean closed, too? \"under review\"")
    )
  }

  @Test(
    "Short headings of phones", arguments: ["Telem.", "Telm.", "Tlm", "TLM."])
  func headings(heading: String) throws {
    let source = try source(
      "Cliente;\(heading);Telef\n"
        + rows { "Padaria \($0);96\(1_234_500 + $0 * 7919);21\(2_934_500 + $0 * 7919)" },
      region: "PT")
    #expect(
      source.columns.filter { $0.field == .number }.map(\.selector) == [
        .name(heading), .name("Telef"),
      ])
  }

  @Test("Numbers of Seoul, of mobiles and of others with hyphens are of Korea before Italy")
  func korea() throws {
    let areas = ["02", "010", "031", "051"]
    let text =
      "name,phone\n" + rows { "Shop \($0),\(areas[$0 % 4])-\(321 + $0 * 11)-\(1000 + $0 * 97)" }
    #expect(try draft(text.replacing("010-", with: "010-2")).contains("region: KR"))
  }

  @Test("A room is no number of a company")
  func rooms() throws {
    let draft = try draft(
      "ФИО;Кабинет;Телефон\n" + rows { "Иванов Пётр \($0);\(200 + $0);8 (495) 212-34-\(10 + $0)" })
    #expect(!draft.contains("numbers of companies"))
  }

  @Test("The values of all names together are not told as a column that is left out")
  func valuesOfNames() throws {
    let places = rows {
      "<Placemark><name>Tea House \($0)</name><ExtendedData><Data name='phone'>"
        + "<value>02-2712-34\(10 + $0)</value></Data></ExtendedData></Placemark>"
    }
    let draft = try draft("<kml><Document>\(places)</Document></kml>", region: "TW")
    #expect(draft.contains("Data[@name='phone']/value"))
    #expect(!draft.contains("Not mapped"))
  }
}
