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
  fileprivate init(_ lines: [[Substring]], by letters: PlaceLetters) {
    self.letters = letters
    var names: [UInt8] = []
    var entries: [Entry] = []
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: PlaceText.bytesNeeded)
    defer { buffer.deallocate() }
    func add(_ name: Substring, _ area: Substring) {
      var text = PlaceText(buffer)
      var name = name
      let fits = name.withUTF8 { text.fold($0, by: letters) }
      guard fits, text.count > 0, let value = UInt32(area) else { return }
      entries.append(
        Entry(
          offset: UInt32(names.count), count: UInt16(text.count),
          areaDigits: UInt8(area.utf8.count), area: value))
      names += text.bytes
    }
    for line in lines where line.count == 4 {
      for name in line[3].split(separator: ",") {
        add(name, line[2])
        // Town/Province: the town alone tells the area code, too.
        if let slash = name.firstIndex(of: "/") { add(name[..<slash], line[2]) }
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
/// the regions in some milliseconds, and decodes a region in one to twenty more.
final class PlaceCatalogue: Sendable {
  /// The places that are part of the program.
  static let live: PlaceCatalogue = {
    let text = EmbeddedPlaces.text
    return PlaceCatalogue(
      String(
        decoding: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount),
        as: UTF8.self))
  }()

  private let letters: PlaceLetters
  private let lines: [Substring: [[Substring]]]
  private let lock = Monitor()
  // Touched under the lock alone.
  nonisolated(unsafe) private var decoded: [String: PlaceNames] = [:]

  /// Reads lines `fold` (result, scalars) and `place` (region, area code, names); passes over others.
  init(_ text: String) {
    let letters = PlaceLetters()
    var lines: [Substring: [[Substring]]] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      if fields.count == 3, fields[0] == "fold" {
        _ = letters.take(Array(fields[1].utf8), fields[2])
      } else if fields.count == 4, fields[0] == "place" {
        lines[fields[1], default: []].append(fields)
      }
    }
    self.letters = letters
    self.lines = lines
  }

  /// Regions with places, in alphabetical order.
  var regions: [String] { lines.keys.map(String.init).sorted() }

  /// The places of a region; nil where there are none.
  func names(of region: String) -> PlaceNames? {
    lock.withLock {
      if let names = decoded[region] { return names }
      guard let lines = lines[region[...]] else { return nil }
      let names = PlaceNames(lines, by: letters)
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
