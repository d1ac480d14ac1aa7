internal import Foundation

/// Groups of rows by the bytes of their keys: what is counted of each, and where its first rows are.
struct RejectsGroups {
  /// One group; the bytes of its key lie in `keys`.
  struct Group {
    let hash: UInt64
    let keyStart: Int
    let keyCount: Int
    /// Rows of the run that is read.
    var count = 0
    /// Rows that were waived.
    var waived = 0
    /// Rows that the former run does not have.
    var new = 0
    /// Rows of the former run that are gone.
    var fixed = 0
    /// Offsets of the first rows, ascending; of the former run where `count` is 0.
    var rows: [Int] = []
  }

  /// The groups in the order in which they were met.
  private(set) var groups: [Group] = []
  private var keys: [UInt8] = []
  private var slots: [Int32]
  private let most: Int

  /// Prepares for at most `most` groups.
  init(most: Int) {
    self.most = most
    slots = Array(repeating: -1, count: 1 << 10)
  }

  /// The index of the group with a key, which is made if there is room for it.
  mutating func index(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = ByteHash.of(key)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let group = Int(slots[slot])
      if groups[group].hash == hash,
        isKey(key, at: groups[group].keyStart, count: groups[group].keyCount)
      {
        return group
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard groups.count < most else { return nil }
    slots[slot] = Int32(groups.count)
    groups.append(Group(hash: hash, keyStart: keys.count, keyCount: key.count))
    keys.append(contentsOf: key)
    if groups.count * 2 > slots.count { grow() }
    return groups.count - 1
  }

  /// Counts a row of the group at an index; gives how many there are by now.
  @inline(__always)
  mutating func count(_ index: Int) -> Int {
    groups[index].count &+= 1
    return groups[index].count
  }

  /// Whether the key of the group at an index has so many bytes and ends with these.
  @inline(__always)
  func isKey(of index: Int, count: Int, endingWith end: UnsafeBufferPointer<UInt8>) -> Bool {
    let (start, known) = (groups[index].keyStart, groups[index].keyCount)
    return known == count && isKey(end, at: start &+ known &- end.count, count: end.count)
  }

  /// Changes the group at an index.
  @inline(__always)
  mutating func change(_ index: Int, _ body: (inout Group) -> Void) { body(&groups[index]) }

  /// The bytes of a group's key.
  func key(of group: Group) -> ArraySlice<UInt8> {
    keys[group.keyStart..<group.keyStart + group.keyCount]
  }

  /// Adds the groups of another worker; false when there are too many.
  mutating func add(_ other: RejectsGroups, samples: Int) -> Bool {
    for group in other.groups {
      let found = other.key(of: group).withUnsafeBufferPointer { index(of: $0) }
      guard let found else { return false }
      groups[found].count += group.count
      groups[found].waived += group.waived
      groups[found].rows = Array((groups[found].rows + group.rows).sorted().prefix(samples))
    }
    return true
  }

  private func isKey(_ key: UnsafeBufferPointer<UInt8>, at start: Int, count: Int) -> Bool {
    guard count == key.count else { return false }
    guard let address = key.baseAddress else { return true }
    return keys.withUnsafeBytes { all in
      all.baseAddress.map { memcmp($0 + start, address, count) == 0 } ?? false
    }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, group) in groups.enumerated() {
      var slot = Int(truncatingIfNeeded: group.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}

/// The bytes that rows of a group share, one part behind the other; its memory is used again.
struct GroupKey: Sendable {
  private var bytes = [UInt8](repeating: 0, count: 512)
  private(set) var count = 0

  /// Forgets the parts.
  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Adds bytes to the last part.
  @inline(__always)
  mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
    guard let start = part.baseAddress else { return }
    if bytes.count - count < part.count { grow(by: part.count) }
    bytes.withUnsafeMutableBytes { all in
      all.baseAddress?.advanced(by: count).copyMemory(from: start, byteCount: part.count)
    }
    count += part.count
  }

  /// Ends a part with a byte that is never part of UTF-8.
  @inline(__always)
  mutating func endPart() {
    if bytes.count == count { grow(by: 1) }
    bytes[count] = 0xFF
    count += 1
  }

  /// Lends all bytes.
  @inline(__always)
  func lend<Result>(to body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    bytes += [UInt8](repeating: 0, count: bytes.count + more)
  }
}

/// Hashes bytes for tables in memory; nothing that is written depends on it.
enum ByteHash {
  /// 64 bits of the bytes.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return mix(hash) }
    var at = 0
    while at &+ 8 <= bytes.count {
      hash = mix(hash ^ start.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    var tail: UInt64 = 0
    if at > 0, at < bytes.count {
      // What is left stands at the end of the last eight.
      let last = start.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
      tail = UInt64(bigEndian: last) & ~(UInt64.max &<< UInt64((bytes.count &- at) &* 8))
    } else {
      while at < bytes.count {
        tail = tail << 8 | UInt64(bytes[at])
        at &+= 1
      }
    }
    return mix(hash ^ tail)
  }

  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
