import Threads

/// The places of one region that stand for one area code, found by their folded names.
///
/// Immutable and thread-safe. Memory: some 40 bytes a name; the largest region has ten thousand.
final class PlaceNames: Sendable {
  /// A name, and its area code.
  private struct Entry: BitwiseCopyable {
    var offset: UInt32
    var count: UInt16
    var areaDigits: UInt8
    /// 0 for a name that stands for two area codes.
    var area: UInt32
  }

  private let letters: PlaceLetters
  private let names: [UInt8]
  private let entries: [Entry]
  /// 1-based indices of entries, found by the hash of a name; a power of two of them.
  private let slots: [UInt32]

  /// Reads lines `place`: region, area code, names.
  fileprivate init(_ lines: [ArraySlice<UInt8>], by letters: PlaceLetters) {
    self.letters = letters
    var names: [UInt8] = []
    var entries: [Entry] = []
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: PlaceText.bytesNeeded)
    defer { buffer.deallocate() }
    func add(_ name: ArraySlice<UInt8>, _ area: String) {
      var text = PlaceText(buffer)
      let fits = name.withUnsafeBufferPointer { text.fold($0, by: letters) }
      guard fits, text.count > 0, let value = UInt32(area) else { return }
      entries.append(
        Entry(
          offset: UInt32(names.count), count: UInt16(text.count),
          areaDigits: UInt8(area.utf8.count), area: value))
      names += text.bytes
    }
    for line in lines {
      let fields = PlaceCatalogue.fields(of: line)
      guard fields.count == 4 else { continue }
      let area = String(decoding: fields[2], as: UTF8.self)
      for name in fields[3].split(separator: UInt8(ascii: ",")) {
        add(name, area)
        // Town/Province: the town alone tells the area code, too.
        if let slash = name.firstIndex(of: UInt8(ascii: "/")) { add(name[..<slash], area) }
      }
    }
    slots = Self.index(&entries, names)
    self.names = names
    self.entries = entries
  }

  private static func index(_ entries: inout [Entry], _ names: [UInt8]) -> [UInt32] {
    var capacity = 16
    while capacity < entries.count * 2 { capacity *= 2 }
    var slots = [UInt32](repeating: 0, count: capacity)
    for (index, entry) in entries.enumerated() {
      let name = names[Int(entry.offset)..<(Int(entry.offset) + Int(entry.count))]
      var slot = Int(truncatingIfNeeded: hash(name)) & (capacity - 1)
      while slots[slot] > 0 {
        let other = Int(slots[slot]) - 1
        let former = entries[other]
        if names[Int(former.offset)..<(Int(former.offset) + Int(former.count))].elementsEqual(name)
        {
          if former.area != entry.area { entries[other].area = 0 }
          break
        }
        slot = (slot + 1) & (capacity - 1)
      }
      if slots[slot] == 0 { slots[slot] = UInt32(index + 1) }
    }
    return slots
  }

  /// FNV-1a, of 64 bits.
  private static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
    name.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// How many names stand for one area code.
  var count: Int { entries.count { $0.area > 0 } }

  /// The area code of a city's name or an address in UTF-8; nil when none or more than one is meant.
  ///
  /// Uses no memory.
  func area(of text: UnsafeBufferPointer<UInt8>) -> AreaDigits? {
    guard text.count <= PlaceText.longestCell else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: PlaceText.bytesNeeded) {
      var place = PlaceText($0)
      guard place.fold(text, by: letters), place.keepTown() else { return nil }
      return area(named: place.bytes)
    }
  }

  private func area(named name: UnsafeBufferPointer<UInt8>) -> AreaDigits? {
    var slot = Int(truncatingIfNeeded: Self.hash(name)) & (slots.count - 1)
    while slots[slot] > 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if Int(entry.count) == name.count,
        names[Int(entry.offset)..<(Int(entry.offset) + name.count)].elementsEqual(name)
      {
        return entry.area > 0 ? AreaDigits(value: entry.area, count: entry.areaDigits) : nil
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}

/// The places of all regions; a region is decoded when it is first asked for.
///
/// Thread-safe. Nothing of it is read until a locality is looked for: reading finds the lines of
/// the regions in a millisecond, and decodes a region in one to ten more.
final class PlaceCatalogue: Sendable {
  /// The places that are part of the program.
  static let live: PlaceCatalogue = {
    let text = EmbeddedPlaces.text
    return PlaceCatalogue(
      Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
  }()

  private let letters: PlaceLetters
  private let bytes: [UInt8]
  /// Where the lines of a region stand.
  private let lines: [String: [Range<Int>]]
  private let lock = Monitor()
  // Touched under the lock alone.
  nonisolated(unsafe) private var decoded: [String: PlaceNames] = [:]

  /// Reads lines `fold` (result, scalars) and `place` (region, area code, names) of UTF-8; passes over others.
  ///
  /// Byte by byte: characters of a text of half a megabyte took longer than a small build.
  init(_ bytes: [UInt8]) {
    let letters = PlaceLetters()
    var lines: [String: [Range<Int>]] = [:]
    var start = 0
    while start < bytes.count {
      let end = Self.endOfLine(bytes, from: start)
      let line = bytes[start..<end]
      if line.starts(with: "place\t".utf8) {
        let region = line.dropFirst(6).prefix { $0 != Self.tab }
        lines[String(decoding: region, as: UTF8.self), default: []].append(start..<end)
      } else if line.starts(with: "fold\t".utf8) {
        let fields = Self.fields(of: line)
        if fields.count == 3 {
          _ = letters.take(Array(fields[1]), String(decoding: fields[2], as: UTF8.self))
        }
      }
      start = end + 1
    }
    self.letters = letters
    self.bytes = bytes
    self.lines = lines
  }

  private static let tab = UInt8(ascii: "\t")

  private static func endOfLine(_ bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end &+= 1 }
      return end
    }
  }

  /// What tabs part in a line.
  fileprivate static func fields(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split(separator: tab, omittingEmptySubsequences: false)
  }

  /// Regions with places, in alphabetical order.
  var regions: [String] { lines.keys.sorted() }

  /// The places of a region; nil where there are none.
  func names(of region: String) -> PlaceNames? {
    lock.withLock {
      if let names = decoded[region] { return names }
      guard let lines = lines[region] else { return nil }
      let names = PlaceNames(lines.map { bytes[$0] }, by: letters)
      decoded[region] = names
      return names
    }
  }
}

/// The digits of an area code, without trunk prefix.
package struct AreaDigits: BitwiseCopyable, Sendable, Equatable {
  /// Their value.
  package let value: UInt32
  /// How many they are; an area code has no leading zero.
  package let count: UInt8

  init(value: UInt32, count: UInt8) {
    self.value = value
    self.count = count
  }
}
