import Foundation
import Records
import Testing

@testable import Pipelines

@Suite struct SketchRegionTests {
  private func text(
    _ header: String, region: String? = nil, _ row: (Int) -> String
  ) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString).data")
    let rows = (10..<70).map(row)
    try Data(((header.isEmpty ? [] : [header]) + rows).joined(separator: "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try PipelineSketch(of: [file.path], as: "x.csv").text(region: region, revealed: false)
  }

  private func draft(
    _ header: String, region: String? = nil, _ row: (Int) -> String
  ) throws -> Pipeline {
    try PipelineReader.read(text(header, region: region, row), path: "p.yaml").pipeline
  }

  private func numbers(_ pipeline: Pipeline) -> [Pipeline.Column.Selector] {
    pipeline.sources[0].columns.filter { $0.field == .number }.map(\.selector)
  }

  @Test func numbersOfCompaniesChooseNoRegion() throws {
    let swedish = try draft("Org.nr;Namn;Postnr;Tfn") {
      "5564\($0)-71\($0);Cykelverkstad Ängby \($0);12\($0) \($0);08-651 \($0) \($0)"
    }
    #expect(swedish.region == "SE")
    #expect(numbers(swedish) == [.name("Tfn")])
    let latvian = try draft("Reģ. nr.;Nosaukums;Tālrunis") {
      "400032\($0)\($0 + 9)\($0 % 10);Maiznīca Dzērvīte Ķekava \($0);673111\($0)"
    }
    #expect(latvian.region == "LV")
    #expect(numbers(latvian) == [.name("Tālrunis")])
  }

  @Test func lettersOutweighDigitsOfAnotherPlanWithoutAHeader() throws {
    let pipeline = try draft("") {
      "17\($0)\($0)\($0 + 21),Brutăria Țărănească Iași \($0),Str. Florilor nr. \($0),02322145\($0)"
    }
    #expect(pipeline.region == "RO")
    #expect(numbers(pipeline) == [.position(4)])
  }

  @Test func placesOnAMapAreNoNumbers() throws {
    let pipeline = try draft("") {
      "Te Māra Ōtaki Café \($0);174.71\($0)\($0),-36.82\($0)\($0),0;09 834 33\($0)"
    }
    #expect(pipeline.region == "NZ")
    #expect(numbers(pipeline) == [.position(3)])
  }

  @Test func digitsAloneLeaveTheRegionOpen() throws {
    let text = try text("number") { "02 12345\($0)" }
    #expect(!text.contains("\nregion:"))
    #expect(text.contains("# region: "))
    #expect(text.contains("% of the numbers are its own"))
    #expect(throws: PipelineErrors.self) { try PipelineReader.read(text, path: "p.yaml") }
  }

  @Test func fewNumbersAreAWarning() throws {
    let text = try text("店名,電話") {
      "臺灣鐵路電器行 \($0),\($0 % 3 == 0 ? "123" : "02-2712-34\($0)")"
    }
    #expect(text.contains("# WARNING: only"))
    let good = try self.text("店名,電話") { "臺灣鐵路電器行 \($0),02-2712-34\($0)" }
    #expect(!good.contains("WARNING"))
  }

  @Test func theCallingCodeIsNoAreaCode() throws {
    let pipeline = try draft("Loja;DDI;DDD;Número") {
      "Padaria São João \($0);55;\($0 % 2 == 0 ? 11 : 21);31\($0)45\($0)"
    }
    #expect(pipeline.region == "BR")
    #expect(pipeline.sources[0].columns.contains(.init(.areaCode, .name("DDD"))))
  }

  @Test func mobilesBesideAnAreaCodeAreASourceOfTheirOwn() throws {
    let pipeline = try draft("Vendor,STD Code,Landline,Mobile", region: "IN") {
      "Asha Stores \($0),022,261345\($0),\($0 % 3 == 0 ? 88 : 98)532204\($0)"
    }
    let sources = pipeline.sources.map { source in
      source.columns.filter { $0.field == .number || $0.field == .areaCode }
    }
    #expect(
      sources == [
        [.init(.number, .name("Landline")), .init(.areaCode, .name("STD Code"))],
        [.init(.number, .name("Mobile"))],
      ])
  }

  @Test(arguments: ["Mobil", "Natel", "WhatsApp"])
  func furtherPhonesAreKnownByTheirWords(word: String) throws {
    let pipeline = try draft("Name;Telefon;\(word)", region: "DE") {
      "Bäckerei Größ für Brötchen \($0);030 23457\($0);0171 23457\($0)"
    }
    #expect(numbers(pipeline) == [.name("Telefon"), .name(word)])
  }

  @Test(arguments: [
    "Toestel", "Klapka", "Wew.", "שלוחה", "تحويلة", "ต่อ", "Máy lẻ", "εσωτ.", "вътр.",
  ])
  func extensionsAreKnownByTheirWords(word: String) throws {
    let pipeline = try draft("Naam;Telefoonnummer;\(word)") {
      "Bakkerij het Bruine van de Brood \($0);020-6234511;\($0 + 200)"
    }
    #expect(
      pipeline.sources[0].columns.contains(.init(.extensionDigits, .name(word))))
  }

  @Test func whatIsNotMappedIsNamed() throws {
    let text = try text("Naam;Telefoonnummer;Balie") {
      "Bakkerij het Bruine van de Brood \($0);020-62345\($0);\($0 * 37 % 900 + 100)"
    }
    #expect(text.contains("# Not mapped: \"Balie\" (3 digits)"))
  }

  @Test func aPostcodeIsNoLabel() throws {
    let pipeline = try draft("Organisatie;Postcode;Telefoonnummer") {
      "Fietsenmaker Westpoort \($0 % 20);10\($0) XK;020-62345\($0)"
    }
    #expect(pipeline.sources[0].columns.contains(.init(.label, .name("Organisatie"))))
  }

  @Test func aNumberInThreeColumnsIsRefused() throws {
    let failure = #expect(throws: PipelineSketch.Failure.self) {
      try text("医療機関コード,名称,郵便番号,市外局番,市内局番,加入者番号") {
        "13102\($0)\($0)\($0 % 10),さくら薬局こまば\($0),150-00\($0),03,3766,\($0 * 37 % 90 + 10)\($0)"
      }
    }
    #expect(failure?.problem.contains("three columns") == true)
  }

  @Test func aDayWithADotBehindItIsNone() throws {
    let pipeline = try draft("Üzlet;Körzetszám;Telefonszám;Frissítve") {
      "Kertészet Őszirózsa Tűzkő \($0);62;5513\($0);2025.02.0\($0 % 9 + 1)."
    }
    #expect(pipeline.region == "HU")
    #expect(numbers(pipeline) == [.name("Telefonszám")])
  }
}
