#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The characters of a character set in UTF-8, each asked of iconv when it is first met.
///
/// A table where a conversion of each line took most of reading an export in Big5. It knows sets of one and two bytes
/// in which no character depends on another. Those where letters are held back for what may follow (CP1258, TCVN),
/// or where bytes switch (ISO 2022, UTF-7), have none; where few characters are (CP1255, Big5-HKSCS), it serves until
/// the first of them. From what takes more bytes (four of GB 18030, three of EUC-JP), or is no character, the rest
/// of the line is left to iconv. Memory: 256 KiB.
final class CharacterTable {
  /// What the table says of bytes.
  private enum Entry {
    /// Not asked yet.
    static let unknown: UInt32 = 0
    /// No character of one or two bytes.
    static let none: UInt32 = 0xFF00_0000
    /// The first byte of two.
    static let lead: UInt32 = 0xFE00_0000
  }

  private let converter: iconv_t
  /// By both bytes of a character, the first one higher, or by its one byte: UTF-8, its first byte lowest, its
  /// length in the highest byte; or an `Entry`.
  private let entries: UnsafeMutablePointer<UInt32>
  /// Whether bytes below 0x80 are those of ASCII.
  private let isASCII: Bool
  /// Whether no character was held back so far.
  private(set) var isSound = true

  /// nil where iconv does not know the set, or bytes below 0x80 are no characters of their own.
  init?(_ name: String) {
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else {
      return nil
    }
    let entries = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << 16)
    entries.initialize(repeating: Entry.unknown, count: 1 << 16)
    var known = true
    var same = true
    for byte in 0..<UInt32(0x80) {
      let entry = Self.asked(converter, byte, count: 1)
      known = known && (1...3).contains(entry &>> 24)
      same = same && entry == 1 << 24 | byte
      entries[Int(byte)] = entry
    }
    guard known else {
      iconv_close(converter)
      entries.deallocate()
      return nil
    }
    (self.converter, self.entries, isASCII) = (converter, entries, same)
  }

  deinit {
    iconv_close(converter)
    entries.deallocate()
  }

  /// Decodes from the beginning of a character on, up to what is no character of one or two bytes.
  ///
  /// `target` has room for three bytes a byte and eight more. Gives the bytes that were read, and moves `target` on.
  func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, into target: inout UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    var at = start
    let end = start + bytes.count
    while at < end {
      if isASCII {
        copyASCII(&at, end, &target)
        if at == end { break }
      }
      let first = Int(at.pointee)
      var entry = entries[first]
      var length = 1
      if entry == Entry.unknown { entry = learn(first, count: 1) }
      if entry == Entry.lead {
        guard end - at > 1 else { break }
        let both = first << 8 | Int(at[1])
        entry = entries[both]
        length = 2
        if entry == Entry.unknown { entry = learn(both, count: 2) }
      }
      guard entry < Entry.lead else { break }
      UnsafeMutableRawPointer(target).storeBytes(of: entry.littleEndian, as: UInt32.self)
      target += Int(entry &>> 24)
      at += length
    }
    return at - start
  }

  /// Copies bytes of ASCII, eight at a time.
  @inline(__always)
  private func copyASCII(
    _ at: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    _ target: inout UnsafeMutablePointer<UInt8>
  ) {
    while end - at >= 8 {
      let word = UnsafeRawPointer(at).loadUnaligned(as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
      at += 8
      target += 8
    }
    while at < end, at.pointee < 0x80 {
      target.pointee = at.pointee
      at += 1
      target += 1
    }
  }

  @inline(never)
  private func learn(_ bytes: Int, count: Int) -> UInt32 {
    let entry = isSound ? Self.asked(converter, UInt32(bytes), count: count) : Entry.none
    if entry == Entry.unknown { isSound = false }
    entries[bytes] = entry == Entry.unknown ? Entry.none : entry
    return entries[bytes]
  }

  /// What iconv makes of one or two bytes alone; `unknown` where it keeps them for what follows.
  private static func asked(_ converter: iconv_t, _ bytes: UInt32, count: Int) -> UInt32 {
    var source = (UInt8(truncatingIfNeeded: bytes &>> 8), UInt8(truncatingIfNeeded: bytes))
    var target: UInt64 = 0
    var (left, room) = (count, 8)
    var failure: Int32 = 0
    _ = iconv(converter, nil, nil, nil, nil)
    withUnsafeMutableBytes(of: &source) { source in
      withUnsafeMutableBytes(of: &target) { target in
        var from = source.baseAddress?.advanced(by: 2 - count).assumingMemoryBound(to: CChar.self)
        var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
        if iconv(converter, &from, &left, &to, &room) == -1 { failure = errno }
      }
    }
    let length = 8 - room
    if failure == EINVAL, count == 1, length == 0 { return Entry.lead }
    if failure != 0 || left > 0 || length > 3 { return Entry.none }
    if length == 0 { return Entry.unknown }
    return UInt32(truncatingIfNeeded: target.littleEndian) | UInt32(length) << 24
  }
}
