/// Merges sorted runs into one stream with a tree of losers.
struct RunMerger: ~Copyable {
  private let cursors: UnsafeMutablePointer<RunCursor>
  /// By run: whether it still has a candidate.
  private let isOpen: UnsafeMutablePointer<Bool>
  /// Node 0 holds the winner, the others the loser of their match.
  private let tree: UnsafeMutablePointer<Int32>
  private let count: Int

  /// Opens the runs; every spilled one gets a buffer of `bufferSize` bytes.
  init(_ runs: ArraySlice<SortedRun>, bufferSize: Int) throws(CollationError) {
    var opened: [RunCursor] = []
    opened.reserveCapacity(runs.count)
    for run in runs {
      var cursor = try RunCursor(run, bufferSize: bufferSize)
      if try cursor.advance() { opened.append(cursor) }
    }
    count = opened.count
    cursors = .allocate(capacity: max(count, 1))
    isOpen = .allocate(capacity: max(count, 1))
    tree = .allocate(capacity: max(count, 1))
    for index in 0..<count { (cursors + index).initialize(to: opened[index]) }
    isOpen.initialize(repeating: true, count: max(count, 1))
    tree.initialize(repeating: -1, count: max(count, 1))
    for index in 0..<count { enter(index) }
  }

  deinit {
    cursors.deinitialize(count: count)
    cursors.deallocate()
    isOpen.deallocate()
    tree.deallocate()
  }

  /// The run that holds the first candidate; nil when all are read.
  @inline(__always)
  var first: Int? {
    guard count > 0 else { return nil }
    let winner = Int(tree[0])
    return isOpen[winner] ? winner : nil
  }

  /// The candidate of a run, valid until the run moves on.
  @inline(__always)
  func candidate(of run: Int) -> MergedCandidate { cursors[run].current }

  /// Moves the winning run on and plays its matches again.
  @inline(__always)
  mutating func advance(_ run: Int) throws(CollationError) {
    isOpen[run] = try cursors[run].advance()
    var winner = run
    var node = (run + count) / 2
    while node > 0 {
      let rival = Int(tree[node])
      if precedes(rival, winner) {
        tree[node] = Int32(winner)
        winner = rival
      }
      node /= 2
    }
    tree[0] = Int32(winner)
  }

  /// First matches: a run waits at the first free node for a rival.
  private func enter(_ run: Int) {
    var winner = run
    var node = (run + count) / 2
    while node > 0 {
      let rival = tree[node]
      if rival < 0 {
        tree[node] = Int32(winner)
        return
      }
      if precedes(Int(rival), winner) {
        tree[node] = Int32(winner)
        winner = Int(rival)
      }
      node /= 2
    }
    tree[0] = Int32(winner)
  }

  @inline(__always)
  private func precedes(_ one: Int, _ other: Int) -> Bool {
    guard isOpen[one] else { return false }
    guard isOpen[other] else { return true }
    return cursors[one].current.precedes(cursors[other].current)
  }
}
