/// A set of encryption parameters that Apple's tools know by name.
///
/// Source: `PredefinedRlweParameters` and `EncryptionParameters.skipLSBsForDecryption` of
/// apple/swift-homomorphic-encryption. The estimates give the sizes that its ParameterTuning
/// document publishes: 11.3 KB a plaintext with `logt_4`, 12.3 KB with `logt_5`, 64.5 KB with
/// `n_8192_logq_3x55_logt_24`, and 680 KB for an evaluation key.
package struct LookupEncryption: Equatable, Sendable {
  /// The name, `n_4096_logq_27_28_28_logt_5`.
  package let name: String
  /// Degree of the polynomials.
  package let degree: Int
  /// Bits of the coefficient moduli.
  package let moduli: [Int]
  /// Bits of the plaintext modulus.
  package let plaintextBits: Int

  /// The parameters of Apple's examples.
  package static let usual = LookupEncryption(
    name: "n_4096_logq_27_28_28_logt_5", degree: 4096, moduli: [27, 28, 28], plaintextBits: 5)

  /// Every name that is known and secure.
  package static let names = [
    "n_4096_logq_16_33_33_logt_4", "n_4096_logq_27_28_28_logt_4", usual.name,
    "n_4096_logq_27_28_28_logt_6", "n_4096_logq_27_28_28_logt_13", "n_4096_logq_27_28_28_logt_16",
    "n_4096_logq_27_28_28_logt_17", "n_8192_logq_28_60_60_logt_20",
    "n_8192_logq_29_60_60_logt_15", "n_8192_logq_3x55_logt_24", "n_8192_logq_3x55_logt_29",
    "n_8192_logq_3x55_logt_30", "n_8192_logq_3x55_logt_42", "n_8192_logq_40_60_60_logt_26",
  ]

  private init(name: String, degree: Int, moduli: [Int], plaintextBits: Int) {
    self.name = name
    self.degree = degree
    self.moduli = moduli
    self.plaintextBits = plaintextBits
  }

  /// The parameters with a name; nil where it is none of `names`.
  package init?(name: String) {
    guard Self.names.contains(name) else { return nil }
    let words = name.split(separator: "_")
    guard let logq = words.firstIndex(of: "logq"), let logt = words.firstIndex(of: "logt"),
      let degree = Int(words[1]), let bits = Int(words[logt + 1])
    else { return nil }
    // `3x55` stands for three moduli of 55 bits.
    let moduli = words[(logq + 1)..<logt].flatMap { word -> [Int] in
      let parts = word.split(separator: "x").compactMap { Int($0) }
      return parts.count == 2 ? [Int](repeating: parts[1], count: parts[0]) : parts
    }
    self.init(name: name, degree: degree, moduli: moduli, plaintextBits: bits)
  }

  /// Bytes that a plaintext holds: a whole number of bits of every coefficient.
  package var plaintextBytes: Int { degree * (plaintextBits - 1) / 8 }

  /// Bytes of an answer for one plaintext: both polynomials under the first modulus, without the
  /// bits that decryption does not need.
  package var answerBytes: Int {
    let modulus = moduli[0]
    let unneeded = modulus - plaintextBits - 3
    let noise = Int((8 * (2 * Double(degree) / 9).squareRoot()).rounded(.down))
    let noiseBits = Int.bitWidth - (noise - 1).leadingZeroBitCount
    var skipped = (max(unneeded, 0), unneeded - noiseBits)
    if skipped.1 <= 1 { skipped = (max(unneeded + 1, 0), 0) }
    return degree * (2 * modulus - skipped.0 - skipped.1) / 8
  }

  /// Estimated size in bytes of the key that every phone sends once: eight key-switching keys.
  package var evaluationKeyBytes: Int {
    8 * (moduli.count - 1) * degree * moduli.reduce(0, +) / 8
  }
}
