/// The one 64-bit mixing function of the directory formats: the finalizer of SplitMix64.
///
/// Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, with the
/// constants of Stafford's variant 13. It is a bijection of the 64-bit integers; fixed for ever,
/// because slots and chunk borders of published directories follow from it.
public enum MixingFunction {
  /// The mixed value of `value`.
  @inlinable
  public static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
