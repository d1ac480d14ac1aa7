extension Manifest {
  /// Reads the bytes of a `manifest.json`: strict, and in memory proportional to what it keeps.
  ///
  /// Refused: more than `largestSizeInBytes`, a format version other than 1, keys that stand
  /// twice, missing keys, values out of range, paths that are not plain names in their folder, and
  /// values that contradict one another (`checkConsistency`). Keys that this version does not know
  /// are passed over, so that later writers of format 1 can add facts that a reader need not
  /// know; what a reader must know raises the format version.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(ManifestError) -> Manifest {
    guard bytes.count <= largestSizeInBytes else { throw tooLarge(bytes.count) }
    var decoder = ManifestDecoder(bytes)
    let manifest = try decoder.document()
    try manifest.checkConsistency()
    return manifest
  }

  static func tooLarge(_ count: Int) -> ManifestError {
    ManifestError(
      kind: .tooLarge, place: "", expected: "at most \(largestSizeInBytes) bytes",
      found: "\(count)")
  }

  /// Reads the bytes of a `manifest.json` that stand in an array.
  public static func decode(_ bytes: [UInt8]) throws(ManifestError) -> Manifest {
    try ManifestDecoder.read(bytes) { (buffer) throws(ManifestError) in try decode(buffer) }
  }
}

/// Walks over the bytes of a manifest and builds the model.
struct ManifestDecoder {
  /// Most keys of one object: format 1 has eleven at most, the rest is room for later ones.
  private static let mostKeys = 64

  private var json: JSONReader
  private var place: [String] = []
  /// Where the value that is being read starts, for messages.
  private var start = 0

  /// What is kept of lists whose chunks are not; nil: chunks are kept.
  var outline: ListOutlines?

  /// Reads `bytes` from a 0-based position on.
  init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
    json = JSONReader(bytes, from: position)
  }

  /// How far the bytes were read.
  var position: Int { json.position }

  /// The key path of the value that is being read.
  var path: String { place.joined() }

  /// Reads another document than the manifest, which messages call `file`.
  static func decode<Value>(
    _ bytes: [UInt8], file: String,
    _ document: (inout ManifestDecoder) throws(ManifestError) -> Value
  ) throws(ManifestError) -> Value {
    do throws(ManifestError) {
      return try read(bytes) { (buffer) throws(ManifestError) in
        var decoder = ManifestDecoder(buffer)
        return try document(&decoder)
      }
    } catch {
      throw error.inFile(file)
    }
  }

  /// Lends the bytes of an array; `withUnsafeBytes` has no typed errors.
  fileprivate static func read<Value>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(ManifestError) -> Value
  ) throws(ManifestError) -> Value {
    var result: Result<Value, ManifestError>?
    bytes.withUnsafeBytes { buffer in
      result = Result { () throws(ManifestError) in try body(buffer) }
    }
    guard let result else {
      throw ManifestError(kind: .notJSON, place: "", expected: "JSON", found: "nothing")
    }
    return try result.get()
  }

  typealias Member = (inout ManifestDecoder, String) throws(ManifestError) -> Bool
  typealias Element = (inout ManifestDecoder) throws(ManifestError) -> Void

  /// Reads an object, all of whose `required` keys must come.
  ///
  /// `member` reads the value of a known key and answers true, or leaves the value of an unknown
  /// one and answers false.
  mutating func object(_ required: [String], _ member: Member) throws(ManifestError) {
    let opening = json.position
    try run { (json: inout JSONReader) throws(JSONReader.Failure) in try json.enter("{") }
    var seen: [String] = []
    while try next(before: "}", isFirst: seen.isEmpty) {
      start = json.position
      let key = try run { (json: inout JSONReader) throws(JSONReader.Failure) in try json.key() }
      guard !seen.contains(key) else {
        throw error(.duplicateKey, expected: "each key once", found: "'\(key)' again")
      }
      guard seen.count < Self.mostKeys else {
        throw error(.badValue, expected: "at most \(Self.mostKeys) keys", found: "more")
      }
      seen.append(key)
      place.append(place.isEmpty ? key : "." + key)
      start = json.position
      if try !member(&self, key) {
        try run { (json: inout JSONReader) throws(JSONReader.Failure) in try json.skip() }
      }
      place.removeLast()
    }
    if let missing = required.first(where: { !seen.contains($0) }) {
      start = opening
      throw error(.missingKey, expected: "the key '\(missing)'", found: "none")
    }
  }

  /// Reads an array of at most so many elements.
  mutating func array(
    atMost most: Int = .max, _ element: Element
  ) throws(ManifestError) {
    try run { (json: inout JSONReader) throws(JSONReader.Failure) in try json.enter("[") }
    var count = 0
    while try next(before: "]", isFirst: count == 0) {
      start = json.position
      guard count < most else {
        throw error(.badValue, expected: "at most \(most) elements", found: "more")
      }
      place.append("[\(count)]")
      try element(&self)
      place.removeLast()
      count += 1
    }
  }

  /// Enters an array whose elements are read one by one with `next`.
  mutating func enterArray() throws(ManifestError) {
    try run { (json: inout JSONReader) throws(JSONReader.Failure) in try json.enter("[") }
  }

  /// Reads a whole number within a range.
  mutating func integer(_ range: ClosedRange<Int>) throws(ManifestError) -> Int {
    let value = try run { (json: inout JSONReader) throws(JSONReader.Failure) in
      try json.integer()
    }
    guard range.contains(value) else {
      let expected =
        range.upperBound == .max
        ? "a whole number of at least \(range.lowerBound)"
        : "a whole number of \(range.lowerBound) to \(range.upperBound)"
      throw error(.badValue, expected: expected, found: "\(value)")
    }
    return value
  }

  /// Reads a count: not negative, and far from overflow when a few are summed.
  mutating func count(from lowest: Int = 0) throws(ManifestError) -> Int {
    try integer(lowest...(1 << 53))
  }

  /// Reads a number of entries of one slot: never more than iOS takes.
  ///
  /// A manifest of 16 MiB has fewer than 2^17 objects, so no sum of such counts leaves 2^38, and
  /// none of sizes that `ManifestConsistency` has held against them leaves 2^55.
  mutating func entryCount(from lowest: Int = 0) throws(ManifestError) -> Int {
    try integer(lowest...DirectoryLimits.mostEntriesPerSlot)
  }

  /// Reads a string that satisfies a condition; `masked`: whether an error hides its digits.
  mutating func string(
    _ expected: String, masked: Bool = false, where isSound: (String) -> Bool
  ) throws(ManifestError) -> String {
    let value = try run { (json: inout JSONReader) throws(JSONReader.Failure) in
      try json.string()
    }
    guard isSound(value) else {
      let found = String(value.prefix(80))
      throw error(
        .badValue, expected: expected, found: "'\(masked ? DirectoryNumber.masked(found) : found)'")
    }
    return value
  }

  /// Reads the 64 lower-case hexadecimal digits of a SHA-256.
  mutating func digest() throws(ManifestError) -> String {
    try string("64 lower-case hexadecimal digits") { Hexadecimal.isDigest($0) }
  }

  /// Reads a phone number written as a string.
  mutating func number() throws(ManifestError) -> Int64 {
    let text = try string(
      "the digits of a number of 1 to \(DirectoryLimits.largestNumber)", masked: true
    ) { DirectoryNumber.parse($0) != nil }
    return DirectoryNumber.parse(text) ?? 0
  }

  /// Reads a path that stays in `folder`.
  mutating func path(in folder: String) throws(ManifestError) -> String {
    try string("a plain name in \(folder)/") { DirectoryPath.isSafe($0, in: folder) }
  }

  /// Reads a short text without control characters.
  mutating func text(upTo longest: Int) throws(ManifestError) -> String {
    try string("a text of 1 to \(longest) bytes without control characters") {
      (1...longest).contains($0.utf8.count)
        && $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
  }

  /// Makes sure that nothing follows the document.
  mutating func end() throws(ManifestError) {
    try run { (json: inout JSONReader) throws(JSONReader.Failure) in try json.end() }
  }

  /// An error at the value that is being read.
  func error(_ kind: ManifestError.Kind, expected: String, found: String) -> ManifestError {
    ManifestError(
      kind: kind, place: place.joined(), line: json.line(at: start), expected: expected,
      found: found)
  }

  mutating func next(
    before bracket: Unicode.Scalar, isFirst: Bool
  ) throws(ManifestError) -> Bool {
    try run { (json: inout JSONReader) throws(JSONReader.Failure) in
      try json.next(before: bracket, isFirst: isFirst)
    }
  }

  private mutating func run<Value>(
    _ read: (inout JSONReader) throws(JSONReader.Failure) -> Value
  ) throws(ManifestError) -> Value {
    do throws(JSONReader.Failure) {
      return try read(&json)
    } catch {
      throw ManifestError(
        kind: error.isOfValue ? .badValue : .notJSON, place: place.joined(),
        line: json.line(at: error.offset), expected: error.expected, found: error.found)
    }
  }
}
