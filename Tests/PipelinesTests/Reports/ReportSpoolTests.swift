import Foundation
import Publication
import Records
import Synchronization
import Testing

@testable import Pipelines

@Suite struct ReportSpoolTests {
  private struct Stopped: Error {}

  private func spool(
    in folder: TestFolder, mostBytesWaiting: Int = 16 << 20
  ) throws -> (ReportSpool, files: [ReportFile]) {
    let syncing = ReportSyncing()
    func file(_ name: String) throws -> ReportFile {
      ReportFile(
        try OutputFile(
          path: folder.path + "/" + name, as: .privately, fileSystem: FileSystem()),
        syncing: syncing)
    }
    let files = [try file("rejects.csv"), try file("repairs.csv")]
    let spool = ReportSpool(
      rejects: files[0], repairs: files[1], mostBytesWaiting: mostBytesWaiting)
    return (spool, files)
  }

  private func submit(_ sequence: Int, to spool: ReportSpool) throws {
    let sheet = spool.sheet()
    for byte in "\(sequence)\n".utf8 { sheet.rejects.append(byte) }
    if sequence % 3 == 0 { for byte in "r\(sequence)\n".utf8 { sheet.repairs.append(byte) } }
    try spool.submit(sheet, sequence: sequence)
  }

  @Test func sheetsOfManyThreadsComeOutInOrder() throws {
    let folder = try TestFolder()
    let (spool, files) = try spool(in: folder)
    let next = Atomic<Int>(0)
    let failures = Atomic<Int>(0)
    let count = 2000
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      while true {
        let sequence = next.add(1, ordering: .relaxed).oldValue
        guard sequence < count else { return }
        if (sequence &* 7 + worker) % 5 == 0 { sched_yield() }
        do { try submit(sequence, to: spool) } catch {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    try spool.finish()
    for file in files { try file.finish() }
    #expect(failures.load(ordering: .relaxed) == 0)
    let rejects = try folder.text(of: "rejects.csv")
    #expect(
      rejects == (0..<count).map { "\($0)\n" }.joined())
    let repairs = try folder.text(of: "repairs.csv")
    #expect(
      repairs
        == stride(from: 0, to: count, by: 3).map { "r\($0)\n" }.joined())
    #expect(folder.mode(of: "rejects.csv") == 0o600)
  }

  @Test func aSheetTooFarAheadWaits() throws {
    let folder = try TestFolder()
    let (spool, files) = try spool(in: folder)
    let far = ReportSpool.mostSheetsAhead + 1
    let arrived = DispatchSemaphore(value: 0)
    // A thread of its own: the system's queues may be busy with other suites for long.
    Thread.detachNewThread {
      try? submit(far, to: spool)
      arrived.signal()
    }
    for sequence in 1..<far { try submit(sequence, to: spool) }
    #expect(arrived.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
    try submit(0, to: spool)
    #expect(arrived.wait(timeout: .now() + .seconds(300)) == .success)
    try spool.finish()
    for file in files { try file.finish() }
    #expect(try folder.text(of: "rejects.csv").hasSuffix("\(far - 1)\n\(far)\n"))
  }

  @Test func longSheetsComeOutInOrderAndFewOfThemWait() throws {
    let folder = try TestFolder()
    let (spool, files) = try spool(in: folder, mostBytesWaiting: 20)
    let next = Atomic<Int>(0)
    let failures = Atomic<Int>(0)
    let count = 300
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      while true {
        let sequence = next.add(1, ordering: .relaxed).oldValue
        guard sequence < count else { return }
        let sheet = spool.sheet()
        do {
          for part in 0..<3 {
            for byte in "\(sequence).\(part)\n".utf8 { sheet.rejects.append(byte) }
            if part < 2, sequence % 2 == 0 { try spool.submit(part: sheet, sequence: sequence) }
          }
          try spool.submit(sheet, sequence: sequence)
        } catch {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    try spool.finish()
    for file in files { try file.finish() }
    #expect(failures.load(ordering: .relaxed) == 0)
    let lines = (0..<count).flatMap { sequence in (0..<3).map { "\(sequence).\($0)\n" } }
    #expect(try folder.text(of: "rejects.csv") == lines.joined())
  }

  @Test func whoWaitsIsToldThatTheRunFailed() throws {
    let folder = try TestFolder()
    let (spool, _) = try spool(in: folder)
    let told = DispatchSemaphore(value: 0)
    // A thread of its own: the system's queues may be busy with other suites for long.
    Thread.detachNewThread {
      do {
        try submit(ReportSpool.mostSheetsAhead + 1, to: spool)
      } catch is Stopped {
        told.signal()
      } catch {}
    }
    #expect(told.wait(timeout: .now() + .milliseconds(20)) == .timedOut)
    spool.abandon(because: Stopped())
    #expect(told.wait(timeout: .now() + .seconds(300)) == .success)
    #expect(throws: Stopped.self) { try submit(0, to: spool) }
    #expect(throws: Stopped.self) { try spool.finish() }
  }

  #if os(Linux)
    private func file(_ path: String, syncing: ReportSyncing) throws -> ReportFile {
      ReportFile(try OutputFile(path: path, fileSystem: FileSystem()), syncing: syncing)
    }

    @Test func aFullDiskFailsTheRun() throws {
      let file = try file("/dev/full", syncing: ReportSyncing())
      let error = #expect(throws: PublicationError.self) {
        try file.add(String(repeating: "x", count: 1 << 16))
        try file.finish()
      }
      #expect(error?.description.contains("/dev/full: cannot write (No space") == true)
    }

    @Test func aFullDiskFailsALongReport() throws {
      let file = try file("/dev/full", syncing: ReportSyncing())
      let error = #expect(throws: PublicationError.self) {
        for _ in 0..<64 { try file.add(String(repeating: "x", count: 1 << 16)) }
        try file.finish()
      }
      #expect(error?.description.contains("/dev/full: cannot write (No space") == true)
    }

    @Test func aFileThatCannotReachTheDiskFailsTheRun() throws {
      let syncing = ReportSyncing()
      try file("/dev/null", syncing: syncing).finish()
      let error = #expect(throws: PublicationError.self) { try syncing.wait() }
      #expect(error?.description.contains("/dev/null: cannot sync (Invalid") == true)
    }
  #endif
}
