import Foundation
import Records
import Testing

@testable import Pipelines

/// What `init` takes from the columns of exports whose names or digits alone mislead.
@Suite struct SketchChoiceTests {
  private func draft(_ text: String) throws -> Pipeline {
    let folder = try TestFolder()
    try folder.write(text, to: "export.data")
    let draft = try PipelineSketch(of: [folder.path + "/export.data"])
      .text(region: nil, revealed: false)
    return try PipelineReader.read(draft, path: "p.yaml").pipeline
  }

  private func rows(_ count: Int = 30, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  @Test("Both phone columns are read, whatever the second is called", arguments: ["座机", "联络"])
  func phones(name: String) throws {
    let text =
      "单位名称,手机,\(name)\n"
      + rows {
        let mobile = $0 % 2 > 0 ? "138\(12_345_670 + $0 * 7_919_333 % 80_000_000)" : ""
        return "深圳华强\($0)有限公司,\(mobile),0755-8200\(1000 + $0 * 2347 % 8999)"
      }
    #expect(
      try draft(text).sources[0].columns.filter { $0.field == .number }
        == [.init(.number, .name("手机")), .init(.number, .name(name))])
    let ids =
      "店名,電話,統編\n"
      + rows { "花店\($0),02-2712-\(3000 + $0 * 2347 % 6999),\(10_458_575 + $0 * 7919)" }
    #expect(try draft(ids).sources[0].columns.filter { $0.field == .number }.count == 1)
  }

  @Test("A street is no label, nor is a word that is the same in all rows")
  func streets() throws {
    let names = ["Lucky Diner", "Golden Bakery", "Blue Door Books", "Corner Deli", "Old Oak Pub"]
    let plain = rows {
      "\(10_000 + $0),\(names[$0 % 5]) \($0),\($0) Main St,Springfield,IL,62701,217-525-\(1000 + $0 * 2347 % 8999)"
    }
    #expect(
      try draft(plain).sources[0].columns.first { $0.field == .label }?.selector == .position(2))
    let people =
      "Nazwisko;Imię;Firma;Telefon służbowy\n"
      + rows { "Wiśniewski\($0);Łukasz;Firma;22 683 \(10 + $0 * 37 % 89) 55" }
    #expect(
      try draft(people).sources[0].columns.filter { $0.field == .label }.map(\.selector)
        == [.name("Imię"), .name("Nazwisko")])
  }

  @Test("The cells of a spreadsheet in XML are no list of numbers to block")
  func workbooks() throws {
    let cell = { (text: String) in "<Cell><Data ss:Type=\"String\">\(text)</Data></Cell>" }
    let text =
      "<?xml version=\"1.0\"?>\n<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\" "
      + "xmlns:ss=\"urn:schemas-microsoft-com:office:spreadsheet\"><Worksheet><Table>\n"
      + rows { "<Row>" + cell("Bakkerij \($0)") + cell("020-64943\(10 + $0)") + "</Row>" }
      + "</Table></Worksheet></Workbook>\n"
    #expect(throws: PipelineSketch.Failure.self) { try draft(text) }
  }

  @Test(
    "Names of places and coordinates tell the region",
    arguments: [
      ("PH", "Branch,City,Telephone No.\n", "Mercury Drug,Makati,(02) 8044-20"),
      ("ZA", "Practice,Province,Tel\n", "Van der Merwe,Gauteng,011 423 79"),
      ("CH", "Geschäft,lon,lat,Telefon\n", "Bäckerei,8.54325,47.31052,044 252 48 "),
      ("AT", "Geschäft,lon,lat,Telefon\n", "Bäckerei,16.3731,48.2083,01 512 48 "),
    ])
  func places(region: String, header: String, row: String) throws {
    #expect(try draft(header + rows(40) { "\(row)\(10 + $0)" }).region == region)
  }

  @Test func placesOfMapsAreCoordinates() throws {
    let text =
      "<kml><Document>\n"
      + rows(40) {
        "<Placemark><name>Bäckerei Huber \($0)</name><ExtendedData><Data name=\"Telefon\"><value>044 252 "
          + "48 \(10 + $0)</value></Data></ExtendedData><Point><coordinates>8.5432\($0),47.3105,0"
          + "</coordinates></Point></Placemark>"
      } + "</Document></kml>\n"
    #expect(try draft(text).region == "CH")
  }
}
