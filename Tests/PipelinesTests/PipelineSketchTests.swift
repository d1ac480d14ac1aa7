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
    let text = try PipelineSketch.text(of: file.path, as: "../x.csv", region: "TW")
    let pipeline = try PipelineReader.read(text, path: "p.yaml").pipeline
    return try #require(pipeline.sources.first)
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
      try PipelineSketch.text(of: "/dev/null", as: nil, region: "XX")
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
}
