import DirectoryFormat

/// One file of a directory, as its manifest describes it.
struct DirectoryFile: Hashable, Sendable {
  var path: String
  var bytes: Int
  var sha256: String
  /// The file that unpacks to it.
  var packed: Manifest.Packed?

  init(_ chunk: Manifest.Chunk) {
    path = chunk.path
    bytes = chunk.bytes
    sha256 = chunk.sha256
    packed = chunk.packed
  }

  init(_ delta: Manifest.Delta) {
    path = delta.path
    bytes = delta.bytes
    sha256 = delta.sha256
    packed = delta.packed
  }

  /// The plain file decides what it is.
  static func == (left: DirectoryFile, right: DirectoryFile) -> Bool {
    left.path == right.path && left.bytes == right.bytes && left.sha256 == right.sha256
  }

  func hash(into hasher: inout Hasher) { hasher.combine(sha256) }
}

/// Brings the files of a manifest's slots into the container, those that are there and whole aside.
struct InstalledFiles<Function: DigestFunction>: Sendable {
  let downloader: Downloader<Function>
  /// Most requests at a time.
  let width: Int

  /// Makes or fetches what is missing or damaged; gives the number of files that were fetched.
  ///
  /// Deltas first: chunks that follow from one and from what is installed need not be fetched.
  func complete(
    _ slots: [Manifest.Slot], deltas: [Manifest.Delta], installed: Manifest?
  ) async throws(InstallError) -> Int {
    let missingDeltas = try missing(deltas.map { DirectoryFile($0) })
    try await fetch(missingDeltas)
    var rest: [DirectoryFile] = []
    for slot in slots {
      let chunks = slot.identification.chunks + slot.blocking.chunks
      let missing = try missing(chunks.map { DirectoryFile($0) })
      let built = try build(Set(missing.map(\.path)), of: slot, deltas, installed)
      rest += missing.filter { !built.contains($0.path) }
    }
    // Slots share no chunk unless they are equal; then one fetch serves both.
    var seen: Set<DirectoryFile> = []
    rest = rest.filter { seen.insert($0).inserted }
    try await fetch(rest)
    return missingDeltas.count + rest.count
  }

  /// Builds chunks from what is installed, where there is a delta from it.
  private func build(
    _ missing: Set<String>, of slot: Manifest.Slot, _ deltas: [Manifest.Delta],
    _ installed: Manifest?
  ) throws(InstallError) -> Set<String> {
    guard !missing.isEmpty, let former = installed?.slot(identifier: slot.identifier),
      let delta = deltas.first(where: {
        $0.slot == slot.index && $0.fromDigest == former.digest && $0.toDigest == slot.digest
      })
    else { return [] }
    let builder = ChunkBuilder<Function>(folder: downloader.folder, former: former, delta: delta)
    var built: Set<String> = []
    for list in DirectoryList.allCases {
      built.formUnion(try builder.build(missing, of: list, in: slot))
    }
    return built
  }

  private func missing(_ files: [DirectoryFile]) throws(InstallError) -> [DirectoryFile] {
    var missing: [DirectoryFile] = []
    var seen: Set<DirectoryFile> = []
    for file in files where seen.insert(file).inserted {
      if try !isWhole(file) { missing.append(file) }
    }
    return missing
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
        if try await downloader.installByTwin(file) { return nil }
        try await downloader.install(file.path, bytes: file.bytes, sha256: file.sha256)
        return nil
      } catch {
        return error
      }
    }
  }
}
