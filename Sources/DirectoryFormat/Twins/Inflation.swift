#if canImport(Compression)
  import Compression
#else
  import CZlib
#endif

/// Unpacks raw deflate (RFC 1951) by the system's library: Compression on Apple's systems, zlib
/// elsewhere.
enum Inflation {
  /// The bytes of a whole stream that gives exactly `size` of them; nil for any other.
  ///
  /// Stops one byte beyond: a stream that would give more costs no more memory or time.
  static func inflated(_ packed: UnsafeRawBufferPointer, to size: Int) -> [UInt8]? {
    guard let source = packed.baseAddress, size > 0 else { return nil }
    var isRight = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      count = 0
      guard let target = buffer.baseAddress else { return }
      let produced = inflate(
        source.assumingMemoryBound(to: UInt8.self), packed.count, into: target, room: size + 1)
      isRight = produced == size
      count = isRight ? size : 0
    }
    return isRight ? bytes : nil
  }

  #if canImport(Compression)
    /// Gives how many bytes came of the stream; nil unless it ended with its input.
    private static func inflate(
      _ source: UnsafePointer<UInt8>, _ count: Int, into target: UnsafeMutablePointer<UInt8>,
      room: Int
    ) -> Int? {
      var stream = compression_stream(
        dst_ptr: target, dst_size: room, src_ptr: source, src_size: count, state: nil)
      guard
        compression_stream_init(&stream, COMPRESSION_STREAM_DECODE, COMPRESSION_ZLIB)
          == COMPRESSION_STATUS_OK
      else { return nil }
      defer { compression_stream_destroy(&stream) }
      stream.dst_ptr = target
      stream.dst_size = room
      stream.src_ptr = source
      stream.src_size = count
      let flags = Int32(COMPRESSION_STREAM_FINALIZE.rawValue)
      guard compression_stream_process(&stream, flags) == COMPRESSION_STATUS_END,
        stream.src_size == 0
      else { return nil }
      return room - stream.dst_size
    }
  #else
    /// Gives how many bytes came of the stream; nil unless it ended with its input.
    private static func inflate(
      _ source: UnsafePointer<UInt8>, _ count: Int, into target: UnsafeMutablePointer<UInt8>,
      room: Int
    ) -> Int? {
      var stream = z_stream()
      // -15: the largest window, no header of zlib's.
      let size = Int32(MemoryLayout<z_stream>.size)
      guard inflateInit2_(&stream, -15, ZLIB_VERSION, size) == Z_OK else { return nil }
      defer { inflateEnd(&stream) }
      stream.next_in = UnsafeMutablePointer(mutating: source)
      stream.avail_in = UInt32(count)
      stream.next_out = target
      stream.avail_out = UInt32(room)
      guard CZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END, stream.avail_in == 0 else {
        return nil
      }
      return room - Int(stream.avail_out)
    }
  #endif
}
