import DirectoryFormat
import Foundation
import Publication
import Synchronization
import Testing

@testable import Pipelines

extension SignalSuites {
  /// Report and manifest are one: whichever call fails, both tell of the same generation.
  @Suite struct TransactionTests {
    private static let pipeline = """
      version: 1
      name: small
      region: TW
      sources: [{ name: one, path: a.csv, columns: { number: n, label: l } }]
      slots: { identifiers: [a.b] }
      gate: { vanished: 100%, relabelled: 100%, rejected: 50% }
      reports: 2
      """
    private static let night = ["02-5566-7788,Bakery", "0912-345-678,Tea"]

    private func build(
      _ folder: TestFolder, _ rows: [String], _ fileSystem: FileSystem = FileSystem(),
      isCheck: Bool = false
    ) throws -> BuildResult {
      try folder.write("n,l\n" + rows.joined(separator: "\n") + "\n", to: "a.csv")
      let settings = try folder.settings(Self.pipeline, threads: 1, isCheck: isCheck)
      return try PipelineRunner(settings, fileSystem: fileSystem).build()
    }

    private func summary(of folder: TestFolder) throws -> BuildSummary {
      try SummaryReport.summary(of: Data(folder.text(of: "out/report/latest/summary.json").utf8))
    }

    private func manifest(of folder: TestFolder) throws -> Manifest {
      try Manifest.decode(Array(folder.text(of: "out/directory/manifest.json").utf8))
    }

    /// Lets one call fail, or from one call on every change.
    private final class Fault: Sendable {
      let calls = Atomic(0)
      let failed = Mutex<FileCall?>(nil)

      func failing(_ position: Int) -> FileSystem {
        FileSystem { call in
          guard self.calls.add(1, ordering: .relaxed).oldValue == position else { return nil }
          self.failed.withLock { $0 = call }
          return .file(path: call.path, operation: "do this", code: EIO)
        }
      }

      func stopping(at last: FileCall) -> FileSystem {
        FileSystem { call in
          self.failed.withLock { failed in
            if call == last { failed = call }
            return failed != nil && call.isChange ? .stopped : nil
          }
        }
      }
    }

    /// Builds `rows` after two nights, with the call at each position failing in turn.
    private func forEachFault(
      _ rows: [String], _ check: (TestFolder, BuildResult?, FileCall) throws -> Void
    ) throws -> Int {
      let model = try TestFolder()
      _ = try build(model, [Self.night[0]])
      _ = try build(model, Self.night)
      var position = 0
      while true {
        let folder = try TestFolder()
        try FileManager.default.copyItem(
          atPath: model.path + "/out", toPath: folder.path + "/out")
        let fault = Fault()
        let result = try? build(folder, rows, fault.failing(position))
        guard let call = fault.failed.withLock({ $0 }) else { return position }
        try check(folder, result, call)
        position += 1
      }
    }

    @Test func whateverFailsReportAndManifestAgree() throws {
      let rows = Self.night + ["0922-333-444,New"]
      var complaints = 0
      let calls = try forEachFault(rows) { folder, result, call in
        let manifest = try manifest(of: folder)
        let summary = try summary(of: folder)
        #expect(manifest.sequence == (result == nil ? 2 : 3), "\(call)")
        #expect(summary.generation == manifest.generation, "\(call)")
        #expect(summary.sequence == manifest.sequence, "\(call)")
        if let result, !result.complaints.isEmpty {
          complaints += 1
          #expect(result.summary.outcome == .published)
          #expect(!result.complaints[0].contains("Nothing was published"), "\(call)")
        }
        let next = try build(folder, rows)
        #expect(next.summary.outcome == (result == nil ? .published : .unchanged), "\(call)")
        #expect(next.complaints.isEmpty)
        #expect(!folder.names(in: "out").contains(".staging"))
        #expect(!folder.names(in: "out/report").contains(".staging"))
      }
      #expect(calls > 80 && complaints > 3)
    }

    @Test func anUnchangedNightLosesNoReport() throws {
      let calls = try forEachFault(Self.night) { folder, result, call in
        #expect(try manifest(of: folder).sequence == 2, "\(call)")
        let outcome = try summary(of: folder).outcome
        #expect(outcome == (result == nil ? .published : .unchanged), "\(call)")
      }
      #expect(calls > 50)
    }

    @Test func whatFailsBeforeTheReportHasItsNameLeavesTheLinkAlone() throws {
      // A signal may end the process between the link's making and its renaming.
      let folder = try TestFolder()
      _ = try build(folder, [Self.night[0]])
      let links = Mutex<[FileCall]>([])
      let fileSystem = FileSystem { call in
        if call.kind == .link { links.withLock { $0.append(call) } }
        guard call.kind == .rename, call.path.contains("/directory/chunks/") else { return nil }
        return .file(path: call.path, operation: "rename", code: EIO)
      }
      #expect(throws: PublicationError.self) { try build(folder, Self.night, fileSystem) }
      #expect(links.withLock { $0 }.isEmpty)
      #expect(try manifest(of: folder).sequence == 1)
    }

    @Test(arguments: [true, false])
    func aSignalTakesNothingFromTheReportOfARun(isRefused: Bool) async throws {
      let folder = try TestFolder()
      let rows = isRefused ? ["nothing,Nobody"] : Self.night
      try folder.write("n,l\n" + rows.joined(separator: "\n") + "\n", to: "a.csv")
      await #expect(processExitsWith: .signal(SIGTERM)) {
        [path = folder.path as String, pipeline = Self.pipeline as String] in
        var options = BuildOptions()
        options.output = path + "/out"
        options.now = RunTime("2026-11-22T03:15:00Z")
        let file = try PipelineReader.read(pipeline, path: path + "/p.yaml")
        let staging = path + "/out/report/.staging"
        let fileSystem = FileSystem { call in
          guard call == FileCall(.sync, staging) else { return nil }
          // Names that are removed last, so that there is a time at which only the others are gone.
          for number in 0..<5000 { close(open("\(staging)/z\(number)", O_CREAT | O_WRONLY, 0o600)) }
          kill(getpid(), SIGTERM)
          usleep(20_000)
          return nil
        }
        _ = try PipelineRunner(RunSettings(file, options: options), fileSystem: fileSystem).build()
      }
      #expect(folder.exists("out/directory/manifest.json") == !isRefused)
      #expect(try summary(of: folder).outcome == (isRefused ? .refused : .published))
      #expect(folder.exists("out/report/latest/rejects.csv"))
      #expect(!folder.names(in: "out").contains(".staging"))
    }

    @Test func aKillBetweenReportAndManifestIsToldByTheNextRun() throws {
      let folder = try TestFolder()
      _ = try build(folder, [Self.night[0]])
      let manifest = folder.path + "/out/directory/manifest.json"
      let result = try? build(
        folder, Self.night, Fault().stopping(at: FileCall(.rename, manifest)))
      #expect(result == nil)
      #expect(try summary(of: folder).sequence == 2)
      let next = try build(folder, ["nobody", "nobody else", "0912-345-678,Tea"])
      #expect(next.summary.outcome == .refused)
      let stopped = try SummaryReport.summary(
        of: Data(folder.text(of: "out/report/2026-11-22-00002/summary.json").utf8))
      #expect(stopped.outcome == .stopped)
      #expect(try summary(of: folder).outcome == .refused)
    }

    @Test func aDirectoryWithoutAnEntryIsRefusedWhateverTheGatesSay() throws {
      let folder = try TestFolder()
      for isCheck in [false, true] {
        let empty = try build(folder, [], isCheck: isCheck)
        #expect(empty.summary.outcome == .refused && !empty.isGood)
        #expect(empty.summary.refusals.map { String($0.prefix(12)) } == ["allow_empty:"])
      }
      #expect(!folder.exists("out/directory/manifest.json"))
      _ = try build(folder, Self.night)
      #expect(try build(folder, []).summary.outcome == .refused)
      #expect(try manifest(of: folder).sequence == 1)
      let settings = try folder.settings(Self.pipeline + "\nallow_empty: yes")
      #expect(try PipelineRunner(settings).build().summary.outcome == .published)
    }

    @Test func aDayOfAnotherYearIsRefused() throws {
      let folder = try TestFolder()
      try folder.write("n,l,f\n02-5566-7788,Bakery,1901-01-01\n", to: "a.csv")
      func build(_ day: String, limit: String = "") throws -> BuildSummary {
        let text =
          Self.pipeline.replacing("label: l", with: "label: l, valid_from: f")
          + "\nas_of: \(day)\n"
        return try PipelineRunner(
          folder.settings(text.replacing("rejected: 50%", with: "rejected: 50%\(limit)"))
        ).build().summary
      }
      #expect(try build("2026-11-22").outcome == .published)
      for day in ["1970-01-01", "2026-05-25", "2027-05-22", "2036-11-22"] {
        let summary = try build(day)
        #expect(summary.outcome == .refused, "\(day)")
        #expect(summary.refusals.first?.hasPrefix("gate.days: as_of \(day) is ") == true)
      }
      #expect(try build("2027-05-21").outcome != .refused)
      #expect(try build("2026-05-26").outcome != .refused)
      #expect(try build("2036-11-22", limit: ", days: 36500").outcome != .refused)
    }
  }
}
