import DirectoryFormat

/// One file of a directory, as its manifest describes it.
struct DirectoryFile: Hashable, Sendable {
  var path: String
  var bytes: Int
  var sha256: String

  init(_ chunk: Manifest.Chunk) {
    path = chunk.path
    bytes = chunk.bytes
    sha256 = chunk.sha256
  }

  init(_ delta: Manifest.Delta) {
    path = delta.path
    bytes = delta.bytes
    sha256 = delta.sha256
  }
}

/// Brings the files of a manifest's slots into the container, those that are there and whole aside.
struct InstalledFiles<Function: DigestFunction>: Sendable {
  let downloader: Downloader<Function>
  /// Most requests at a time.
  let width: Int

  /// Fetches what is missing or damaged; gives the number of files.
  func complete(
    _ slots: [Manifest.Slot], deltas: [Manifest.Delta]
  ) async throws(InstallError) -> Int {
    var missing: [DirectoryFile] = []
    var seen: Set<DirectoryFile> = []
    for slot in slots {
      for chunk in slot.identification.chunks + slot.blocking.chunks {
        let file = DirectoryFile(chunk)
        if seen.insert(file).inserted, try !isWhole(file) { missing.append(file) }
      }
    }
    for delta in deltas {
      let file = DirectoryFile(delta)
      if seen.insert(file).inserted, try !isWhole(file) { missing.append(file) }
    }
    try await fetch(missing)
    return missing.count
  }

  /// Whether a file is there with the right bytes: read and hashed, for a damaged one may have the
  /// right size.
  private func isWhole(_ file: DirectoryFile) throws(InstallError) -> Bool {
    if Task.isCancelled { throw .cancelled }
    let folder = downloader.folder
    return folder.size(of: file.path) == file.bytes
      && folder.sha256(of: file.path, Function.self) == file.sha256
  }

  private func fetch(_ files: [DirectoryFile]) async throws(InstallError) {
    let failure = await withTaskGroup(of: InstallError?.self) { group -> InstallError? in
      var failure: InstallError?
      var waiting = files[...]
      for _ in 0..<min(width, files.count) { add(waiting.popFirst(), to: &group) }
      while let ended = await group.next() {
        if let ended, failure == nil {
          failure = ended
          group.cancelAll()
        }
        if failure == nil { add(waiting.popFirst(), to: &group) }
      }
      return failure
    }
    if let failure { throw failure }
  }

  private func add(_ file: DirectoryFile?, to group: inout TaskGroup<InstallError?>) {
    guard let file else { return }
    group.addTask { [downloader] in
      do throws(InstallError) {
        try await downloader.install(file.path, bytes: file.bytes, sha256: file.sha256)
        return nil
      } catch {
        return error
      }
    }
  }
}
