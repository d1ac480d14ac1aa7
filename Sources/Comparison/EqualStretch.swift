#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds where two stretches of lines part.
package enum EqualStretch {
  /// Bytes that are compared at once: few enough that looking for the place in them is cheap.
  private static let blockSizeInBytes = 512

  /// Number of leading bytes that `first` and `second` share as whole lines.
  ///
  /// Block by block by `memcmp`, which uses the widest registers of the processor, then eight bytes
  /// at a time.
  package static func lines(
    in first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Int {
    let most = min(first.count, second.count)
    guard most > 0, let left = first.baseAddress, let right = second.baseAddress else { return 0 }
    var index = 0
    while index &+ blockSizeInBytes <= most,
      memcmp(left + index, right + index, blockSizeInBytes) == 0
    { index &+= blockSizeInBytes }
    while index &+ 8 <= most {
      let difference =
        left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if difference != 0 { break }
      index &+= 8
    }
    while index < most,
      left.load(fromByteOffset: index, as: UInt8.self)
        == right.load(fromByteOffset: index, as: UInt8.self)
    { index &+= 1 }
    while index > 0, left.load(fromByteOffset: index &- 1, as: UInt8.self) != 0x0A { index &-= 1 }
    return index
  }
}
