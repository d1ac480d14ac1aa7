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

  private func flagged(_ heading: String, _ answers: [String] = ["Y", "N"]) -> String {
    "name,\(heading),phone\n"
      + rows { "Bakery \($0),\(answers[$0 % 4 == 3 ? 1 : 0]),02-2712-34\(10 + $0)" }
  }

  @Test(
    "Headings that say no, or say more, are no filters but hints",
    arguments: [
      "not active", "not_active", "notActive", "not enabled", "not closed", "unclosed", "!active",
      "no longer active", "deactivated", "in_active", "non actif", "nicht aktiv", "no activo",
      "не активен", "未停用", "未啟用", "尚未啟用", "是否未停用", "closed on monday", "has closed captions",
      "active ads", "active until recently", "active (deprecated: closed)", "active (no)",
      "was active", "active2", "有效", "無效", "正常", "異常", "使用中", "in service", "in_service",
    ])
  func hints(heading: String) throws {
    let text = flagged(heading)
    #expect(try source(text, region: "TW").filters.isEmpty)
    #expect(try draft(text, region: "TW").contains("\"\(heading)\" (may say which records"))
  }

  @Test(
    "Headings that ask for one known word are filters",
    arguments: [
      ("isActive", "Y"), ("active_flag", "Y"), ("ist aktiv", "Y"), ("est actif", "Y"),
      ("Active (Y/N)", "Y"), ("Active?", "Y"), ("is_closed", "N"), ("has been closed", "N"),
      ("closed_flag", "N"), ("是否停用", "N"), ("是否已停用", "N"), ("已停用", "N"), ("停用註記", "N"),
      ("是否啟用", "Y"), ("是否營業", "Y"), ("有効フラグ", "Y"), ("사용여부", "Y"), ("폐업 여부", "N"),
      ("активен", "Y"), ("Неактивен", "N"), ("Inactive", "N"), ("zamknięty", "N"),
    ])
  func askingHeadings(heading: String, kept: String) throws {
    let source = try source(flagged(heading), region: "TW")
    #expect(source.filters == [Pipeline.Filter(selector: .name(heading), values: [kept])])
  }

  @Test("Words of statuses that say too little are named", arguments: ["mark", "啟用"])
  func doubtfulWords(heading: String) throws {
    let text = flagged(heading, ["有效", "無效"])
    #expect(try source(text, region: "TW").filters.isEmpty)
    #expect(try draft(text, region: "TW").contains("\"\(heading)\" (may say which records"))
  }

  @Test("A filter that leaves out most records is warned of")
  func warning() throws {
    let most = try draft(flagged("active", ["N", "Y"]), region: "TW")
    #expect(most.contains("# WARNING: 30 of the 40 records looked at are left out by \"active\""))
    #expect(try !draft(flagged("active"), region: "TW").contains("looked at are left out"))
    let closed = try draft(flagged("status", ["closed", "open"]), region: "TW")
    #expect(closed.contains("# WARNING: 30 of the 40 records looked at are left out by \"status\""))
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
