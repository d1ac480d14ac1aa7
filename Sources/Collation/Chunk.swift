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
  private(set) var count = 0
  private var payloadCount = 0

  /// Bytes in front of each label: length, file, line.
  private static let coordinates = 14

  init(capacity: Int, payloadCapacity: Int) throws(CollationError) {
    let stride = MemoryLayout<HotRecord>.stride
    records = try MappedRegion(capacity: capacity * stride)
    spare = try MappedRegion(capacity: capacity * stride)
    payload = try MappedRegion(capacity: payloadCapacity)
    self.capacity = capacity
  }

  /// Memory of the chunk itself.
  var bytes: Int { records.capacity + spare.capacity + payload.capacity }

  /// Most bytes that the sorted run can have.
  var longestRun: Int { payloadCount + count * RunFormat.longestHead }

  /// Whether any candidate still fits.
  @inline(__always) var hasRoom: Bool {
    count < capacity && payload.capacity - payloadCount >= Self.coordinates + 65_535
  }

  /// Adds a candidate; there must be room.
  @inline(__always)
  func append(
    _ candidate: Candidate, precedence: UInt64, source: UInt16, file: UInt32, line: UInt64,
    label: UnsafeBufferPointer<UInt8>
  ) {
    let place = payload.base + payloadCount
    place.storeBytes(of: UInt16(truncatingIfNeeded: label.count), as: UInt16.self)
    (place + 2).storeBytes(of: file, as: UInt32.self)
    (place + 6).storeBytes(of: line, as: UInt64.self)
    if let start = label.baseAddress { memcpy(place + Self.coordinates, start, label.count) }
    let record = HotRecord(
      key: UInt64(candidate.number), precedence: precedence,
      facts: Facts(
        action: candidate.action, baseDigits: candidate.baseDigits, isValid: candidate.isValid,
        source: source),
      payload: UInt32(payloadCount))
    records.base.storeBytes(
      of: record, toByteOffset: count &* MemoryLayout<HotRecord>.stride, as: HotRecord.self)
    count &+= 1
    payloadCount &+= Self.coordinates &+ label.count
  }

  /// Sorts the candidates into a run of their own and starts afresh.
  func sorted(counting bounds: inout SlotBounds) throws(CollationError) -> SortedRun {
    let first = records.base.assumingMemoryBound(to: HotRecord.self)
    let other = spare.base.assumingMemoryBound(to: HotRecord.self)
    let order = RadixSort.sort(first, count: count, spare: other)
    sortTies(order)
    let region = try MappedRegion(capacity: longestRun)
    var place = region.base
    var former: UInt64 = 0
    for index in 0..<count {
      let candidate = view(order[index])
      if candidate.key != former { bounds.count(candidate.key) }
      place = RunFormat.write(candidate, behind: former, to: place)
      former = candidate.key
    }
    let used = place - region.base
    region.shrink(to: used)
    count = 0
    payloadCount = 0
    return .memory(region, count: used)
  }

  private func sortTies(_ order: UnsafeMutablePointer<HotRecord>) {
    var start = 0
    while start < count {
      var end = start + 1
      while end < count, order[end].key == order[start].key { end += 1 }
      if end - start > 1 {
        var ties = UnsafeMutableBufferPointer(start: order + start, count: end - start)
        ties.sort { view($0).precedesAtEqualKey(view($1)) }
      }
      start = end
    }
  }

  @inline(__always)
  private func view(_ record: HotRecord) -> MergedCandidate {
    let place = UnsafeRawPointer(payload.base) + Int(record.payload)
    return MergedCandidate(
      key: record.key, precedence: record.precedence, facts: record.facts,
      file: place.loadUnaligned(fromByteOffset: 2, as: UInt32.self),
      line: place.loadUnaligned(fromByteOffset: 6, as: UInt64.self),
      label: place + Self.coordinates, labelCount: Int(place.loadUnaligned(as: UInt16.self)))
  }
}
