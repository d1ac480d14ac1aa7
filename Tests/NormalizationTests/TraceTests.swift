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
    Array("０２－５４６１０１１＃１２".utf8).withUnsafeBufferPointer { reader.read($0, into: result) }
    let steps = (0..<result.trace.count).map { index in
      let step = result.trace[index]
      let bytes = (0..<Int(step.valueCount)).map { result.bytes[Int(step.valueOffset) + $0] }
      return "\(step.rule.rawValue) \(String(decoding: bytes, as: UTF8.self))"
    }
    #expect(
      steps == [
        "folding 02-5461011#12", "obsolete-numbering +886225461011",
        "extension-markers +886225461011,12",
      ])
  }
}
