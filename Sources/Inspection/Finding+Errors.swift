import DirectoryFormat
import DirectoryLoading
import SimulatedCallDirectory

extension Finding {
  /// The finding about a manifest that is refused.
  init(_ error: ManifestError, path: String = Manifest.fileName) {
    let place = error.place.isEmpty ? "" : "\(error.place): "
    self.init(
      verdict: error.kind.rawValue, path: path,
      message: "\(place)expected \(error.expected), found \(error.found)")
    line = error.line
  }

  /// The finding about a file that is refused.
  init(_ error: LoadError, slot: Int? = nil, list: DirectoryList? = nil) {
    switch error {
    case .file(let error):
      let isMissing = error.isMissing
      self.init(
        verdict: isMissing ? "file-missing" : "file-unreadable", path: error.path,
        message: isMissing
          ? "expected the file that the manifest names, found none"
          : "expected a regular file, no symbolic link; \(error.operation) failed"
            + (error.code == 0 ? "" : " (errno \(error.code))"))
    case .manifest(let error): self.init(error)
    case .line(let path, let error):
      self.init(verdict: error.kind.rawValue, path: path, message: "expected \(error.expected)")
      line = error.line
      neighbours = (error.previous, error.number, 0)
      code =
        switch error.kind {
        case .duplicate: .duplicateEntries
        case .notAscending: .entriesOutOfOrder
        default: nil
        }
    case .size(let path, let expected, let found):
      self.init(
        verdict: "size-differs", path: path, message: "expected \(expected) bytes, found \(found)")
    case .hash(let path, let expected, let found):
      self.init(
        verdict: "hash-differs", path: path,
        message: "expected SHA-256 \(expected), found \(found)")
    case .name, .rollback, .signature:
      self.init(verdict: "refused", path: Manifest.fileName, message: "\(error)")
    }
    self.slot = slot
    self.list = list
  }
}
