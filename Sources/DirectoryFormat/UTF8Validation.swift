/// Checks bytes for UTF-8 as Unicode defines it: no overlong forms, no surrogates, nothing above
/// U+10FFFF.
public enum UTF8Validation {
  /// Whether `bytes` are UTF-8 as a whole.
  @inlinable
  public static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    let count = bytes.count
    var index = 0
    while index < count {
      if index &+ 8 <= count,
        base.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index &+= 8
        continue
      }
      let length = lengthOfScalar(base + index, available: count &- index)
      if length == 0 { return false }
      index &+= length
    }
    return true
  }

  /// The bytes of the scalar at `pointer`: 1 … 4, or 0 if there is none (Unicode, table 3-7).
  @inlinable
  static func lengthOfScalar(_ pointer: UnsafeRawPointer, available: Int) -> Int {
    let first = pointer.load(as: UInt8.self)
    if first < 0x80 { return 1 }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, first <= 0xF4, length <= available else { return 0 }
    let second = pointer.load(fromByteOffset: 1, as: UInt8.self)
    let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest else { return 0 }
    for offset in 2..<max(length, 2)
    where pointer.load(fromByteOffset: offset, as: UInt8.self) & 0xC0 != 0x80 {
      return 0
    }
    return length
  }
}
