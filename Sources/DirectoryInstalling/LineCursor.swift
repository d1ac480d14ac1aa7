import Foundation

/// The lines of a chunk, or of one section of a delta, one after the other.
///
/// What it reads need not be sound: whoever builds a file from it checks the hash of the whole.
/// Memory: a window of 256 KiB.
final class LineCursor {
  /// Why nothing more can be read.
  enum Failure: Error {
    /// A line is none of a chunk or delta, or the file cannot be read.
    case unreadable
    /// The task is cancelled.
    case cancelled
  }

  /// The number of the present line; `Int64.max`, which no directory holds, behind the last one.
  private(set) var number: Int64 = 0

  private static let windowSize = 256 << 10

  private let file: FileHandle
  private let prefix: [UInt8]
  private var hasBegun = false
  private var window: [UInt8] = []
  private var lineStart = 0
  private var lineEnd = 0

  /// Opens a file at its first line; with a `prefix` such as `+i TAB` at the first one that begins
  /// so, and the lines end with the last one in a row that does.
  init(_ url: URL, prefix: String = "") throws {
    file = try FileHandle(forReadingFrom: url)
    self.prefix = Array(prefix.utf8)
    try advance()
  }

  deinit { try? file.close() }

  /// The present line without its prefix, LF included.
  var line: ArraySlice<UInt8> { window[(lineStart + prefix.count)..<lineEnd] }

  /// Goes on to the next line.
  func advance() throws {
    while try findLine() {
      guard window[lineStart..<lineEnd].starts(with: prefix) else {
        if hasBegun { break }
        continue
      }
      hasBegun = true
      number = try parsedNumber()
      return
    }
    number = .max
  }

  /// Goes on to the first line with a number above `lower`.
  func skip(upTo lower: Int64) throws {
    while number <= lower { try advance() }
  }

  /// Finds the next line; false at the end of the file.
  private func findLine() throws -> Bool {
    lineStart = lineEnd
    while true {
      if let end = window[lineEnd...].firstIndex(of: UInt8(ascii: "\n")) {
        lineEnd = end + 1
        return true
      }
      if try !fill() {
        guard lineStart == window.count else { throw Failure.unreadable }
        return false
      }
    }
  }

  /// Reads more behind what is left of the present line; false at the end of the file.
  private func fill() throws -> Bool {
    if Task.isCancelled { throw Failure.cancelled }
    window.removeFirst(lineStart)
    guard window.count < Self.windowSize else { throw Failure.unreadable }
    lineStart = 0
    // The search goes on behind what was searched.
    lineEnd = window.count
    guard let more = try file.read(upToCount: Self.windowSize - window.count), !more.isEmpty else {
      lineEnd = 0
      return false
    }
    window += more
    return true
  }

  private func parsedNumber() throws -> Int64 {
    var value: Int64 = 0
    for byte in line {
      guard byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\n") else { break }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = byte &- UInt8(ascii: "0")
      guard !overflow, digit <= 9 else { throw Failure.unreadable }
      let (sum, isOver) = tens.addingReportingOverflow(Int64(digit))
      guard !isOver else { throw Failure.unreadable }
      value = sum
    }
    guard value > 0, value < .max else { throw Failure.unreadable }
    return value
  }
}
