import Comparison
import DirectoryFormat

/// Writes a list as JSON, streamed: one entry a line, ascending.
///
/// Identification is an object of digits to labels, blocking an array of digits. All digits are
/// strings, because JSON numbers beyond 2^53 do not survive most readers.
enum JSONRendering {
  static func write(
    _ reader: LineReader, _ list: DirectoryList, to path: String, fileSystem: FileSystem
  ) throws(PublicationError) {
    let file = try OutputFile(path: path, fileSystem: fileSystem)
    var text: [UInt8] = [list == .blocking ? 0x5B : 0x7B]
    var isFirst = true
    do {
      while let line = try reader.line(of: list) {
        text.append(contentsOf: isFirst ? "\n\"".utf8 : ",\n\"".utf8)
        isFirst = false
        let rest = list == .blocking ? 1 : line.label.count + 2
        text.append(contentsOf: line.bytes.dropLast(rest))
        text.append(0x22)
        if list == .identification {
          text.append(contentsOf: ": \"".utf8)
          escape(line.label, into: &text)
          text.append(0x22)
        }
        reader.consume(line.bytes.count)
        if text.count > 1 << 16 { try flush(&text, to: file) }
      }
    } catch { throw .reading(error) }
    text.append(contentsOf: list == .blocking ? "\n]\n".utf8 : "\n}\n".utf8)
    try flush(&text, to: file)
    try file.sync()
    file.close()
  }

  /// Escapes what RFC 8259 says must be.
  private static func escape(_ label: UnsafeRawBufferPointer, into text: inout [UInt8]) {
    for byte in label {
      switch byte {
      case 0x22, 0x5C: text += [0x5C, byte]
      case 0..<0x20:
        text += Array("\\u00".utf8) + Array(Hexadecimal.string([byte]).utf8)
      default: text.append(byte)
      }
    }
  }

  private static func flush(_ text: inout [UInt8], to file: OutputFile) throws(PublicationError) {
    try text.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
      try file.write(UnsafeRawBufferPointer(buffer))
    }
    text.removeAll(keepingCapacity: true)
  }
}
