/// The list at the end of a zip archive and what follows it, held against the parts as they were read.
///
/// Other programs begin at the end: they take the last record that looks like an end, go where it says
/// that the list begins and believe its length and its count. So all of it must be as it was read, and no
/// byte behind the list may look like another record (PKWARE APPNOTE 6.3, sections 4.3.14 to 4.3.16).
struct ZipList {
  /// Files, folders included, whose headers were read in front of the list.
  var held = 0
  /// Entries of the list.
  private var listed = 0
  private var start = 0
  /// Where the list ends: where the first part behind it begins.
  private var end: Int?
  /// Where the record of an archive over 4 GiB begins, if there is one.
  private var bigEnd: Int?
  private var isLocated = false

  /// Whether no entry has been read yet.
  var isEmpty: Bool { listed == 0 }

  /// Takes an entry that begins at `offset`; false where it stands behind the list.
  mutating func add(at offset: Int) -> Bool {
    if listed == 0 { start = offset }
    listed += 1
    return end == nil
  }

  /// Whether a part may begin at `offset`, the `former` bytes before it.
  mutating func begins(_ part: ZipHeader.Part, at offset: Int, after former: [UInt8]) -> Bool {
    switch part {
    case .bigEnd:
      guard bigEnd == nil else { return false }
      bigEnd = offset
    case .bigEndLocator:
      guard bigEnd != nil, !isLocated else { return false }
      isLocated = true
    case .end:
      guard (bigEnd != nil) == isLocated else { return false }
      // Where programs look for a locator, also where the list is no longer than 4 GiB.
      let isLocator = Self.looks(like: .bigEndLocator, former.suffix(20).prefix(4))
      guard isLocated || !isLocator else { return false }
    case .local, .descriptor, .central: return false
    }
    if end == nil { end = offset }
    return true
  }

  /// Whether the fixed bytes of a part behind the list say of it what was read.
  func fits(_ bytes: [UInt8], _ part: ZipHeader.Part) -> Bool {
    func number(_ at: Int, _ count: Int) -> UInt64 { ZipHeader.number(bytes, at, count) }
    let (count, size) = (UInt64(listed), UInt64((end ?? start) - start))
    guard held == listed else { return false }
    switch part {
    case .bigEnd:
      return (number(16, 4), number(20, 4)) == (0, 0) && number(24, 8) == count
        && number(32, 8) == count && number(40, 8) == size && number(48, 8) == UInt64(start)
    case .bigEndLocator:
      return number(4, 4) == 0 && number(8, 8) == UInt64(bigEnd ?? 0) && number(16, 4) <= 1
    case .end:
      let figures: [(at: Int, width: Int, value: UInt64)] = [
        (4, 2, 0), (6, 2, 0), (8, 2, count), (10, 2, count), (12, 4, size), (16, 4, UInt64(start)),
      ]
      return figures.allSatisfy { figure in
        let found = number(figure.at, figure.width)
        // All ones: it stands in the record of an archive over 4 GiB.
        return found == figure.value || bigEnd != nil && found == (1 << (8 * figure.width)) - 1
      }
    case .local, .descriptor, .central: return false
    }
  }

  /// Whether a whole part holds, behind its first byte, bytes with which another one begins.
  static func holdsAnother(_ bytes: [UInt8], _ part: ZipHeader.Part) -> Bool {
    bytes.count > 4
      && (1...bytes.count - 4).contains {
        bytes[$0] == 0x50 && looks(like: part, bytes[$0..<$0 + 4])
      }
  }

  private static func looks(like part: ZipHeader.Part, _ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count == 4 && ZipHeader.number(Array(bytes), 0, 4) == UInt64(part.rawValue)
  }
}
