import DirectoryFormat
import DirectoryLoading
import Signing

/// Looks at the twins and renderings that only kept former generations have.
///
/// One that is missing was given up by a build. One that is damaged is a note: phones ask for none, and
/// the next build makes it again, or gives it up.
struct FormerFiles {
  private let published: Manifest
  private let folder: String
  private let reader: FileReader<SHA256>

  init(beside published: Manifest, in folder: String) {
    self.published = published
    self.folder = folder
    reader = FileReader<SHA256>(POSIXFolder(path: folder))
  }

  /// What is to be said of the manifests of kept generations, and notes about files that are there
  /// and are not what those say, at most five.
  consuming func run() -> DirectoryVerifier.JobResult {
    var seen = Set(Self.files(of: published).map(\.path))
    var damaged: [(path: String, reason: String)] = []
    let kept = KeptGenerations(of: folder)
    var result = DirectoryVerifier.JobResult(findings: kept.findings)
    for manifest in kept.manifests {
      for file in Self.files(of: manifest) where seen.insert(file.path).inserted {
        do throws(LoadError) {
          try reader.hash(file.path, bytes: file.bytes, sha256: file.sha256)
        } catch {
          if case .file(let fault) = error {
            // Nothing is known of a file that cannot be read.
            if !fault.isMissing { result.findings.append(Finding(error)) }
            continue
          }
          damaged.append((file.path, Finding(error).message))
        }
      }
    }
    result.findings += damaged.prefix(5).map { file in
      var note = Finding(
        verdict: "former-generation", path: file.path,
        message: "\(file.reason) (\(damaged.count) such files of kept generations); the next build "
          + "makes it again, or gives it up")
      note.severity = .note
      return note
    }
    return result
  }

  private static func files(
    of manifest: Manifest
  ) -> [(path: String, bytes: Int, sha256: String)] {
    manifest.slots.flatMap { slot in
      manifest.twins(ofSlot: slot).map { ($0.twin.path, $0.twin.bytes, $0.twin.sha256) }
        + slot.renderings.map { ($0.path, $0.bytes, $0.sha256) }
    }
  }
}
