internal import Foundation
internal import Publication
internal import Records

/// Writes the workers' sheets in the order of the input, whatever order they finish in.
///
/// Whoever has a sheet too far ahead waits, so at most `mostSheetsAhead` of so many bytes are held in
/// memory, beside one long sheet for each worker.
final class ReportSpool: @unchecked Sendable {
  private let condition = NSCondition()
  private var nextSequence = 0
  private var waiting: [Int: ReportSheet] = [:]
  private var spare: [ReportSheet] = []
  private var failure: (any Error)?
  private var bytesWaiting = 0
  private let mostBytesWaiting: Int
  private let limits: RunLimits?
  private let rejects: any ReportLines
  private let repairs: any ReportLines
  /// The rows of rejects.csv that stand for groups, in its order.
  private var rows: [RejectionGroups.Row] = []
  /// Where the next line of rejects.csv starts.
  private var rejectsEnd = ReportSheet.rejectsHeader.utf8.count
  /// A sheet with a sequence further ahead than this waits.
  static let mostSheetsAhead = 64

  /// Adds lines to the two files, which count against `limits`; sheets that wait for others hold
  /// `mostBytesWaiting` at most.
  init(
    rejects: any ReportLines, repairs: any ReportLines, limits: RunLimits? = nil,
    mostBytesWaiting: Int = 16 << 20
  ) {
    self.limits = limits
    self.mostBytesWaiting = mostBytesWaiting
    self.rejects = rejects
    self.repairs = repairs
  }

  /// An empty sheet to fill.
  func sheet() -> ReportSheet {
    condition.withLock { spare.popLast() } ?? ReportSheet()
  }

  /// Takes the sheet of the batch with the given sequence; the caller gives it away.
  ///
  /// - Throws: What failed here before, or what the run was abandoned for.
  func submit(_ sheet: ReportSheet, sequence: Int) throws {
    condition.lock()
    defer { condition.unlock() }
    while isTooFarAhead(sheet, sequence), failure == nil { condition.wait() }
    if let failure { throw failure }
    waiting[sequence] = sheet
    bytesWaiting += sheet.bytes
    try write {
      while let ready = waiting.removeValue(forKey: nextSequence) {
        bytesWaiting -= ready.bytes
        try add(ready)
        if ready.isWorthKeeping(beside: spare.count) { spare.append(ready) }
        nextSequence += 1
      }
    }
  }

  /// Takes the lines of a sheet that will have more of the same batch, once it is their turn.
  ///
  /// Whoever comes first waits for nobody, so the others' turn comes.
  func submit(part sheet: ReportSheet, sequence: Int) throws {
    condition.lock()
    defer { condition.unlock() }
    while sequence != nextSequence, failure == nil { condition.wait() }
    if let failure { throw failure }
    try write { try add(sheet) }
  }

  private func isTooFarAhead(_ sheet: ReportSheet, _ sequence: Int) -> Bool {
    sequence != nextSequence
      && (sequence > nextSequence + Self.mostSheetsAhead
        || bytesWaiting + sheet.bytes > mostBytesWaiting)
  }

  private func add(_ sheet: ReportSheet) throws {
    try limits?.add(reported: sheet.bytes)
    for row in sheet.rows {
      rows.append(row)
      rows[rows.count - 1].offset += rejectsEnd
    }
    rejectsEnd += sheet.rejects.count
    try rejects.add(UnsafeBufferPointer(sheet.rejects.elements))
    try repairs.add(UnsafeBufferPointer(sheet.repairs.elements))
    sheet.removeAll()
  }

  /// Runs `body`; what it throws is thrown to everybody.
  private func write(_ body: () throws -> Void) throws {
    defer { condition.broadcast() }
    do { try body() } catch {
      failure = error
      throw error
    }
  }

  /// Lets the waiting workers go on: the run has failed elsewhere.
  func abandon(because error: any Error) {
    condition.withLock {
      failure = failure ?? error
      condition.broadcast()
    }
  }

  /// The rows of rejects.csv that stand for groups, once all sheets are written.
  var groupedRows: [RejectionGroups.Row] { condition.withLock { rows } }

  /// Makes sure that every sheet is written; called once, last.
  func finish() throws {
    try condition.withLock {
      if let failure { throw failure }
      precondition(waiting.isEmpty, "a batch never arrived")
    }
  }
}
