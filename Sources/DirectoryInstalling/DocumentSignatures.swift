import DirectoryFormat

/// How an app tells the documents of its publisher from those of others.
enum DocumentSignatures: Sendable {
  /// It does not.
  case unchecked
  /// By the one key that it knows.
  case key(@Sendable (_ signature: [UInt8], _ document: [UInt8]) -> Bool)
  /// By the keys that its root names, or one that follows.
  case keyring(Keyring)

  /// Whether a document without signature is refused.
  var areChecked: Bool {
    if case .unchecked = self { return false }
    return true
  }

  /// The keys, where they may change.
  var keyring: Keyring? {
    if case .keyring(let keyring) = self { return keyring }
    return nil
  }

  /// Largest file of signatures, in bytes.
  var largestFile: Int {
    if case .keyring = self { return SignatureLines.largestSizeInBytes }
    return 1 << 10
  }

  /// Where the signatures over a manifest are.
  func path(manifestSHA256 hash: String) -> String {
    if case .keyring = self { return DirectoryPath.signatures(manifestSHA256: hash) }
    return DirectoryPath.signature(manifestSHA256: hash)
  }

  /// Where the signatures over a timestamp are.
  func path(timestampSHA256 hash: String) -> String {
    if case .keyring = self { return DirectoryPath.signatures(timestampSHA256: hash) }
    return DirectoryPath.signature(timestampSHA256: hash)
  }

  /// Whether the content of such a file vouches for a document.
  func accept(_ signatures: [UInt8], of document: [UInt8]) -> Bool {
    switch self {
    case .unchecked: true
    case .key(let accepts): accepts(signatures, document)
    case .keyring(let keyring): keyring.accepts(signatures: signatures, of: document)
    }
  }
}
