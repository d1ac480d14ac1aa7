/// Bytes that grow at their end, for the loops over every entry.
///
/// An array would check its bounds and whether it is shared at each byte.
struct ByteColumn: ~Copyable {
  private static let mostOfVarint = 10

  private var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var room: Int

  init(room: Int = 16 << 10) {
    self.room = room
    base = .allocate(capacity: room)
  }

  deinit { base.deallocate() }

  /// What is in it, until it changes.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Adds a number in seven bits a byte from the lowest on.
  mutating func append(varint value: UInt64) {
    if room &- count < Self.mostOfVarint { grow(by: Self.mostOfVarint) }
    var rest = value
    while rest >= 0x80 {
      base[count] = UInt8(truncatingIfNeeded: rest) | 0x80
      count &+= 1
      rest >>= 7
    }
    base[count] = UInt8(truncatingIfNeeded: rest)
    count &+= 1
  }

  /// Adds a number several times, at least once.
  mutating func append(varint value: UInt64, times: Int) {
    let first = count
    append(varint: value)
    let length = count &- first
    let more = length &* (times &- 1)
    if room &- count < more &+ 8 { grow(by: more + 8) }
    if length == 1 {
      (base + count).update(repeating: base[first], count: more)
      count &+= more
      return
    }
    // Eight at once from where all short lengths begin anew.
    let whole = Self.recurrence % length == 0 ? min(more, Self.recurrence &- length) : more
    for place in count..<count &+ whole { base[place] = base[place &- length] }
    var done = whole
    while done < more {
      let place = UnsafeMutableRawPointer(base + (count &+ done))
      let word = (place - Self.recurrence).loadUnaligned(as: UInt64.self)
      place.storeBytes(of: word, as: UInt64.self)
      done &+= 8
    }
    count &+= more
  }

  /// A multiple of 1, 2, 3, 4 and 8, and more than eight.
  private static let recurrence = 24

  /// Adds a line without its end, and the end.
  mutating func append(line: UnsafeRawBufferPointer) {
    if room &- count <= line.count { grow(by: line.count + 1) }
    if let start = line.baseAddress {
      UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: line.count)
    }
    base[count &+ line.count] = UInt8(ascii: "\n")
    count &+= line.count &+ 1
  }

  /// Room behind its end for so many bytes, for others to write to before `take`.
  mutating func makeRoom(for more: Int) -> UnsafeMutableBufferPointer<UInt8> {
    if room &- count < more { grow(by: more) }
    return UnsafeMutableBufferPointer(start: base + count, count: more)
  }

  /// Adds so many bytes that were written to its room.
  mutating func take(_ more: Int) { count &+= more }

  /// Forgets its bytes, not its room.
  mutating func removeAll() { count = 0 }

  @inline(never)
  private mutating func grow(by more: Int) {
    room = max(room * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }
}
