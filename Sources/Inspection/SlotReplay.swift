import DirectoryFormat
import DirectoryLoading
import Signing
import SimulatedCallDirectory

/// Replays the full load of one slot against the rules of iOS.
struct SlotReplay {
  private let slot: Manifest.Slot
  private let folder: POSIXFolder
  private let assignment: SlotAssignment
  private var result = DirectoryVerifier.JobResult()
  /// The blocked numbers, ascending, to find those that stand in both lists.
  private var blocked: [Int64] = []

  /// Prepares the replay of a slot; `assignment` is that of all slots of the manifest.
  init(slot: Manifest.Slot, assignment: SlotAssignment, folder: POSIXFolder) {
    self.slot = slot
    self.folder = folder
    self.assignment = assignment
  }

  /// What is wrong with the slot's chunks.
  consuming func run() -> DirectoryVerifier.JobResult {
    let reader = FileReader<SHA256>(folder)
    let directory = SimulatedCallDirectory(storesRows: false)
    guard let request = try? directory.request() else { return result }
    _ = request.isIncremental
    replay(.blocking, to: request, with: reader)
    replay(.identification, to: request, with: reader)
    if let fault = request.complete() {
      var finding = Finding(
        verdict: "load-fails", path: Manifest.fileName, slot: slot.index,
        message: "expected a full load that iOS takes, found a fault")
      finding.code = fault.code
      finding.list = fault.list
      finding.neighbours = (fault.previous, fault.number, 0)
      result.findings.append(finding)
    }
    result.bytesRead = reader.bytesRead
    return result
  }

  private mutating func replay(
    _ list: DirectoryList, to request: SimulatedRequest, with reader: FileReader<SHA256>
  ) {
    var inBoth = Counter()
    var nextBlocked = 0
    let home = slot.index
    let assignment = assignment
    var blocked = blocked
    for chunk in slot[list].chunks {
      var misplaced = Counter()
      var line = 0
      var block: Int64 = -1
      var isHome = true
      do throws(LoadError) {
        try reader.chunk(chunk, of: list, behind: 0) { number, label in
          line += 1
          if number / SlotAssignment.numbersPerBlock != block {
            block = number / SlotAssignment.numbersPerBlock
            isHome = assignment.slot(ofBlock: block) == home
          }
          if !isHome { misplaced.count(number, line) }
          switch list {
          case .blocking:
            blocked.append(number)
            request.addBlockingEntry(withNextSequentialPhoneNumber: number)
          case .identification:
            while nextBlocked < blocked.count, blocked[nextBlocked] < number { nextBlocked += 1 }
            if nextBlocked < blocked.count, blocked[nextBlocked] == number {
              inBoth.count(number, line)
            }
            request.addIdentificationEntry(withNextSequentialPhoneNumber: number, label: label)
          }
        }
      } catch {
        note(error, in: list, chunk)
        noteHash(error, in: list, chunk, with: reader)
      }
      noteMisplaced(misplaced, in: list, chunk)
    }
    self.blocked = blocked
    noteBoth(inBoth)
  }

  private mutating func note(
    _ error: LoadError, in list: DirectoryList, _ chunk: Manifest.Chunk
  ) {
    var finding = Finding(error, slot: slot.index, list: list)
    if finding.line > 0, finding.neighbours.number > 0 {
      finding.neighbours.next = Neighbour.number(
        onLine: finding.line + 1, of: folder.path + "/" + chunk.path)
    }
    result.findings.append(finding)
  }

  /// A line that is not sound ended the pass before the hash was known: says whether the file is
  /// another one, or was published like this.
  private mutating func noteHash(
    _ error: LoadError, in list: DirectoryList, _ chunk: Manifest.Chunk,
    with reader: FileReader<SHA256>
  ) {
    guard case .line = error else { return }
    do throws(LoadError) {
      try reader.hash(chunk.path, bytes: chunk.bytes, sha256: chunk.sha256)
    } catch {
      result.findings.append(Finding(error, slot: slot.index, list: list))
    }
  }

  private mutating func noteMisplaced(
    _ misplaced: Counter, in list: DirectoryList, _ chunk: Manifest.Chunk
  ) {
    guard misplaced.total > 0 else { return }
    let right = assignment.slot(of: misplaced.first)
    var finding = Finding(
      verdict: "wrong-slot", path: chunk.path, slot: slot.index,
      message: "expected numbers of slot \(slot.index) alone, found \(misplaced.total) of others, "
        + "the first of slot \(right)")
    finding.line = misplaced.line
    finding.list = list
    finding.neighbours.number = misplaced.first
    result.findings.append(finding)
  }

  private mutating func noteBoth(_ inBoth: Counter) {
    guard inBoth.total > 0 else { return }
    var finding = Finding(
      verdict: "both-lists", path: Manifest.fileName, slot: slot.index,
      message: "\(inBoth.total) numbers stand in both lists; iOS takes them, and Apple does not "
        + "say which list wins")
    finding.severity = .note
    result.findings.append(finding)
  }
}

/// How many entries have a fault, and the first of them.
private struct Counter {
  var total = 0
  var first: Int64 = 0
  var line = 0

  mutating func count(_ number: Int64, _ line: Int) {
    if total == 0 {
      first = number
      self.line = line
    }
    total += 1
  }
}
