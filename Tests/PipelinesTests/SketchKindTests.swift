import Foundation
import Records
import Testing

@testable import Pipelines

/// What `init` leaves out: faxes that only a word beside them tells, and places that are closed.
@Suite struct SketchKindTests {
  private func draftText(_ text: String, region: String? = nil) throws -> String {
    let folder = try TestFolder()
    try folder.write(text, to: "export.data")
    return try PipelineSketch(of: [folder.path + "/export.data"])
      .text(region: region, revealed: false)
  }

  private func source(_ text: String, region: String? = nil) throws -> Pipeline.Source {
    let draft = try draftText(text, region: region)
    let pipeline = try PipelineReader.read(draft, path: "p.yaml").pipeline
    return try #require(pipeline.sources.first)
  }

  private func numbers(_ source: Pipeline.Source) -> [Pipeline.Column.Selector] {
    source.columns.filter { $0.field == .number }.map(\.selector)
  }

  private func rows(_ count: Int = 40, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  private func landline(_ row: Int) -> String { "030 \(2_093_0000 + row * 7919)" }
  private func fax(_ row: Int) -> String { "089 \(3_120_0000 + row * 6007)" }
  private func mobile(_ row: Int) -> String { "0171 \(2_093_000 + row * 7919)" }

  @Test(
    "Numbers whose kind is an attribute are asked for by it, faxes never",
    arguments: [
      ("kind", "FAX", "TEL", "MOB"), ("type", "fax_work", "home", "mobile"),
      ("art", "Telefax", "Zentrale", "Handy"), ("use", "ファックス", "自宅", "携帯"),
      (
        "rel", "http://x.example/g#work_fax", "http://x.example/g#home", "http://x.example/g#mobile"
      ),
    ])
  func attributes(attribute: String, fax faxKind: String, home: String, cell: String) throws {
    let source = try source(
      "<?xml version=\"1.0\"?>\n<contacts>\n"
        + rows {
          "<contact><name>Bäckerei Huber \($0) Berlin</name><telephony nid=\"3\">"
            + "<number \(attribute)=\"\(faxKind)\" id=\"0\">\(fax($0))</number>"
            + "<number \(attribute)=\"\(home)\" id=\"1\">\(landline($0))</number>"
            + "<number \(attribute)=\"\(cell)\" id=\"2\">\(mobile($0))</number></telephony></contact>"
        } + "</contacts>\n", region: "DE")
    #expect(source.record == "/contacts/contact")
    #expect(
      numbers(source) == [
        .path("telephony/number[@\(attribute)='\(home)']"),
        .path("telephony/number[@\(attribute)='\(cell)']"),
      ])
    #expect(source.columns.contains(.init(.label, .path("name"))))
  }

  @Test("Kinds are asked for without faxes too: those may come later in the file")
  func withoutFaxes() throws {
    let source = try source(
      "<contacts>\n"
        + rows {
          "<contact><name>Bäckerei Huber \($0) Berlin</name><number type=\"home\">\(landline($0))</number>"
            + "<number type=\"mobile\">\(mobile($0))</number></contact>"
        } + "</contacts>\n", region: "DE")
    #expect(
      numbers(source) == [.path("number[@type='home']"), .path("number[@type='mobile']")])
  }

  @Test("The record of a map is the place, and words for phones are no labels")
  func maps() throws {
    let source = try source(
      "<kml><Document>\n"
        + rows {
          "<Placemark><name>Bäckerei Huber \($0)</name><ExtendedData>"
            + "<Data name=\"Filiale\"><value>\(5000 + $0 * 37)</value></Data>"
            + "<Data name=\"Fax\"><value>044 252 49 \(10 + $0)</value></Data>"
            + "<Data name=\"Telefon\"><value>044 252 48 \(10 + $0)</value></Data></ExtendedData>"
            + "<Point><coordinates>8.5432\($0),47.3105,0</coordinates></Point></Placemark>"
        } + "</Document></kml>\n")
    #expect(source.record == "/kml/Document/Placemark")
    #expect(
      source.columns == [
        .init(.number, .path("ExtendedData/Data[@name='Telefon']/value")),
        .init(.label, .path("name")),
      ])
  }

  @Test("Phones among faxes that only an element beside them tells are refused")
  func siblings() throws {
    let text =
      "<contacts>\n"
      + rows {
        "<contact><person>Bäckerei Huber \($0) Berlin</person>"
          + "<entry><type>fax</type><value>\(fax($0))</value></entry>"
          + "<entry><type>phone</type><value>\(landline($0))</value></entry></contact>"
      } + "</contacts>\n"
    let failure = #expect(throws: PipelineSketch.Failure.self) { try draftText(text) }
    #expect(
      failure?.problem.contains("entry/value holds phones and faxes, and only entry/type") == true)
    #expect(failure?.isUsage == false)
  }

  @Test("A column that says fax or phone is a filter")
  func kinds() throws {
    let text =
      "Firma;Art;Nummer\n"
      + rows {
        "Bäckerei Huber \($0) Berlin;\($0 % 3 > 0 ? "Telefon" : "Fax");\($0 % 3 > 0 ? landline($0) : fax($0))"
      }
    #expect(
      try source(text).filters == [.init(selector: .name("Art"), values: ["Telefon"])])
    #expect(try draftText(text).contains("# 14 of 40 records are left out: faxes"))
    let wish = text.replacing("Art", with: "Bevorzugte Kontaktart")
    #expect(try source(wish).filters.isEmpty)
  }

  @Test("Names that hold a word for phones are labels")
  func namesOfShops() throws {
    let names = ["Home Depot", "OrangeTelephone - Orange", "Office Depot", "Mobile World"]
    let text = "company,phone\n" + rows { "\(names[$0 % 4]),\(landline($0))" }
    #expect(try source(text, region: "DE").columns.contains(.init(.label, .name("company"))))
  }

  // MARK: Closed places

  private func shops(_ heading: String, _ state: (Int) -> String) -> String {
    "\(heading),機構名稱,電話\n"
      + rows { "\(state($0)),泰山機車行 \($0),02-2712-\(3000 + $0 * 97)" }
  }

  @Test("A status of closed places is mapped where its words are known, and never another one")
  func closed() throws {
    let states = shops("機構狀態") { $0 % 5 > 0 ? "開業" : "歇業" }
    let source = try source(states)
    #expect(source.columns.contains(.init(.status, .name("機構狀態"))))
    #expect(source.columns.contains(.init(.label, .name("機構名稱"))))
    let doubtful = try self.source(shops("status") { $0 % 5 > 0 ? "approved" : "rejected" })
    #expect(!doubtful.maps(.status))
    #expect(doubtful.filters.isEmpty)
  }

  @Test("A day of closing ends a record, or leaves it out where no date is read")
  func days() throws {
    let read = try source(shops("歇業日期") { $0 % 5 > 0 ? "" : "2023/04/1\($0 % 10)" })
    #expect(read.columns.contains(.init(.validTo, .name("歇業日期"))))
    let compact = try source(shops("終止合約或歇業日期") { $0 % 5 > 0 ? "" : "103年02月\(10 + $0 % 18)日" })
    #expect(compact.filters == [.init(selector: .name("終止合約或歇業日期"), values: [""])])
    #expect(!compact.maps(.validTo))
  }
}
