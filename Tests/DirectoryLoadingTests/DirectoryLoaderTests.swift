import DirectoryFormat
import DirectoryLoading
import Foundation
import Signing
import SimulatedCallDirectory
import Testing

@Suite struct DirectoryLoaderTests {
  private let folder: TestFolder
  private let phone = SimulatedCallDirectory()

  init() throws { folder = try TestFolder() }

  private func loader() -> DirectoryLoader<SHA256> {
    DirectoryLoader(
      slot: TestEntries.slot, directory: folder.directory, state: folder.state,
      milliseconds: POSIXFolder.milliseconds)
  }

  /// One request from beginning to end, as the CallKit adapter does it.
  @discardableResult
  private func load(
    _ loader: DirectoryLoader<SHA256>? = nil, expired: Bool = false
  ) throws -> (LoadResult, SimulatedRequest) {
    let loader = loader ?? self.loader()
    let request = try phone.request()
    let result = loader.load(into: request)
    if result.failure != nil {
      request.cancel()
    } else if let fault = request.complete(expired: expired), !expired {
      loader.finish(result, expired: false)
      loader.requestFailed(code: fault.code.rawValue, message: fault.code.name)
      return (result, request)
    }
    loader.finish(result, expired: expired)
    return (result, request)
  }

  private var record: SlotRecord { folder.record() }
  private var marker: LoadMarker? { record.marker }

  @Test(
    "full, then deltas, leave on the phone what the directory has",
    arguments: 1...8 as ClosedRange<UInt64>)
  func generations(seed: UInt64) throws {
    var former: (TestEntries, Manifest)?
    for generation in 0..<5 as Range<UInt64> {
      let entries = TestEntries.random(seed &+ generation, count: 2000)
      let manifest = try folder.install(
        entries, sequence: Int(generation) + 1, former: former, perChunk: 90)
      let (result, request) = try load()
      #expect(result.outcome.plan == (generation == 0 ? "full" : "delta"), "seed \(seed)")
      #expect(TestEntries(on: phone) == entries, "seed \(seed)")
      #expect(request.alternations == 0 && phone.droppedLabels == 0)
      #expect(result.outcome.done == result.outcome.total)
      #expect(marker?.generation == manifest.generation)
      former = (entries, manifest)
    }
    #expect(try load().0.outcome.plan == "nothing")
  }

  @Test func nothingToDoMakesNoCall() throws {
    try folder.install(.random(1, count: 100))
    try load()
    let (result, request) = try load()
    guard case .unchanged = result.action else { return #expect(Bool(false)) }
    #expect(request.additions == 0 && request.removals == 0)
    #expect(TestEntries(on: phone) == .random(1, count: 100))
    #expect(record.outcome?.state == .unchanged)
  }

  @Test func withoutADeltaEverythingIsReplaced() throws {
    try folder.install(.random(1, count: 500))
    try load()
    try folder.install(.random(2, count: 500), sequence: 2)
    #expect(try load().0.outcome.plan == "full")
    #expect(TestEntries(on: phone) == .random(2, count: 500))
  }

  @Test func aDeltaThatIsNotInstalledIsReplacedByAFullLoad() throws {
    let entries = TestEntries.random(16, count: 400)
    let manifest = try folder.install(entries)
    try load()
    let next = try folder.install(
      .random(17, count: 400), sequence: 2, former: (entries, manifest))
    try FileManager.default.removeItem(
      atPath: folder.directory.path + "/" + next.deltas[0].path)
    #expect(try load().0.outcome.plan == "full")
    #expect(TestEntries(on: phone) == .random(17, count: 400))
    #expect(marker?.generation == next.generation)
  }

  @Test func aFirstLoadIsStaged() throws {
    let entries = TestEntries.random(3, count: 3000)
    try folder.install(entries)
    var loader = loader()
    loader.firstLoad = 1000
    let (first, request) = try load(loader)
    #expect(first.outcome.plan == "first-entries" && request.additions == 1000)
    #expect(marker?.isPartial == true)
    #expect(try load(loader).0.outcome.plan == "full")
    #expect(TestEntries(on: phone) == entries)
    #expect(marker?.isPartial == false)
  }

  /// Ways for a load to end badly; each must be followed by a full load.
  @Test(
    "behind a bad end comes a full load", arguments: ["expired", "killed", "failed", "restart"])
  func badEnds(how: String) throws {
    let entries = TestEntries.random(4, count: 800)
    let manifest = try folder.install(entries)
    try load()
    let next = TestEntries.random(5, count: 800)
    try folder.install(next, sequence: 2, former: (entries, manifest))
    switch how {
    case "expired": try load(expired: true)
    case "failed":
      try load()
      loader().requestFailed(code: 19, message: "constraint")
      #expect(record.outcome?.code == 19 && record.outcome?.state == .failed)
    case "killed":
      let request = try phone.request()
      request.kill(afterCalls: 10)
      _ = loader().load(into: request)
    default:
      _ = loader().load(into: try phone.request())
      phone.restart()
    }
    #expect(marker == nil)
    let (result, _) = try load()
    #expect(result.outcome.plan == "full")
    #expect(TestEntries(on: phone) == next)
  }

  @Test func aMarkerOfAnotherKindCountsAsNone() throws {
    try folder.install(.random(1, count: 100))
    try load()
    let name = LoadMarker.fileName(slot: TestEntries.slot)
    let sound = try #require(marker)
    for bytes in [Array(sound.encode().dropLast(3)), [], [0xFF], Array("callbook-marker 2\n".utf8)]
    {
      try folder.state.replace(name, with: bytes)
      #expect(try load().0.outcome.plan == "full")
      #expect(marker?.digest == sound.digest)
    }
  }

  @Test func aDamagedFileKeepsWhatIsOnThePhone() throws {
    let entries = TestEntries.random(6, count: 800)
    let manifest = try folder.install(entries, perChunk: 100)
    try load()
    let next = try folder.install(
      .random(7, count: 800), sequence: 2, former: (entries, manifest), perChunk: 100)
    try folder.write(Array("-i\t5\n".utf8), next.deltas[0].path)
    let (result, request) = try load()
    guard case .refused(.size, _) = result.action else { return #expect(Bool(false), "\(result)") }
    #expect(request.additions + request.removals == 0)
    #expect(TestEntries(on: phone) == entries)
    #expect(marker?.generation == manifest.generation)
    #expect(record.outcome?.state == .refused)
  }

  @Test func aDamagedLastChunkIsFoundBeforeTheFirstCall() throws {
    let manifest = try folder.install(.random(8, count: 800), perChunk: 100)
    let last = try #require(manifest.slots[0].blocking.chunks.last)
    var bytes = [UInt8](
      try Data(contentsOf: URL(filePath: folder.directory.path + "/" + last.path)))
    bytes[bytes.count - 2] = bytes[bytes.count - 2] == 0x39 ? 0x38 : 0x39
    try folder.write(bytes, last.path)
    let (result, request) = try load()
    #expect(result.failure != nil)
    #expect(request.additions == 0)
  }

  @Test func olderDirectoriesAreRefusedUnlessTold() throws {
    try folder.install(.random(1, count: 50), sequence: 7)
    try load()
    try folder.install(.random(2, count: 50), sequence: 6)
    let (result, _) = try load()
    guard case .refused(.rollback(installed: 7, found: 6), _) = result.action else {
      return #expect(Bool(false), "\(result)")
    }
    #expect(TestEntries(on: phone) == .random(1, count: 50))
    var willing = loader()
    willing.allowsRollback = true
    try load(willing)
    #expect(TestEntries(on: phone) == .random(2, count: 50))
  }

  private struct Key: SignatureChecking {
    var key: Ed25519.PublicKey
    func accepts(signature: [UInt8], of message: [UInt8]) -> Bool {
      key.isValid(signature: signature, of: message)
    }
  }

  @Test func signatures() throws {
    let key = try Ed25519.PrivateKey.generate()
    let manifest = try folder.install(.random(1, count: 50)).encode()
    var loader = loader()
    loader.signature = Key(key: try key.publicKey)
    #expect(try load(loader).0.failure != nil)
    let path = DirectoryPath.signature(manifestSHA256: SHA256.hexadecimal(of: manifest))
    try folder.write(try Ed25519.PrivateKey.generate().signature(of: manifest), path)
    #expect(try load(loader).0.failure == nil, "an incremental request is completed unchanged")
    #expect(phone.identification.isEmpty)
    try folder.write(try key.signature(of: manifest), path)
    try load(loader)
    #expect(TestEntries(on: phone) == .random(1, count: 50))
  }

  @Test func aSlotThatTheDirectoryDoesNotHaveIsEmptied() throws {
    #expect(try load().0.failure != nil, "there is no directory")
    try folder.install(.random(1, count: 50))
    try load()
    try folder.install(.random(1, count: 50), sequence: 2, slot: "tw.example.app.other")
    let (result, _) = try load()
    #expect(result.outcome.plan == "full" && result.outcome.total == 0)
    #expect(TestEntries(on: phone) == TestEntries())
    #expect(marker?.entries == 0 && record.outcome?.state == .succeeded)
    #expect(try load().0.outcome.plan == "nothing")
  }

  @Test func theKitsDirectoryWithoutTheSlotEmptiesIt() throws {
    let kit = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "conformance/golden/one-slot").path
    try folder.install(.random(1, count: 50))
    try load()
    var loader = DirectoryLoader<SHA256>(
      slot: TestEntries.slot, directory: POSIXFolder(path: kit), state: folder.state,
      milliseconds: POSIXFolder.milliseconds)
    try load(loader)
    #expect(phone.identification.count + phone.blocking.count > 10)
    loader.slot = "tw.example.app.directory2"
    #expect(try load(loader).0.failure == nil)
    #expect(TestEntries(on: phone) == TestEntries())
  }

  @Test func anotherDirectoryIsRefused() throws {
    try folder.install(.random(1, count: 50))
    var loader = loader()
    loader.name = "test"
    try load(loader)
    loader.name = "taiwan"
    guard case .refused(.name(expected: "taiwan", found: "test"), _) = try load(loader).0.action
    else { return #expect(Bool(false)) }
    #expect(TestEntries(on: phone) == .random(1, count: 50) && marker != nil)
  }

  @Test func linksAreNotFollowed() throws {
    let manifest = try folder.install(.random(1, count: 50))
    let path = folder.directory.path + "/" + manifest.slots[0].identification.chunks[0].path
    try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/outside.tsv")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.path + "/outside.tsv")
    let (result, _) = try load()
    guard case .failed(.file) = result.action else { return #expect(Bool(false), "\(result)") }
    for name in ["../outside.tsv", "/etc/hostname", "chunks/../manifest.json", "chunks", ""] {
      #expect(throws: FileError.self, "\(name)") { try folder.directory.open(name) }
    }
  }
}
