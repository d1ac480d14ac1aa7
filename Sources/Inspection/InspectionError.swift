/// Why nothing could be inspected: the request itself is wrong.
package enum InspectionError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no such folder.
  case noSuchFolder(path: String)

  /// Where, what was expected, what to do.
  package var description: String {
    switch self {
    case .noSuchFolder(let path):
      "\(path): expected a folder with manifest.json, found none. Give the folder `directory/`."
    }
  }
}
