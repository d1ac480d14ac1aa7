import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Packs the lines of a chunk or delta into a twin in the format `columns-1`.
///
/// Memory: its room.
final class TwinWriter {
  private let room: TwinRoom
  private let output: TwinOutput

  /// Creates a writer that hands the twin's bytes over block by block.
  ///
  /// `room` is no other writer's before this one is done; what is in it is forgotten.
  init(
    room: TwinRoom = TwinRoom(),
    write: @escaping (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) {
    room.block.removeAll()
    self.room = room
    output = TwinOutput(deflater: room.deflater, write: write)
  }

  /// Adds whole lines of one list of a chunk, or of a delta where `list` is nil.
  ///
  /// False for lines that no chunk or delta has.
  func append(
    _ bytes: UnsafeRawBufferPointer, of list: DirectoryList?
  ) throws(PublicationError) -> Bool {
    try Self.append(bytes, of: list, to: &room.block, output)
  }

  /// Ends the last block.
  func finish() throws(PublicationError) { try output.end(&room.block) }

  // One access to the block for all lines: it is a property of a class.
  private static func append(
    _ bytes: UnsafeRawBufferPointer, of list: DirectoryList?, to block: inout TwinBlock,
    _ output: TwinOutput
  ) throws(PublicationError) -> Bool {
    var waiting = WaitingLines()
    var position = 0
    while position < bytes.count {
      guard let line = TwinLine(at: position, of: bytes, list: list) else { return false }
      position = line.end
      if waiting.isFull, try !append(waiting.next(), of: bytes, to: &block, output) { return false }
      if line.kind.hasLabel { block.index.fetch(line.labelHash) }
      waiting.add(line)
      guard list != nil, isFollowed(line, in: bytes) else { continue }
      while !waiting.isEmpty {
        guard try append(waiting.next(), of: bytes, to: &block, output) else { return false }
      }
      position = appendNext(bytes, behind: line, to: &block)
    }
    while !waiting.isEmpty {
      guard try append(waiting.next(), of: bytes, to: &block, output) else { return false }
    }
    return true
  }

  /// Adds a line, to a new block where it does not fit; false for one that is not in order.
  private static func append(
    _ line: TwinLine, of bytes: UnsafeRawBufferPointer, to block: inout TwinBlock,
    _ output: TwinOutput
  ) throws(PublicationError) -> Bool {
    if !block.hasRoom(for: line.kind, line.count) { try output.end(&block) }
    return block.append(
      line.kind, textBytes: line.count, line.number, label: line.label(in: bytes),
      labelHash: line.labelHash)
  }

  /// Whether the line behind a line of a chunk has the next number and the same label.
  ///
  /// Seen where the last digit or the last two differ, so 99 times in a row of a hundred.
  @inline(__always)
  private static func isFollowed(_ line: TwinLine, in bytes: UnsafeRawBufferPointer) -> Bool {
    let next = line.end
    guard next &+ line.count <= bytes.count,
      let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    else { return false }
    let (one, other) = (base + line.start, base + next)
    let digits = line.digits
    var same = digits &- 1
    if one[same] == UInt8(ascii: "9") {
      guard other[same] == UInt8(ascii: "0"), same > 0 else { return false }
      same &-= 1
    }
    let digit = other[same]
    guard digit == one[same] &+ 1, digit <= UInt8(ascii: "9") else { return false }
    return areEqual(one, other, same)
      && areEqual(one + digits, other + digits, line.count &- digits)
  }

  /// Whether so many bytes are the same; without a call where they are eight or more.
  @inline(__always)
  private static func areEqual(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    guard count >= 8 else { return memcmp(one, other, count) == 0 }
    var place = 0
    while place < count &- 8 {
      if word(one + place) != word(other + place) { return false }
      place &+= 8
    }
    return word(one + (count &- 8)) == word(other + (count &- 8))
  }

  @inline(__always)
  private static func word(_ place: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(place).loadUnaligned(as: UInt64.self)
  }

  /// Adds the lines behind a line of a chunk, which was added last, that each follow the one before;
  /// gives the position behind them.
  private static func appendNext(
    _ bytes: UnsafeRawBufferPointer, behind line: TwinLine, to block: inout TwinBlock
  ) -> Int {
    var former = line
    let most = block.linesWithRoom(of: line.count)
    var count = 0
    while count < most, isFollowed(former, in: bytes) {
      former = former.moved(by: former.count)
      count &+= 1
    }
    if count > 0 { block.appendNext(count, textBytes: former.count) }
    return former.end
  }
}
