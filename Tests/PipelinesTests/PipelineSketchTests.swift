import Foundation
import Records
import Testing

@testable import Pipelines

@Suite struct PipelineSketchTests {
  private func sketch(_ bytes: [UInt8]) throws -> Pipeline.Source {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString).data")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let text = try PipelineSketch(of: [file.path], as: "../x.csv")
      .text(region: "TW", revealed: false)
    let pipeline = try PipelineReader.read(text, path: "p.yaml").pipeline
    return try #require(pipeline.sources.first)
  }

  private static func written(_ text: String) throws -> URL {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString).data")
    try Data(text.utf8).write(to: file)
    return file
  }

  @Test func aSpreadsheetExportIsRecognized() throws {
    let source = try sketch(
      Array("店家名稱;電話;傳真;分機\r\n快樂麵包;02-5566-7788;02-5566-0000;0718\r\n\"花;店\";0912345678;;\r\n".utf8)
    )
    #expect(source.delimiter == UInt8(ascii: ";"))
    #expect(source.hasHeader)
    #expect(
      source.columns == [
        .init(.number, .name("電話")), .init(.extensionDigits, .name("分機")),
        .init(.label, .name("店家名稱")),
      ])
  }

  @Test func aTitleAboveTheHeaderIsSkipped() throws {
    let source = try sketch(Array("Branches,,\nname,phone,x\nBakery,02-5566-7788,1\n".utf8))
    #expect(source.skipLines == 1)
    #expect(source.columns == [.init(.number, .name("phone")), .init(.label, .name("name"))])
  }

  @Test func columnsWithoutNamesAreFoundByTheirCells() throws {
    let source = try sketch(
      Array("25.0339639,Bakery,02-5566-7788\n25.0478142,Florist,(04)2228-9111\n".utf8))
    #expect(!source.hasHeader)
    #expect(source.columns == [.init(.number, .position(3)), .init(.label, .position(2))])
  }

  @Test func aListOfNumbersIsABlocklist() throws {
    let source = try sketch(Array("number\n0255667788\n0422289111\n".utf8))
    #expect(source.action == .block)
    #expect(source.columns == [.init(.number, .name("number"))])
  }

  @Test func anOlderCharacterSetIsNamed() throws {
    // 電話,名稱 and 台北花店 in Big5.
    let header: [UInt8] = [0xB9, 0x71, 0xB8, 0xDC, 0x2C, 0xA6, 0x57, 0xBA, 0xD9, 0x0A]
    let row = Array("02-55667788,".utf8) + [0xA5, 0x78, 0xA5, 0x5F, 0xAA, 0xE1, 0xA9, 0xB1, 0x0A]
    let source = try sketch(header + row + row)
    #expect(source.encoding == "CP950")
    #expect(source.columns == [.init(.number, .name("電話")), .init(.label, .name("名稱"))])
  }

  @Test func aFewSpoiltLinesDoNotHideTheCharacterSet() throws {
    // 電話,名稱 and 台北花店 in Big5; one row in twenty holds a byte that is none.
    let header: [UInt8] = [0xB9, 0x71, 0xB8, 0xDC, 0x2C, 0xA6, 0x57, 0xBA, 0xD9, 0x0A]
    let row = Array("02-55667788,".utf8) + [0xA5, 0x78, 0xA5, 0x5F, 0xAA, 0xE1, 0xA9, 0xB1, 0x0A]
    let spoilt = Array("02-55667788,".utf8) + [0xFF, 0xFF, 0x0A]
    let rows = (0..<19).flatMap { _ in row }
    #expect(try sketch(header + rows + spoilt).encoding == "CP950")
    let marked = Array("\u{FEFF}電話,名稱\n".utf8) + (0..<3).flatMap { _ in spoilt }
    let source = try sketch(marked + Array("02-55667788,台北花店\n".utf8))
    #expect(source.encoding == nil)
    #expect(source.columns == [.init(.number, .name("電話")), .init(.label, .name("名稱"))])
  }

  @Test func daysAreNoPhoneNumbersAndTitlesAreSkippedWithoutAHeader() throws {
    let source = try sketch(
      Array(
        "List of branches\n\nBakery,02-5566-7788,115/01/31\nFlorist,(04)2228-9111,115/02/01\n"
          .utf8))
    #expect(!source.hasHeader)
    #expect(source.skipLines == 2)
    #expect(source.columns == [.init(.number, .position(2)), .init(.label, .position(1))])
  }

  @Test func aRegionWithoutPlanIsAMatterOfUsage() {
    let failure = #expect(throws: PipelineSketch.Failure.self) {
      let file = try Self.written("0255667788\n")
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try PipelineSketch(of: [file.path]).text(region: "XX", revealed: false)
    }
    #expect(failure?.isUsage == true)
  }

  @Test func recordsOfXMLAreTheOutermostRepeatedElements() throws {
    let text = """
      <?xml version="1.0"?><!-- <Line> --><e:Export xmlns:e="urn:x"><Lines>
      <Line did="0255667788" ext='12'><Owner><Name>Bakery</Name></Owner></Line>
      <Line did="0422289111"><Owner><Name><![CDATA[Florist]]></Name></Owner></Line>
      """
    let source = try sketch(Array(text.utf8))
    #expect(source.format == .xml)
    #expect(source.record == "/Export/Lines/Line")
    #expect(
      source.columns == [
        .init(.number, .path("@did")), .init(.extensionDigits, .path("@ext")),
        .init(.label, .path("Owner/Name")),
      ])
  }

  @Test func valuesOfPropertyListsAreFoundByTheirKeys() throws {
    let text = """
      <!DOCTYPE plist PUBLIC "x" "y"><plist version="1.0"><array>
      <dict><key>title</key><string>Bakery</string><key>number</key><string>+886255667788</string></dict>
      <dict><key>title</key><string>Florist</string><key>number</key><string>0422289111</string></dict>
      """
    let source = try sketch(Array(text.utf8))
    #expect(source.record == "/plist/array/dict")
    #expect(
      source.columns == [
        .init(.number, .path("key(number)")), .init(.label, .path("key(title)")),
      ])
  }

  @Test(arguments: [
    [], [0, 1, 2], Array("a,b\nc,d\n".utf8), Array("<a/>".utf8), Array("<a".utf8), [0xFF, 0xFE, 0],
    Array("\"".utf8),
  ])
  func whatIsNoExportIsNamed(_ bytes: [UInt8]) {
    #expect(throws: PipelineSketch.Failure.self) { try sketch(bytes) }
  }

  // MARK: What the real rules decide

  private func draft(_ text: String, region: String? = nil) throws -> (Pipeline, String) {
    let file = try Self.written(text)
    defer { try? FileManager.default.removeItem(at: file) }
    let draft = try PipelineSketch(of: [file.path], as: "x.csv")
      .text(region: region, revealed: false)
    return (try PipelineReader.read(draft, path: "p.yaml").pipeline, draft)
  }

  @Test func theFaxIsNoPhoneAndASecondPhoneIsMapped() throws {
    let rows = (0..<20).map {
      "Shop \($0),02-2712-34\(10 + $0),02-2712-99\(10 + $0),0912-345-6\(10 + $0)"
    }
    let (pipeline, _) = try draft(
      "name,telephone,telefax,mobile\n" + rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(
      pipeline.sources[0].columns == [
        .init(.number, .name("telephone")), .init(.number, .name("mobile")),
        .init(.label, .name("name")),
      ])
  }

  @Test func identifiersThatLookLikeNumbersAreNone() throws {
    let rows = (0..<20).map { "0282\(10 + $0)1,Shop \($0),02 27\(10 + $0) 3456" }
    let (pipeline, _) = try draft(rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(
      pipeline.sources[0].columns == [.init(.number, .position(3)), .init(.label, .position(2))])
  }

  @Test func areaCodesBesideTheNumberAreFoundByWhatTheyGive() throws {
    let rows = (0..<20).map { "Shop \($0),0\([2, 4, 7][$0 % 3]),2712\(1000 + $0 * 7)" }
    let (pipeline, text) = try draft(
      "shop,区,digits\n" + rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(pipeline.sources[0].columns.contains(.init(.areaCode, .name("区"))))
    #expect(text.contains("with it"))
  }

  @Test func anAddressGivesNumbersTheirAreaCodes() throws {
    let rows = (0..<20).map { "花店\($0),臺北市大安區新生南路\($0)號,2712\(1000 + $0 * 7)" }
    let (pipeline, _) = try draft(
      "名稱,地址,電話\n" + rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(pipeline.sources[0].columns.contains(.init(.locality, .name("地址"))))
  }

  @Test func rangesAreTwoColumns() throws {
    let rows = (0..<20).map {
      "0255\(667_000 + $0 * 100),0255\(667_099 + $0 * 100),Operator \($0 % 4)"
    }
    let (pipeline, _) = try draft(
      "from,to,holder\n" + rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(
      pipeline.sources[0].columns == [
        .init(.label, .name("holder")), .init(.first, .name("from")), .init(.last, .name("to")),
      ])
  }

  @Test(arguments: [
    ("US", "name,phone\n", "(212) 736-50"), ("GB", "name,phone\n", "020 7946 00"),
    ("TW", "店名,電話\n", "02-2712-34"),
  ])
  func theRegionIsGuessed(region: String, header: String, number: String) throws {
    let name = region == "TW" ? "臺灣鐵路電器行" : "The Corner Shop of the Street"
    let rows = (0..<40).map { "\(name) \($0),\(number)\(10 + $0)" }
    let (pipeline, text) = try draft(header + rows.joined(separator: "\n") + "\n")
    #expect(pipeline.region == region)
    #expect(text.contains("# Guessed: "))
  }

  @Test(arguments: [
    // The place beside a number has its area code in one region alone.
    ("NL", "zaak,stad,nummer", "Fietsen,Rotterdam,010-41234"),
    ("HU", "a,b,c", "Optika,Szeged,(62) 4234"),
    ("IE", "name,town,phone", "Bikes,Galway,091 5634"),
    ("UA", "a,b,c", "Аптека,Харків,(057) 712-34"),
    ("ID", "a,b,c", "Toko,Surabaya,031-50234"), ("NZ", "a,b,c", "Bikes,Christchurch,03 379 81"),
    // The title of a column is the word of one country's register.
    ("AU", "abn,name,phone", "51824753556,Bikes,(02) 9234 56"),
    ("LT", "pavadinimas,telefonas", "Vaistai,(8 5) 212 34"), ("BE", "kbo,c", "0403,03 234 56 "),
    // Postcodes with letters.
    ("CA", "nom,code,numéro", "Vélos,H3B 2Y5,514 878-34"),
    ("GB", "a,b,c", "Bikes,LS1 4DY,0113 278 34"),
  ])
  func theRegionIsGuessedByWhatStandsBesideTheNumbers(
    region: String, header: String, row: String
  ) throws {
    let rows = (0..<40).map { "\(row)\(10 + $0)" }
    let (pipeline, _) = try draft(header + "\n" + rows.joined(separator: "\n") + "\n")
    #expect(pipeline.region == region)
  }

  @Test func whatTheRegionOfASmallListIsIsADoubt() throws {
    let file = try Self.written("number\n02 1234567\n02 1234568\n02 1234569\n")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try PipelineSketch(of: [file.path]).contenders.count > 1)
  }

  @Test func wordsOfActionsBecomeSpellings() throws {
    let rows = (0..<10).map { "02-2712-34\(10 + $0),花店\($0),\($0 % 2 == 0 ? "標示" : "封鎖")" }
    let (pipeline, _) = try draft(
      "電話,店名,動作\n" + rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(pipeline.sources[0].columns.contains(.init(.action, .name("動作"))))
    #expect(pipeline.actions.identify == ["標示"])
    #expect(pipeline.actions.block == ["封鎖"])
  }

  @Test func commentsShowCellsWithoutTheirDigits() throws {
    let rows = (0..<10).map { "02-2712-34\(10 + $0),店\($0)" }
    let (_, text) = try draft("電話,店名\n" + rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(text.contains("02-2xxx-xx10"))
    #expect(!text.contains("2712"))
  }

  @Test func usualGapsPassTheGate() throws {
    // A gap in the first rows of many is usual; here they come behind what is looked at first.
    let names = ["幸福花店", "麵包工坊", "大同書局", "東海茶行", "明日餐廳"]
    let rows = (0..<8_000).map { row in
      let phone = row > 6_000 && row % 2 == 0 ? "" : "02-2712-\(1_000 + row)"
      return "\(names[row % 5])\(names[row / 5 % 5]),\(phone),\(String(repeating: "註", count: 20))"
    }
    let (pipeline, _) = try draft(
      "店名,電話,備註\n" + rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(pipeline.gate.refuse.reasons["missing-number"] == Percentage(wholePercent: 20))
    let (whole, _) = try draft(
      "店名,電話,備註\n" + rows.prefix(3_000).joined(separator: "\n") + "\n", region: "TW")
    #expect(whole.gate == Pipeline.Gate())
  }

  @Test func exportsThatAreWrittenAlikeAreOneSource() throws {
    let first = try Self.written("店名,電話\n花店,02-2712-3456\n")
    let second = try Self.written("店名,電話\n麵包店,02-2712-3457\n")
    let third = try Self.written("name;phone\nFlorist;02-2712-3458\n")
    defer {
      for file in [first, second, third] { try? FileManager.default.removeItem(at: file) }
    }
    let text = try PipelineSketch(of: [first.path, second.path, third.path])
      .text(region: "TW", revealed: false)
    let pipeline = try PipelineReader.read(text, path: "p.yaml").pipeline
    #expect(pipeline.sources.map(\.paths.count) == [2, 1])
  }

  @Test func packedExportsAreUnpacked() throws {
    // gzip -n of "店名,電話\n花店,02-2712-3456\n"
    let packed = try #require(Data(base64Encoded: Self.packed))
    let source = try sketch(Array(packed))
    #expect(source.columns == [.init(.number, .name("電話")), .init(.label, .name("店名"))])
  }

  private static let packed =
    "H4sIAAAAAAACAwEiAN3/5bqX5ZCNLOmbu+ipsQroirHlupcsMDItMjcxMi0zNDU2CrBeNaQiAAAA"

  @Test func textOnlyRecordsAreTheirOwnNumber() throws {
    let numbers = (0..<20).map { "<number>02-2712-34\(10 + $0)</number>" }.joined()
    let source = try sketch(Array("<list>\(numbers)</list>".utf8))
    #expect(source.record == "/list/number")
    #expect(source.columns == [.init(.number, .path("."))])
    #expect(source.action == .block)
  }

  @Test func valuesThatAnAttributeNamesAreColumns() throws {
    let nodes = (0..<20).map {
      "<node id='\($0)'><tag k='name' v='Bakery \("ABCDEFGHIJKLMNOPQRST".dropFirst($0).first ?? "Z")'/>"
        + "<tag k='phone' v='02-2712-34\(10 + $0)'/></node>"
    }
    let source = try sketch(Array("<osm>\(nodes.joined(separator: "\n"))</osm>".utf8))
    #expect(source.record == "/osm/node")
    #expect(
      source.columns == [
        .init(.number, .path("tag[@k='phone']/@v")), .init(.label, .path("tag[@k='name']/@v")),
      ])
  }

  @Test func quotesInsideFieldsAreData() throws {
    let rows = (0..<20).map { "02-2712-34\(10 + $0)\tAn \"odd\" shop \($0)\tx" }
    let source = try sketch(Array((rows.joined(separator: "\n") + "\n").utf8))
    #expect(source.quote == nil)
    #expect(source.delimiter == UInt8(ascii: "\t"))
  }

  @Test func contactsHaveACompanyOrAName() throws {
    let rows = (0..<20).map {
      $0 % 2 == 0 ? "Bakery \($0),,,02-2712-34\(10 + $0)" : ",Jo,Lee \($0),02-2712-34\(10 + $0)"
    }
    let (pipeline, _) = try draft(
      "Company,First Name,Last Name,Phone\n" + rows.joined(separator: "\n") + "\n", region: "TW")
    #expect(
      pipeline.sources[0].columns.filter { $0.field == .label }.map(\.selector) == [
        .name("Company"), .name("First Name"), .name("Last Name"),
      ])
  }

  @Test func aPartOfAnElementIsNoSecondPhone() throws {
    let contacts = (0..<20).map {
      "<c><name>Bakery \($0)</name><p type='Cell'><phone>02-2712-34\(10 + $0)</phone></p>"
        + "<p type='Work'><phone>02-2712-35\(10 + $0)</phone></p></c>"
    }
    let source = try sketch(Array("<book>\(contacts.joined())</book>".utf8))
    #expect(
      source.columns.filter { $0.field == .number }.map(\.selector) == [.path("p/phone")])
  }
}
