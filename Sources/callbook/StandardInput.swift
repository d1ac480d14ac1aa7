internal import CSystem
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Standard input as lines of bytes, in constant memory.
enum StandardInput {
  /// Longest part of a line that is handed over; the rest of a longer line is skipped.
  static let longestLine = 1 << 20

  /// Standard input cannot be read.
  struct Failed: Error, CustomStringConvertible {
    let reason: String
    var description: String {
      "standard input: cannot be read (\(reason)). Check where it comes from."
    }
  }

  /// Hands over every line without its LF or CRLF, and says when input must be waited for.
  static func forEachLine(
    _ line: (UnsafeBufferPointer<UInt8>) throws -> Void, beforeWaiting: () throws -> Void
  ) throws {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var pending: [UInt8] = []
    func hand(_ bytes: ArraySlice<UInt8>) throws {
      let whole = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      try whole.withUnsafeBufferPointer(line)
    }
    var interruptions: Int32 = 0
    while true {
      let count = block.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, callbook_is_interrupted(&interruptions) != 0 { continue }
      interruptions = 0
      guard count >= 0 else { throw Failed(reason: String(cString: strerror(errno))) }
      guard count > 0 else { break }
      var rest = block[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        if pending.isEmpty {
          try hand(rest[..<end])
        } else {
          append(rest[..<end], to: &pending)
          try hand(pending[...])
          pending.removeAll(keepingCapacity: true)
        }
        rest = rest[(end + 1)...]
      }
      append(rest, to: &pending)
      try beforeWaiting()
    }
    if !pending.isEmpty { try hand(pending[...]) }
    try beforeWaiting()
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to pending: inout [UInt8]) {
    pending += bytes.prefix(longestLine - pending.count)
  }
}
