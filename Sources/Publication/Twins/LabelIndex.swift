#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds the labels that a block of a twin has already, by their bytes.
///
/// An open table of positions in the labels themselves. Memory: 16 bytes for each label, and room for
/// as many again.
struct LabelIndex: ~Copyable {
  private struct Place {
    /// 1-based; 0 where the table is empty.
    var number: Int32 = 0
    var start: Int32 = 0
    /// Most labels that are others are so by these bits.
    var hash: UInt64 = 0
  }

  /// The labels in the order of their first use, LF behind each.
  private(set) var labels = ByteColumn()
  private var places: UnsafeMutablePointer<Place>
  private var room = 1 << 10
  private var count = 0
  /// Where the label stands that was asked for last; nearly always the same one in a row of numbers that
  /// a wildcard or a range stands for.
  private var last = Place()
  private var lastLength = -1

  /// The number of the label that was asked for last.
  var lastNumber: Int { Int(last.number) }

  init() {
    places = .allocate(capacity: room)
    places.initialize(repeating: Place(), count: room)
  }

  deinit { places.deallocate() }

  /// The number of a label, 1-based, in the order of first use; 0 for one that is new.
  mutating func number(of label: UnsafeRawBufferPointer) -> Int {
    if label.count == lastLength, isLabel(label, at: Int(last.start)) { return Int(last.number) }
    if count &* 2 >= room { grow() }
    let mask = room &- 1
    let hash = Self.hash(label)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while places[slot].number > 0 {
      let place = places[slot]
      if place.hash == hash, isLabel(label, at: Int(place.start)) {
        (last, lastLength) = (place, label.count)
        return Int(place.number)
      }
      slot = (slot &+ 1) & mask
    }
    count &+= 1
    last = Place(
      number: Int32(truncatingIfNeeded: count), start: Int32(truncatingIfNeeded: labels.count),
      hash: hash)
    lastLength = label.count
    places[slot] = last
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

  private func isLabel(_ label: UnsafeRawBufferPointer, at start: Int) -> Bool {
    let bytes = labels.bytes
    guard let known = bytes.baseAddress, let wanted = label.baseAddress,
      start &+ label.count < bytes.count, bytes[start &+ label.count] == UInt8(ascii: "\n")
    else { return false }
    return memcmp(known + start, wanted, label.count) == 0
  }

  private mutating func grow() {
    let former = (places: places, room: room)
    room *= 2
    places = .allocate(capacity: room)
    places.initialize(repeating: Place(), count: room)
    for index in 0..<former.room where former.places[index].number > 0 {
      let place = former.places[index]
      var slot = Int(truncatingIfNeeded: place.hash) & (room - 1)
      while places[slot].number > 0 { slot = (slot + 1) & (room - 1) }
      places[slot] = place
    }
    former.places.deallocate()
  }

  /// Eight bytes at a time; the order of labels depends on none of its values.
  private static func hash(_ label: UnsafeRawBufferPointer) -> UInt64 {
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
    return hash ^ (hash >> 32)
  }
}
