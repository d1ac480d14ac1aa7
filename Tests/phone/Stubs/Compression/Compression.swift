import CZlib
import Foundation

// Compression's C functions as Swift sees them, raw deflate (COMPRESSION_ZLIB) alone, over zlib.

/// The state of a stream; its pointers are never nil.
public struct compression_stream {
  /// Where the next bytes go.
  public var dst_ptr: UnsafeMutablePointer<UInt8>
  /// How many there is room for.
  public var dst_size: Int
  /// Where the next bytes come from.
  public var src_ptr: UnsafePointer<UInt8>
  /// How many there are.
  public var src_size: Int
  /// The stream's own.
  public var state: UnsafeMutableRawPointer?

  /// Creates a stream that is not initialized.
  public init(
    dst_ptr: UnsafeMutablePointer<UInt8>, dst_size: Int, src_ptr: UnsafePointer<UInt8>,
    src_size: Int, state: UnsafeMutableRawPointer?
  ) {
    self.dst_ptr = dst_ptr
    self.dst_size = dst_size
    self.src_ptr = src_ptr
    self.src_size = src_size
    self.state = state
  }
}

/// Packing or unpacking.
public struct compression_stream_operation: RawRepresentable, Equatable, Sendable {
  /// C's number.
  public var rawValue: UInt32
  /// By C's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// By C's number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
/// Packing.
public let COMPRESSION_STREAM_ENCODE = compression_stream_operation(0)
/// Unpacking.
public let COMPRESSION_STREAM_DECODE = compression_stream_operation(1)

/// A way to pack.
public struct compression_algorithm: RawRepresentable, Equatable, Sendable {
  /// C's number.
  public var rawValue: UInt32
  /// By C's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// By C's number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
/// Raw deflate (RFC 1951), without zlib's header.
public let COMPRESSION_ZLIB = compression_algorithm(0x205)

/// How a step ended.
public struct compression_status: RawRepresentable, Equatable, Sendable {
  /// C's number.
  public var rawValue: Int32
  /// By C's number.
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// By C's number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}
/// More may follow.
public let COMPRESSION_STATUS_OK = compression_status(0)
/// The bytes are no such stream.
public let COMPRESSION_STATUS_ERROR = compression_status(-1)
/// The stream is at its end.
public let COMPRESSION_STATUS_END = compression_status(1)

/// What a step is told.
public struct compression_stream_flags: RawRepresentable, Equatable, Sendable {
  /// C's number.
  public var rawValue: UInt32
  /// By C's number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// By C's number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
/// No bytes follow the present ones.
public let COMPRESSION_STREAM_FINALIZE = compression_stream_flags(1)

/// Zlib's stream, and which way it goes.
private final class Flow {
  let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  let packs: Bool

  init?(_ operation: compression_stream_operation) {
    packs = operation == COMPRESSION_STREAM_ENCODE
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    let made =
      packs
      ? deflateInit2_(
        stream, 5, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
      : inflateInit2_(stream, -15, ZLIB_VERSION, size)
    if made != Z_OK { return nil }
  }

  deinit {
    if packs { deflateEnd(stream) } else { inflateEnd(stream) }
    stream.deallocate()
  }

  func step(_ outer: UnsafeMutablePointer<compression_stream>, isLast: Bool) -> Int32 {
    stream.pointee.next_in = UnsafeMutablePointer(mutating: outer.pointee.src_ptr)
    stream.pointee.avail_in = UInt32(clamping: outer.pointee.src_size)
    stream.pointee.next_out = outer.pointee.dst_ptr
    stream.pointee.avail_out = UInt32(clamping: outer.pointee.dst_size)
    let (before, room) = (stream.pointee.avail_in, stream.pointee.avail_out)
    let flush = packs && isLast ? Z_FINISH : Z_NO_FLUSH
    let result = packs ? deflate(stream, flush) : inflate(stream, flush)
    let (taken, given) = (
      Int(before - stream.pointee.avail_in), Int(room - stream.pointee.avail_out)
    )
    outer.pointee.src_ptr += taken
    outer.pointee.src_size -= taken
    outer.pointee.dst_ptr += given
    outer.pointee.dst_size -= given
    return result
  }
}

/// Initializes a stream.
public func compression_stream_init(
  _ stream: UnsafeMutablePointer<compression_stream>, _ operation: compression_stream_operation,
  _ algorithm: compression_algorithm
) -> compression_status {
  guard algorithm == COMPRESSION_ZLIB, let flow = Flow(operation) else {
    return COMPRESSION_STATUS_ERROR
  }
  stream.pointee.state = Unmanaged.passRetained(flow).toOpaque()
  return COMPRESSION_STATUS_OK
}

/// Takes as much as it can, and gives as much as there is room for.
public func compression_stream_process(
  _ stream: UnsafeMutablePointer<compression_stream>, _ flags: Int32
) -> compression_status {
  guard let state = stream.pointee.state else { return COMPRESSION_STATUS_ERROR }
  let isLast = flags & Int32(COMPRESSION_STREAM_FINALIZE.rawValue) != 0
  let flow = Unmanaged<Flow>.fromOpaque(state).takeUnretainedValue()
  switch flow.step(stream, isLast: isLast) {
  case Z_STREAM_END: return COMPRESSION_STATUS_END
  case Z_OK, Z_BUF_ERROR:
    // Nothing is left to read and there is room: the stream was cut off.
    let isCut = isLast && stream.pointee.src_size == 0 && stream.pointee.dst_size > 0
    return isCut ? COMPRESSION_STATUS_ERROR : COMPRESSION_STATUS_OK
  default: return COMPRESSION_STATUS_ERROR
  }
}

/// Frees a stream.
@discardableResult
public func compression_stream_destroy(
  _ stream: UnsafeMutablePointer<compression_stream>
) -> compression_status {
  guard let state = stream.pointee.state else { return COMPRESSION_STATUS_ERROR }
  Unmanaged<Flow>.fromOpaque(state).release()
  stream.pointee.state = nil
  return COMPRESSION_STATUS_OK
}
