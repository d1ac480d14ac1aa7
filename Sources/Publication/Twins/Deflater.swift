import CZlib
import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Packs columns with raw deflate (RFC 1951), one after the other, in the same memory.
///
/// Setting zlib up for each column would touch 260 KB of fresh memory. Used by one thread at a time.
/// Memory: that, and what was packed since `removeAll`.
final class Deflater: @unchecked Sendable {
  /// Deflate's effort.
  ///
  /// Differences of numbers hold nothing that recurs but runs: looking for it takes
  /// twice the time and gains nothing. Of labels, level 4 packs a twelfth better than 1 and takes
  /// nearly twice as long (docs/decisions/0509).
  private static let level: Int32 = 1

  // zlib keeps the address of its stream.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isSetUp = false
  private var packed = ByteColumn()

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isSetUp { deflateEnd(stream) }
    stream.deallocate()
  }

  /// What was packed, until it changes.
  var bytes: UnsafeBufferPointer<UInt8> { packed.bytes }

  /// Forgets what was packed.
  func removeAll() { packed.removeAll() }

  /// Packs a column with a strategy of zlib's; gives the bytes it takes now, 0 for an empty one.
  ///
  /// They depend on the column and the strategy alone. Throws where zlib gets no memory.
  func append(
    _ column: UnsafeBufferPointer<UInt8>, _ strategy: Int32
  ) throws(PublicationError) -> Int {
    if column.isEmpty { return 0 }
    guard begin(strategy) else { throw Self.failure }
    let room = packed.makeRoom(for: TwinColumns.mostPacked(column.count))
    stream.pointee.next_in = UnsafeMutablePointer(mutating: column.baseAddress)
    stream.pointee.avail_in = UInt32(column.count)
    stream.pointee.next_out = room.baseAddress
    stream.pointee.avail_out = UInt32(room.count)
    guard deflate(stream, Z_FINISH) == Z_STREAM_END else { throw Self.failure }
    let taken = room.count - Int(stream.pointee.avail_out)
    packed.take(taken)
    return taken
  }

  private static let failure = PublicationError.file(
    path: "zlib", operation: "deflate with", code: ENOMEM)

  /// Begins a column.
  private func begin(_ strategy: Int32) -> Bool {
    if isSetUp {
      // Right behind a reset nothing waits in the stream that a new strategy would write out.
      return deflateReset(stream) == Z_OK && deflateParams(stream, Self.level, strategy) == Z_OK
    }
    // -15: the largest window, no header of zlib's.
    isSetUp =
      deflateInit2_(
        stream, Self.level, Z_DEFLATED, -15, 8, strategy, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    return isSetUp
  }
}
