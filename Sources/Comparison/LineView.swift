package import DirectoryFormat

/// One line of a list, in somebody else's memory.
package struct LineView {
  /// The number.
  package let number: Int64
  /// The label's bytes; empty on blocking.
  package let label: UnsafeRawBufferPointer
  /// The whole line with its line feed.
  package let bytes: UnsafeRawBufferPointer

  /// Reads the first line of `window`; nil when the line is not one of `list`.
  ///
  /// The window is not empty and ends with a line feed; `prefix` bytes before the number are
  /// skipped.
  @inline(__always)
  package init?(at window: UnsafeRawBufferPointer, list: DirectoryList, prefix: Int = 0) {
    var index = prefix
    var value: UInt64 = 0
    while index < window.count {
      let digit = window[index] &- 0x30
      if digit > 9 { break }
      value = value &* 10 &+ UInt64(digit)
      index &+= 1
    }
    let digits = index &- prefix
    guard digits >= 1, digits <= DirectoryNumber.mostDigits, index < window.count,
      window[prefix] != 0x30, value <= UInt64(DirectoryLimits.largestNumber)
    else { return nil }
    number = Int64(bitPattern: value)
    if list == .blocking {
      guard window[index] == 0x0A else { return nil }
      label = UnsafeRawBufferPointer(rebasing: window[index..<index])
      bytes = UnsafeRawBufferPointer(rebasing: window[..<(index &+ 1)])
      return
    }
    guard window[index] == 0x09 else { return nil }
    let start = index &+ 1
    var end = start
    while end < window.count, window[end] != 0x0A { end &+= 1 }
    guard end < window.count, end > start, end &- start <= DirectoryLimits.longestLabelInBytes
    else { return nil }
    label = UnsafeRawBufferPointer(rebasing: window[start..<end])
    bytes = UnsafeRawBufferPointer(rebasing: window[..<(end &+ 1)])
  }
}

extension LineReader {
  /// The first line of the window, read as one of `list`; nil at the end of the last file.
  package func line(
    of list: DirectoryList, prefix: Int = 0
  ) throws(ComparisonError) -> LineView? {
    guard try fill() else { return nil }
    if let line = LineView(at: window, list: list, prefix: prefix) { return line }
    return try lines.line(of: list, prefix: prefix)
  }
}
