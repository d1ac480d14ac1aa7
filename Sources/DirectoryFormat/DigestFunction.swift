/// A SHA-256 computation, provided by the platform: libcrypto on Linux, CryptoKit on Apple's.
///
/// `update` is called any number of times, then `finish` once, last.
public protocol DigestFunction: SendableMetatype {
  /// Starts a computation.
  init()
  /// Adds bytes to what is hashed.
  mutating func update(_ bytes: UnsafeRawBufferPointer)
  /// The 32 bytes of the digest.
  mutating func finish() -> [UInt8]
}

/// Writes digests as lower-case hexadecimal.
public enum Hexadecimal {
  /// Two lower-case digits a byte.
  public static func string(_ bytes: some Sequence<UInt8>) -> String {
    let digits: [UInt8] = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of lower-case digits, two each; nil for any other text.
  public static func bytes(_ text: String) -> [UInt8]? {
    guard text.utf8.count.isMultiple(of: 2), isHexadecimal(text) else { return nil }
    let digits = text.utf8.map { $0 < UInt8(ascii: "a") ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Whether `text` is a SHA-256 in hexadecimal: 64 digits, lower case.
  public static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && isHexadecimal(text)
  }

  /// Whether `text` has nothing but lower-case hexadecimal digits.
  static func isHexadecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
      default: false
      }
    }
  }
}
