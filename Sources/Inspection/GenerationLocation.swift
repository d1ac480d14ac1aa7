package import DirectoryFormat
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
    guard stat(path, &status) == 0 else { throw .notFound(path: path) }
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

  /// The kept former generations of a directory, the highest sequence first; unreadable ones are
  /// left out.
  package static func former(in folder: String) -> [Manifest] {
    guard let directory = opendir(folder + "/generations") else { return [] }
    defer { closedir(directory) }
    var manifests: [Manifest] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(".json"),
        let location = try? GenerationLocation(folder + "/generations/" + name)
      else { continue }
      manifests.append(location.manifest)
    }
    return manifests.sorted { ($1.sequence, $1.generation) < ($0.sequence, $0.generation) }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func read(_ path: String) throws(DirectoryDiffError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      throw .notSound(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Manifest.largestSizeInBytes
    else { throw .notSound(path: path, reason: "not a file of at most 16 MiB") }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= Manifest.largestSizeInBytes {
      #if canImport(Glibc)
        let count = Glibc.read(file, &piece, piece.count)
      #else
        let count = Darwin.read(file, &piece, piece.count)
      #endif
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw .notSound(path: path, reason: String(cString: strerror(errno)))
      }
      if count == 0 { break }
      bytes.append(contentsOf: piece[..<count])
    }
    return bytes
  }
}
