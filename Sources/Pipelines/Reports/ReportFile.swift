internal import Publication
internal import Records

/// Takes the lines of a report in their order.
protocol ReportLines: AnyObject {
  /// Adds whole lines.
  func add(_ bytes: UnsafeBufferPointer<UInt8>) throws
}

/// A report being written: buffered, private to its owner (mode 0600), new.
final class ReportFile: ReportLines {
  /// Nil where nobody will read the report.
  private let file: OutputFile?
  private let syncing: ReportSyncing
  private var buffer = ElementBuffer<UInt8>(minimumCapacity: ReportFile.bytesPerWrite)
  private static let bytesPerWrite = 1 << 16

  /// Creates a report; what is added goes to `file`, which `syncing` brings to the disk at the end.
  init(_ file: OutputFile?, syncing: ReportSyncing) {
    self.file = file
    self.syncing = syncing
  }

  /// Adds text.
  func add(_ text: String) throws(PublicationError) {
    if file == nil { return }
    var text = text
    text.withUTF8 { buffer.append(contentsOf: $0) }
    try flushIfLarge()
  }

  /// Adds bytes; many at once are written from where they lie.
  func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(PublicationError) {
    guard let file else { return }
    if bytes.count >= Self.bytesPerWrite {
      try flush()
      try file.write(UnsafeRawBufferPointer(bytes))
      return
    }
    buffer.append(contentsOf: bytes)
    try flushIfLarge()
  }

  /// Writes what is buffered and gives the file away to be synced; called once, last.
  func finish() throws(PublicationError) {
    guard let file else { return }
    try flush()
    syncing.take(file)
  }

  private func flushIfLarge() throws(PublicationError) {
    if buffer.count >= Self.bytesPerWrite { try flush() }
  }

  private func flush() throws(PublicationError) {
    try file?.write(UnsafeRawBufferPointer(buffer.elements))
    buffer.removeAll()
  }
}
