#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A sorted run of one part of the numbers, as bytes that another machine can merge.
package struct PartedRun {
  /// 0-based: how many bounds its numbers have passed.
  package let part: Int
  /// The run, valid during the call that it is handed to.
  package let bytes: UnsafeRawBufferPointer
  /// Candidates that it stands for.
  package let candidates: Int
}

extension Collator {
  /// Longest run that is handed over, in bytes.
  package static let longestPartedRun = 4 << 20

  /// Merges what the workers, all closed, have handed over into runs cut at `bounds`; once only.
  ///
  /// Numbers ascend from run to run; part p holds the numbers from bound p - 1 to below bound p. Of
  /// candidates that are equal but for their coordinates the first five are kept, which is as many as
  /// any report shows; the fifth counts the others. The runs are a function of the set of candidates
  /// and the bounds. Memory: one run beside the collator's.
  ///
  /// - Parameter bounds: Ascending numbers; equal ones leave parts empty.
  /// - Returns: Bytes that were written to scratch.
  package func handOver(
    partedAt bounds: [Int64], _ take: (PartedRun) throws -> Void
  ) throws -> Int {
    let taken = handedOver()
    let room = min(budget - taken.inMemory.reduce(0) { $0 + $1.memory }, budget / 4)
    var written = taken.spilled.reduce(0) { $0 + $1.count }
    let runs = taken.inMemory + (try narrowed(taken.spilled, room: room, written: &written))
    var merger = try RunMerger(runs[...], bufferSize: bufferSize(for: runs, room: room))
    var writer = try PartedRunWriter(bounds: bounds.map { UInt64($0) })
    while let run = merger.first {
      try writer.add(merger.candidate(of: run), take)
      try merger.advance(run)
    }
    try writer.handOut(take)
    return written
  }
}

/// Writes candidates in their order as runs that end at bounds.
private struct PartedRunWriter: ~Copyable {
  private let bounds: [UInt64]
  private let region: MappedRegion
  private let lastPlace: UnsafeMutableRawPointer
  private var place: UnsafeMutableRawPointer
  private var part = 0
  private var candidates = 0
  /// The number written last, in this run; 0 at its start.
  private var former: UInt64 = 0
  /// The candidate written last, as it lies in this run.
  private var last: MergedCandidate?
  /// Candidates in a row that are equal to it but for coordinates, itself included.
  private var equals = 0
  /// Where the candidate written last counts others.
  private var repeats: UnsafeMutableRawPointer?

  init(bounds: [UInt64]) throws(CollationError) {
    self.bounds = bounds
    region = try MappedRegion(
      capacity: Collator.longestPartedRun + RunFormat.longestEntry + RunFormat.slack)
    place = region.base
    lastPlace = region.base + Collator.longestPartedRun - RunFormat.longestEntry
  }

  mutating func add(_ candidate: MergedCandidate, _ take: (PartedRun) throws -> Void) throws {
    if part < bounds.count, candidate.key >= bounds[part] {
      try handOut(take)
      while part < bounds.count, candidate.key >= bounds[part] { part += 1 }
    }
    if let last, isRepetition(candidate, of: last) {
      if let repeats, count(candidate, in: repeats) { return }
      equals += 1
    } else {
      equals = 1
    }
    if place > lastPlace {
      try handOut(take)
      equals = 1
    }
    let start = place
    if equals == Standing.mostListed {
      (place, repeats) = RunFormat.writeRepeated(candidate, behind: former, to: start)
    } else {
      place = RunFormat.write(candidate, behind: former, to: start)
      repeats = nil
    }
    var tail = UnsafeRawPointer(start)
    _ = RunFormat.read(&tail)
    last = MergedCandidate(key: candidate.key, tail: tail)
    former = candidate.key
    candidates += 1 + Int(candidate.repeats)
  }

  /// Hands the open run over, if it holds anything.
  mutating func handOut(_ take: (PartedRun) throws -> Void) throws {
    if place > region.base {
      try take(
        PartedRun(
          part: part,
          bytes: UnsafeRawBufferPointer(start: region.base, count: place - region.base),
          candidates: candidates))
    }
    place = region.base
    candidates = 0
    former = 0
    last = nil
    repeats = nil
    equals = 0
  }

  /// Whether two candidates differ in nothing but their coordinates.
  private func isRepetition(_ one: MergedCandidate, of other: MergedCandidate) -> Bool {
    one.key == other.key && one.precedence == other.precedence && one.facts == other.facts
      && one.labelCount == other.labelCount
      && memcmp(one.label, other.label, one.labelCount) == 0
  }

  /// Counts a repetition; false where the counter is full.
  private mutating func count(
    _ candidate: MergedCandidate, in repeats: UnsafeMutableRawPointer
  ) -> Bool {
    let known = UInt32(littleEndian: repeats.loadUnaligned(as: UInt32.self))
    let (sum, isFull) = known.addingReportingOverflow(1)
    let (more, isFuller) = sum.addingReportingOverflow(candidate.repeats)
    if isFull || isFuller { return false }
    repeats.storeBytes(of: more.littleEndian, as: UInt32.self)
    candidates += 1 + Int(candidate.repeats)
    return true
  }
}
