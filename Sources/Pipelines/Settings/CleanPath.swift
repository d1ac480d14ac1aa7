#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Paths as a person would write them: `samples/x.csv`, not `pipelines/../samples/x.csv`.
enum CleanPath {
  /// The path without `.` and without `folder/..`, where that names the same place.
  ///
  /// Behind a symbolic link `..` is not the folder the link lies in; such a path stays as it is.
  static func of(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.isEmpty else { return path }
    let end = (parts.lastIndex(of: "..") ?? -1) + 1
    let head = withoutReturns(parts[..<end], isAbsolute: isAbsolute)
    let isSame =
      end == 0
      || isSameFolder(folder(Array(parts[..<end]), isAbsolute), folder(head, isAbsolute))
    return joined((isSame ? head : Array(parts[..<end])) + parts[end...], isAbsolute)
  }

  private static func withoutReturns(
    _ parts: ArraySlice<Substring>, isAbsolute: Bool
  ) -> [Substring] {
    parts.reduce(into: []) { kept, part in
      if part == "..", let last = kept.last, last != ".." {
        kept.removeLast()
      } else if part != ".." || !isAbsolute || !kept.isEmpty {
        kept.append(part)
      }
    }
  }

  private static func joined(_ parts: [Substring], _ isAbsolute: Bool) -> String {
    (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  private static func folder(_ parts: [Substring], _ isAbsolute: Bool) -> String {
    joined(parts.isEmpty && !isAbsolute ? ["."] : parts, isAbsolute)
  }

  private static func isSameFolder(_ one: String, _ other: String) -> Bool {
    var left = stat()
    var right = stat()
    return stat(one, &left) == 0 && stat(other, &right) == 0 && left.st_dev == right.st_dev
      && left.st_ino == right.st_ino
  }
}
