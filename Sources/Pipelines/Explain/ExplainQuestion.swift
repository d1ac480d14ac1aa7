internal import Foundation

/// What `callbook explain` is asked about.
package enum ExplainQuestion: Equatable, Sendable {
  /// The directory numbers that a text can mean.
  case numbers(Set<Int64>)
  /// The record on a line (1-based) of a file that the pipeline reads.
  case place(path: String, line: Int)

  /// Reads `FILE:LINE`, a number in any notation that the pipeline reads, or directory digits.
  ///
  /// - Parameter files: The files of the pipeline; FILE may be one of them under another name, or
  ///   the last part of its path.
  /// - Throws: `ExplainError` for what is neither.
  package init(_ text: String, of pipeline: Pipeline, files: [String]) throws {
    if let place = Self.place(text, files: files) {
      self = place
      return
    }
    let named = Self.files(of: text, among: files)
    if named.count > 1 { throw ExplainError.several(text, files: named) }
    var numbers: Set<Int64> = []
    for source in pipeline.sources {
      let inspector = try CellInspector(pipeline.cellSettings(for: source))
      numbers.formUnion(inspector.read(text).numbers.map(\.directory))
    }
    if let digits = Int64(text), digits > 0, digits < .max, !text.hasPrefix("+"),
      !text.hasPrefix("0")
    {
      numbers.insert(digits)
    }
    guard !numbers.isEmpty else { throw ExplainError.neither(text, files: files) }
    self = .numbers(numbers)
  }

  /// The line that `FILE:LINE` names; nil where it does not name one of these files, or several.
  static func place(_ text: String, files: [String]) -> ExplainQuestion? {
    let named = Self.files(of: text, among: files)
    guard named.count == 1, let line = parts(of: text)?.line else { return nil }
    return .place(path: named[0], line: line)
  }

  /// The different files that `FILE:LINE` may mean: by their whole path, else by the end of it.
  static func files(of text: String, among files: [String]) -> [String] {
    guard let name = parts(of: text)?.name else { return [] }
    let wanted = canonical(name)
    let same = files.filter { $0 == name || canonical($0) == wanted }
    var found: [String] = []
    for file in same.isEmpty ? files.filter({ $0.hasSuffix("/" + name) }) : same
    where !found.contains(file) {
      found.append(file)
    }
    return found
  }

  private static func parts(of text: String) -> (name: String, line: Int)? {
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]),
      line > 0
    else { return nil }
    return (String(text[..<colon]), line)
  }

  private static func canonical(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}

/// Why a question cannot be asked.
package enum ExplainError: Error, Equatable, CustomStringConvertible {
  /// It is no number and names no file of the pipeline.
  case neither(String, files: [String])
  /// It may be a line of each of several files.
  case several(String, files: [String])
  /// A source reads standard input, which cannot be read twice.
  case standardInput(command: String = "explain", source: String)

  /// The place, what is wrong there (found, expected), and what to do.
  package var description: String {
    switch self {
    case .neither(let text, let files):
      "explain: \"\(text)\" is no number that the pipeline reads and names none of its files "
        + "(expected a number, or FILE:LINE with FILE one of \(Self.list(files))). "
        + "Write the number with its area code, or the path as rejects.csv has it."
    case .several(let text, let files):
      "explain: \"\(text)\" may be a line of \(files.count) files of the pipeline (expected one of "
        + "\(Self.list(files))). Write more of the path, as rejects.csv has it."
    case .standardInput(let command, let source):
      "\(command): source \"\(source)\" reads standard input (expected files, which can be read "
        + "twice). Name a file in its `path`."
    }
  }

  private static func list(_ files: [String]) -> String {
    let shown = files.prefix(5).joined(separator: ", ")
    return files.count > 5 ? "\(shown) and \(files.count - 5) more" : shown
  }
}
