import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Looks up single lines of files, for messages.
enum Neighbour {
  /// The number that a 1-based line of a chunk begins with; 0 if there is none.
  static func number(onLine line: Int, of path: String) -> Int64 {
    var found: Int64 = 0
    TextFile.forEachLine(of: path) { position, bytes in
      guard position == line else { return position < line }
      let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      found = DirectoryNumber.parse(UnsafeRawBufferPointer(rebasing: digits)) ?? 0
      return false
    }
    return found
  }
}

/// Lines of a text file, one after the other.
enum TextFile {
  /// Hands over each 1-based line without its LF until `body` answers false; nothing for a file
  /// that cannot be read.
  static func forEachLine(of path: String, _ body: (Int, UnsafeRawBufferPointer) -> Bool) {
    guard let file = fopen(path, "r") else { return }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var position = 0
    while true {
      let count = getline(&line, &capacity, file)
      guard count > 0, let line else { return }
      position += 1
      let hasEnd = line[count - 1] == CChar(bitPattern: UInt8(ascii: "\n"))
      let bytes = UnsafeRawBufferPointer(start: line, count: hasEnd ? count - 1 : count)
      guard body(position, bytes) else { return }
    }
  }
}
