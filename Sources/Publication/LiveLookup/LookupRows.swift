import DirectoryFormat
import LiveLookup
import Records
import Signing

/// One data set on its way to the disk: its rows so far, and what was left out.
struct LookupRows: Sendable {
  /// The use case.
  let useCase: LookupUseCase
  /// Rows, what is left out, and rows that stand in no slot.
  var counts = Manifest.LiveLookup.DataSet()
  /// Names longer than a phone shows.
  var longNames = 0
  /// Characters of the longest of them; 0 where there are none.
  var longestName = 0
  /// Entries whose value no bucket can hold, and the first of them; they are no rows.
  var tooLong: (count: Int, first: TooLong)?
  /// Where the pipeline asks for icons that no row has, in its order.
  var unusedIcons: [String] = []
  /// Length of the longest value in bytes.
  var largestValue = 0
  /// Whether Apple's test identity is among them.
  var hasTestIdentity = false
  /// The file of all rows, ascending by number, in the staging folder.
  let place: String
  /// Size of the file in bytes.
  var bytes = 0
  /// SHA-256 of the file.
  var sha256 = ""
  /// Places in the file, ascending from 0, at which a row begins and work may be parted.
  var borders: [Int] = []

  /// A value that is longer than 65 535 bytes.
  struct TooLong: Sendable {
    let number: Int64
    /// Length of the value in bytes.
    let value: Int
    /// Bytes of it that are its icon.
    let icon: Int
  }
}

/// Writes the rows of both data sets as the merged entries come, each ascending by number.
///
/// Rows are formatted on the caller's thread and hashed and written on another. Memory: two open
/// pieces of 256 KiB, and at most eight on their way; 8 bytes for every piece.
final class LookupRowWriter {
  private struct Open {
    var rows: LookupRows
    var piece: UnsafeMutablePointer<UInt8>
    var used = 0
  }

  private let settings: LookupSettings
  private let pieces: PiecePool
  private let sink: LookupRowSink
  private let worker: BackgroundWorker<LookupRowSink.Job>
  private var open: [Open]
  /// What follows the name, by index of the icon; 0 has none.
  private let fields: [[UInt8]]
  /// Where the pipeline asks for an icon, by its index; 0 has none.
  private let iconPlaces: [String]
  /// By index: whether a row has the icon.
  private var isUsed: [Bool]
  private let iconsByLabel: [[UInt8]: Int]
  private let iconsBySource: [Int: Int]

  /// Creates the files in the staging folder.
  init(
    _ settings: LookupSettings, staging: String, fileSystem: FileSystem
  ) throws(PublicationError) {
    self.settings = settings
    let pieces = PiecePool()
    self.pieces = pieces
    let sink = try LookupRowSink(staging: staging, pieces: pieces, fileSystem: fileSystem)
    self.sink = sink
    worker = BackgroundWorker(depth: 8) { (job) throws(PublicationError) in try sink.take(job) }
    open = LookupUseCase.allCases.map { useCase in
      Open(
        rows: LookupRows(useCase: useCase, place: LookupRowSink.place(of: useCase, in: staging)),
        piece: pieces.take())
    }
    let profile = CallerIdentity.profileFields(settings.profile)
    var icons: [LookupSettings.Icon] = []
    var byLabel: [[UInt8]: Int] = [:]
    for (label, icon) in settings.iconsByLabel {
      icons.append(icon)
      byLabel[Array(label.utf8)] = icons.count
    }
    var bySource: [Int: Int] = [:]
    for (source, icon) in settings.iconsBySource {
      icons.append(icon)
      bySource[source] = icons.count
    }
    fields = [profile] + icons.map { CallerIdentity.iconField($0.image) + profile }
    iconPlaces = [""] + icons.map(\.place)
    isUsed = iconPlaces.map { _ in false }
    (iconsByLabel, iconsBySource) = (byLabel, bySource)
  }

  deinit {
    try? worker.finish()
    for set in open { pieces.give(back: set.piece) }
  }

  /// Adds entries, ascending by number from batch to batch.
  func append(_ batch: EntryBatch) throws(PublicationError) {
    let entries = UnsafeBufferPointer(batch.entries.elements)
    for index in entries.indices {
      let entry = entries[index]
      let list = entry.isBlocking ? 1 : 0
      let digits = Self.digits(of: entry.number)
      if Int(entry.baseDigits) < digits {
        open[list].rows.counts.joined &+= 1
      } else if digits < CallerKeyword.fewestDigits {
        open[list].rows.counts.short &+= 1
      } else if digits > CallerKeyword.mostDigits {
        open[list].rows.counts.long &+= 1
      } else {
        try add(entry, to: list)
      }
    }
  }

  private func add(_ entry: EntryBatch.Entry, to list: Int) throws(PublicationError) {
    let name = UnsafeBufferPointer(start: entry.label, count: Int(entry.labelCount))
    let icon = entry.isBlocking ? 0 : icon(of: entry, name)
    let fields = self.fields[icon]
    let value =
      entry.isBlocking ? 1 : CallerIdentity.length(name: name.count, fields: fields.count)
    guard value <= CallerIdentity.longestValue else {
      // The run goes on to its report, and is refused when all rows are known.
      let found = LookupRows.TooLong(
        number: entry.number, value: value, icon: fields.count - self.fields[0].count)
      open[list].rows.tooLong = (
        (open[list].rows.tooLong?.count ?? 0) + 1, open[list].rows.tooLong?.first ?? found
      )
      return
    }
    if icon > 0 { isUsed[icon] = true }
    if PiecePool.pieceSizeInBytes - open[list].used < value + LookupRow.longestHead {
      try submit(list)
    }
    let start = open[list].piece + open[list].used
    let end =
      entry.isBlocking
      ? LookupRow.writeBlock(entry.number, to: start)
      : fields.withUnsafeBufferPointer {
        LookupRow.writeIdentity(entry.number, name: name, fields: $0, to: start)
      }
    open[list].used += end - start
    if value > open[list].rows.largestValue { open[list].rows.largestValue = value }
    count(entry, name, in: list)
  }

  private func icon(of entry: EntryBatch.Entry, _ name: UnsafeBufferPointer<UInt8>) -> Int {
    if !iconsByLabel.isEmpty, let icon = iconsByLabel[Array(name)] { return icon }
    return iconsBySource.isEmpty ? 0 : iconsBySource[Int(entry.source)] ?? 0
  }

  private func count(
    _ entry: EntryBatch.Entry, _ name: UnsafeBufferPointer<UInt8>, in list: Int
  ) {
    open[list].rows.counts.rows &+= 1
    if entry.slot == EntryBatch.Entry.noSlot { open[list].rows.counts.lookupOnly &+= 1 }
    if name.count > settings.longestShownName {
      // Every character but its first byte begins with the bits 10.
      let characters = name.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      if characters > settings.longestShownName {
        open[list].rows.longNames += 1
        open[list].rows.longestName = max(open[list].rows.longestName, characters)
      }
    }
    if entry.number == TestIdentity.number, name.elementsEqual(TestIdentity.name.utf8) {
      open[list].rows.hasTestIdentity = true
    }
  }

  private func submit(_ list: Int) throws(PublicationError) {
    let bytes = UnsafeMutableBufferPointer(start: open[list].piece, count: open[list].used)
    open[list].rows.borders.append(open[list].rows.bytes)
    open[list].rows.bytes += bytes.count
    open[list].piece = pieces.take()
    open[list].used = 0
    try worker.submit(.init(list: list, bytes: bytes))
  }

  /// Ends both files; identity first.
  func finish() throws(PublicationError) -> [LookupRows] {
    for list in open.indices where open[list].used > 0 { try submit(list) }
    try worker.finish()
    return try open.indices.map { (list) throws(PublicationError) in
      var rows = open[list].rows
      if rows.useCase == .identity {
        rows.unusedIcons = isUsed.indices.dropFirst().filter { !isUsed[$0] }
          .map { iconPlaces[$0] }.sorted { ($0.count, $0) < ($1.count, $1) }
      }
      rows.sha256 = try sink.finish(list, bytes: rows.bytes)
      return rows
    }
  }

  /// Digits of a positive number.
  @inline(__always)
  private static func digits(of number: Int64) -> Int {
    var digits = 1
    var limit: Int64 = 10
    while digits < 19, number >= limit {
      digits &+= 1
      limit = digits == 19 ? .max : limit &* 10
    }
    return digits
  }
}

/// Hashes and writes pieces of rows on a thread of its own.
private final class LookupRowSink: @unchecked Sendable {
  struct Job: @unchecked Sendable {
    let list: Int
    let bytes: UnsafeMutableBufferPointer<UInt8>
  }

  private let files: [OutputFile]
  private var digests: [SHA256]
  private let pieces: PiecePool

  init(staging: String, pieces: PiecePool, fileSystem: FileSystem) throws(PublicationError) {
    self.pieces = pieces
    var files: [OutputFile] = []
    for useCase in LookupUseCase.allCases {
      files.append(
        try OutputFile(path: Self.place(of: useCase, in: staging), fileSystem: fileSystem))
    }
    self.files = files
    digests = files.map { _ in SHA256() }
  }

  static func place(of useCase: LookupUseCase, in staging: String) -> String {
    staging + "/lookup-\(useCase.rawValue)"
  }

  func take(_ job: Job) throws(PublicationError) {
    defer { pieces.give(back: job.bytes) }
    digests[job.list].update(UnsafeRawBufferPointer(job.bytes))
    try files[job.list].write(UnsafeRawBufferPointer(job.bytes))
  }

  func finish(_ list: Int, bytes: Int) throws(PublicationError) -> String {
    try files[list].checkSize(bytes)
    try files[list].sync()
    files[list].close()
    return Hexadecimal.string(digests[list].finish())
  }
}
