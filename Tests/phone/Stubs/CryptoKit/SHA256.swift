import CLibCrypto
public import Foundation

// CryptoKit's declarations as far as callbook uses them, over libcrypto.

/// Takes bytes and gives their digest; a value: a copy goes its own way.
public protocol HashFunction {
  /// The digest.
  associatedtype Digest: CryptoKit.Digest
  /// Starts a computation.
  init()
  /// Adds bytes.
  mutating func update(bufferPointer: UnsafeRawBufferPointer)
  /// The digest of what was added; more may be added after.
  func finalize() -> Digest
}

extension HashFunction {
  /// Adds bytes.
  public mutating func update(data: some DataProtocol) {
    for region in data.regions { region.withUnsafeBytes { update(bufferPointer: $0) } }
  }

  /// The digest of some bytes.
  public static func hash(data: some DataProtocol) -> Digest {
    var function = Self()
    function.update(data: data)
    return function.finalize()
  }
}

/// The bytes of a digest.
public protocol Digest: Hashable, ContiguousBytes, Sequence, Sendable where Element == UInt8 {
  /// How many they are.
  static var byteCount: Int { get }
}

/// The 32 bytes of a SHA-256.
public struct SHA256Digest: Digest {
  let bytes: [UInt8]

  /// 32.
  public static var byteCount: Int { 32 }

  /// Its bytes, in order.
  public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }

  /// Lends its bytes.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }
}

/// SHA-256.
public struct SHA256: HashFunction, @unchecked Sendable {
  private var context = Context()

  /// Starts a computation.
  public init() {}

  /// Adds bytes.
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {
    guard let start = bufferPointer.baseAddress else { return }
    if !isKnownUniquelyReferenced(&context) { context = context.copy() }
    EVP_DigestUpdate(context.pointer, start, bufferPointer.count)
  }

  /// The digest of what was added.
  public func finalize() -> SHA256Digest {
    let last = context.copy()
    let bytes = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      EVP_DigestFinal_ex(last.pointer, buffer.baseAddress, nil)
      count = 32
    }
    return SHA256Digest(bytes: bytes)
  }

  private final class Context {
    let pointer = EVP_MD_CTX_new()

    init() { EVP_DigestInit_ex(pointer, EVP_sha256(), nil) }

    deinit { EVP_MD_CTX_free(pointer) }

    func copy() -> Context {
      let copy = Context()
      EVP_MD_CTX_copy_ex(copy.pointer, pointer)
      return copy
    }
  }
}
