package import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The former generations that a directory keeps in `generations/`.
///
/// One that a build removes just then is left out. Memory: their manifests.
package struct KeptGenerations {
  /// Those that can be read, the highest sequence first.
  package private(set) var manifests: [Manifest] = []
  /// What hinders the others, by the name of their manifest in byte order; the folder's own trouble
  /// comes alone, without a name.
  private(set) var faults: [(name: String?, error: DirectoryDiffError)] = []

  /// Former generations that are read at most: twice what a pipeline may keep.
  ///
  /// Each is a manifest, and whoever can write in the folder could lay any number there.
  static let most = 2000

  /// Reads the manifests of the kept generations of the directory in a folder.
  init(of directory: String) {
    let folder = directory + "/generations"
    do throws(DirectoryDiffError) {
      let names = try Self.names(in: folder).filter(Self.isFormer)
      guard names.count <= Self.most else {
        throw .notSound(
          path: folder,
          reason: "expected at most \(Self.most) manifests of former generations, "
            + "found \(names.count)")
      }
      for name in names.sorted() { read(name, in: folder) }
    } catch {
      faults = [(nil, error)]
    }
    manifests.sort { ($1.sequence, $1.generation) < ($0.sequence, $0.generation) }
  }

  /// All of them, the highest sequence first.
  ///
  /// - Throws: Where one cannot be read, or is no manifest, or where there are more than are read:
  ///   what is said without it would be taken for the whole history.
  package static func all(of directory: String) throws(DirectoryDiffError) -> [Manifest] {
    let kept = KeptGenerations(of: directory)
    if let fault = kept.faults.first { throw fault.error }
    return kept.manifests
  }

  private mutating func read(_ name: String, in folder: String) {
    let path = folder + "/" + name
    do throws(DirectoryDiffError) {
      manifests.append(try GenerationLocation(path).manifest)
    } catch {
      var status = stat()
      let isGone = lstat(path, &status) != 0 && errno == ENOENT
      if !isGone { faults.append((name, error)) }
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
      throw .unreadable(path: path, code: errno)
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
    guard errno == 0 else { throw .unreadable(path: path, code: errno) }
    return names
  }
}

extension KeptGenerations {
  /// What `verify` says of those that cannot be read.
  ///
  /// A damaged one is a note, at most five of them: phones ask for none, but what tells of the past
  /// cannot do without, and the next build gives it up. What the system does not let be read is a
  /// violation: nothing is known of it.
  var findings: [Finding] {
    var found: [Finding] = []
    var damaged: [String] = []
    for (name, error) in faults {
      switch (name, error) {
      case (_, .unreadable(_, let code)):
        let path = name.map { "generations/" + $0 } ?? "generations"
        found.append(
          Finding(
            verdict: "file-unreadable", path: path,
            message: "expected to read it, found: \(String(cString: strerror(code)))"))
      case (nil, .notSound(_, let reason)):
        let message =
          "\(reason): none was read; plan and explain stop at them, the next build removes those that "
          + "it does not keep"
        found.append(Self.note("generations", message))
      case (let name, _): damaged.append(name ?? "")
      }
    }
    return found
      + damaged.prefix(5).map { name in
        Self.note(
          "generations/" + name,
          "expected the manifest of a former generation, found none that can be read "
            + "(\(damaged.count) such); plan and explain stop at it, the next build gives it up")
      }
  }

  private static func note(_ path: String, _ message: String) -> Finding {
    var note = Finding(verdict: "former-generation", path: path, message: message)
    note.severity = .note
    return note
  }
}
