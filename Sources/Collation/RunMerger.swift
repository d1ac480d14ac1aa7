import Threads

/// Merges sorted runs into one stream with a tree of losers.
///
/// The tree holds the keys, so that a match looks at no run unless two keys are equal.
struct RunMerger: ~Copyable {
  /// Who waits at a node; `over` at the end of a run.
  private struct Entrant: BitwiseCopyable {
    var key: UInt64
    var run: Int
  }

  private let cursors: UnsafeMutablePointer<RunCursor>
  /// Node 0 holds the winner, the others the loser of their match.
  private let tree: UnsafeMutablePointer<Entrant>
  private let count: Int

  /// Above all numbers.
  private static let over = UInt64.max

  /// Opens the runs; every spilled one gets a buffer of `bufferSize` bytes.
  init(_ runs: ArraySlice<SortedRun>, bufferSize: Int) throws(CollationError) {
    // A disk answers several questions at once.
    var reading: [SerialQueue] = []
    for _ in 0..<min(runs.count(where: \.isSpilled), 4) { reading.append(try SerialQueue.make()) }
    var opened: [RunCursor] = []
    opened.reserveCapacity(runs.count)
    for run in runs {
      let queue = reading.isEmpty ? nil : reading[opened.count % reading.count]
      opened.append(try RunCursor(run, bufferSize: bufferSize, reading: queue))
    }
    // Every run has asked for its first piece before the first one waits.
    for index in opened.indices.reversed() where try !opened[index].advance() {
      opened.remove(at: index)
    }
    count = opened.count
    cursors = .allocate(capacity: max(count, 1))
    tree = .allocate(capacity: max(count, 1))
    for index in 0..<count { (cursors + index).initialize(to: opened[index]) }
    tree.initialize(repeating: Entrant(key: Self.over, run: -1), count: max(count, 1))
    for index in 0..<count { enter(index) }
  }

  deinit {
    cursors.deinitialize(count: count)
    cursors.deallocate()
    tree.deallocate()
  }

  /// The run that holds the first candidate; nil when all are read.
  @inline(__always)
  var first: Int? { tree[0].key == Self.over ? nil : tree[0].run }

  /// The number of the first candidate; above all numbers when all are read.
  @inline(__always)
  var firstKey: UInt64 { tree[0].key }

  /// The candidate of a run, valid until the run moves on.
  @inline(__always)
  func candidate(of run: Int) -> MergedCandidate { cursors[run].current }

  /// How many numbers of the winning run follow its candidate with the same tail, which no other run
  /// has.
  @inline(__always)
  func following(of run: Int) -> Int {
    let following = cursors[run].following
    return following > 0 ? lone(following, of: run) : 0
  }

  @inline(never)
  private func lone(_ following: Int, of run: Int) -> Int {
    var rival = Self.over
    var node = (run &+ count) &>> 1
    while node > 0 {
      rival = min(rival, tree[node].key)
      node &>>= 1
    }
    let distance = rival &- cursors[run].current.key
    return distance > 1 ? Int(min(UInt64(following), distance &- 1)) : 0
  }

  /// How many numbers of a run follow its candidate with the same tail.
  @inline(__always)
  func left(of run: Int) -> Int { cursors[run].following }

  /// How many of `most` numbers behind a number so many runs have with the tails that they had for it,
  /// and no other run has; the runs stand at the first one of them.
  @inline(never)
  func following(_ most: Int, of runs: Int, behind number: UInt64) -> Int {
    var standing = 0
    var rival = Self.over
    for index in 0..<count {
      // Runs that are at their end stand at a number that was passed.
      let key = cursors[index].current.key
      if key == number &+ 1 {
        standing &+= 1
      } else if key > number {
        rival = min(rival, key)
      }
    }
    return standing == runs ? Int(min(UInt64(most), rival &- 1 &- number)) : 0
  }

  /// Passes over so many numbers, which the runs that come first have and no other has.
  mutating func advance(_ runs: Int, past numbers: Int) throws(CollationError) {
    guard numbers > 0 else { return }
    for _ in 0..<runs {
      if let run = first { try advance(run: run, past: numbers &- 1) }
    }
  }

  /// Passes over as many numbers that follow the candidate of the winning run, and moves it on.
  @inline(never)
  mutating func advance(run: Int, past following: Int) throws(CollationError) {
    cursors[run].pass(following)
    try advance(run)
  }

  /// Moves the winning run on and plays its matches again.
  @inline(__always)
  mutating func advance(_ run: Int) throws(CollationError) {
    let isOpen = try cursors[run].advance()
    var winner = Entrant(key: isOpen ? cursors[run].current.key : Self.over, run: run)
    var node = (run &+ count) &>> 1
    while node > 0 {
      let rival = tree[node]
      if rival.key == winner.key {
        if rival.key != Self.over, precedesAtEqualKey(rival.run, winner.run) {
          tree[node] = winner
          winner = rival
        }
      } else {
        // Nobody can foresee who wins: they change places by arithmetic, as a choice would be
        // compiled to a jump.
        let change: UInt64 = 0 &- (rival.key < winner.key ? 1 : 0)
        let keys = (rival.key ^ winner.key) & change
        let runs = (rival.run ^ winner.run) & Int(truncatingIfNeeded: change)
        tree[node] = Entrant(key: rival.key ^ keys, run: rival.run ^ runs)
        winner = Entrant(key: winner.key ^ keys, run: winner.run ^ runs)
      }
      node &>>= 1
    }
    tree[0] = winner
  }

  /// First matches: a run waits at the first free node for a rival.
  private func enter(_ run: Int) {
    var winner = Entrant(key: cursors[run].current.key, run: run)
    var node = (run + count) / 2
    while node > 0 {
      let rival = tree[node]
      if rival.run < 0 {
        tree[node] = winner
        return
      }
      if rival.key < winner.key
        || (rival.key == winner.key && precedesAtEqualKey(rival.run, winner.run))
      {
        tree[node] = winner
        winner = rival
      }
      node /= 2
    }
    tree[0] = winner
  }

  @inline(never)
  private func precedesAtEqualKey(_ one: Int, _ other: Int) -> Bool {
    cursors[one].current.precedesAtEqualKey(cursors[other].current)
  }
}
