/// Copies texts of a few words, in whole registers instead of by a call.
public enum ShortText {
  /// Copies `count` bytes; reads and writes nothing past them.
  @inlinable
  @inline(__always)
  public static func copy(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    if count >= 8 && count <= 16 {
      let head = from.loadUnaligned(as: UInt64.self)
      let tail = from.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      to.storeBytes(of: head, as: UInt64.self)
      to.storeBytes(of: tail, toByteOffset: count - 8, as: UInt64.self)
    } else if count > 16 && count <= 32 {
      let head = from.loadUnaligned(as: SIMD16<UInt8>.self)
      let tail = from.loadUnaligned(fromByteOffset: count - 16, as: SIMD16<UInt8>.self)
      to.storeBytes(of: head, as: SIMD16<UInt8>.self)
      to.storeBytes(of: tail, toByteOffset: count - 16, as: SIMD16<UInt8>.self)
    } else if count >= 4 && count < 8 {
      let head = from.loadUnaligned(as: UInt32.self)
      let tail = from.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      to.storeBytes(of: head, as: UInt32.self)
      to.storeBytes(of: tail, toByteOffset: count - 4, as: UInt32.self)
    } else {
      to.copyMemory(from: from, byteCount: count)
    }
  }

  /// Copies `count` bytes to a place that may begin where they end; reads and writes nothing past them.
  @inlinable
  @inline(__always)
  public static func copyLine(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    guard count > blockSize else { return copy(source, count: count, to: target) }
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    let last = count &- blockSize
    var done = 0
    while done < last {
      copyBlock(from + done, to + done)
      done &+= blockSize
    }
    copyBlock(from + last, to + last)
  }

  @inlinable static var blockSize: Int { 32 }

  @inlinable
  @inline(__always)
  static func copyBlock(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer) {
    to.storeBytes(of: from.loadUnaligned(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
  }
}
