/// The text of the numbering plans: tab-separated lines, found by what they are about.
///
/// Reading it only finds the lines; the patterns of a region are read when the region is used.
struct PlanText: Sendable {
  /// Version of the metadata, such as `phonenumbers 9.0.43`.
  private(set) var version = ""
  /// Regions of each calling code, the main one first; `+800` stands for a code without region.
  private(set) var regions: [Int: [String]] = [:]
  /// The regions whose plans changed.
  private(set) var regionsWithMigrations: Set<String> = []
  /// The regions whose area codes decide about the lengths of lines, in the order of the text.
  private(set) var regionsWithAreas: [String] = []
  private let bytes: [UInt8]
  private var lines: [String: [Range<Int>]] = [:]

  /// No plans at all.
  init() { bytes = [] }

  /// Finds the lines; throws `PlanDataError` for a line that is none.
  init(_ bytes: [UInt8]) throws(PlanDataError) {
    self.bytes = bytes
    var start = 0
    var number = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      number += 1
      if end > start, bytes[start] != UInt8(ascii: "#") {
        try add(start..<end, number: number)
      }
      start = end + 1
    }
  }

  private mutating func add(_ range: Range<Int>, number: Int) throws(PlanDataError) {
    guard let firstTab = bytes[range].firstIndex(of: 0x09) else {
      throw PlanDataError(place: "line \(number)", problem: "no tab (expected kind and subject)")
    }
    let rest = bytes[(firstTab + 1)..<range.upperBound]
    let subjectEnd = rest.firstIndex(of: 0x09) ?? rest.endIndex
    let subject = String(decoding: rest[..<subjectEnd], as: UTF8.self)
    let kind = bytes[range.lowerBound..<firstTab]
    if Self.kindsOfRegions.contains(where: { kind.elementsEqual($0) }) {
      if kind.elementsEqual("migration".utf8) { regionsWithMigrations.insert(subject) }
      if kind.elementsEqual("area".utf8), regionsWithAreas.last != subject {
        regionsWithAreas.append(subject)
      }
      lines[subject, default: []].append(range)
    } else if kind.elementsEqual("version".utf8) {
      version = subject
    } else if kind.elementsEqual("code".utf8) {
      try addCode(subject, rest[subjectEnd...].dropFirst(), number: number)
    } else {
      let name = String(decoding: kind, as: UTF8.self)
      throw PlanDataError(place: "line \(number)", problem: "kind \(name) is not known")
    }
  }

  /// The most frequent first.
  private static let kindsOfRegions = [
    "numbers", "plan", "area", "emergency", "short-codes", "notation", "migration",
  ].map { Array($0.utf8) }

  private mutating func addCode(
    _ subject: String, _ names: ArraySlice<UInt8>, number: Int
  ) throws(PlanDataError) {
    guard let code = Int(subject), (1...999).contains(code), !names.isEmpty else {
      throw PlanDataError(
        place: "line \(number)", problem: "code \(subject) (expected 1 to 999 and regions)")
    }
    regions[code] = String(decoding: names, as: UTF8.self).split(separator: ",").map(String.init)
  }

  /// The lines of one kind about one region, each as its fields after kind and subject.
  func records(_ kind: String, of region: String) -> [[String]] {
    (lines[region] ?? []).compactMap { range in
      let fields = bytes[range].split(separator: 0x09, omittingEmptySubsequences: false)
      guard let first = fields.first, first.elementsEqual(kind.utf8) else { return nil }
      return fields.dropFirst(2).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

/// Something in the data of the plans that cannot be read.
package struct PlanDataError: Error, Equatable, CustomStringConvertible {
  package let place: String
  package let problem: String
  package var description: String {
    "numbering plans, \(place): \(problem). Run make numbering-plans."
  }
}
