internal import Publication

/// Takes the lines of a report in their order.
protocol ReportLines: AnyObject {
  /// Adds whole lines.
  func add(_ bytes: UnsafeBufferPointer<UInt8>) throws
}

/// A report being written: private to its owner (mode 0600), new.
final class ReportFile: ReportLines {
  /// Nil where nobody will read the report.
  private let file: LongFile?
  private let syncing: ReportSyncing

  /// Creates a report; what is added goes to `file`, which `syncing` brings to the disk at the end.
  init(_ file: OutputFile?, syncing: ReportSyncing) {
    self.file = file.map { LongFile($0) }
    self.syncing = syncing
  }

  /// Adds text.
  func add(_ text: String) throws(PublicationError) {
    if file == nil { return }
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(PublicationError) in
      try add(bytes)
    }
  }

  /// Adds bytes.
  func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(PublicationError) { try file?.add(bytes) }

  /// Writes what is left and gives the file away to be synced; called once, last.
  func finish() throws(PublicationError) {
    if let file { syncing.take(try file.finish()) }
  }
}
