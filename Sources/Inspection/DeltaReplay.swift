import DirectoryFormat
import DirectoryLoading
import Signing
import SimulatedCallDirectory

/// Replays one delta: iOS takes its calls, and the former entries become those of the manifest.
///
/// Chunks that both generations share and the delta does not touch are not read.
struct DeltaReplay {
  private let manifest: Manifest
  private let delta: Manifest.Delta
  private let folder: POSIXFolder
  private let reader: FileReader<SHA256>
  private var changes = [DirectoryList: DeltaChanges]()

  init(manifest: Manifest, delta: Manifest.Delta, folder: POSIXFolder) {
    self.manifest = manifest
    self.delta = delta
    self.folder = folder
    reader = FileReader<SHA256>(folder)
  }

  /// What is wrong with the delta.
  consuming func run() -> DirectoryVerifier.JobResult {
    var result = DirectoryVerifier.JobResult()
    do throws(Finding) {
      try readAndSimulate()
      let former = try formerSlot()
      for list in DirectoryList.allCases { try compare(list, former: former) }
    } catch {
      result.findings.append(error)
    }
    result.bytesRead = reader.bytesRead
    return result
  }

  private mutating func readAndSimulate() throws(Finding) {
    let directory = SimulatedCallDirectory(storesRows: false)
    guard let request = try? directory.incrementalRequest() else { return }
    _ = request.isIncremental
    var changes: [DirectoryList: DeltaChanges] = [.identification: .init(), .blocking: .init()]
    do throws(LoadError) {
      try reader.delta(delta) { line in
        changes[line.list]?.append(line)
        request.take(line)
      }
    } catch {
      throw Finding(error, slot: delta.slot)
    }
    self.changes = changes
    if let fault = request.complete() {
      var finding = self.finding("delta-fails", "expected a load that iOS takes, found a fault")
      finding.code = fault.code
      finding.neighbours = (fault.previous, fault.number, 0)
      throw finding
    }
  }

  private func formerSlot() throws(Finding) -> Manifest.Slot {
    let path = DirectoryPath.formerManifest(generation: delta.from)
    let former: Manifest
    do throws(LoadError) {
      let bytes = try reader.contents(path, atMost: Manifest.largestSizeInBytes)
      do throws(ManifestError) {
        former = try Manifest.decode(bytes)
        try former.checkDigests(with: SHA256.self)
      } catch {
        throw LoadError.manifest(error)
      }
    } catch {
      var finding = Finding(error, slot: delta.slot)
      finding.path = path
      throw finding
    }
    let identifier = manifest.slots[delta.slot].identifier
    guard former.generation == delta.from, let slot = former.slot(identifier: identifier),
      slot.digest == delta.fromDigest
    else {
      throw finding(
        "delta-base-differs",
        "expected a delta from the slot's digest in \(path), found another from_digest")
    }
    return slot
  }

  /// Walks over former entries, changes and new entries at once.
  private func compare(_ list: DirectoryList, former: Manifest.Slot) throws(Finding) {
    guard let changes = changes[list] else { return }
    var walk = DeltaWalk(
      old: EntryCursor(list, of: former[list].chunks, with: reader),
      new: EntryCursor(list, of: manifest.slots[delta.slot][list].chunks, with: reader),
      changes: changes)
    let outcome: DeltaWalk.Outcome
    do throws(LoadError) {
      outcome = try walk.run()
    } catch {
      throw Finding(error, slot: delta.slot, list: list)
    }
    guard case .differs(let verdict, let message, let number) = outcome else { return }
    var finding = self.finding(verdict, message)
    finding.list = list
    finding.neighbours.number = number
    if verdict == "delta-adds-present" {
      finding.code = list == .blocking ? .constraint : .duplicateEntries
    }
    throw finding
  }

  private func finding(_ verdict: String, _ message: String) -> Finding {
    Finding(verdict: verdict, path: delta.path, slot: delta.slot, message: message)
  }
}

/// The changes of one list.
struct DeltaChanges {
  private(set) var removals: [Int64] = []
  private(set) var additions: [Int64] = []
  private var labels: [UInt8] = []
  private var labelEnds: [Int] = []

  mutating func append(_ line: DeltaLine) {
    if line.isRemoval {
      removals.append(line.number)
    } else {
      additions.append(line.number)
      labels.append(contentsOf: line.label)
      labelEnds.append(labels.count)
    }
  }

  func label(ofAddition index: Int) -> ArraySlice<UInt8> {
    labels[(index == 0 ? 0 : labelEnds[index - 1])..<labelEnds[index]]
  }
}

/// Former entries less removals plus additions, held against the new entries.
struct DeltaWalk {
  /// What the walk came to.
  enum Outcome {
    case same
    case differs(verdict: String, message: String, number: Int64)
  }

  private var old: EntryCursor
  private var new: EntryCursor
  private let changes: DeltaChanges
  private var removal = 0
  private var addition = 0

  init(old: EntryCursor, new: EntryCursor, changes: DeltaChanges) {
    self.old = old
    self.new = new
    self.changes = changes
  }

  mutating func run() throws(LoadError) -> Outcome {
    while true {
      if skipShared() { continue }
      let former = try old.entry()
      if removal < changes.removals.count {
        let number = changes.removals[removal]
        guard let former, former.number <= number else {
          return .differs(
            verdict: "delta-removes-absent",
            message: "expected removals of entries that are there, found another", number: number)
        }
        if former.number == number {
          removal += 1
          old.advance()
          continue
        }
      }
      let added = addition < changes.additions.count ? changes.additions[addition] : nil
      if let added, let former, added == former.number {
        return .differs(
          verdict: "delta-adds-present",
          message: "expected additions of entries that are not there, found another", number: added)
      }
      let isAddition = added.map { $0 < (former?.number ?? .max) } ?? false
      guard let number = isAddition ? added : former?.number else { break }
      let label = isAddition ? changes.label(ofAddition: addition) : former?.label ?? []
      guard let target = try new.entry(), target.number == number, target.label == label else {
        return differs(number)
      }
      new.advance()
      if isAddition { addition += 1 } else { old.advance() }
    }
    if let left = try new.entry() { return differs(left.number) }
    return .same
  }

  /// Passes over a chunk of both generations that no change touches.
  private mutating func skipShared() -> Bool {
    guard let chunk = old.untouchedChunk, chunk.sha256 == new.untouchedChunk?.sha256,
      removal == changes.removals.count || changes.removals[removal] > chunk.last,
      addition == changes.additions.count || changes.additions[addition] > chunk.last
    else { return false }
    old.skipChunk()
    new.skipChunk()
    return true
  }

  private func differs(_ number: Int64) -> Outcome {
    .differs(
      verdict: "delta-result-differs",
      message: "expected the entries of the manifest after the delta, found others",
      number: number)
  }
}
