internal import Foundation
internal import Records

/// Writes the workers' sheets in the order of the input, whatever order they finish in.
///
/// A sheet that is too far ahead waits, so at most `mostSheetsAhead` are held in memory.
final class ReportSpool: @unchecked Sendable {
  private let condition = NSCondition()
  private var nextSequence = 0
  private var waiting: [Int: ReportSheet] = [:]
  private var spare: [ReportSheet] = []
  private var failure: (any Error)?
  private let rejects: ReportFile
  private let repairs: ReportFile
  /// A sheet with a sequence further ahead than this waits.
  static let mostSheetsAhead = 64

  /// Creates the two files in a folder.
  init(folder: String, syncing: ReportSyncing) throws(RunError) {
    rejects = try ReportFile(path: folder + "/rejects.csv", syncing: syncing)
    repairs = try ReportFile(path: folder + "/repairs.csv", syncing: syncing)
    try rejects.add(ReportSheet.rejectsHeader)
    try repairs.add(ReportSheet.repairsHeader)
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
    while sequence > nextSequence + Self.mostSheetsAhead, failure == nil { condition.wait() }
    if let failure { throw failure }
    waiting[sequence] = sheet
    do {
      while let ready = waiting.removeValue(forKey: nextSequence) {
        try rejects.add(UnsafeBufferPointer(ready.rejects.elements))
        try repairs.add(UnsafeBufferPointer(ready.repairs.elements))
        ready.removeAll()
        spare.append(ready)
        nextSequence += 1
      }
    } catch {
      failure = error
      condition.broadcast()
      throw error
    }
    condition.broadcast()
  }

  /// Lets the waiting workers go on: the run has failed elsewhere.
  func abandon(because error: any Error) {
    condition.withLock {
      failure = failure ?? error
      condition.broadcast()
    }
  }

  /// Writes what is buffered; called once, last.
  func finish() throws {
    try condition.withLock {
      if let failure { throw failure }
      precondition(waiting.isEmpty, "a batch never arrived")
      try rejects.finish()
      try repairs.finish()
    }
  }
}
