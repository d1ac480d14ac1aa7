import Records

@testable import Normalization

/// A phone cell with what belongs to it, and what came of it as one line of text.
struct Reading {
  var region = "TW"
  var off: Rule?
  var on: Rule?
  var extensionCell: String?
  var areaCode: String?
  var locality: String?
  var width = 0
  var budget = 10_000
  var validation = CellSettings.Validation.plan
  var refused: [String] = []

  /// Numbers as "+base,extension", repairs behind "!", rejections as "?reason@column".
  func of(_ cell: String) throws -> String {
    let result = CellResult()
    try reader().read(
      bytes(cell), extensionCell: extensionCell.map(bytes), areaCode: areaCode.map(bytes),
      locality: locality.map(bytes), into: result)
    return Self.text(result)
  }

  /// What came of a range.
  func of(first: String, last: String, areaCode: String? = nil) throws -> String {
    let result = CellResult()
    try reader().readRange(
      first: bytes(first), last: bytes(last), areaCode: areaCode.map(bytes), into: result)
    result.takeMore(Int.max)
    return Self.text(result)
  }

  func reader() throws -> CellReader {
    var settings = CellSettings(region: region)
    if let off { settings.rules[off] = false }
    if let on { settings.rules[on] = true }
    settings.extensionWidth = width
    settings.expansionBudget = budget
    settings.validation = validation
    settings.refusedTypes = refused
    return try CellReader(settings: settings)
  }

  static func text(_ result: CellResult) -> String {
    var parts: [String] = []
    for index in 0..<result.numbers.count {
      let number = result.numbers[index]
      parts.append(number.e164 + (number.hasExtension ? "," + number.extensionText : ""))
    }
    for index in 0..<result.repairs.count { parts.append("!" + result.repairs[index].kind.code) }
    for index in 0..<result.rejections.count {
      parts.append("?\(result.rejections[index].reason.code)@\(result.rejections[index].column)")
    }
    return parts.joined(separator: " ")
  }

  /// The bytes of a text, kept for the rest of the test process.
  private func bytes(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(text.utf8.count, 1))
    let end = copy.update(fromContentsOf: text.utf8)
    return UnsafeBufferPointer(rebasing: copy[..<end])
  }
}
