import DirectoryFormat
import DirectoryLoading
import Signing

/// Holds timestamp.json against the manifest, the key and the clock, as a phone does.
struct TimestampCheck {
  /// What was found.
  struct Result {
    /// The timestamp, if it could be read.
    var timestamp: DirectoryTimestamp?
    var findings: [Finding] = []
  }

  let directory: String
  /// Who must have signed it; nil: that is not checked.
  let signatures: SignatureCheck?
  /// The clock; nil: whether it holds is not judged.
  let now: DirectoryTime?

  /// A phone's clock may go after the publisher's by so much.
  private static let secondsOfGrace: Int64 = 86_400
  private static let path = DirectoryTimestamp.fileName

  /// Checks the timestamp beside a manifest with the given hash.
  func run(_ manifest: Manifest, sha256: String) -> Result {
    var result = runOnce(manifest, sha256: sha256)
    guard let timestamp = result.timestamp, timestamp.manifestSHA256 != sha256 else {
      return result
    }
    // A build gives the manifest its name first; one that stands in between is no fault.
    if BuildsLock.isHeld(beside: directory) {
      for index in result.findings.indices { result.findings[index].severity = .note }
      return result
    }
    // It may have ended since the timestamp was read.
    return runOnce(manifest, sha256: sha256)
  }

  private func runOnce(_ manifest: Manifest, sha256: String) -> Result {
    var result = Result()
    do throws(Finding) {
      guard let timestamp = try read() else {
        var finding = Finding(
          verdict: "timestamp-missing", path: Self.path,
          message: "expected timestamp.json, found none: apps that ask for signatures refuse that")
        // Whoever gives a key asks as such an app does.
        if signatures == nil { finding.severity = .note }
        throw finding
      }
      result.timestamp = timestamp
      try check(timestamp, manifest, sha256: sha256)
    } catch {
      result.findings.append(error)
    }
    return result
  }

  private func read() throws(Finding) -> DirectoryTimestamp? {
    let reader = FileReader<SHA256>(POSIXFolder(path: directory))
    let bytes: [UInt8]
    do throws(LoadError) {
      bytes = try reader.contents(Self.path, atMost: DirectoryTimestamp.largestSizeInBytes)
    } catch {
      if case .file(let file) = error, file.isMissing { return nil }
      throw Finding(error)
    }
    try signatures?.check(
      bytes, "timestamp",
      at: DirectoryPath.signature(timestampSHA256: SHA256.hexadecimal(of: bytes)))
    do throws(ManifestError) {
      return try DirectoryTimestamp.decode(bytes)
    } catch {
      throw Finding(error, path: Self.path)
    }
  }

  private func check(
    _ timestamp: DirectoryTimestamp, _ manifest: Manifest, sha256: String
  ) throws(Finding) {
    func refused(_ verdict: String, _ message: String) -> Finding {
      Finding(verdict: verdict, path: Self.path, message: message)
    }
    guard timestamp.manifestSHA256 == sha256 else {
      throw refused(
        "timestamp-mixed",
        "expected it to speak of the manifest \(sha256), found \(timestamp.manifestSHA256)")
    }
    guard timestamp.sequence == manifest.sequence else {
      throw refused(
        "timestamp-mixed", "expected sequence \(manifest.sequence), found \(timestamp.sequence)")
    }
    guard let now else { return }
    guard now < timestamp.expires else {
      throw refused(
        "timestamp-expired",
        "expected one that holds at \(now), found one that ended at "
          + "\(timestamp.expires)")
    }
    guard now >= timestamp.issued.adding(seconds: -Self.secondsOfGrace) else {
      throw refused(
        "timestamp-early", "expected one that was issued by \(now), found \(timestamp.issued)")
    }
  }
}
