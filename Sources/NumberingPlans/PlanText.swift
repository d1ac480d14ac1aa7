/// The text of the numbering plans: tab-separated lines, found by what they are about.
///
/// Reading it only finds the lines, which every start of the program waits for; what they say is
/// read when it is asked for. Memory: the text and 24 bytes a line.
struct PlanText: Sendable {
  /// What a line says of its subject, the most frequent first.
  enum Kind: String, CaseIterable, BitwiseCopyable {
    case numbers
    case area
    case plan
    case shortCodes = "short-codes"
    case emergency
    case code
    case notation
    case migration
  }

  /// A region or a calling code of at most eight bytes, compared in one step.
  private struct Subject: BitwiseCopyable, Equatable {
    private var packed: UInt64 = 0

    /// Nil for a longer one.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
      guard text.count <= 8 else { return nil }
      for byte in text { packed = packed &<< 8 | UInt64(byte) }
    }

    init?(_ text: String) {
      var text = text
      guard let subject = text.withUTF8({ Subject($0) }) else { return nil }
      self = subject
    }

    var text: String {
      let used = (64 - packed.leadingZeroBitCount + 7) / 8
      return withUnsafeBytes(of: packed.bigEndian) {
        String(decoding: $0.suffix(used), as: UTF8.self)
      }
    }
  }

  private struct KindOfLine {
    let kind: Kind
    let spelling: [UInt8]
  }

  private struct Line: BitwiseCopyable {
    let subject: Subject
    let kind: Kind
    /// Behind the tab that ends the subject, or at the end of the line.
    let fields: Int32
    let end: Int32
  }

  /// Version of the metadata, such as `phonenumbers 9.0.43`.
  private(set) var version = ""
  private let bytes: [UInt8]
  /// In the order of the text.
  private var lines: [Line] = []

  /// No plans at all.
  init() { bytes = [] }

  /// Finds the lines; throws `PlanDataError` for a line that is none.
  init(_ bytes: [UInt8]) throws(PlanDataError) {
    self.bytes = bytes
    let kinds = Kind.allCases.map { KindOfLine(kind: $0, spelling: Array($0.rawValue.utf8)) }
    var start = 0
    var number = 0
    while start < bytes.count {
      let end = Self.next(0x0A, in: bytes, start..<bytes.count)
      number += 1
      if end > start, bytes[start] != UInt8(ascii: "#") {
        try add(start..<end, number: number, kinds)
      }
      start = end + 1
    }
  }

  /// Where a byte stands first in a range; its end for nowhere.
  private static func next(_ byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var place = range.lowerBound
      while place < range.upperBound, bytes[place] != byte { place &+= 1 }
      return place
    }
  }

  private mutating func add(
    _ range: Range<Int>, number: Int, _ kinds: [KindOfLine]
  ) throws(PlanDataError) {
    func failure(_ problem: String) -> PlanDataError {
      PlanDataError(place: "line \(number)", problem: problem)
    }
    let tab = Self.next(0x09, in: bytes, range)
    guard tab < range.upperBound else {
      throw failure("no tab (expected kind and subject)")
    }
    let end = Self.next(0x09, in: bytes, tab + 1..<range.upperBound)
    guard let kind = kind(in: range.lowerBound..<tab, kinds) else {
      let name = String(decoding: bytes[range.lowerBound..<tab], as: UTF8.self)
      guard name == "version" else { throw failure("kind \(name) is not known") }
      return version = String(decoding: bytes[tab + 1..<end], as: UTF8.self)
    }
    let subject = bytes.withUnsafeBufferPointer {
      Subject(UnsafeBufferPointer(rebasing: $0[tab + 1..<end]))
    }
    guard let subject else { throw failure("subject of \(end - tab - 1) bytes (expected 1 to 8)") }
    let line = Line(
      subject: subject, kind: kind, fields: Int32(min(end + 1, range.upperBound)),
      end: Int32(range.upperBound))
    if kind == .code, !(1...999).contains(Int(subject.text) ?? 0) || line.fields == line.end {
      throw failure("code \(subject.text) (expected 1 to 999 and regions)")
    }
    lines.append(line)
  }

  private func kind(in range: Range<Int>, _ kinds: [KindOfLine]) -> Kind? {
    bytes.withUnsafeBufferPointer { bytes in
      for known in kinds where known.spelling.count == range.count {
        var place = 0
        while place < range.count, bytes[range.lowerBound &+ place] == known.spelling[place] {
          place &+= 1
        }
        if place == range.count { return known.kind }
      }
      return nil
    }
  }

  private func lines(_ kind: Kind, of subject: String) -> [Line] {
    guard let subject = Subject(subject) else { return [] }
    return lines.withUnsafeBufferPointer { all in
      var found: [Line] = []
      for index in 0..<all.count where all[index].subject == subject && all[index].kind == kind {
        found.append(all[index])
      }
      return found
    }
  }

  private func fields(of line: Line) -> [String] {
    bytes[Int(line.fields)..<Int(line.end)].split(separator: 0x09, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines of one kind about one region, each as its fields after kind and subject.
  func records(_ kind: Kind, of region: String) -> [[String]] {
    lines(kind, of: region).map { fields(of: $0) }
  }

  /// Every calling code, ascending.
  var callingCodes: [Int] {
    lines.filter { $0.kind == .code }.compactMap { Int($0.subject.text) }.sorted()
  }

  /// Regions of a calling code, the main one first; `+800` stands for a code without region.
  func regions(ofCallingCode code: Int) -> [String] {
    records(.code, of: String(code)).last?.first?.split(separator: ",").map(String.init) ?? []
  }

  /// The regions that have lines of a kind, in the order of the text.
  func regions(with kind: Kind) -> [String] {
    var found: [Subject] = []
    for line in lines where line.kind == kind && !found.contains(line.subject) {
      found.append(line.subject)
    }
    return found.map(\.text)
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
