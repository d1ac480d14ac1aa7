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
  /// Bytes of one code unit: 1, 2 or 4.
  private let unit: Int
  private let lineFeed: [UInt8]
  private let carriageReturn: [UInt8]

  /// Fails when iconv does not know the name.
  init?(_ name: String) {
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else {
      return nil
    }
    self.converter = converter
    lineFeed = Self.encode(0x0A, name)
    carriageReturn = Self.encode(0x0D, name)
    unit = [1, 2, 4].contains(lineFeed.count) ? lineFeed.count : 1
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
    while start < input.count {
      let lineEnd = endOfLine(input, from: start)
      if lineEnd == nil, !isFinal, input.count - start < 64 << 10 { break }
      checkpoints.append(Checkpoint(position: out.count, offset: offset + start))
      let end = lineEnd ?? input.count
      let isWhole = lineEnd != nil || isFinal
      let used = convert(base + start, count: end - start, isWhole: isWhole, into: &out)
      start += used
      if !isWhole { break }
    }
    return start
  }

  /// Position behind the LF, CRLF or CR that ends the line at `start`; nil when it is not there.
  private func endOfLine(_ input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var i = start
    while i + unit <= input.count {
      if matches(lineFeed, input, i) { return i + unit }
      if matches(carriageReturn, input, i) {
        guard i + 2 * unit <= input.count else { return nil }
        return matches(lineFeed, input, i + unit) ? i + 2 * unit : i + unit
      }
      i += unit
    }
    return nil
  }

  @inline(__always)
  private func matches(
    _ pattern: [UInt8], _ input: UnsafeBufferPointer<UInt8>, _ i: Int
  ) -> Bool {
    guard input[i] == pattern[0] else { return false }
    var k = 1
    while k < unit {
      if input[i &+ k] != pattern[k] { return false }
      k &+= 1
    }
    return true
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
