import DirectoryFormat

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which folder a person means: `directory/` itself, or the output folder of `build` around it.
package enum DirectoryFolder {
  /// The `directory` in a folder that holds no manifest.json and in which one does; else the path.
  package static func meant(by path: String) -> String {
    let inside = path.hasSuffix("/") ? path + "directory" : path + "/directory"
    guard access(path + "/" + Manifest.fileName, F_OK) != 0,
      access(inside + "/" + Manifest.fileName, F_OK) == 0
    else { return path }
    return inside
  }

  /// The folder that is meant, which must be there.
  package static func existing(_ path: String) throws(InspectionError) -> String {
    let folder = meant(by: path)
    var facts = stat()
    guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw .noSuchFolder(path: folder)
    }
    return folder
  }
}
