import DirectoryFormat
import LiveLookup
import Records

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
  /// The file with the record of every row, see `LookupIndex`.
  var index: String { LookupRowSink.index(of: place) }

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
/// pieces of 256 KiB, and at most eight on their way. Pieces are filled to the last byte, for whole
/// pages go to the disk without a copy; so a row may begin in one and end in the next.
final class LookupRowWriter {
  private struct Open {
    var rows: LookupRows
    var piece: UnsafeMutablePointer<UInt8>
    var used = 0
  }

  private let pieces: PiecePool
  private let sink: LookupRowSink
  private let worker: BackgroundWorker<LookupRowSink.Job>
  /// One for each list, in memory of its own.
  ///
  /// It changes with every row, and what a class holds is checked for exclusive access at every change.
  private let open: UnsafeMutablePointer<Open>
  /// Places of the lists in `open`: those of `LookupUseCase.allCases`.
  private static let (identity, block) = (0, 1)
  private let lists: Range<Int>
  /// Where a row is formatted that does not fit in the rest of its piece.
  private let scratch: UnsafeMutablePointer<UInt8>
  /// What follows the name, by index of the icon; 0 has none.
  ///
  /// In memory of its own, for an array is retained and released with every row.
  private let fields: UnsafeMutableBufferPointer<UnsafeBufferPointer<UInt8>>
  /// Where the pipeline asks for an icon, by its index; 0 has none.
  private let iconPlaces: [String]
  /// By index: whether a row has the icon.
  private var isUsed: [Bool]
  private let iconsByLabel: [[UInt8]: Int]
  private let iconsBySource: [Int: Int]
  private let hasIcons: Bool
  private let longestShownName: Int

  /// Creates the files in the staging folder.
  init(
    _ settings: LookupSettings, staging: String, hasFormer: Bool, writer: FileWriter,
    fileSystem: FileSystem
  ) throws(PublicationError) {
    let pieces = PiecePool()
    self.pieces = pieces
    let isSharded = settings.files == .sharded
    let sink = try LookupRowSink(
      staging: staging, purpose: isSharded ? .parted : hasFormer ? .compared : .published,
      pieces: pieces, writer: writer, fileSystem: fileSystem)
    self.sink = sink
    worker = BackgroundWorker(depth: 8) { (job) throws(PublicationError) in try sink.take(job) }
    lists = LookupUseCase.allCases.indices
    open = .allocate(capacity: lists.count)
    for (list, useCase) in LookupUseCase.allCases.enumerated() {
      let rows = LookupRows(
        useCase: useCase, place: LookupRowSink.place(of: useCase, in: staging))
      (open + list).initialize(to: Open(rows: rows, piece: pieces.take()))
    }
    scratch = .allocate(capacity: CallerIdentity.longestValue + LookupRow.longestHead)
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
    let all = [profile] + icons.map { CallerIdentity.iconField($0.image) + profile }
    fields = .allocate(capacity: all.count)
    _ = fields.initialize(
      from: all.map { bytes in
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        return UnsafeBufferPointer(copy)
      })
    iconPlaces = [""] + icons.map(\.place)
    isUsed = iconPlaces.map { _ in false }
    (iconsByLabel, iconsBySource) = (byLabel, bySource)
    (hasIcons, longestShownName) = (!icons.isEmpty, settings.longestShownName)
  }

  deinit {
    try? worker.finish()
    for list in lists { pieces.give(back: open[list].piece) }
    open.deinitialize(count: lists.count)
    open.deallocate()
    scratch.deallocate()
    for field in fields { field.deallocate() }
    fields.deallocate()
  }

  /// Adds entries, ascending by number from batch to batch.
  func append(_ batch: EntryBatch) throws(PublicationError) {
    let entries = UnsafeBufferPointer(batch.entries.elements)
    var digits = DigitCount()
    for index in entries.indices {
      let entry = entries[index]
      digits.count(entry.number)
      let rows = open + (entry.isBlocking ? 1 : 0)
      if Int(entry.baseDigits) < digits.count {
        rows.pointee.rows.counts.joined &+= 1
      } else if digits.count < CallerKeyword.fewestDigits {
        rows.pointee.rows.counts.short &+= 1
      } else if digits.count > CallerKeyword.mostDigits {
        rows.pointee.rows.counts.long &+= 1
      } else if entry.isBlocking {
        try addBlock(entry, digits: digits.count)
      } else {
        try addIdentity(entry, digits: digits.count)
      }
    }
  }

  @inline(__always)
  private func addIdentity(
    _ entry: EntryBatch.Entry, digits: Int
  ) throws(PublicationError) {
    let rows = open + Self.identity
    let name = UnsafeBufferPointer(start: entry.label, count: Int(entry.labelCount))
    let icon = hasIcons ? icon(of: entry, name) : 0
    let fields = self.fields[icon]
    let value = CallerIdentity.length(name: name.count, fields: fields.count)
    guard value <= CallerIdentity.longestValue else {
      refuse(entry, value: value, icon: fields.count - self.fields[0].count)
      return
    }
    if icon > 0 { isUsed[icon] = true }
    if PiecePool.pieceSizeInBytes &- rows.pointee.used >= value &+ LookupRow.longestHead {
      let start = rows.pointee.piece + rows.pointee.used
      rows.pointee.used &+=
        LookupRow.writeIdentity(
          entry.number, digits: digits, name: name, fields: fields, to: start) - start
    } else {
      let end = LookupRow.writeIdentity(
        entry.number, digits: digits, name: name, fields: fields, to: scratch)
      try copy(end - scratch, to: Self.identity)
    }
    if value > rows.pointee.rows.largestValue { rows.pointee.rows.largestValue = value }
    count(entry, in: Self.identity)
    if name.count > longestShownName { countLong(name) }
    if entry.number == TestIdentity.number, name.elementsEqual(TestIdentity.name.utf8) {
      rows.pointee.rows.hasTestIdentity = true
    }
  }

  @inline(__always)
  private func addBlock(_ entry: EntryBatch.Entry, digits: Int) throws(PublicationError) {
    let rows = open + Self.block
    if PiecePool.pieceSizeInBytes &- rows.pointee.used > LookupRow.longestHead {
      let start = rows.pointee.piece + rows.pointee.used
      rows.pointee.used &+= LookupRow.writeBlock(entry.number, digits: digits, to: start) - start
    } else {
      let end = LookupRow.writeBlock(entry.number, digits: digits, to: scratch)
      try copy(end - scratch, to: Self.block)
    }
    rows.pointee.rows.largestValue = 1
    count(entry, in: Self.block)
  }

  /// Notes an identity that no bucket can hold: the run goes on to its report, and is refused when
  /// all rows are known.
  private func refuse(_ entry: EntryBatch.Entry, value: Int, icon: Int) {
    let found = LookupRows.TooLong(number: entry.number, value: value, icon: icon)
    let former = open[Self.identity].rows.tooLong
    open[Self.identity].rows.tooLong = ((former?.count ?? 0) + 1, former?.first ?? found)
  }

  private func icon(of entry: EntryBatch.Entry, _ name: UnsafeBufferPointer<UInt8>) -> Int {
    if !iconsByLabel.isEmpty, let icon = iconsByLabel[Array(name)] { return icon }
    return iconsBySource.isEmpty ? 0 : iconsBySource[Int(entry.source)] ?? 0
  }

  @inline(__always)
  private func count(_ entry: EntryBatch.Entry, in list: Int) {
    open[list].rows.counts.rows &+= 1
    if entry.slot == EntryBatch.Entry.noSlot { open[list].rows.counts.lookupOnly &+= 1 }
  }

  private func countLong(_ name: UnsafeBufferPointer<UInt8>) {
    // Every character but its first byte begins with the bits 10.
    let characters = name.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    guard characters > longestShownName else { return }
    open[Self.identity].rows.longNames += 1
    open[Self.identity].rows.longestName = max(
      open[Self.identity].rows.longestName, characters)
  }

  /// Copies a row of so many bytes behind the others, over the end of the piece where it reaches.
  private func copy(_ count: Int, to list: Int) throws(PublicationError) {
    let first = min(count, PiecePool.pieceSizeInBytes - open[list].used)
    (open[list].piece + open[list].used).update(from: scratch, count: first)
    open[list].used += first
    guard open[list].used == PiecePool.pieceSizeInBytes else { return }
    try submit(list)
    open[list].piece.update(from: scratch + first, count: count - first)
    open[list].used = count - first
  }

  private func submit(_ list: Int) throws(PublicationError) {
    let bytes = UnsafeMutableBufferPointer(start: open[list].piece, count: open[list].used)
    open[list].rows.bytes += bytes.count
    open[list].piece = pieces.take()
    open[list].used = 0
    try worker.submit(.init(list: list, bytes: bytes))
  }

  /// Ends both files; identity first.
  func finish() throws(PublicationError) -> [LookupRows] {
    for list in lists where open[list].used > 0 { try submit(list) }
    try worker.finish()
    return try lists.map { (list) throws(PublicationError) in
      var rows = open[list].rows
      if rows.useCase == .identity {
        rows.unusedIcons = isUsed.indices.dropFirst().filter { !isUsed[$0] }
          .map { iconPlaces[$0] }.sorted { ($0.count, $0) < ($1.count, $1) }
      }
      rows.sha256 = try sink.finish(list, bytes: rows.bytes, rows: rows.counts.rows)
      return rows
    }
  }
}

/// Counts the digits of numbers of which most have as many as the one before.
private struct DigitCount {
  /// Digits of the number that was counted last.
  private(set) var count = 1
  /// Numbers with so many digits.
  private var least: Int64 = 0
  private var most: Int64 = 9

  /// Counts the digits of a positive number.
  @inline(__always)
  mutating func count(_ number: Int64) {
    if number < least || number > most { recount(number) }
  }

  @inline(never)
  private mutating func recount(_ number: Int64) {
    self = DigitCount()
    while number > most {
      count += 1
      least = most + 1
      let (tenfold, overflow) = least.multipliedReportingOverflow(by: 10)
      most = overflow ? .max : tenfold - 1
    }
  }
}
