package import DirectoryFormat
package import Signing

/// A folder of roots, `1.json`, `2.json` … with their `.sigs`: that of a directory, or one that stays
/// where the offline keys are.
package struct RootFolder: Sendable {
  private let path: String
  private let fileSystem: FileSystem

  /// Looks at a folder, which need not be there.
  package init(_ path: String, fileSystem: FileSystem = FileSystem()) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// Every version from 1 on, signed or not.
  ///
  /// - Throws: When one cannot be read, or says that it is another version.
  package func versions() throws(PublicationError) -> [RootVersion] {
    var versions: [RootVersion] = []
    while true {
      let place = place(versions.count + 1, "json")
      guard
        let document = try fileSystem.read(place, limit: DirectoryRoot.largestSizeInBytes)
      else { return versions }
      let root: DirectoryRoot
      do throws(ManifestError) { root = try DirectoryRoot.decode(document) } catch {
        throw refusal(place, "\(error)", "Put the file back as it was signed.")
      }
      guard root.version == versions.count + 1 else {
        throw refusal(
          place, "expected version \(versions.count + 1), found \(root.version)",
          "Name each file by its version.")
      }
      versions.append(
        RootVersion(
          root: root, document: document, signatures: try signatures(root.version),
          former: versions.last?.root))
    }
  }

  /// The newest version, if there is one, all of which phones follow.
  ///
  /// - Throws: When a version lacks signatures: phones that find it stop updating.
  package func newest() throws(PublicationError) -> DirectoryRoot? {
    let versions = try versions()
    for version in versions where !version.isComplete {
      let lacking = version.signers.filter { $0.signed.count < $0.threshold }.map {
        "\($0.threshold) by keys of version \($0.version), found \($0.signed.count)"
      }
      throw refusal(
        place(version.root.version, "json"),
        "expected signatures: " + lacking.joined(separator: "; "),
        "Sign it with `callbook root sign`, or take it away.")
    }
    return versions.last?.root
  }

  /// Adds the version after the newest one; nothing is replaced.
  package func add(_ root: DirectoryRoot) throws(PublicationError) {
    let place = place(root.version, "json")
    try fileSystem.makeFolders(path)
    guard try fileSystem.facts(of: place) == nil else {
      throw refusal(
        place, "expected none, found one", "Name another folder, or add the next version.")
    }
    let document = root.encode()
    do throws(ManifestError) { _ = try DirectoryRoot.decode(document) } catch {
      throw refusal(place, "\(error)", "Name other keys or thresholds.")
    }
    try replace(place, with: document)
  }

  /// Signs the newest version; gives it as it is then, and whether that changed anything.
  package func sign(
    with key: Ed25519.PrivateKey
  ) throws(PublicationError) -> (version: RootVersion, isNew: Bool) {
    guard let newest = try versions().last else {
      throw refusal(
        place(1, "json"), "expected a root, found none", "Begin with `callbook root init`.")
    }
    let place = place(newest.root.version, "sigs")
    let (id, signature) = try Self.signature(by: key, of: newest.document)
    let mayKeys = Set([newest.former, newest.root].compactMap { $0 }.flatMap(\.root.keyIDs))
    guard mayKeys.contains(id) else {
      throw refusal(
        place, "expected a key that may sign roots, found \(id.prefix(16))…",
        "Sign with a root key of this version or of the one before.")
    }
    var lines = newest.signatures.lines.filter { $0.keyID != id }
    lines.append(.init(keyID: id, signature: signature))
    let signatures = SignatureLines(lines.sorted { $0.keyID < $1.keyID })
    let isNew = signatures != newest.signatures
    if isNew { try replace(place, with: signatures.encode()) }
    return (
      RootVersion(
        root: newest.root, document: newest.document, signatures: signatures,
        former: newest.former), isNew
    )
  }

  /// The id of a private key, and its signature of a document.
  static func signature(
    by key: Ed25519.PrivateKey, of document: [UInt8]
  ) throws(PublicationError) -> (id: String, signature: [UInt8]) {
    do throws(SigningError) {
      return (try key.publicKey.id, try key.signature(of: document))
    } catch { throw .signing(reason: error.description) }
  }

  private func signatures(_ version: Int) throws(PublicationError) -> SignatureLines {
    let place = place(version, "sigs")
    guard let bytes = try fileSystem.read(place, limit: SignatureLines.largestSizeInBytes) else {
      return SignatureLines()
    }
    guard let signatures = SignatureLines(bytes) else {
      throw refusal(
        place, "expected lines of an id and a signature, found others",
        "Put the file back, or remove it and sign again.")
    }
    return signatures
  }

  private func place(_ version: Int, _ kind: String) -> String { "\(path)/\(version).\(kind)" }

  private func replace(_ place: String, with bytes: [UInt8]) throws(PublicationError) {
    let temporary = place + ".new"
    try fileSystem.write(bytes, to: temporary)
    try fileSystem.rename(temporary, to: place)
    try fileSystem.syncFolder(path)
  }

  private func refusal(_ place: String, _ reason: String, _ advice: String) -> PublicationError {
    .roots(path: place, reason: reason, advice: advice)
  }
}
