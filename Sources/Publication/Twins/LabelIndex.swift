/// Finds the labels that a block of a twin has already, by their bytes.
///
/// An open table of positions in the labels themselves. Memory: 8 bytes for each label, and room for
/// as many again.
struct LabelIndex {
  private struct Place {
    /// 1-based; 0 where the table is empty.
    var number: Int32 = 0
    var start: Int32 = 0
  }

  /// The labels in the order of their first use, LF behind each.
  private(set) var labels: [UInt8] = []
  private var places = [Place](repeating: Place(), count: 1 << 10)
  private var count = 0

  /// The number of a label, 1-based, in the order of first use; 0 for one that is new.
  mutating func number(of label: UnsafeRawBufferPointer) -> Int {
    if count * 2 >= places.count { grow() }
    let mask = places.count - 1
    var slot = Int(truncatingIfNeeded: Self.hash(label)) & mask
    while places[slot].number > 0 {
      if isLabel(label, at: Int(places[slot].start)) { return Int(places[slot].number) }
      slot = (slot + 1) & mask
    }
    count += 1
    places[slot] = Place(number: Int32(count), start: Int32(labels.count))
    labels.append(contentsOf: label)
    labels.append(UInt8(ascii: "\n"))
    return 0
  }

  /// Forgets all labels.
  mutating func removeAll() {
    labels.removeAll(keepingCapacity: true)
    count = 0
    for slot in places.indices { places[slot] = Place() }
  }

  private func isLabel(_ label: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard start + label.count < labels.count,
      labels[start + label.count] == UInt8(ascii: "\n")
    else { return false }
    return labels.withUnsafeBytes { bytes in
      label.elementsEqual(UnsafeRawBufferPointer(rebasing: bytes[start..<start + label.count]))
    }
  }

  private mutating func grow() {
    let former = places
    places = [Place](repeating: Place(), count: former.count * 2)
    let mask = places.count - 1
    labels.withUnsafeBytes { bytes in
      for place in former where place.number > 0 {
        var end = Int(place.start)
        while bytes[end] != UInt8(ascii: "\n") { end += 1 }
        let label = UnsafeRawBufferPointer(rebasing: bytes[Int(place.start)..<end])
        var slot = Int(truncatingIfNeeded: Self.hash(label)) & mask
        while places[slot].number > 0 { slot = (slot + 1) & mask }
        places[slot] = place
      }
    }
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
    while position < label.count {
      hash = (hash ^ UInt64(label[position])) &* 0x94D0_49BB_1331_11EB
      position &+= 1
    }
    return hash ^ (hash >> 32)
  }
}
