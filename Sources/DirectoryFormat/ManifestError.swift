/// Why a manifest, or another of the small documents of a directory, was refused: where, what was expected, what was found.
public struct ManifestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of refusal; the raw values are stable and name verdicts in the conformance kit.
  public enum Kind: String, CaseIterable, Sendable {
    /// Larger than a manifest may be.
    case tooLarge = "manifest-too-large"
    /// Not JSON, or not UTF-8, or nested too deep.
    case notJSON = "manifest-not-json"
    /// A key stands twice in one object.
    case duplicateKey = "manifest-duplicate-key"
    /// A required key is missing.
    case missingKey = "manifest-missing-key"
    /// A format version that this reader does not know.
    case unknownFormat = "manifest-unknown-format"
    /// A value of the wrong type, range or shape, a path that could leave the folder included.
    case badValue = "manifest-bad-value"
    /// Values that contradict one another.
    case inconsistent = "manifest-inconsistent"
    /// A digest that does not follow from what it digests.
    case wrongDigest = "manifest-wrong-digest"
  }

  /// The file, relative to the directory.
  public private(set) var file = Manifest.fileName
  /// The kind of refusal.
  public var kind: Kind
  /// The key path, such as `slots[0].cap`; empty for the document itself.
  public var place: String
  /// 1-based line of the manifest; 0 where the fault has no single line.
  public var line: Int
  /// What a sound manifest has there; phone numbers masked, for it may go to a log.
  public var expected: String
  /// What this one has there, shortened; phone numbers masked, too.
  public var found: String

  /// Creates an error.
  public init(kind: Kind, place: String, line: Int = 0, expected: String, found: String) {
    self.kind = kind
    self.place = place
    self.line = line
    self.expected = expected
    self.found = found
  }

  /// The same refusal, of another file.
  func inFile(_ file: String) -> ManifestError {
    var error = self
    error.file = file
    return error
  }

  /// `manifest.json:12: slots[0].cap: expected …, found …`.
  public var description: String {
    let position = line > 0 ? "\(file):\(line)" : file
    let subject = place.isEmpty ? "" : "\(place): "
    return "\(position): \(subject)expected \(expected), found \(found)"
  }
}
