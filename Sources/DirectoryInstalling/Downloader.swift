import DirectoryFormat
import Foundation

/// Fetches single files into the container, with retries that go on where the last one broke off.
struct Downloader<Function: DigestFunction>: Sendable {
  let transport: any Transport
  let folder: ContainerFolder
  let attempts: Int
  /// How long an address may give too little while there is another one.
  let patience: Patience
  let meter: BudgetMeter

  /// Fetches a file of known hash to its place below the folder, or to another one.
  func install(
    _ path: String, bytes: Int, sha256: String, at place: String? = nil
  ) async throws(InstallError) {
    let place = place ?? path
    // What the system brought while the app was gone waits under the name by which it was asked for.
    if place != path { try? folder.move(partial(path), to: partialPath(place)) }
    let part = try PartialFile(partial(place), limit: bytes, meter: meter)
    var found = ""
    // A part of an earlier time may be of another file: one wrong hash is a reason to fetch anew,
    // and so is one at every address.
    for _ in 0..<max(2, transport.addresses + 1) {
      let (_, address) = try await fill(part, path, unless: nil, until: bytes)
      part.synchronize()
      found = folder.sha256(of: partialPath(place), Function.self) ?? ""
      if Task.isCancelled { throw .cancelled }
      if part.size == bytes, found == sha256 { return try folder.move(part.url, to: place) }
      part.restart()
      transport.turn(from: address)
    }
    throw .hash(path: path, expected: sha256, found: found)
  }

  /// Fetches a small file whole; nil when the server says that it has not changed.
  ///
  /// One that `mayBeMissing` is asked for at the present address alone where that has none.
  func contents(
    _ path: String, limit: Int, unless etag: String? = nil, mayBeMissing: Bool = false
  ) async throws(InstallError) -> (bytes: [UInt8], etag: String?)? {
    let part = try PartialFile(partial(path), limit: limit, meter: meter)
    part.restart()
    defer { folder.remove(partialPath(path)) }
    let (answer, _) = try await fill(
      part, path, unless: etag, until: nil, mayBeMissing: mayBeMissing)
    if answer.status == 304 { return nil }
    guard let bytes = folder.contents(partialPath(path), atMost: limit) else {
      throw .file(path: path, reason: "it cannot be read again")
    }
    return (bytes, answer.etag)
  }

  /// Asks until the file is there, at the next address where one refuses, fails or is too slow; the
  /// status is 200, 206 or an asked-for 304.
  private func fill(
    _ part: PartialFile, _ path: String, unless etag: String?, until size: Int?,
    mayBeMissing: Bool = false
  ) async throws(InstallError) -> (TransportAnswer, address: Int) {
    var problem = Problem.connection("")
    var refusals = 0
    var address = transport.presentAddress
    for attempt in 0..<max(attempts, transport.addresses) {
      if let size, part.size == size { return (TransportAnswer(status: 200), address) }
      if attempt > 0 { try? await Task.sleep(nanoseconds: UInt64(attempt) * 200_000_000) }
      if Task.isCancelled { throw .cancelled }
      address = transport.presentAddress
      let offset = part.size
      do {
        let answer = try await ask(
          part, path, unless: etag, mayWait: attempt + 1 >= transport.addresses)
        try check(part, path)
        switch answer.status {
        // An unasked part or "not modified" says nothing about the file.
        case 200,
          206 where offset > 0,
          304 where etag != nil:
          guard let size, part.size < size else { return (answer, address) }
          problem = .isShort
        case 416: part.restart()  // The part is as long as the file or longer: it is of no use.
        case 404 where mayBeMissing, 410 where mayBeMissing:
          throw InstallError.status(path: path, code: answer.status)
        case 429, 500...:
          transport.turn(from: address)
          problem = .connection("status \(answer.status)")
        default:
          transport.turn(from: address)
          refusals += 1
          if refusals >= transport.addresses {
            throw InstallError.status(path: path, code: answer.status)
          }
        }
      } catch let error as InstallError {
        throw error
      } catch is CancellationError {
        throw .cancelled
      } catch {
        transport.turn(from: address)
        problem = .connection(error.localizedDescription)
        if size == nil { part.restart() }
      }
    }
    switch problem {
    // A file that stays shorter than the manifest says is a wrong file, not a broken connection.
    case .isShort: return (TransportAnswer(status: 200), address)
    case .connection(let reason): throw .connection(path: path, reason: reason)
    }
  }

  /// Asks the present address for the rest of a file; as long as another one can be asked, only while
  /// enough of it comes.
  private func ask(
    _ part: PartialFile, _ path: String, unless etag: String?, mayWait: Bool
  ) async throws -> TransportAnswer {
    let offset = part.size
    guard !mayWait, transport.streams(path) else {
      return try await transport.fetch(path, from: offset, unless: etag) { part.receive($0, $1) }
    }
    return try await patience.run { [transport] flow in
      try await transport.fetch(path, from: offset, unless: etag) {
        flow.add($1.count)
        return part.receive($0, $1)
      }
    }
  }

  /// Why a fetch was tried again.
  private enum Problem {
    case isShort
    case connection(String)
  }

  private func check(_ part: PartialFile, _ path: String) throws(InstallError) {
    if Task.isCancelled { throw .cancelled }
    if meter.isOver { throw meter.error }
    if part.isTooLarge { throw .tooLarge(path: path, limit: part.limit) }
    if let failure = part.failure { throw .file(path: path, reason: failure) }
  }

  private func partial(_ path: String) -> URL { folder.place(of: partialPath(path)) }

  private func partialPath(_ path: String) -> String {
    PartialFile.path(of: path)
  }
}
