import DirectoryFormat
import Foundation
import Signing
import Testing

@testable import DirectoryInstalling

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads that go on without the app, as far as a system without them can show it.
@Suite(.serialized) struct BackgroundTransportTests {
  private let start = DirectoryTime(seconds: 1_795_230_000)
  private let phone: TestPhone
  private let server: TestServer

  init() throws {
    phone = TestPhone(start)
    server = try TestServer(serving: "packed")
  }

  private func installer(_ bases: [URL]) -> DirectoryInstaller<SHA256> {
    DirectoryInstaller(
      transport: BackgroundTransport(
        bases: bases, files: .ephemeral, container: phone.container),
      container: phone.container, digest: SHA256.self)
  }

  @Test func everythingArrives() async throws {
    let result = try await installer([server.address]).install()
    #expect(result.files > 0 && phone.sequence == 2)
    #expect(try await installer([server.address]).install().files == 0)
  }

  @Test func anotherAddressServesWhatTheFirstDoesNot() async throws {
    let empty = try TestServer(serving: "packed")
    for folder in ["chunks", "packed", "deltas"] {
      try FileManager.default.removeItem(at: empty.root.appending(path: folder))
    }
    _ = try await installer([empty.address, server.address]).install()
    #expect(phone.sequence == 2)
  }

  @Test func cancelledItEndsAtOnce() async throws {
    try server.trouble("slow packed/ 0.2\nslow chunks/ 0.2\n")
    let installer = installer([server.address])
    // At once, but for the machine's other work: the quickest of some, and not what waiting would take.
    var shortest = UInt64.max
    for _ in 0..<10 where shortest >= 1_000_000_000 {
      let update = Task { try await installer.install() }
      try await Task.sleep(nanoseconds: 500_000_000)
      let began = DispatchTime.now().uptimeNanoseconds
      update.cancel()
      #expect(await update.result.isFailure)
      shortest = min(shortest, DispatchTime.now().uptimeNanoseconds - began)
    }
    #expect(shortest < 1_000_000_000)
  }

  @Test(
    "what ends after the app was killed lies ready for the next update", arguments: [false, true])
  func adopted(isPacked: Bool) async throws {
    let manifest = try Manifest.decode(try server.bytes("manifest.json"))
    let chunk = try #require(
      manifest.slots.flatMap { $0.identification.chunks + $0.blocking.chunks }
        .first { ($0.packed != nil) == isPacked })
    let path = chunk.packed?.path ?? chunk.path
    let folder = ContainerFolder(phone.container).directory
    let downloads = Downloads(folder)
    let session = URLSession(configuration: .ephemeral, delegate: downloads, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    for path in [path, "manifest.json"] {
      let task = session.downloadTask(with: server.address.appendingPathComponent(path))
      task.taskDescription = path
      task.resume()
    }
    let place = PartialFile.path(of: path)
    for _ in 0..<100 where folder.size(of: place) == nil {
      try await Task.sleep(nanoseconds: 50_000_000)
    }
    #expect(folder.size(of: place) == chunk.packed?.bytes ?? chunk.bytes)
    #expect(folder.size(of: PartialFile.path(of: "manifest.json")) == nil)
    let count = server.requests.count
    _ = try await installer([server.address]).install()
    #expect(phone.installed(chunk.path) != nil)
    #expect(!server.requests.dropFirst(count).contains { $0.hasPrefix(path) })
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { return true }
    return false
  }
}
