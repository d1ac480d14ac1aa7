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
      if errno == ELOOP { throw .notSound(path: path, reason: FoundFile(path).words) }
      throw .unreadable(path: path, code: errno)
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
      switch fault.code {
      case 0, ELOOP: throw .notSound(path: path, reason: FoundFile(path).words)
      case ENOENT: throw .notSound(path: path, reason: String(cString: strerror(ENOENT)))
      default: throw .unreadable(path: path, code: fault.code)
      }
    }
  }
}
