package import DirectoryFormat
import DirectoryLoading
package import Signing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Checks a published directory as iOS will, and more: every hash, line, sum, slot and delta.
///
/// Chunks stream through windows of 256 KiB on a few threads: one job hashes a slot's chunks and
/// replays its full load in one pass, others hold renderings, twins and deltas against the chunks. Memory: 8 bytes for each blocked number of the slots in work, and the
/// delta in work.
package struct DirectoryVerifier: Sendable {
  /// The folder that holds manifest.json.
  package var directory: String
  /// The key that must have signed manifest and timestamp; nil: signatures are not checked.
  package var publicKey: Ed25519.PublicKey?
  /// The root that an app ships, from which keys are followed to those that must have signed.
  package var root: [UInt8]?
  /// The folder of reports; nil: `report` beside the directory, if it is there.
  package var reports: String?
  /// The clock by which the timestamp must hold; nil: that is not judged.
  package var now: DirectoryTime?
  /// Threads to use.
  package var threads = 2

  /// Verifies the directory in a folder, or in the `directory` of an output folder of `build`.
  package init(directory: String) {
    self.directory = DirectoryFolder.meant(by: directory)
  }

  /// Times that a directory is read anew because a build published another generation meanwhile.
  private static let mostTries = 20

  /// Reads everything; what is wrong is in the report.
  ///
  /// A directory that a build changes while it is read is read again: what is said is true of one
  /// generation.
  package func verify() throws(InspectionError) -> VerificationReport {
    _ = try DirectoryFolder.existing(directory)
    for _ in 1..<Self.mostTries {
      let before = manifestBytes()
      let report = verifyOnce()
      if report.isSound || before == nil || manifestBytes() == before { return report }
    }
    return verifyOnce()
  }

  /// The manifest as it is now; nil when it cannot be read.
  private func manifestBytes() -> [UInt8]? {
    try? FileReader<SHA256>(POSIXFolder(path: directory)).contents(
      Manifest.fileName, atMost: Manifest.largestSizeInBytes)
  }

  private func verifyOnce() -> VerificationReport {
    var report = VerificationReport()
    report.now = now
    do throws(Finding) {
      let signatures = try signatureCheck()
      let (manifest, sha256) = try readManifest(signatures)
      report.manifest = manifest
      verifyFiles(of: manifest, into: &report)
      let timestamp = TimestampCheck(directory: directory, signatures: signatures, now: now)
        .run(manifest, sha256: sha256)
      report.timestamp = timestamp.timestamp
      report.findings += timestamp.findings
      nameSources(in: &report, generation: manifest.generation)
    } catch {
      report.findings.append(error)
    }
    return report
  }
}

extension DirectoryVerifier {
  /// Who must have signed; nil where that is not checked.
  private func signatureCheck() throws(Finding) -> SignatureCheck? {
    let reader = FileReader<SHA256>(POSIXFolder(path: directory))
    if let root {
      let keyring = try RootCheck(reader: reader, now: now).keyring(from: root)
      return SignatureCheck(reader: reader, keys: .keyring(keyring))
    }
    return publicKey.map { SignatureCheck(reader: reader, keys: .key($0)) }
  }

  private func readManifest(
    _ signatures: SignatureCheck?
  ) throws(Finding) -> (Manifest, sha256: String) {
    let reader = FileReader<SHA256>(POSIXFolder(path: directory))
    let bytes: [UInt8]
    do throws(LoadError) {
      bytes = try reader.contents(Manifest.fileName, atMost: Manifest.largestSizeInBytes)
    } catch {
      throw unreadableManifest(error)
    }
    let sha256 = SHA256.hexadecimal(of: bytes)
    // The signature first: nothing of a manifest that somebody else wrote is worth a message.
    try signatures?.check(
      bytes, "manifest", at: DirectoryPath.signature(manifestSHA256: sha256))
    do throws(ManifestError) {
      let manifest = try Manifest.decode(bytes)
      try manifest.checkDigests(with: SHA256.self)
      return (manifest, sha256)
    } catch {
      throw Finding(error)
    }
  }

  private func unreadableManifest(_ error: LoadError) -> Finding {
    var finding = Finding(error)
    if finding.verdict == "file-missing" {
      finding.verdict = "manifest-missing"
      finding.message = "expected manifest.json, found none"
    } else if case .file(let error) = error, error.isTooLarge {
      finding.verdict = ManifestError.Kind.tooLarge.rawValue
      let file = FoundFile(directory + "/" + Manifest.fileName)
      finding.message =
        "expected at most \(Manifest.largestSizeInBytes) bytes, found "
        + (file.bytes.map { "\($0)" } ?? "more")
    }
    return finding
  }

  /// What one job found and how much it read.
  struct JobResult: Sendable {
    var findings: [Finding] = []
    var bytesRead = 0
  }

  private func verifyFiles(of manifest: Manifest, into report: inout VerificationReport) {
    let folder = POSIXFolder(path: directory)
    let assignment = SlotAssignment(identifiers: manifest.slots.map(\.identifier))
    var jobs: [@Sendable () -> JobResult] = manifest.slots.map { slot in
      { SlotReplay(slot: slot, assignment: assignment, folder: folder).run() }
    }
    for slot in manifest.slots {
      jobs += slot.renderings.map { file in
        { RenderingReplay(slot: slot, rendering: file, folder: folder).run() }
      }
    }
    for slot in manifest.slots {
      let twins = manifest.twins(ofSlot: slot)
      if !twins.isEmpty { jobs.append { TwinReplay(folder: folder).run(twins) } }
    }
    let twins = manifest.twinsOfDeltas
    if !twins.isEmpty { jobs.append { TwinReplay(folder: folder).run(twins) } }
    jobs += manifest.deltas.map { delta in
      { DeltaReplay(manifest: manifest, delta: delta, folder: folder).run() }
    }
    if let lookup = manifest.liveLookup {
      jobs.append { LookupReplay(manifest: manifest, lookup: lookup, folder: folder).run() }
    }
    let directory = directory
    jobs.append { FormerFiles(beside: manifest, in: directory).run() }
    for result in WorkQueue.run(threads: threads, jobs) {
      report.findings += result.findings
      report.bytesRead += result.bytesRead
    }
    report.deltas = manifest.deltas.count
  }

  private func nameSources(in report: inout VerificationReport, generation: String) {
    let shelf = reports ?? directory + "/../report"
    guard report.findings.contains(where: { $0.neighbours.number > 0 }),
      let folder = SourceRows.report(of: generation, on: shelf)
    else { return }
    for index in report.findings.indices where report.findings[index].neighbours.number > 0 {
      report.findings[index].sources = SourceRows.find(
        report.findings[index].neighbours.number, in: folder)
    }
  }
}
