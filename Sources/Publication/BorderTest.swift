import DirectoryFormat

/// The rule by which chunks are cut: a chunk ends after an entry whose number's mixed value is 0 modulo
/// the target size; asked without a division per entry.
///
/// With target = odd × 2^k, a value is a multiple of it exactly if value × odd^-1 (modulo 2^64),
/// rotated right by k, is at most (2^64 - 1) / target (Warren, "Hacker's Delight", section 10-17).
struct BorderTest {
  private let inverse: UInt64
  private let shift: UInt64
  private let largest: UInt64

  /// Creates the test for a target of at least 1.
  init(target: UInt64) {
    shift = UInt64(target.trailingZeroBitCount)
    let odd = target >> shift
    // Newton's iteration doubles the number of right bits; odd × odd = 1 modulo 8 gives three.
    var inverse = odd
    for _ in 0..<5 { inverse &*= 2 &- odd &* inverse }
    self.inverse = inverse
    largest = UInt64.max / target
  }

  /// Whether a chunk ends after the entry of `number`.
  @inline(__always)
  func ends(after number: Int64) -> Bool {
    let product = MixingFunction.mix(UInt64(bitPattern: number)) &* inverse
    let rotated = product &>> shift | product &<< (64 &- shift)
    return rotated <= largest
  }
}
