internal import Records

/// Merged entries as the payload of a frame.
///
/// Little-endian: how many (u64), then of each its number (8 bytes), the length of its label, slot
/// and source (2 each), digits of its base and whether it blocks (1 each), then all labels.
enum EntryPayload {
  static let bytesPerEntry = 16

  /// Writes a batch to the start of `room`, which grows where it is too small.
  ///
  /// - Returns: The bytes of the payload.
  static func write(_ batch: EntryBatch, to room: inout [UInt8]) -> Int {
    let entries = UnsafeBufferPointer(batch.entries.elements)
    let labels = entries.reduce(0) { $0 + Int($1.labelCount) }
    let count = 8 + entries.count * bytesPerEntry + labels
    if room.count < count { room = [UInt8](repeating: 0, count: count + count / 4) }
    room.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: UInt64(entries.count).littleEndian, as: UInt64.self)
      var place = 8
      var label = 8 + entries.count * bytesPerEntry
      for entry in entries {
        if let start = bytes.baseAddress {
          put(entry, at: start + place)
          if let text = entry.label {
            (start + label).copyMemory(from: text, byteCount: Int(entry.labelCount))
          }
        }
        label += Int(entry.labelCount)
        place += bytesPerEntry
      }
    }
    return count
  }

  /// Joins what `put` wrote of entries, and their labels, to a payload at the start of `room`.
  ///
  /// - Returns: The bytes of the payload.
  static func join(
    _ heads: UnsafeBufferPointer<UInt8>, _ labels: UnsafeBufferPointer<UInt8>,
    to room: inout [UInt8]
  ) -> Int {
    let count = 8 + heads.count + labels.count
    if room.count < count { room = [UInt8](repeating: 0, count: count + count / 4) }
    room.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: UInt64(heads.count / bytesPerEntry).littleEndian, as: UInt64.self)
      UnsafeMutableRawBufferPointer(rebasing: bytes[8...]).copyMemory(from: .init(heads))
      UnsafeMutableRawBufferPointer(rebasing: bytes[(8 + heads.count)...])
        .copyMemory(from: .init(labels))
    }
    return count
  }

  /// Writes what a payload has of an entry besides its label.
  @inline(__always)
  static func put(_ entry: EntryBatch.Entry, at place: UnsafeMutableRawPointer) {
    place.storeBytes(of: entry.number.littleEndian, as: Int64.self)
    place.storeBytes(of: entry.labelCount.littleEndian, toByteOffset: 8, as: UInt16.self)
    place.storeBytes(of: entry.slot.littleEndian, toByteOffset: 10, as: UInt16.self)
    place.storeBytes(of: entry.source.littleEndian, toByteOffset: 12, as: UInt16.self)
    place.storeBytes(of: entry.baseDigits, toByteOffset: 14, as: UInt8.self)
    place.storeBytes(of: entry.isBlocking ? 1 : 0, toByteOffset: 15, as: UInt8.self)
  }

  /// Which entries a payload may hold.
  struct Bounds {
    /// The numbers of its part.
    var numbers: Range<Int64>
    /// The slots of its group.
    var slots: Range<Int>
    var sources: Int
  }

  /// Replaces the content of a batch by a payload; false where that is not what `write` wrote.
  static func read(
    _ payload: UnsafeRawBufferPointer, within bounds: Bounds, into batch: EntryBatch
  ) -> Bool {
    batch.entries.removeAll()
    batch.bytes.removeAll()
    guard payload.count >= 8 else { return false }
    let wanted = UInt64(littleEndian: payload.loadUnaligned(as: UInt64.self))
    guard let count = Int(exactly: wanted), count <= (payload.count - 8) / bytesPerEntry else {
      return false
    }
    let labels = UnsafeRawBufferPointer(rebasing: payload[(8 + count * bytesPerEntry)...])
    batch.bytes.append(contentsOf: labels.bindMemory(to: UInt8.self))
    let start = UnsafePointer(batch.bytes.base)
    var label = 0
    for index in 0..<count {
      let place = 8 + index * bytesPerEntry
      func short(_ offset: Int) -> UInt16 {
        UInt16(littleEndian: payload.loadUnaligned(fromByteOffset: place + offset, as: UInt16.self))
      }
      let number = Int64(
        littleEndian: payload.loadUnaligned(fromByteOffset: place, as: Int64.self))
      let (length, slot, source) = (Int(short(8)), short(10), short(12))
      let isBlocking = payload[place + 15] == 1
      guard bounds.numbers.contains(number), Int(source) < bounds.sources,
        bounds.slots.contains(Int(slot)) || slot == EntryBatch.Entry.noSlot,
        length <= labels.count - label,
        isBlocking == (length == 0)
      else { return false }
      batch.entries.append(
        EntryBatch.Entry(
          number: number, label: isBlocking ? nil : start + label, labelCount: UInt16(length),
          slot: slot, isBlocking: isBlocking, source: source, baseDigits: payload[place + 14]))
      label += length
    }
    return label == labels.count
  }
}
