import Foundation
import Records
import Testing

@testable import Pipelines

/// Drafts that would publish numbers or names of others, or leave numbers out in silence.
@Suite struct SketchDoubtTests {
  private func text(
    _ export: String, name: String = "export.data", region: String? = nil
  ) throws -> String {
    let folder = try TestFolder()
    try folder.write(export, to: name)
    return try PipelineSketch(of: [folder.path + "/" + name]).text(region: region, revealed: false)
  }

  private func draft(_ export: String, region: String? = nil) throws -> Pipeline {
    try PipelineReader.read(text(export, region: region), path: "p.yaml").pipeline
  }

  private func rows(_ count: Int = 60, _ row: (Int) -> String) -> String {
    (0..<count).map { row($0) + "\n" }.joined()
  }

  private func selectors(
    _ field: Field, _ source: Pipeline.Source
  ) -> [Pipeline.Column.Selector] { source.columns.filter { $0.field == field }.map(\.selector) }

  private func digits(_ row: Int, _ count: Int) -> String {
    String(String(20_000_000 + row * 7_919_333 % 70_000_000).suffix(count))
  }

  // MARK: Faxes and fields of XML

  @Test("Fields of a record are no records, and the fax among them is no phone")
  func fieldsByName() throws {
    let kml =
      "<?xml version=\"1.0\"?><kml><Document>\n"
      + rows {
        "<Placemark><name>Bäckerei Chur \($0)</name><ExtendedData><Data name=\"Filiale\"><value>"
          + "\(1000 + $0 * 37)</value></Data><Data name=\"Fax\"><value>044 764 29 \(10 + $0)</value></Data>"
          + "<Data name=\"Telefon\"><value>081 426 15 \(10 + $0)</value></Data></ExtendedData></Placemark>"
      } + "</Document></kml>"
    let source = try draft(kml, region: "CH").sources[0]
    #expect(source.record == "/kml/Document/Placemark")
    #expect(selectors(.number, source) == [.path("ExtendedData/Data[@name='Telefon']/value")])
    #expect(selectors(.label, source) == [.path("name")])
  }

  @Test("A kind in an attribute tells faxes from phones", arguments: ["kind", "type"])
  func kinds(attribute: String) throws {
    let xml =
      "<?xml version=\"1.0\"?><Partners>\n"
      + rows {
        "<Partner><Name1>Buchhandlung Weber \($0)</Name1><Comm><Number \(attribute)=\"FAX\">+49 30 12"
          + "\(digits($0, 6))</Number><Number \(attribute)=\"TEL\">+49 40 48\(digits($0, 6))</Number>"
          + "</Comm></Partner>"
      } + "</Partners>"
    #expect(
      selectors(.number, try draft(xml).sources[0])
        == [.path("Comm/Number[@\(attribute)='TEL']")])
  }

  @Test func aKindInAnElementBesideIsRefused() throws {
    let xml =
      "<?xml version=\"1.0\"?><contacts>\n"
      + rows {
        "<contact><person>Buchhandlung Koch \($0)</person><entry><type>fax</type><value>030 47"
          + "\(digits($0, 6))</value></entry><entry><type>phone</type><value>089 84"
          + "\(digits($0, 6))</value></entry></contact>"
      } + "</contacts>"
    let failure = #expect(throws: PipelineSketch.Failure.self) { try draft(xml, region: "DE") }
    #expect(failure?.problem.contains("phones and faxes") == true)
  }

  @Test("Letters and words of two scripts above columns say fax")
  func faxHeadings() throws {
    let letters =
      "Customer,T,F,M,VAT\n"
      + rows {
        "Johnson Motors \($0),0161 151 44\(10 + $0),020 1064 89\(10 + $0),07849 0213\(10 + $0),GB7994825\(10 + $0)"
      }
    let pipeline = try draft(letters)
    #expect(pipeline.region == "GB")
    #expect(selectors(.number, pipeline.sources[0]) == [.name("T"), .name("M")])
    let japanese =
      "店舗名,電話番号,FAX番号\n" + rows { "さくら薬局\($0)号店,03-3766-10\(10 + $0),03-3766-20\(10 + $0)" }
    #expect(selectors(.number, try draft(japanese).sources[0]) == [.name("電話番号")])
  }

  // MARK: Whose number, whose name

  @Test func whoReportsANumberIsNotBlocked() throws {
    let source = try draft(
      "reported_number,reason,reported_at,reporter_phone\n"
        + rows {
          "+4416121671\(10 + $0),\(["scam", "ppi", "silent call"][$0 % 3]),2021-07-20,+4478674718\(10 + $0)"
        }
    ).sources[0]
    #expect(selectors(.number, source) == [.name("reported_number")])
    #expect(source.action == .block)
    #expect(selectors(.label, source).isEmpty)
  }

  @Test func theLabelIsTheOneOfTheNumber() throws {
    let names = ["郭家豪", "周怡君", "吳小明", "林淑芬", "陳志強", "黃美玲", "張雅婷"]
    let source = try draft(
      "訂單編號,訂購人,收件人,收件電話\n"
        + rows { "2026416\($0 + 10000),\(names[$0 % 7]),\(names[($0 + 3) % 7]),09583\($0 + 72000)" },
      region: "TW"
    ).sources[0]
    #expect(selectors(.label, source) == [.name("收件人")])
  }

  @Test func anExtensionThatTheNumberEndsWithIsNotAddedToIt() throws {
    let text = try text(
      "Nebenstelle;Name;Durchwahl\n" + rows { "\($0 + 200);Jansen Ute \($0);030 2093-\($0 + 200)" },
      region: "DE")
    let source = try PipelineReader.read(text, path: "p.yaml").pipeline.sources[0]
    #expect(selectors(.number, source) == [.name("Durchwahl")])
    #expect(selectors(.extensionDigits, source).isEmpty)
    #expect(text.contains("\"Nebenstelle\" (the numbers end with it)"))
  }

  @Test("Closed places are left out by their status, and by the day of their end")
  func closedPlaces() throws {
    let pipeline = try draft(
      "機構狀態,機構名稱,電話,歇業日期\n"
        + rows {
          $0 % 5 == 0
            ? "歇業,順發花店\($0),02-8558-10\(10 + $0),2023/04/04" : "開業,順發花店\($0),02-8558-10\(10 + $0),"
        })
    #expect(selectors(.status, pipeline.sources[0]) == [.name("機構狀態")])
    #expect(selectors(.validTo, pipeline.sources[0]) == [.name("歇業日期")])
    #expect(pipeline.statuses.disabled == ["歇業"])
  }

  @Test("A list of what nobody wants is called so")
  func blocklists() throws {
    let spanish = try draft(
      "numero;fecha_denuncia;categoria\n"
        + rows { "9508095\(10 + $0);2020-06-15;\(["encuesta", "telemarketing"][$0 % 2])" },
      region: "ES")
    #expect(spanish.sources[0].action == .block)
    let labelled = try text(
      "phone,caller_name,blocked\n"
        + rows { "+1202213\(4200 + $0),\(["Scam Likely", "Unknown"][$0 % 2]) \($0),TRUE" })
    #expect(labelled.contains("looks like a list of numbers to block"))
  }

  // MARK: Countries

  private func mixed(_ heading: String, _ spellings: [String]) -> String {
    "Company,\(heading),Phone\n"
      + rows {
        let number = [
          "030 2345\(100 + $0)", "01 45 67 89 \(10 + $0)", "020 7946 0\(100 + $0)",
        ][$0 % 3]
        return "Shop \($0),\(spellings[$0 % 3]),\(number)"
      }
  }

  @Test(
    "A column of countries parts the export, however it spells them",
    arguments: [
      ("Country", ["Germany", "France", "UK"]), ("Land", ["Deutschland", "Frankreich", "GB"]),
      ("国家", ["德国", "法国", "英国"]), ("Dial code", ["+49", "33", "0044"]),
    ])
  func countries(_ heading: String, _ spellings: [String]) throws {
    let sources = try draft(mixed(heading, spellings)).sources
    #expect(sources.map(\.region) == ["DE", "FR", "GB"])
    #expect(
      sources.map(\.filters)
        == spellings.map {
          [Pipeline.Filter(selector: .name(heading), values: [$0])]
        })
    #expect(sources.allSatisfy { selectors(.number, $0) == [.name("Phone")] })
    #expect(try draft(mixed(heading, spellings), region: "DE").sources.count == 1)
  }

  @Test func recordsOfNoCountryAreAWarning() throws {
    let text = try text(
      mixed("Country", ["Germany", "France", "UK"]) + "Shop X,Atlantis,030 2345999\n")
    #expect(text.contains("# WARNING: 1 records are read by no source"))
    #expect(text.contains("Atlantis"))
  }

  @Test("One country in a column is that of the numbers")
  func oneCountry() throws {
    let pipeline = try draft(
      "Company,Country,Phone\n" + rows { "Shop \($0),Singapore,6\(digits($0, 7))" })
    #expect(pipeline.region == "SG")
    #expect(pipeline.sources.count == 1)
    #expect(pipeline.sources[0].filters.isEmpty)
  }

  @Test("Where many numbers fit nowhere and nothing else speaks, a person chooses")
  func numbersOfManyCountries() throws {
    let text = try text(mixed("Kind", ["A", "B", "C"]))
    #expect(!text.contains("\nregion:"))
  }

  @Test(
    "Companies, streets, places, tax numbers and words of one country choose among plans that fit",
    arguments: [
      ("SG", "Name,Phone", "Hall Plumbing %d Pte Ltd,6"),
      ("HK", "Name,Area,Phone", "Brown %d,\"Mong Kok, Kowloon\",2917"),
      ("SG", "Name,Address,Phone", "Lucky %d,\"Blk %d Yishun, Singapore 560123\",6"),
    ])
  func marks(_ region: String, _ header: String, _ row: String) throws {
    let export =
      header + "\n"
      + rows {
        row.replacing("%d", with: "\($0 + 10)") + "\(digits($0, row.hasSuffix("7") ? 4 : 7))"
      }
    #expect(try draft(export).region == region)
  }

  @Test("One comma in each quoted address makes no column more")
  func commasWithinQuotes() throws {
    let source = try draft(
      "Name,Area,Phone\n" + rows { "Brown \($0),\"Mong Kok, Kowloon\",291710\(10 + $0)" }
    ).sources[0]
    #expect(source.quote == UInt8(ascii: "\""))
    #expect(selectors(.number, source) == [.name("Phone")])
  }

  @Test("Numbers called MSISDN begin with the calling code of their region")
  func msisdn() throws {
    let export =
      "uid|display_name|msisdn\n"
      + rows { "\(7_082_608 + $0 * 91)|Daniyar \($0)|777779072\(10 + $0)" }
    #expect(["RU", "KZ"].contains(try draft(export).region))
  }

  // MARK: Dates and what is not mapped

  @Test(
    "The last change is known by its heading, in the format of its days",
    arguments: [
      ("Geändert am", "17.05.2025 10:23", Pipeline.Source.DateFormat.dmy),
      ("Date de mise à jour", "17/05/2025", .dmy), ("Last Modified", "5/17/2025", .mdy),
      ("最終更新日", "2025/05/17", .iso), ("更新日期", "114/05/17", .roc), ("수정일", "2025-05-17", .iso),
      ("Дата изменения", "17.05.2025", .dmy), ("Updated", "05/17/2025 1:05 PM", .mdy),
      ("Data zmiany", "05.06.2025", .dmy),
    ])
  func dates(_ heading: String, _ cell: String, _ format: Pipeline.Source.DateFormat) throws {
    let source = try draft(
      "Name;Telefon;\(heading)\n" + rows { "Bäckerei \($0);030 2345\(100 + $0);\(cell)" },
      region: "DE"
    ).sources[0]
    #expect(selectors(.updated, source) == [.name(heading)])
    #expect(source.dateFormat == format)
  }

  @Test func daysThatMayBeMonthsAreNotMapped() throws {
    let source = try draft(
      "Name,Phone,Updated\n" + rows { "Shop \($0),(217) 525-10\(10 + $0),05/0\($0 % 9 + 1)/2025" },
      region: "US"
    ).sources[0]
    #expect(selectors(.updated, source).isEmpty)
  }

  @Test func otherDigitsAreNamedByTheirKind() throws {
    let text = try text(
      "Naam;Postcode;Telefoon;Fax;KvK\n"
        + rows {
          "Bakkerij \($0);10\(10 + $0) XK;020-62345\(10 + $0);020-72345\(10 + $0);\(digits($0, 8))"
        })
    #expect(
      text.contains(
        "# Not mapped: \"Postcode\" (postcodes), \"Fax\" (fax numbers), "
          + "\"KvK\" (numbers of companies, persons or accounts)"))
  }

  @Test func anEgyptianHeadingIsAPhone() throws {
    let source = try draft(
      "الاسم;تليفون;موبايل\n" + rows { "مطعم الأهرام \($0);02202430\(10 + $0);010385129\(10 + $0)" }
    ).sources[0]
    #expect(selectors(.number, source) == [.name("تليفون"), .name("موبايل")])
  }
}
