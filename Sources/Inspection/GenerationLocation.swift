package import DirectoryFormat
import DirectoryLoading
import Signing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A generation on the disk: its manifest, and the folder that holds its files.
package struct GenerationLocation: Sendable {
  /// The folder to which the manifest's paths are relative.
  package let folder: String
  /// The manifest, decoded, its digests checked.
  package let manifest: Manifest

  /// Opens a folder with manifest.json, the output folder of `build` whose `directory` is such a
  /// folder, or a manifest, one in `generations/` included.
  package init(_ path: String) throws(DirectoryDiffError) {
    let path = DirectoryFolder.meant(by: path)
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .notFound(path: path) }
      throw .notSound(path: path, reason: String(cString: strerror(errno)))
    }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let file = isFolder ? path + "/" + Manifest.fileName : path
    if isFolder {
      folder = path
    } else {
      let parent = Self.parent(of: path)
      folder =
        parent == "generations" || parent.hasSuffix("/generations")
        ? Self.parent(of: parent) : parent
    }
    do {
      manifest = try Manifest.decode(try Self.read(file))
      try manifest.checkDigests(with: SHA256.self)
    } catch let error as DirectoryDiffError {
      throw error
    } catch { throw .notSound(path: file, reason: "\(error)") }
  }

  /// The kept former generations of a directory, the highest sequence first; one that a build
  /// removes just then is left out.
  ///
  /// - Throws: `notSound` where one cannot be read, or is no manifest: what is said without it would
  ///   be taken for the whole history; and where there are more than `mostFormer`.
  package static func former(in folder: String) throws(DirectoryDiffError) -> [Manifest] {
    var manifests: [Manifest] = []
    let names = try names(in: folder + "/generations").filter(isFormer)
    guard names.count <= mostFormer else {
      throw .notSound(
        path: folder + "/generations",
        reason: "found \(names.count) manifests, expected at most \(mostFormer)")
    }
    for name in names {
      if let kept = try former(name, in: folder) { manifests.append(kept) }
    }
    return manifests.sorted { ($1.sequence, $1.generation) < ($0.sequence, $0.generation) }
  }

  /// Former generations that are read at most: twice what a pipeline may keep.
  ///
  /// Each is a manifest, and whoever can write in the folder could lay any number there.
  private static let mostFormer = 2000

  /// Notes about kept former generations that cannot be read, at most five.
  ///
  /// Phones ask for none of them, but what tells of the past cannot do without. The next build gives
  /// them up.
  static func notesOnFormer(in folder: String) -> [Finding] {
    var damaged: [String] = []
    let names = ((try? names(in: folder + "/generations")) ?? []).filter(isFormer)
    guard names.count <= mostFormer else {
      var note = Finding(
        verdict: "former-generation", path: "generations",
        message: "expected at most \(mostFormer) manifests of former generations, found "
          + "\(names.count): none was read; plan and explain stop at them, the next build removes "
          + "those that it does not keep")
      note.severity = .note
      return [note]
    }
    for name in names {
      do { _ = try former(name, in: folder) } catch { damaged.append(name) }
    }
    return damaged.sorted().prefix(5).map { name in
      var note = Finding(
        verdict: "former-generation", path: "generations/" + name,
        message: "expected the manifest of a former generation, found none that can be read "
          + "(\(damaged.count) such); plan and explain stop at it, the next build gives it up")
      note.severity = .note
      return note
    }
  }

  /// The manifest of a former generation; nil where it has gone meanwhile.
  private static func former(
    _ name: String, in folder: String
  ) throws(DirectoryDiffError) -> Manifest? {
    let path = folder + "/generations/" + name
    do throws(DirectoryDiffError) {
      return try GenerationLocation(path).manifest
    } catch {
      var status = stat()
      guard lstat(path, &status) != 0, errno == ENOENT else { throw error }
      return nil
    }
  }

  /// Whether a build gives a former manifest such a name; others are no business of ours.
  private static func isFormer(_ name: String) -> Bool {
    name.hasSuffix(".json") && name.utf8.count == 64 + 5
      && name.utf8.prefix(64).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  /// The names in a folder; none where there is no such folder.
  private static func names(in path: String) throws(DirectoryDiffError) -> [String] {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return [] }
      throw .notSound(path: path, reason: String(cString: strerror(errno)))
    }
    defer { closedir(directory) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
      errno = 0
    }
    guard errno == 0 else { throw .notSound(path: path, reason: String(cString: strerror(errno))) }
    return names
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func read(_ path: String) throws(DirectoryDiffError) -> [UInt8] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
    do throws(LoadError) {
      return try FileReader<SHA256>(POSIXFolder(path: folder)).contents(
        String(parts[parts.count - 1]), atMost: Manifest.largestSizeInBytes)
    } catch {
      guard case .file(let fault) = error else { throw .notSound(path: path, reason: "\(error)") }
      throw .notSound(
        path: path,
        reason: fault.code == 0 || fault.code == ELOOP
          ? FoundFile(path).words : String(cString: strerror(fault.code)))
    }
  }
}
