import Records
import Testing

@testable import Normalization

@Suite("The trace of a cell")
struct TraceTests {
  @Test("it shows the value after folding, after a repair and with the extension")
  func steps() throws {
    var settings = CellSettings(region: "TW")
    settings.keepsTrace = true
    let reader = try CellReader(settings: settings)
    let result = CellResult()
    Array("０２－９４６１０１１＃１２".utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    let steps = (0..<result.trace.count).map { index in
      let step = result.trace[index]
      let bytes = (0..<Int(step.valueCount)).map { result.bytes[Int(step.valueOffset) + $0] }
      return "\(step.rule.rawValue) \(String(decoding: bytes, as: UTF8.self))"
    }
    #expect(
      steps == [
        "folding 02-9461011#12", "obsolete-numbering +886229461011",
        "extension-markers +886229461011,12",
      ])
  }
}

extension TraceTests {
  @Test(
    "it shows what each rule made of the cell",
    arguments: [
      (
        "電話07-7123456(24小時)",
        [
          "folding 電話07-7123456(24小時)", "dates-and-hours 電話07-7123456()",
          "validation +88677123456",
        ]
      ),
      (
        "07-7123456、57",
        ["folding 07-7123456、57", "validation +88677123456", "alternates +88677123457"]
      ),
      (
        "07-7123456/7123457",
        ["folding 07-7123456/7123457", "validation +88677123456", "lists +88677123457"]
      ),
      (
        "077123456.0",
        ["folding 077123456.0", "spreadsheet-damage 077123456", "validation +88677123456"]
      ),
      (
        "07-7123456-0",
        ["folding 07-7123456-0", "validation +88677123456", "dummy-extension +88677123456"]
      ),
    ])
  func rules(cell: String, expected: [String]) throws {
    #expect(try Self.steps(of: cell) == expected)
  }

  private static func steps(of cell: String) throws -> [String] {
    var settings = CellSettings(region: "TW")
    settings.keepsTrace = true
    let result = CellResult()
    let reader = try CellReader(settings: settings)
    Array(cell.utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    return (0..<result.trace.count).map { index in
      let step = result.trace[index]
      let bytes = (0..<Int(step.valueCount)).map { result.bytes[Int(step.valueOffset) + $0] }
      return "\(step.rule.rawValue) \(String(decoding: bytes, as: UTF8.self))"
    }
  }
}
