/// One line of a delta.
public struct DeltaLine {
  /// Whether the number leaves the list; else it enters it.
  public var isRemoval: Bool
  /// The list.
  public var list: DirectoryList
  /// The number.
  public var number: Int64
  /// The label of an identification entry that enters, as UTF-8 valid during the call; else empty.
  public var label: UnsafeRawBufferPointer
}

/// Reads the lines of a delta, window by window, and refuses what a delta may not have.
///
/// A delta is UTF-8 text, LF behind every line: first all removals (`-i TAB number`,
/// `-b TAB number`), then all additions (`+i TAB number TAB label`, `+b TAB number`); within each
/// part the numbers of a list ascend strictly.
public struct DeltaReader {
  /// Lines that remove, both lists.
  public private(set) var removals = 0
  /// Lines that add, both lists.
  public private(set) var additions = 0
  /// Bytes of the lines read.
  public private(set) var bytes = 0
  /// The last number of: removals of identification and blocking, additions of the same.
  private var last: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)

  /// Creates a reader.
  public init() {}

  /// Hands over all whole lines in `window` and answers how many bytes they take.
  ///
  /// The rules for windows are those of `ChunkReader.read`.
  public mutating func read(
    _ window: UnsafeRawBufferPointer, isLast: Bool, _ body: (DeltaLine) -> Void
  ) throws(LineError) -> Int {
    guard let base = window.baseAddress else { return 0 }
    var scanner = LineScanner(base, count: window.count)
    var lineStart = 0
    while lineStart < window.count {
      guard let line = try line(&scanner, from: lineStart, isLast: isLast) else { break }
      scanner.position += 1
      lineStart = scanner.position
      if line.isRemoval { removals += 1 } else { additions += 1 }
      body(line)
    }
    bytes += lineStart
    return lineStart
  }

  /// Makes sure that what was read is what the manifest says; call it after the last window.
  public func checkEnd(_ delta: Manifest.Delta) throws(LineError) {
    guard removals == delta.removals, additions == delta.additions else {
      throw LineError(
        kind: .wrongCount, line: removals + additions,
        expected: "\(delta.removals) removals and \(delta.additions) additions, "
          + "found \(removals) and \(additions)")
    }
  }
}

extension DeltaReader {
  /// The line at `start`, with the scanner left on its LF; nil if the window ends before it does.
  private mutating func line(
    _ scanner: inout LineScanner, from start: Int, isLast: Bool
  ) throws(LineError) -> DeltaLine? {
    let rest = scanner.count - start
    guard rest > 3 else { return try windowEnds(rest, isLast: isLast) }
    let (isRemoval, list) = try head(scanner.byte(start), scanner.byte(start + 1))
    guard scanner.byte(start + 2) == UInt8(ascii: "\t") else { throw shape() }
    scanner.position = start + 3
    let parsed = scanner.number()
    if scanner.position == scanner.count { return try windowEnds(rest, isLast: isLast) }
    guard let number = parsed else { throw error(.badNumber, DirectoryNumber.rule) }
    var label = UnsafeRawBufferPointer(start: scanner.base, count: 0)
    if !isRemoval, list == .identification {
      guard scanner.byte(scanner.position) == UInt8(ascii: "\t") else { throw shape(number) }
      scanner.position += 1
      let labelStart = scanner.position
      switch scanner.label() {
      case .window: return try windowEnds(rest, isLast: isLast)
      case .control: throw error(.labelControl, LabelRule.characters, number)
      case .line(let isASCII):
        label = UnsafeRawBufferPointer(
          start: scanner.base + labelStart, count: scanner.position - labelStart)
        try check(label, isASCII: isASCII, number)
      }
    } else if scanner.byte(scanner.position) != UInt8(ascii: "\n") {
      throw shape(number)
    }
    try advance(isRemoval: isRemoval, list: list, to: number)
    return DeltaLine(isRemoval: isRemoval, list: list, number: number, label: label)
  }

  private func head(_ sign: UInt8, _ letter: UInt8) throws(LineError) -> (Bool, DirectoryList) {
    let isRemoval = sign == UInt8(ascii: "-")
    guard isRemoval || sign == UInt8(ascii: "+") else { throw shape() }
    guard letter == UInt8(ascii: "i") || letter == UInt8(ascii: "b") else { throw shape() }
    return (isRemoval, letter == UInt8(ascii: "i") ? .identification : .blocking)
  }

  private mutating func advance(
    isRemoval: Bool, list: DirectoryList, to number: Int64
  ) throws(LineError) {
    if isRemoval, additions > 0 {
      throw error(.removalBehindAddition, "all removals before the first addition", number)
    }
    let previous: Int64
    switch (isRemoval, list) {
    case (true, .identification): (previous, last.0) = (last.0, number)
    case (true, .blocking): (previous, last.1) = (last.1, number)
    case (false, .identification): (previous, last.2) = (last.2, number)
    case (false, .blocking): (previous, last.3) = (last.3, number)
    }
    guard number > previous else {
      throw LineError(
        kind: number == previous ? .duplicate : .notAscending, line: removals + additions + 1,
        previous: previous, number: number, expected: "a greater number")
    }
  }

  private func error(
    _ kind: LineError.Kind, _ expected: String, _ number: Int64 = 0
  ) -> LineError {
    LineError(kind: kind, line: removals + additions + 1, number: number, expected: expected)
  }

  private func shape(_ number: Int64 = 0) -> LineError {
    error(.shape, "-i, -b, +i or +b, TAB, number, a TAB and label behind +i, LF", number)
  }

  private func check(
    _ label: UnsafeRawBufferPointer, isASCII: Bool, _ number: Int64
  ) throws(LineError) {
    guard label.count >= 1, label.count <= DirectoryLimits.longestLabelInBytes else {
      throw error(.labelLength, LabelRule.length, number)
    }
    guard isASCII || UTF8Validation.isValid(label) else {
      throw error(.labelNotUTF8, "a label in UTF-8", number)
    }
    guard LabelCharacters.areAllowed(label) else {
      throw error(.labelControl, LabelRule.characters, number)
    }
  }

  private func windowEnds(_ rest: Int, isLast: Bool) throws(LineError) -> DeltaLine? {
    if isLast { throw error(.noLineEnd, "LF behind every line") }
    if rest >= LineScanner.longestLine { throw error(.labelLength, LabelRule.length) }
    return nil
  }
}
