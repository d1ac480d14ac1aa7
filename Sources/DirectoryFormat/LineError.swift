/// Why a line of a chunk or a delta was refused.
///
/// Numbers and labels in it are those of the file; `description` masks numbers,
/// so that it may go to a log.
public struct LineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of refusal; the raw values are stable and name verdicts in the conformance kit.
  public enum Kind: String, CaseIterable, Sendable {
    /// Not digits, a leading zero, or outside 1 … Int64.max - 1.
    case badNumber = "line-bad-number"
    /// Equal to the number before it in the same list.
    case duplicate = "line-duplicate"
    /// Smaller than the number before it in the same list.
    case notAscending = "line-not-ascending"
    /// Empty or longer than 65 534 bytes: iOS would drop the entry silently.
    case labelLength = "line-label-length"
    /// Not UTF-8.
    case labelNotUTF8 = "line-label-not-utf8"
    /// A control character, CR and a second TAB included, or another that `LabelCharacters` forbids.
    case labelControl = "line-label-control"
    /// Not the fields that a line of this file has.
    case shape = "line-shape"
    /// No LF at the end of the file.
    case noLineEnd = "line-without-end"
    /// A removal behind an addition.
    case removalBehindAddition = "line-removal-behind-addition"
    /// Not as many lines as the manifest says.
    case wrongCount = "count-differs"
    /// Not the first or last number that the manifest says.
    case wrongBorder = "border-differs"
  }

  /// The kind of refusal.
  public var kind: Kind
  /// 1-based line of the file.
  public var line: Int
  /// The number before it in the same list, 0 if there is none.
  public var previous: Int64
  /// The number of the line, 0 if it has none that is legal.
  public var number: Int64
  /// What a sound line has.
  public var expected: String

  /// Creates an error.
  public init(
    kind: Kind, line: Int, previous: Int64 = 0, number: Int64 = 0, expected: String
  ) {
    self.kind = kind
    self.line = line
    self.previous = previous
    self.number = number
    self.expected = expected
  }

  /// `line 12: expected …, found 886xxxxxxx78`.
  public var description: String { text(masked: true) }

  /// The same text, with whole numbers if asked for.
  public func text(masked: Bool) -> String {
    func show(_ number: Int64) -> String {
      masked ? DirectoryNumber.masked(number) : String(number)
    }
    var text = "line \(line): expected \(expected)"
    if number > 0 { text += ", found \(show(number))" }
    if previous > 0, number > 0 { text += " behind \(show(previous))" }
    return text
  }
}
