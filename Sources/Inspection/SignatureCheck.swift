import DirectoryFormat
import DirectoryLoading
import Signing

/// Holds the signatures over a document against the keys that must have signed it.
struct SignatureCheck {
  /// The keys that count.
  enum Keys {
    /// One key, by a `.sig`.
    case key(Ed25519.PublicKey)
    /// Those of a root, by a `.sigs`.
    case keyring(Keyring)
  }

  let reader: FileReader<SHA256>
  let keys: Keys

  /// Throws unless the signatures at `path`, or under a root those beside it, vouch for the document,
  /// which messages call `name`.
  func check(_ document: [UInt8], _ name: String, at path: String) throws(Finding) {
    switch keys {
    case .key(let key):
      let signature = try contents(path, atMost: 1024, over: name)
      guard key.isValid(signature: signature, of: document) else {
        throw Finding(
          verdict: "signature-wrong", path: path,
          message: "expected a signature by the given key over the \(name), found another")
      }
    case .keyring(let keyring):
      let path = path + "s"
      let signatures = try contents(path, atMost: SignatureLines.largestSizeInBytes, over: name)
      guard keyring.accepts(signatures: signatures, of: document) else {
        let root = keyring.root.map { " of roots/\($0.version).json" } ?? ""
        throw Finding(
          verdict: "signature-wrong", path: path,
          message: "expected signatures by \(keyring.root?.manifest.threshold ?? 1) keys\(root) "
            + "over the \(name), found others, or fewer")
      }
    }
  }

  private func contents(
    _ path: String, atMost limit: Int, over name: String
  ) throws(Finding) -> [UInt8] {
    do throws(LoadError) { return try reader.contents(path, atMost: limit) } catch {
      throw Finding(
        verdict: "signature-missing", path: path,
        message: "expected a signature over the \(name), found none")
    }
  }
}

/// Follows a directory's roots, as a phone does.
struct RootCheck {
  let reader: FileReader<SHA256>
  /// The clock; nil: whether the newest root holds is not judged.
  let now: DirectoryTime?

  /// The keys after the newest root that follows from `shipped`.
  func keyring(from shipped: [UInt8]) throws(Finding) -> Keyring {
    var keyring = Keyring(root: shipped)
    while let version = keyring.root?.version, let document = try document(version + 1) {
      let path = DirectoryRoot.path(version: version + 1)
      let signatures = try? reader.contents(
        DirectoryRoot.signaturesPath(version: version + 1),
        atMost: SignatureLines.largestSizeInBytes)
      do throws(KeyringError) {
        try keyring.follow(document, signatures: signatures ?? [])
      } catch {
        throw Finding(verdict: "root-wrong", path: path, message: "\(error)")
      }
    }
    if let root = keyring.root, let now, root.expires <= now {
      throw Finding(
        verdict: "root-expired", path: DirectoryRoot.path(version: root.version),
        message: "expected one that holds at \(now), found one that ended at \(root.expires)")
    }
    return keyring
  }

  /// The bytes of a version; nil where there is none.
  private func document(_ version: Int) throws(Finding) -> [UInt8]? {
    do throws(LoadError) {
      return try reader.contents(
        DirectoryRoot.path(version: version), atMost: DirectoryRoot.largestSizeInBytes)
    } catch {
      if case .file(let file) = error, file.isMissing { return nil }
      throw Finding(error)
    }
  }
}
