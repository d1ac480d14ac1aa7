extension Manifest {
  /// Reads the bytes of a `manifest.json`: strict, and in memory proportional to what it keeps.
  ///
  /// Refused: more than `largestSizeInBytes`, a format version other than 1, keys that stand
  /// twice, missing keys, values out of range, paths that are not plain names in their folder, and
  /// values that contradict one another (`checkConsistency`). Keys that this version does not know
  /// are passed over, so that later writers of format 1 can add facts that a reader need not
  /// know; what a reader must know raises the format version.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(ManifestError) -> Manifest {
    guard bytes.count <= largestSizeInBytes else {
      throw ManifestError(
        kind: .tooLarge, place: "", expected: "at most \(largestSizeInBytes) bytes",
        found: "\(bytes.count)")
    }
    var decoder = ManifestDecoder(bytes)
    let manifest = try decoder.document()
    try manifest.checkConsistency()
    return manifest
  }

  /// Reads the bytes of a `manifest.json` that stand in an array.
  public static func decode(_ bytes: [UInt8]) throws(ManifestError) -> Manifest {
    var result = Result<Manifest, ManifestError>.failure(
      ManifestError(kind: .notJSON, place: "", expected: "JSON", found: "nothing"))
    bytes.withUnsafeBytes { buffer in
      result = Result { () throws(ManifestError) in try decode(buffer) }
    }
    return try result.get()
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

  init(_ bytes: UnsafeRawBufferPointer) {
    json = JSONReader(bytes)
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

  /// Reads an array.
  mutating func array(_ element: Element) throws(ManifestError) {
    try run { (json: inout JSONReader) throws(JSONReader.Failure) in try json.enter("[") }
    var count = 0
    while try next(before: "]", isFirst: count == 0) {
      place.append("[\(count)]")
      start = json.position
      try element(&self)
      place.removeLast()
      count += 1
    }
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

  /// Reads a count: not negative, and far from overflow when many are summed.
  mutating func count(from lowest: Int = 0) throws(ManifestError) -> Int {
    try integer(lowest...(1 << 53))
  }

  /// Reads a string that satisfies a condition.
  mutating func string(
    _ expected: String, where isSound: (String) -> Bool
  ) throws(ManifestError) -> String {
    let value = try run { (json: inout JSONReader) throws(JSONReader.Failure) in
      try json.string()
    }
    guard isSound(value) else {
      throw error(.badValue, expected: expected, found: "'\(value.prefix(80))'")
    }
    return value
  }

  /// Reads the 64 lower-case hexadecimal digits of a SHA-256.
  mutating func digest() throws(ManifestError) -> String {
    try string("64 lower-case hexadecimal digits") { Hexadecimal.isDigest($0) }
  }

  /// Reads a phone number written as a string.
  mutating func number() throws(ManifestError) -> Int64 {
    let text = try string("the digits of a number of 1 to \(DirectoryLimits.largestNumber)") {
      DirectoryNumber.parse($0) != nil
    }
    return DirectoryNumber.parse(text) ?? 0
  }

  /// Reads a path that stays in `folder`.
  mutating func path(in folder: String) throws(ManifestError) -> String {
    try string("a plain name in \(folder)/") { DirectoryPath.isSafe($0, in: folder) }
  }

  /// Reads a short text without control characters.
  mutating func text(upTo longest: Int) throws(ManifestError) -> String {
    try string("a text of 1 to \(longest) bytes without control characters") {
      (1...longest).contains($0.utf8.count) && $0.unicodeScalars.allSatisfy { $0.value >= 0x20 }
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

  private mutating func next(
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
