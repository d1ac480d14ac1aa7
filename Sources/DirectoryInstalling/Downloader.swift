import DirectoryFormat
import Foundation

/// Fetches single files into the container, with retries that go on where the last one broke off.
struct Downloader<Function: DigestFunction>: Sendable {
  let transport: any Transport
  let folder: URL
  let attempts: Int

  /// Fetches a file of known hash to its place below the folder, unless it is there already.
  ///
  /// True when bytes were fetched.
  func install(_ path: String, bytes: Int, sha256: String) async throws(InstallError) -> Bool {
    let place = folder.appendingPathComponent(path)
    if isThere(place, bytes: bytes) { return false }
    let part = try PartialFile(partial(path), limit: bytes)
    // A part of an earlier time may be of another file: one wrong hash is a reason to fetch anew.
    for attempt in 0..<2 {
      let answer = try await fill(part, path, unless: nil, until: bytes)
      guard answer.status == 200 || answer.status == 206 else {
        throw .status(path: path, code: answer.status)
      }
      let found = try part.sha256(Function.self)
      if part.size == bytes, found == sha256 {
        try move(part, to: place)
        return true
      }
      part.restart()
      if attempt == 1 { throw .hash(path: path, expected: sha256, found: found) }
    }
    return false
  }

  /// Fetches a small file whole; nil when the server says that it has not changed.
  func contents(
    _ path: String, limit: Int, unless etag: String?
  ) async throws(InstallError) -> (bytes: [UInt8], etag: String?)? {
    let part = try PartialFile(partial(path), limit: limit)
    part.restart()
    defer { try? FileManager.default.removeItem(at: part.url) }
    let answer = try await fill(part, path, unless: etag, until: nil)
    if answer.status == 304 { return nil }
    guard answer.status == 200 || answer.status == 206 else {
      throw .status(path: path, code: answer.status)
    }
    do {
      return ([UInt8](try Data(contentsOf: part.url)), answer.etag)
    } catch {
      throw .file(path: path, reason: "\(error)")
    }
  }

  private func fill(
    _ part: PartialFile, _ path: String, unless etag: String?, until size: Int?
  ) async throws(InstallError) -> TransportAnswer {
    var reason = ""
    for attempt in 0..<attempts {
      if let size, part.size == size { return TransportAnswer(status: 200) }
      if attempt > 0 { try? await Task.sleep(nanoseconds: UInt64(attempt) * 200_000_000) }
      do {
        let answer = try await transport.fetch(path, from: part.size, unless: etag) {
          part.receive($0, $1)
        }
        if part.isTooLarge { throw InstallError.tooLarge(path: path, limit: size ?? 16 << 20) }
        if let failure = part.failure { throw InstallError.file(path: path, reason: failure) }
        // The part is as long as the file or longer: what is there is of no use.
        if answer.status == 416 { part.restart() }
        let isShort = size.map { answer.status < 300 && part.size < $0 } ?? false
        if answer.status != 416, answer.status < 500, !isShort { return answer }
        reason = isShort ? "the file ended early" : "status \(answer.status)"
      } catch let error as InstallError {
        throw error
      } catch {
        reason = error.localizedDescription
        if size == nil { part.restart() }
      }
    }
    // A file that stays shorter than the manifest says is a wrong file, not a broken connection.
    if reason == "the file ended early" { return TransportAnswer(status: 200) }
    throw .connection(path: path, reason: reason)
  }

  private func partial(_ path: String) -> URL {
    folder.appendingPathComponent("partial/" + path.replacingOccurrences(of: "/", with: "-"))
  }

  private func isThere(_ place: URL, bytes: Int) -> Bool {
    let facts = try? FileManager.default.attributesOfItem(atPath: place.path)
    return (facts?[.size] as? NSNumber)?.intValue == bytes
      && facts?[.type] as? FileAttributeType == .typeRegular
  }

  private func move(_ part: PartialFile, to place: URL) throws(InstallError) {
    part.synchronize()
    do {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      guard rename(part.url.path, place.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      throw .file(path: place.lastPathComponent, reason: "\(error)")
    }
  }
}
