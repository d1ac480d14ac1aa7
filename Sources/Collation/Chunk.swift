import CSystem
import DirectoryFormat
import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The candidates of one worker that have not been sorted yet, in memory that is used again.
final class Chunk {
  private let records: MappedRegion
  private let spare: MappedRegion
  private let payload: MappedRegion
  private let capacity: Int
  /// Candidates in it, those of stretches included.
  private(set) var count = 0
  private var recordCount = 0
  private var payloadCount = 0
  /// Bytes that the tails of stretches would take more if each of their numbers had its own.
  private var sharedBytes = 0

  /// Entries of a run ahead of the one being written whose tails are fetched into the cache.
  private static let distance = 20

  /// Bytes of a chunk of `capacity` candidates.
  static func bytes(capacity: Int, payloadCapacity: Int) -> Int {
    2 * capacity * MemoryLayout<HotRecord>.stride + payloadCapacity
  }

  init(capacity: Int, payloadCapacity: Int) throws(CollationError) {
    let stride = MemoryLayout<HotRecord>.stride
    records = try MappedRegion(capacity: capacity * stride, isLarge: true)
    spare = try MappedRegion(capacity: capacity * stride, isLarge: true)
    payload = try MappedRegion(capacity: payloadCapacity, isLarge: true)
    self.capacity = capacity
  }

  /// Memory of the chunk itself.
  var bytes: Int { records.capacity + spare.capacity + payload.capacity }

  /// Most bytes that the sorted run can have.
  var longestRun: Int { payloadCount + sharedBytes + count * RunFormat.longestDistance }

  /// Whether any candidate still fits.
  var hasRoom: Bool {
    count < capacity && payload.capacity - payloadCount - sharedBytes >= Self.payloadOfLongest
  }

  private static let payloadOfLongest = RunFormat.longestEntry + RunFormat.slack

  /// Adds candidates from a 0-based index on until all are in or the chunk is full.
  ///
  /// - Returns: The index of the first one that is not in.
  /// - Throws: `CollationError.numberOutOfRange`.
  func append(
    _ batch: NormalizedBatch, _ records: RecordBatch, from start: Int, rank: UInt64,
    precedence: Precedence
  ) throws(CollationError) -> Int {
    let candidates = UnsafeBufferPointer(batch.candidates.elements)
    let lines = UnsafeBufferPointer(records.records.elements)
    let plain = UnsafePointer(records.bytes.base)
    let cleaned = UnsafePointer(batch.bytes.base)
    let source = UInt16(truncatingIfNeeded: records.source)
    let file = UInt32(truncatingIfNeeded: records.file)
    let first = self.payload.base
    var lastPlace = first + (payload.capacity - Self.payloadOfLongest - sharedBytes)
    let hot = self.records.base.assumingMemoryBound(to: HotRecord.self)
    var place = first + payloadCount
    var count = recordCount
    var next = start
    let end = min(candidates.count, start + capacity - self.count)
    defer {
      self.count += next - start
      recordCount = count
      sharedBytes = payload.capacity - Self.payloadOfLongest - (lastPlace - first)
      payloadCount = place - first
    }
    while next < end, place <= lastPlace {
      let candidate = candidates[next]
      guard candidate.number > 0, candidate.number < Int64.max else {
        throw CollationError.numberOutOfRange(candidate.number)
      }
      let label = (candidate.labelIsCleaned ? cleaned : plain) + Int(candidate.labelOffset)
      let tail = place
      place = RunFormat.writeTail(
        precedence: precedence.packed(
          rankOrdinal: rank, updated: candidate.updated,
          isRepresentative: candidate.isRepresentative),
        facts: Facts(
          action: candidate.action, baseDigits: candidate.baseDigits, isValid: candidate.isValid,
          source: source),
        file: file, line: lines[Int(candidate.record)].line, label: label,
        labelCount: Int(candidate.labelCount), to: tail)
      hot[count] = HotRecord(
        key: UInt64(bitPattern: candidate.number),
        payload: UInt32(truncatingIfNeeded: tail - first),
        count: place - tail)
      count &+= 1
      next &+= 1
      if next < end, place <= lastPlace, candidates[next].follows(candidate) {
        let most = min(end &- next, (lastPlace - place) / (place - tail) &+ 1)
        let following = candidates[next..<next &+ min(most, HotRecord.mostFollowing)]
          .following(candidate)
        hot[count &- 1].take(following)
        lastPlace -= following &* (place - tail)
        next &+= following
      }
    }
    return next
  }

  /// Sorts the candidates, hands them out as a run in pieces and starts afresh.
  ///
  /// - Parameters:
  ///   - bounds: Counts the different numbers.
  ///   - room: Where the run is written.
  ///   - full: Takes what is written up to a place, behind which the next entry may not fit, and
  ///     gives new room.
  /// - Returns: The place behind the run.
  func sort(
    counting bounds: inout SlotBounds, into room: RunRoom,
    full: (UnsafeMutableRawPointer) throws(CollationError) -> RunRoom
  ) throws(CollationError) -> UnsafeMutableRawPointer {
    let (order, count) = sorted()
    let tails = UnsafeRawPointer(payload.base)
    var room = room
    var place = room.place
    var former: UInt64 = 0
    var tiesEnd = 0
    var numbers = bounds
    let keepsSlots = bounds.counts.count <= Facts.mostSlots
    for index in 0..<count {
      if index &+ Self.distance < count {
        let ahead = tails + Int(order[index &+ Self.distance].payload)
        callbook_prefetch(ahead)
        callbook_prefetch(ahead + 56)
      }
      if index >= tiesEnd {
        tiesEnd = index &+ 1
        let key = order[index].key
        if tiesEnd < count, order[tiesEnd].key == key {
          tiesEnd = sortTies(order, from: index, count: count)
        }
        numbers.count(key, following: order[index].following)
      }
      if place > room.last {
        room = try full(place)
        place = room.place
      }
      let record = order[index]
      place = RunFormat.write(record.key &- former, to: place)
      former = record.key
      let following = record.following
      if following > 0 {
        place = RunFormat.write(stretchOf: following, to: place)
        former &+= UInt64(following)
      }
      RunFormat.copyLoosely(tails + Int(record.payload), count: record.count, to: place)
      if keepsSlots { MergedCandidate(key: record.key, tail: place).keep(slot: numbers.slot) }
      place += record.count
    }
    bounds = numbers
    self.count = 0
    recordCount = 0
    payloadCount = 0
    sharedBytes = 0
    return place
  }

  /// The records in the order of their numbers, and how many there are: stretches end with their
  /// number block, and those that hold numbers of others are parted into single numbers.
  private func sorted() -> (UnsafeMutablePointer<HotRecord>, Int) {
    let records = self.records.base.assumingMemoryBound(to: HotRecord.self)
    let spare = self.spare.base.assumingMemoryBound(to: HotRecord.self)
    let order = RadixSort.sort(records, count: recordCount, spare: spare)
    if recordCount == count { return (order, count) }
    // There is room for as many as there are numbers.
    let parted = order == records ? spare : records
    var placed = 0
    var index = 0
    while index < recordCount {
      let start = index
      var last = order[index].lastKey
      index += 1
      while index < recordCount, order[index].key <= last {
        last = max(last, order[index].lastKey)
        index += 1
      }
      if index - start == 1 {
        placed = part(order[start], at: placed, of: parted)
      } else {
        placed = partOverlap(order, start..<index, at: placed, of: parted)
      }
    }
    return (parted, placed)
  }

  /// Puts the numbers of a record down by number blocks and returns the index behind them.
  private func part(
    _ record: HotRecord, at start: Int, of parted: UnsafeMutablePointer<HotRecord>
  ) -> Int {
    let block = Int(SlotAssignment.numbersPerBlock)
    var place = start
    var done = 0
    while done <= record.following {
      let left = block - 1 - Int((record.key &+ UInt64(done)) % UInt64(block))
      let following = min(left, record.following - done)
      parted[place] = record.part(from: done, following: following)
      place += 1
      done += following + 1
    }
    return place
  }

  /// Puts every number of records down alone, in their order, and returns the index behind them.
  @inline(never)
  private func partOverlap(
    _ order: UnsafeMutablePointer<HotRecord>, _ range: Range<Int>, at start: Int,
    of parted: UnsafeMutablePointer<HotRecord>
  ) -> Int {
    var place = start
    for index in range {
      for number in 0...order[index].following {
        parted[place] = order[index].part(from: number, following: 0)
        place += 1
      }
    }
    var numbers = UnsafeMutableBufferPointer(start: parted + start, count: place - start)
    numbers.sort { $0.key < $1.key }
    return place
  }

  /// Puts the records with the key of `start`'s in their order and returns the index behind them.
  private func sortTies(
    _ order: UnsafeMutablePointer<HotRecord>, from start: Int, count: Int
  ) -> Int {
    var end = start + 1
    while end < count, order[end].key == order[start].key { end += 1 }
    if end - start < Self.fewTies {
      sortFewTies(order, start..<end)
    } else {
      sortManyTies(order, start..<end)
    }
    return end
  }

  /// From here on ties are sorted by their precedence first.
  private static let fewTies = 16

  /// By insertion: most ties are two or three.
  private func sortFewTies(_ order: UnsafeMutablePointer<HotRecord>, _ ties: Range<Int>) {
    for next in ties.dropFirst() {
      let record = order[next]
      let candidate = candidate(record)
      var place = next
      while place > ties.lowerBound,
        candidate.precedesAtEqualKey(self.candidate(order[place &- 1]))
      {
        order[place] = order[place &- 1]
        place &-= 1
      }
      order[place] = record
    }
  }

  /// By precedence, which stands in place of the key for as long as they are sorted, and by all else
  /// where that is the same.
  @inline(never)
  private func sortManyTies(_ order: UnsafeMutablePointer<HotRecord>, _ ties: Range<Int>) {
    let records = self.records.base.assumingMemoryBound(to: HotRecord.self)
    let spare = self.spare.base.assumingMemoryBound(to: HotRecord.self)
    let key = order[ties.lowerBound].key
    let start = order + ties.lowerBound
    for index in 0..<ties.count { start[index].key = candidate(start[index]).precedence }
    // What is not sorted by now lies in one of the two, and the other is free.
    let sorted = RadixSort.sort(
      start, count: ties.count, spare: (order == records ? spare : records) + ties.lowerBound)
    if sorted != start { start.update(from: sorted, count: ties.count) }
    var index = 0
    while index < ties.count {
      var end = index + 1
      while end < ties.count, start[end].key == start[index].key { end += 1 }
      if end - index > 1 {
        var equal = UnsafeMutableBufferPointer(start: start + index, count: end - index)
        equal.sort { candidate($0).precedesAtEqualKey(candidate($1)) }
      }
      index = end
    }
    for index in 0..<ties.count { start[index].key = key }
  }

  private func candidate(_ record: HotRecord) -> MergedCandidate {
    MergedCandidate(key: record.key, tail: UnsafeRawPointer(payload.base) + Int(record.payload))
  }
}

extension Slice<UnsafeBufferPointer<Candidate>> {
  /// How many of them, from the first on, are the candidates of the same record for the numbers behind
  /// one's, alike in all else.
  @inline(never)
  fileprivate func following(_ one: Candidate) -> Int {
    var former = one
    var index = startIndex
    while index < endIndex, base[index].follows(former) {
      former.number &+= 1
      index &+= 1
    }
    return index &- startIndex
  }
}

extension Candidate {
  /// Whether it is the candidate of the same record for the number behind `former`'s, alike in all else.
  @inline(__always)
  fileprivate func follows(_ former: Candidate) -> Bool {
    number == former.number &+ 1 && record == former.record && labelOffset == former.labelOffset
      && labelIsCleaned == former.labelIsCleaned && labelCount == former.labelCount
      && baseDigits == former.baseDigits && isRepresentative == former.isRepresentative
      && isValid == former.isValid && action == former.action && updated == former.updated
  }
}
