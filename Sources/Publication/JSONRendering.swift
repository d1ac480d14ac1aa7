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
    var writer = JSONWriter(.rows)
    writer.open(list == .blocking ? .list : .object)
    do {
      while let line = try reader.line(of: list) {
        let rest = list == .blocking ? 1 : line.label.count + 2
        let digits = UnsafeRawBufferPointer(rebasing: line.bytes.dropLast(rest))
        if list == .blocking {
          writer.element()
          writer.string(digits)
        } else {
          writer.key(digits)
          writer.string(line.label)
        }
        reader.consume(line.bytes.count)
        if writer.bytes.count > 1 << 16 { try flush(&writer, to: file) }
      }
    } catch { throw .reading(error) }
    writer.close()
    writer.endLine()
    try flush(&writer, to: file)
    try file.sync()
    file.close()
  }

  private static func flush(
    _ writer: inout JSONWriter, to file: OutputFile
  ) throws(PublicationError) {
    try writer.take { bytes throws(PublicationError) in try file.write(bytes) }
  }
}
