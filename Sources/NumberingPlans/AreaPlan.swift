/// An area code and the lengths of the numbers behind it.
package struct AreaCode: Sendable, Equatable {
  /// Without the trunk prefix: `2` for Taipei's 02.
  package let digits: String
  /// By the first local digit, bit n: n local digits are a complete number.
  package let localLengths: [UInt32]
  /// Names of the cities and counties behind it, as in the data.
  package let localities: [String]

  /// Whether `count` local digits starting with the ASCII digit `first` are a complete number.
  package func accepts(localDigits count: Int, first: UInt8) -> Bool {
    count < 32 && localLengths[Int(first & 15) % 10] >> UInt32(max(0, count)) & 1 == 1
  }
}

/// The area codes of a region; empty where the data has none.
struct AreaPlan: Sendable {
  let areas: [AreaCode]
  private let byDigits: [String: Int]
  /// Whole names that may be found inside an address, by their first scalar's bytes.
  private let names: [UInt32: [(name: [UInt8], area: Int?)]]
  /// Short forms (臺北), which only stand for a place when nothing else is there.
  private let shortNames: [String: Int?]
  /// What the keys of both may be: texts are asked about at every byte, and few of them name a place.
  private let nameHints: KeyHints
  private let shortNameHints: KeyHints

  init(_ records: [[String]], of region: String) throws(PlanDataError) {
    var areas: [AreaCode] = []
    var byDigits: [String: Int] = [:]
    var owners: [String: Int?] = [:]
    for fields in records {
      guard fields.count == 3, !fields[0].isEmpty, byDigits[fields[0]] == nil else {
        throw PlanDataError(
          place: region, problem: "area \(fields) (expected code, lengths, cities)")
      }
      let localities = fields[2].split(separator: ",").map(String.init)
      for name in localities {
        if let former = owners[name] {
          owners[name] = .some(former == areas.count ? former : nil)
        } else {
          owners[name] = .some(areas.count)
        }
      }
      byDigits[fields[0]] = areas.count
      areas.append(
        AreaCode(
          digits: fields[0], localLengths: try AreaPlan.lengths(fields[1], region),
          localities: localities))
    }
    self.areas = areas
    self.byDigits = byDigits
    (names, shortNames) = AreaPlan.index(owners)
    nameHints = KeyHints(names.keys)
    shortNameHints = KeyHints(shortNames.keys.map { AreaPlan.ends(of: Array($0.utf8)) })
  }

  /// Lines begin with 0 or 1 only where a row says so: those are trunk prefixes and short codes.
  private static func lengths(_ list: String, _ region: String) throws(PlanDataError) -> [UInt32] {
    var lengths = [UInt32](repeating: 0, count: 10)
    for item in list.split(separator: ",") {
      let parts = item.split(separator: ":")
      guard let length = parts.last.flatMap({ UInt32($0) }), length >= 1, length < 16,
        parts.count <= 2, let first = parts.count == 2 ? Int(parts[0]) : 0, (0...9).contains(first)
      else {
        throw PlanDataError(place: region, problem: "area length \(item) (expected 7 or 2:8)")
      }
      for digit in parts.count == 2 ? first...first : 2...9 { lengths[digit] |= 1 << length }
    }
    return lengths
  }

  private static func index(
    _ owners: [String: Int?]
  ) -> (names: [UInt32: [(name: [UInt8], area: Int?)]], shortNames: [String: Int?]) {
    let kinds: Set<Character> = ["市", "縣", "鄉", "州", "盟", "县", "区"]
    var names: [UInt32: [(name: [UInt8], area: Int?)]] = [:]
    var shortNames: [String: Int?] = [:]
    for (name, area) in owners {
      guard let last = name.last, kinds.contains(last) else {
        shortNames[name] = .some(area)
        continue
      }
      let bytes = Array(name.utf8)
      guard bytes.count >= 6 else { continue }
      names[AreaPlan.key(bytes, 0), default: []].append((bytes, area))
      let short = String(name.dropLast())
      if last == "市", short.count >= 2, owners[short] == nil { shortNames[short] = .some(area) }
    }
    return (names, shortNames)
  }

  private static func key(_ bytes: some Collection<UInt8>, _ offset: Int) -> UInt32 {
    bytes.dropFirst(offset).prefix(3).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A key of the first and the last three bytes of a name, and of how many it has.
  private static func ends(of name: some BidirectionalCollection<UInt8>) -> UInt32 {
    let last = name.suffix(3).reduce(UInt32(name.count)) { $0 << 8 | UInt32($1) }
    return key(name, 0) &* 31 &+ last
  }

  /// The longest area code the national digits start with.
  func area(of digits: UnsafePointer<UInt8>, count: Int) -> AreaCode? {
    guard !areas.isEmpty else { return nil }
    var length = min(4, count)
    while length > 0 {
      let text = String(
        decoding: UnsafeBufferPointer(start: digits, count: length), as: UTF8.self)
      if let index = byDigits[text] { return areas[index] }
      length -= 1
    }
    return nil
  }

  /// The area of a city's name or of an address; nil when none or more than one is meant.
  func area(ofLocality text: UnsafeBufferPointer<UInt8>) -> AreaCode? {
    guard !areas.isEmpty, text.count >= 6 else { return nil }
    var found: Int?
    var offset = 0
    while offset + 6 <= text.count {
      let key =
        UInt32(text[offset]) << 16 | UInt32(text[offset + 1]) << 8 | UInt32(text[offset + 2])
      offset += 1
      guard nameHints.mayHold(key) else { continue }
      let start = offset - 1
      for candidate in names[key] ?? []
      where start + candidate.name.count <= text.count
        && text[start..<(start + candidate.name.count)].elementsEqual(candidate.name)
      {
        guard let area = candidate.area, found == nil || found == area else { return nil }
        found = area
      }
    }
    if let found { return areas[found] }
    guard text.count <= 24, shortNameHints.mayHold(Self.ends(of: text)) else { return nil }
    return (shortNames[String(decoding: text, as: UTF8.self)] ?? nil).map { areas[$0] }
  }
}

/// Which keys may be among those of a table: a hint, which may say yes too often.
///
/// A look at one word, where hashing a key takes a hundred steps. Memory: 512 bytes.
private struct KeyHints: Sendable {
  private var bits = [UInt64](repeating: 0, count: 64)

  init(_ keys: some Sequence<UInt32>) {
    for key in keys {
      let place = Self.place(of: key)
      bits[place >> 6] |= 1 << UInt64(place & 63)
    }
  }

  /// The highest bits tell it, which alone depend on every bit of a key.
  @inline(__always)
  private static func place(of key: UInt32) -> Int { Int((key &* 0x9E37_79B1) &>> 20) }

  @inline(__always)
  func mayHold(_ key: UInt32) -> Bool {
    let place = Self.place(of: key)
    return bits[place &>> 6] &>> UInt64(place & 63) & 1 == 1
  }
}
