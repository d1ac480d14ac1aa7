public import DirectoryFormat
public import Foundation

/// Brings the published directory into the container that app and extensions share.
///
/// Files first, manifest last by rename: an extension that starts at any moment finds a whole
/// directory. Files of the former manifest stay until the next installation, because an extension
/// may be reading them.
public struct DirectoryInstaller<Function: DigestFunction>: Sendable {
  /// What an installation came to.
  public struct Result: Equatable, Sendable {
    /// The generation that is installed now.
    public var generation: String
    /// Identifiers of the slots that have other entries than before, in slot order.
    public var changedSlots: [String]
    /// Files that were fetched, the manifest aside.
    public var files: Int
  }

  /// Most connections tried for one file.
  public var attempts = 4
  /// Whether an older directory than the installed one may be installed.
  public var allowsRollback = false
  /// Checks a signature over a manifest; nil: none is asked for.
  public var acceptsSignature: (@Sendable (_ signature: [UInt8], _ manifest: [UInt8]) -> Bool)?
  /// Slots whose files are installed; nil: all.
  public var slots: Set<String>?

  private let transport: any Transport
  private let folder: URL

  /// Installs into `container/directory`, where the loader looks for it.
  public init(transport: any Transport, container: URL, digest: Function.Type) {
    self.transport = transport
    folder = container.appendingPathComponent("directory", isDirectory: true)
  }

  /// Fetches what is missing, checks it and makes it the installed directory.
  ///
  /// Run one installation at a time. A failed one leaves what was installed; what it fetched stays
  /// for the next one.
  public func install() async throws(InstallError) -> Result {
    let downloader = Downloader<Function>(
      transport: transport, folder: folder, attempts: attempts)
    let installed = installedManifest()
    let etag = installed == nil ? nil : contents("manifest.etag")
    let fetched = try await downloader.contents(
      Manifest.fileName, limit: Manifest.largestSizeInBytes,
      unless: etag.map { String(decoding: $0, as: UTF8.self) })
    guard let fetched else { return unchanged(installed) }
    let manifest = try checked(fetched.bytes, against: installed)
    try await checkSignature(over: fetched.bytes, with: downloader)
    if manifest == installed { return unchanged(installed) }
    let files = try await fetchFiles(of: manifest, from: installed, with: downloader)
    try publish(fetched.bytes, etag: fetched.etag, manifest, former: installed)
    return Result(
      generation: manifest.generation, changedSlots: changed(manifest, since: installed),
      files: files)
  }
}

extension DirectoryInstaller {
  private func unchanged(_ installed: Manifest?) -> Result {
    Result(generation: installed?.generation ?? "", changedSlots: [], files: 0)
  }

  private func changed(_ manifest: Manifest, since installed: Manifest?) -> [String] {
    wanted(manifest).filter { slot in
      installed?.slot(identifier: slot.identifier)?.digest != slot.digest
    }.map(\.identifier)
  }

  private func wanted(_ manifest: Manifest) -> [Manifest.Slot] {
    manifest.slots.filter { slots?.contains($0.identifier) ?? true }
  }

  private func checked(
    _ bytes: [UInt8], against installed: Manifest?
  ) throws(InstallError) -> Manifest {
    let manifest: Manifest
    do throws(ManifestError) {
      manifest = try Manifest.decode(bytes)
      try manifest.checkDigests(with: Function.self)
    } catch {
      throw .manifest(error)
    }
    guard let installed, !allowsRollback, manifest != installed else { return manifest }
    guard manifest.sequence > installed.sequence else {
      throw .rollback(installed: installed.sequence, found: manifest.sequence)
    }
    return manifest
  }

  private func checkSignature(
    over manifest: [UInt8], with downloader: Downloader<Function>
  ) async throws(InstallError) {
    guard let acceptsSignature else { return }
    let path = DirectoryPath.signature(
      manifestSHA256: manifest.withUnsafeBytes { Function.hex(of: $0) })
    do throws(InstallError) {
      let signature = try await downloader.contents(path, limit: 1024, unless: nil)
      guard let signature, acceptsSignature(signature.bytes, manifest) else {
        throw InstallError.signature(path: path)
      }
      try write(signature.bytes, to: path)
    } catch {
      if case .connection = error { throw error }
      throw .signature(path: path)
    }
  }

  /// Fetches the chunks that are missing, and the deltas that start from what is installed.
  private func fetchFiles(
    of manifest: Manifest, from installed: Manifest?, with downloader: Downloader<Function>
  ) async throws(InstallError) -> Int {
    var files = 0
    for slot in wanted(manifest) {
      for chunk in slot.identification.chunks + slot.blocking.chunks {
        let isNew = try await downloader.install(
          chunk.path, bytes: chunk.bytes, sha256: chunk.sha256)
        if isNew { files += 1 }
      }
      let former = installed?.slot(identifier: slot.identifier)?.digest
      for delta in manifest.deltas where delta.slot == slot.index && delta.fromDigest == former {
        let isNew = try await downloader.install(
          delta.path, bytes: delta.bytes, sha256: delta.sha256)
        if isNew { files += 1 }
      }
    }
    return files
  }

  private func publish(
    _ bytes: [UInt8], etag: String?, _ manifest: Manifest, former: Manifest?
  ) throws(InstallError) {
    // Without its ETag a manifest is merely fetched once more; with that of another one it would
    // be taken for current. So the ETag goes first and comes last.
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("manifest.etag"))
    try write(bytes, to: Manifest.fileName)
    if let etag { try? write(Array(etag.utf8), to: "manifest.etag") }
    sweep(keeping: manifest, former)
  }

  /// Removes the chunks and deltas that neither manifest names.
  private func sweep(keeping manifest: Manifest, _ former: Manifest?) {
    var kept: Set<String> = []
    for manifest in [manifest, former].compactMap({ $0 }) {
      for slot in manifest.slots {
        for list in DirectoryList.allCases { kept.formUnion(slot[list].chunks.map(\.path)) }
      }
      kept.formUnion(manifest.deltas.map(\.path))
    }
    let manager = FileManager.default
    for name in ["chunks", "deltas"] {
      let place = folder.appendingPathComponent(name, isDirectory: true)
      for file in (try? manager.contentsOfDirectory(atPath: place.path)) ?? []
      where !kept.contains("\(name)/\(file)") {
        try? manager.removeItem(at: place.appendingPathComponent(file))
      }
    }
    try? manager.removeItem(at: folder.appendingPathComponent("partial"))
  }

  private func installedManifest() -> Manifest? {
    contents(Manifest.fileName).flatMap { try? Manifest.decode($0) }
  }

  private func contents(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appendingPathComponent(path))).map { [UInt8]($0) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(InstallError) {
    let place = folder.appendingPathComponent(path)
    do {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: place, options: .atomic)
      #if os(iOS)
        // Extensions run while the phone is locked.
        try FileManager.default.setAttributes(
          [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
          ofItemAtPath: place.path)
      #endif
    } catch {
      throw .file(path: path, reason: "\(error)")
    }
  }
}
