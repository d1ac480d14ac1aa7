/// Checks signatures; the app gives one to installer and loader when its directories are signed.
public protocol SignatureChecking: Sendable {
  /// Whether `signature` is one over `message` by the right key.
  func accepts(signature: [UInt8], of message: [UInt8]) -> Bool
  /// The same of bytes that stand in a mapped file, so that an extension need not copy a manifest of
  /// 16 MiB; they are valid during the call.
  func accepts(signature: [UInt8], ofMapped message: UnsafeRawBufferPointer) -> Bool
}

extension SignatureChecking {
  /// Copies the bytes; for checks that have no other way.
  public func accepts(signature: [UInt8], ofMapped message: UnsafeRawBufferPointer) -> Bool {
    accepts(signature: signature, of: Array(message))
  }
}
