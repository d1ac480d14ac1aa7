/// Reads the lines of a chunk, window by window, and refuses what a chunk may not have.
///
/// A chunk is UTF-8 text, LF behind every line: `number TAB label` in the identification list,
/// `number` in the blocking list, numbers strictly ascending. The reader keeps nothing but counts;
/// labels are handed over as bytes of the window.
public struct ChunkReader {
  /// The list whose lines are read.
  public let list: DirectoryList
  /// Lines read.
  public private(set) var entries = 0
  /// The first number, 0 before there is one.
  public private(set) var first: Int64 = 0
  /// The last number; before the first line, the number behind which the chunk must begin.
  public private(set) var last: Int64
  /// Bytes of the lines read.
  public private(set) var bytes = 0

  /// Creates a reader for a chunk whose numbers are greater than `previous` (0 for the first).
  public init(list: DirectoryList, behind previous: Int64 = 0) {
    self.list = list
    last = previous
  }

  /// Hands over the entries of all whole lines in `window` and answers how many bytes they take.
  ///
  /// The next window begins behind them; a window of 128 KiB holds any line. `isLast`: nothing
  /// comes behind this window, so that it must end with LF. The label's bytes (empty in the
  /// blocking list) are valid during the call.
  public mutating func read(
    _ window: UnsafeRawBufferPointer, isLast: Bool,
    _ entry: (_ number: Int64, _ label: UnsafeRawBufferPointer) -> Void
  ) throws(LineError) -> Int {
    guard let base = window.baseAddress else { return 0 }
    var scanner = LineScanner(base, count: window.count)
    var lineStart = 0
    while lineStart < window.count {
      let number = scanner.number()
      if scanner.position == window.count {
        try checkRest(window.count - lineStart, isLast: isLast)
        break
      }
      guard let number else { throw badNumber() }
      var label = UnsafeRawBufferPointer(start: base, count: 0)
      if list == .identification {
        guard scanner.byte(scanner.position) == UInt8(ascii: "\t") else { throw shape(number) }
        scanner.position += 1
        let start = scanner.position
        switch scanner.label() {
        case .window:
          try checkRest(window.count - lineStart, isLast: isLast)
          bytes += lineStart
          return lineStart
        case .control: throw error(.labelControl, number, LabelRule.characters)
        case .line(let isASCII):
          label = UnsafeRawBufferPointer(start: base + start, count: scanner.position - start)
          try check(label, isASCII: isASCII, number)
        }
      } else if scanner.byte(scanner.position) != UInt8(ascii: "\n") {
        throw shape(number)
      }
      guard number > last else { throw order(number) }
      if entries == 0 { first = number }
      last = number
      entries += 1
      scanner.position += 1
      lineStart = scanner.position
      entry(number, label)
    }
    bytes += lineStart
    return lineStart
  }

  /// Makes sure that what was read is what the manifest says; call it after the last window.
  public func checkEnd(_ chunk: Manifest.Chunk) throws(LineError) {
    guard entries == chunk.entries else {
      throw LineError(
        kind: .wrongCount, line: entries, expected: "\(chunk.entries) lines, found \(entries)")
    }
    guard first == chunk.first else {
      throw LineError(
        kind: .wrongBorder, line: 1, number: first,
        expected: "the first number of the manifest")
    }
    guard last == chunk.last else {
      throw LineError(
        kind: .wrongBorder, line: entries, number: last,
        expected: "the last number of the manifest")
    }
  }
}

extension ChunkReader {
  private func error(_ kind: LineError.Kind, _ number: Int64, _ expected: String) -> LineError {
    LineError(kind: kind, line: entries + 1, previous: last, number: number, expected: expected)
  }

  private func badNumber() -> LineError {
    error(.badNumber, 0, DirectoryNumber.rule)
  }

  private func shape(_ number: Int64) -> LineError {
    error(
      .shape, number,
      list == .identification ? "number, TAB, label, LF" : "nothing but a number and LF")
  }

  private func order(_ number: Int64) -> LineError {
    error(number == last ? .duplicate : .notAscending, number, "a greater number")
  }

  private func check(
    _ label: UnsafeRawBufferPointer, isASCII: Bool, _ number: Int64
  ) throws(LineError) {
    guard label.count >= 1, label.count <= DirectoryLimits.longestLabelInBytes else {
      throw error(.labelLength, number, LabelRule.length)
    }
    guard isASCII || UTF8Validation.isValid(label) else {
      throw error(.labelNotUTF8, number, "a label in UTF-8")
    }
    guard LabelCharacters.areAllowed(label) else {
      throw error(.labelControl, number, LabelRule.characters)
    }
  }

  private func checkRest(_ rest: Int, isLast: Bool) throws(LineError) {
    if isLast { throw error(.noLineEnd, 0, "LF behind every line") }
    if rest >= LineScanner.longestLine { throw error(.labelLength, 0, LabelRule.length) }
  }
}

/// What messages say about labels.
enum LabelRule {
  static let length = "a label of 1 to \(DirectoryLimits.longestLabelInBytes) bytes"
  static let characters = "a label without control, line-breaking or bidirectional characters"
}
