import DirectoryFormat

/// The roots that this phone has followed: `state/roots/` in the container.
///
/// They are kept as soon as they are verified, whatever else the server says then: whoever holds a
/// key that was given up cannot make the phone believe it again by keeping the newer roots from it.
/// The extension reads its own copies in `directory/roots/`, which come before the manifest that they
/// vouch for.
struct FollowedRoots {
  let container: ContainerFolder

  private static let place = "state/"

  /// The keyring after every root that is kept here.
  func keyring(from shipped: Keyring) -> Keyring {
    var keyring = shipped
    for _ in 0..<Keyring.mostSteps {
      guard let version = keyring.root?.version, let (document, signatures) = read(version + 1),
        (try? keyring.follow(document, signatures: signatures)) != nil
      else { break }
    }
    return keyring
  }

  /// Keeps a root that was followed.
  func keep(
    _ version: Int, _ document: [UInt8], signatures: [UInt8]
  ) throws(InstallError) {
    try container.write(document, to: Self.place + DirectoryRoot.path(version: version))
    try container.write(
      signatures, to: Self.place + DirectoryRoot.signaturesPath(version: version))
  }

  /// Hands the extension every root up to the present one.
  func install(after shipped: Keyring, upTo keyring: Keyring) throws(InstallError) {
    guard let first = shipped.root?.version, let last = keyring.root?.version, first < last else {
      return
    }
    let directory = container.directory
    for version in first + 1...last {
      guard let (document, signatures) = read(version) else { return }
      for (bytes, path) in [
        (document, DirectoryRoot.path(version: version)),
        (signatures, DirectoryRoot.signaturesPath(version: version)),
      ] where directory.contents(path, atMost: bytes.count) != bytes {
        try directory.write(bytes, to: path)
      }
    }
  }

  private func read(_ version: Int) -> (document: [UInt8], signatures: [UInt8])? {
    guard
      let document = container.contents(
        Self.place + DirectoryRoot.path(version: version),
        atMost: DirectoryRoot.largestSizeInBytes),
      let signatures = container.contents(
        Self.place + DirectoryRoot.signaturesPath(version: version),
        atMost: SignatureLines.largestSizeInBytes)
    else { return nil }
    return (document, signatures)
  }
}
