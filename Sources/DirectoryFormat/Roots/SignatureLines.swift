/// Signatures over one document by several keys: the content of a `.sigs` file.
///
/// One line a signature, `id SPACE signature`, both in lower-case hexadecimal, LF at the end of each.
public struct SignatureLines: Equatable, Sendable {
  /// A signature and the id of its key.
  public struct Line: Equatable, Sendable {
    /// The id of the key that signed.
    public var keyID: String
    /// The 64 bytes.
    public var signature: [UInt8]

    /// Creates a line.
    public init(keyID: String, signature: [UInt8]) {
      self.keyID = keyID
      self.signature = signature
    }
  }

  /// Largest file that is read, in bytes.
  public static let largestSizeInBytes = 16 << 10
  private static let bytesOfSignature = 64

  /// The lines in the file's order.
  public var lines: [Line]

  /// Creates signatures.
  public init(_ lines: [Line] = []) { self.lines = lines }

  /// Reads a file; nil for anything but whole lines of this form.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.largestSizeInBytes, bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    else { return nil }
    lines = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let id = String(decoding: parts[0], as: UTF8.self)
      guard Hexadecimal.isDigest(id),
        let signature = Hexadecimal.bytes(String(decoding: parts[1], as: UTF8.self)),
        signature.count == Self.bytesOfSignature
      else { return nil }
      lines.append(Line(keyID: id, signature: signature))
    }
  }

  /// The bytes of the file.
  public func encode() -> [UInt8] {
    lines.flatMap { Array("\($0.keyID) \(Hexadecimal.string($0.signature))\n".utf8) }
  }
}
