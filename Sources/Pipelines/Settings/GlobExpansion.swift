#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The files that a pattern names, as the shell finds them; a folder that cannot be listed to its
/// end is an error.
///
/// glob(3) passes over a folder that it cannot open, and takes one whose listing breaks off for a
/// shorter one: a build would publish a part of the exports. Memory: every path of the result, at
/// most `mostPaths`.
enum GlobExpansion {
  /// Most folders or files that one component of a glob may find, for all folders before it: `*/../*`
  /// and links that lead back multiply with each component.
  static let mostPaths = 100_000

  /// A folder or file that could not be looked at, and why.
  struct Failure: Error {
    let path: String
    let reason: Reason

    enum Reason {
      /// The system's word, an `errno`.
      case system(Int32)
      /// Where it leads: out of the folder to which a run is confined.
      case outside(String)
      /// A component of the glob finds more than `mostPaths`.
      case tooMany
    }

    /// What is wrong, as a clause about `path`.
    var problem: String {
      switch reason {
      case .system(let code): "cannot be listed (\(String(cString: strerror(code))))"
      case .outside(let place): "leads to \(place)"
      case .tooMany: "is one of more than \(mostPaths) paths that the glob finds on its way"
      }
    }
  }

  /// The paths in byte order, as bytes: a name need not be UTF-8.
  ///
  /// Of a folder outside `root` nothing is listed; nil for anywhere.
  ///
  /// - Throws: `Failure` for a folder that cannot be listed or lies outside, and for more than
  ///   `mostPaths` paths.
  static func paths(of pattern: String, in root: ReadingRoot? = nil) throws(Failure) -> [[UInt8]] {
    var bases: [[UInt8]] = [pattern.hasPrefix("/") ? Array("/".utf8) : []]
    var mustExist = false
    for component in pattern.split(separator: "/") {
      if hasWildcard(component) {
        var found: [[UInt8]] = []
        for base in bases { try list(base, matching: String(component), in: root, into: &found) }
        bases = found
        mustExist = false
      } else {
        let name = Array(unescaped(component).utf8)
        for index in bases.indices { append(name, to: &bases[index]) }
        mustExist = true
      }
    }
    var found: [[UInt8]] = []
    for path in bases {
      let isThere = try mustExist ? exists(path) : true
      if isThere { found.append(path) }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Names of a folder that match; one that is no folder, or is not there, has none.
  private static func list(
    _ base: [UInt8], matching component: String, in root: ReadingRoot?,
    into found: inout [[UInt8]]
  ) throws(Failure) {
    let place = base.isEmpty ? "." : String(decoding: base, as: UTF8.self)
    if let outside = root?.placeOutside(forC(base.isEmpty ? Array(".".utf8) : base)) {
      throw Failure(path: place, reason: .outside(outside))
    }
    guard let folder = opendir(forC(base.isEmpty ? Array(".".utf8) : base)) else {
      if errno == ENOENT || errno == ENOTDIR { return }
      throw Failure(path: place, reason: .system(errno))
    }
    defer { closedir(folder) }
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { throw Failure(path: place, reason: .system(errno)) }
        return
      }
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        guard let name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          fnmatch(component, name, FNM_PERIOD) == 0
        else { return }
        var path = base
        append(Array(bytes.prefix { $0 != 0 }), to: &path)
        found.append(path)
      }
      guard found.count <= mostPaths else { throw Failure(path: place, reason: .tooMany) }
    }
  }

  private static func exists(_ path: [UInt8]) throws(Failure) -> Bool {
    var status = stat()
    if lstat(forC(path), &status) == 0 { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw Failure(path: String(decoding: path, as: UTF8.self), reason: .system(errno))
  }

  private static func append(_ name: [UInt8], to path: inout [UInt8]) {
    if let last = path.last, last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    path += name
  }

  /// The path as C takes it, which an array is passed as.
  private static func forC(_ path: [UInt8]) -> [CChar] {
    path.map { CChar(bitPattern: $0) } + [0]
  }

  /// Whether a path is a pattern.
  static func isPattern(_ path: String) -> Bool { hasWildcard(path[...]) }

  private static func hasWildcard(_ component: Substring) -> Bool {
    var isEscaped = false
    for character in component.utf8 {
      if isEscaped {
        isEscaped = false
      } else if character == UInt8(ascii: "\\") {
        isEscaped = true
      } else if "*?[".utf8.contains(character) {
        return true
      }
    }
    return false
  }

  /// The component without the backslashes that take a character's meaning.
  private static func unescaped(_ component: Substring) -> String {
    var isEscaped = false
    return String(
      component.filter { character in
        if character == "\\" && !isEscaped {
          isEscaped = true
          return false
        }
        isEscaped = false
        return true
      })
  }
}
