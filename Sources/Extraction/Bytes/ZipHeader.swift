/// A header of a zip archive (PKWARE APPNOTE 6.3, sections 4.3.7 and 4.3.12 to 4.3.16), as far as one
/// file is told from another.
struct ZipHeader {
  /// The parts of an archive by the four bytes that they begin with.
  enum Part: UInt32 {
    /// The header in front of a file's data.
    case local = 0x0403_4B50
    /// What may stand before the figures behind a file's data.
    case descriptor = 0x0807_4B50
    /// The header of a file in the list at the end.
    case central = 0x0201_4B50
    /// The end of that list of an archive over 4 GiB.
    case bigEnd = 0x0606_4B50
    /// Where that stands.
    case bigEndLocator = 0x0706_4B50
    /// The end of that list.
    case end = 0x0605_4B50
  }

  /// Bytes of a part up to what it says the length of, the first four included.
  static func length(of part: Part) -> Int {
    switch part {
    case .local: 30
    case .descriptor: 4
    case .central: 46
    case .bigEnd: 56
    case .bigEndLocator: 20
    case .end: 22
    }
  }

  let flags: UInt16
  /// 0 stored, 8 deflated.
  let method: UInt16
  let crc: UInt32
  private(set) var compressed: UInt64
  private(set) var size: UInt64
  /// Where the header of the listed file begins; 0 in that header itself.
  private(set) var place: UInt64 = 0
  /// Bytes of name, extra fields and comment, which follow.
  let moreBytes: Int
  private let nameBytes: Int
  private let extraBytes: Int
  /// The file's name in the archive; as it is once `addNames` has been called.
  private(set) var name = ""
  /// Whether sizes have eight bytes.
  private(set) var isBig = false
  /// Whether sizes are told twice, of which programs may take either.
  private(set) var isAmbiguous = false

  /// Reads a header of `length(of:)` bytes.
  init(_ bytes: [UInt8], _ part: Part) {
    func number(_ at: Int, _ count: Int) -> UInt64 { Self.number(bytes, at, count) }
    let start = part == .local ? 6 : 8
    flags = UInt16(number(start, 2))
    method = UInt16(number(start + 2, 2))
    crc = UInt32(number(start + 8, 4))
    compressed = number(start + 12, 4)
    size = number(start + 16, 4)
    if part == .central { place = number(42, 4) }
    nameBytes = Int(number(start + 20, 2))
    extraBytes = Int(number(start + 22, 2))
    moreBytes = nameBytes + extraBytes + (part == .central ? Int(number(start + 24, 2)) : 0)
  }

  /// Takes the `moreBytes` bytes that follow; figures over 4 GiB stand among the extra fields.
  mutating func addNames(_ bytes: [UInt8]) {
    name = String(decoding: bytes[..<nameBytes], as: UTF8.self)
    var place = nameBytes
    let end = nameBytes + extraBytes
    while place + 4 <= end {
      let count = Int(Self.number(bytes, place + 2, 2))
      let isWhole = place + 4 + count <= end
      if isWhole, Self.number(bytes, place, 2) == 1 { addBigSizes(bytes, place + 4, count) }
      place += 4 + count
    }
  }

  private mutating func addBigSizes(_ bytes: [UInt8], _ start: Int, _ count: Int) {
    isAmbiguous = isBig
    isBig = true
    var next = start
    func take(_ figure: inout UInt64) {
      guard figure == 0xFFFF_FFFF, next + 8 <= start + count else { return }
      figure = Self.number(bytes, next, 8)
      next += 8
    }
    take(&size)
    take(&compressed)
    take(&place)
  }

  /// Whether figures follow the data, because they were not known before.
  var hasDescriptor: Bool { flags & 8 != 0 }
  /// Whether the data needs a password.
  var isEncrypted: Bool { flags & 1 != 0 }
  /// Whether it is a folder, or what macOS adds to an archive.
  var isBeside: Bool {
    name.hasSuffix("/") || name.hasPrefix("__MACOSX/") || name.hasSuffix(".DS_Store")
  }

  /// A whole number of up to eight bytes, the lowest first.
  static func number(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
    bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
