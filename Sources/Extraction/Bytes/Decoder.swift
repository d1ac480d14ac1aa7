#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Records

/// Where a line of decoded text came from.
struct Checkpoint: BitwiseCopyable {
  /// Position in the decoded buffer.
  var position: Int
  /// Offset in the file after gunzip, before decoding.
  var offset: Int
}

/// Decodes a character set to UTF-8 line by line with iconv.
///
/// Every byte that does not decode becomes one byte 0xFF, which is never part of UTF-8: who splits
/// the text finds it by validating.
final class Decoder {
  static let undecodable: UInt8 = 0xFF

  private let converter: iconv_t
  /// Its characters of one and two bytes; nil where bytes do not tell them.
  private let table: CharacterTable?
  /// Bytes of one code unit: 1, 2 or 4.
  private let unit: Int
  private let lineFeed: [UInt8]
  private let carriageReturn: [UInt8]
  /// Whether the last line was decoded in part, and iconv may keep a character of it.
  private var isAmidLine = false

  /// Fails when iconv does not know the name.
  ///
  /// Without a table every character is iconv's, as a test wants it.
  init?(_ name: String, usesTable: Bool = true) {
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else {
      return nil
    }
    self.converter = converter
    lineFeed = Self.encode(0x0A, name)
    carriageReturn = Self.encode(0x0D, name)
    unit = [1, 2, 4].contains(lineFeed.count) ? lineFeed.count : 1
    table =
      usesTable && lineFeed == [0x0A] && carriageReturn == [0x0D] ? CharacterTable(name) : nil
  }

  deinit { iconv_close(converter) }

  /// A control character as the character set writes it.
  private static func encode(_ byte: UInt8, _ name: String) -> [UInt8] {
    guard let back = iconv_open(name, "UTF-8"), back != iconv_t(bitPattern: -1) else {
      return [byte]
    }
    defer { iconv_close(back) }
    var input = CChar(bitPattern: byte)
    var output = [CChar](repeating: 0, count: 16)
    let left = withUnsafeMutablePointer(to: &input) { source in
      output.withUnsafeMutableBufferPointer { target in
        var from: UnsafeMutablePointer<CChar>? = source
        var fromLeft = 1
        var to = target.baseAddress
        var toLeft = target.count
        _ = iconv(back, &from, &fromLeft, &to, &toLeft)
        return toLeft
      }
    }
    return left < 16 ? output[..<(16 - left)].map { UInt8(bitPattern: $0) } : [byte]
  }

  /// Decodes whole lines of `input` and gives the number of bytes used.
  ///
  /// A line that does not end in the input is left, unless `isFinal` or it is over 64 KiB.
  /// `offset` is the file offset of the input's first byte.
  func decode(
    _ input: UnsafeBufferPointer<UInt8>, isFinal: Bool, offset: Int,
    into out: inout ElementBuffer<UInt8>, checkpoints: inout ElementBuffer<Checkpoint>
  ) -> Int {
    guard let base = input.baseAddress else { return 0 }
    var start = 0
    var ends = LineEnds(input, feed: lineFeed, return: carriageReturn, unit: unit)
    while start < input.count {
      let lineEnd = ends.next(from: start)
      if lineEnd == nil, !isFinal, input.count - start < 64 << 10 { break }
      checkpoints.append(Checkpoint(position: out.count, offset: offset + start))
      let end = lineEnd ?? input.count
      let isWhole = lineEnd != nil || isFinal
      let line = UnsafeBufferPointer(start: base + start, count: end - start)
      let told = isWhole && !isAmidLine ? decodeByTable(line, into: &out) : 0
      let used =
        told + convert(base + start + told, count: line.count - told, isWhole: isWhole, into: &out)
      start += used
      isAmidLine = !isWhole
      if !isWhole { break }
    }
    if isFinal, start == input.count { release(into: &out) }
    return start
  }

  /// Decodes what the table knows from the beginning of a line on; gives the bytes that it took.
  private func decodeByTable(
    _ line: UnsafeBufferPointer<UInt8>, into out: inout ElementBuffer<UInt8>
  ) -> Int {
    guard let table, table.isSound else { return 0 }
    out.reserve(additional: line.count * 3 + 8)
    let before = out.base + out.count
    var target = before
    let taken = table.decode(line, into: &target)
    out.commit(additional: target - before)
    return taken
  }

  /// Appends the character that iconv keeps for a mark that may follow, if any.
  private func release(into out: inout ElementBuffer<UInt8>) {
    out.reserve(additional: 16)
    var room = 16
    (out.base + out.count).withMemoryRebound(to: CChar.self, capacity: room) { target in
      var to: UnsafeMutablePointer<CChar>? = target
      _ = iconv(converter, nil, nil, &to, &room)
    }
    out.commit(additional: 16 - room)
  }

  private func convert(
    _ start: UnsafePointer<UInt8>, count: Int, isWhole: Bool, into out: inout ElementBuffer<UInt8>
  ) -> Int {
    var done = 0
    while done < count {
      out.reserve(additional: (count - done) * 4 + 16)
      let room = out.capacity - out.count
      var failure: Int32 = 0
      var left = count - done
      var roomLeft = room
      start.withMemoryRebound(to: CChar.self, capacity: count) { source in
        (out.base + out.count).withMemoryRebound(to: CChar.self, capacity: room) { target in
          var from: UnsafeMutablePointer<CChar>? = UnsafeMutablePointer(mutating: source + done)
          var to: UnsafeMutablePointer<CChar>? = target
          if iconv(converter, &from, &left, &to, &roomLeft) == -1 { failure = errno }
        }
      }
      out.commit(additional: room - roomLeft)
      done = count - left
      if failure == 0 || failure == E2BIG { continue }
      // EINVAL: a character begins and the bytes end; the rest may follow.
      if failure == EINVAL, !isWhole { break }
      out.append(Self.undecodable)
      done += min(unit, count - done)
    }
    return done
  }
}
