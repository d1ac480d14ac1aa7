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

  /// Bytes past the end that `copyLoosely` may read and write.
  @inlinable public static var looseness: Int { 32 }

  /// Copies `count` bytes to a place that may begin where they end, in blocks of `looseness` bytes.
  @inlinable
  @inline(__always)
  public static func copyLoosely(
    _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    let from = UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    var done = 0
    repeat {
      let block = from.loadUnaligned(fromByteOffset: done, as: SIMD32<UInt8>.self)
      to.storeBytes(of: block, toByteOffset: done, as: SIMD32<UInt8>.self)
      done &+= looseness
    } while done < count
  }
}
