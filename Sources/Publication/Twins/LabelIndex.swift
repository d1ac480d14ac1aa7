import CSystem

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds the labels that a block of a twin has already, by their bytes.
///
/// An open table of label numbers, small enough to stay in the cache of a core; where a label stands is
/// kept apart. Memory: 20 bytes for each label, and room for as many again.
struct LabelIndex: ~Copyable {
  private struct Place {
    /// 1-based; 0 where the table is empty.
    var number: Int32 = 0
    /// Most labels that are others are so by these bits.
    var hash: UInt32 = 0
  }

  /// The labels in the order of their first use, LF behind each.
  private(set) var labels = ByteColumn()
  private var places: UnsafeMutablePointer<Place>
  private var room = 1 << 10
  /// Where each label starts among `labels`; as many fit as half of the table holds.
  private var starts: UnsafeMutablePointer<Int32>
  private var count = 0
  /// The number of the label that was asked for last; nearly always the same one in a row of numbers
  /// that a wildcard or a range stands for.
  private(set) var lastNumber = 0
  private var lastLength = -1

  init() {
    places = .allocate(capacity: room)
    places.initialize(repeating: Place(), count: room)
    starts = .allocate(capacity: room / 2)
  }

  deinit {
    places.deallocate()
    starts.deallocate()
  }

  /// Asks for the part of the table that a label with such a hash will be looked up in.
  @inline(__always)
  func fetch(_ hash: UInt32) {
    callbook_prefetch(places + (Int(hash) & (room &- 1)))
  }

  /// The number of a label, 1-based, in the order of first use; 0 for one that is new.
  ///
  /// `hash` is the label's by `hash(of:)`.
  mutating func number(of label: UnsafeRawBufferPointer, hash: UInt32) -> Int {
    if label.count == lastLength, isLabel(label, lastNumber) { return lastNumber }
    if count &* 2 >= room { grow() }
    let mask = room &- 1
    var slot = Int(hash) & mask
    lastLength = label.count
    while places[slot].number > 0 {
      let place = places[slot]
      if place.hash == hash, isLabel(label, Int(place.number)) {
        lastNumber = Int(place.number)
        return lastNumber
      }
      slot = (slot &+ 1) & mask
    }
    starts[count] = Int32(truncatingIfNeeded: labels.count)
    count &+= 1
    lastNumber = count
    places[slot] = Place(number: Int32(truncatingIfNeeded: count), hash: hash)
    labels.append(line: label)
    return 0
  }

  /// Forgets all labels.
  mutating func removeAll() {
    labels.removeAll()
    count = 0
    lastLength = -1
    places.update(repeating: Place(), count: room)
  }

  private func isLabel(_ label: UnsafeRawBufferPointer, _ number: Int) -> Bool {
    let bytes = labels.bytes
    let start = Int(starts[number &- 1])
    guard let known = bytes.baseAddress, let wanted = label.baseAddress,
      start &+ label.count < bytes.count, bytes[start &+ label.count] == UInt8(ascii: "\n")
    else { return false }
    return memcmp(known + start, wanted, label.count) == 0
  }

  private mutating func grow() {
    let former = (places: places, room: room, starts: starts)
    room *= 2
    places = .allocate(capacity: room)
    places.initialize(repeating: Place(), count: room)
    for index in 0..<former.room where former.places[index].number > 0 {
      let place = former.places[index]
      var slot = Int(place.hash) & (room - 1)
      while places[slot].number > 0 { slot = (slot + 1) & (room - 1) }
      places[slot] = place
    }
    starts = .allocate(capacity: room / 2)
    starts.update(from: former.starts, count: count)
    former.places.deallocate()
    former.starts.deallocate()
  }

  /// Eight bytes at a time; the order of labels depends on none of its values.
  static func hash(of label: UnsafeRawBufferPointer) -> UInt32 {
    var hash = UInt64(label.count) &* 0x9E37_79B9_7F4A_7C15
    var position = 0
    while position &+ 8 <= label.count {
      let word = label.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      hash = (hash ^ word) &* 0xBF58_476D_1CE4_E5B9
      hash ^= hash >> 29
      position &+= 8
    }
    if position < label.count {
      var word: UInt64 = 0
      while position < label.count {
        word = word << 8 | UInt64(label[position])
        position &+= 1
      }
      hash = (hash ^ word) &* 0x94D0_49BB_1331_11EB
    }
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
