import DirectoryFormat
import DirectoryInstalling
import Foundation
import Signing
import Testing

@Suite(.serialized) struct HostileServerTests {
  private let phone = TestPhone(DirectoryTime(seconds: 1_795_230_000))

  /// Why an installation fails; nil when it does not.
  private func refusal(_ installer: DirectoryInstaller<SHA256>) async -> InstallError? {
    do {
      _ = try await installer.install()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "a body without end of another status is not received", .timeLimit(.minutes(30)),
    arguments: [404, 403, 206, 304])
  func endless(status: Int) async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("endless manifest.json \(status)\n")
    let expected = InstallError.status(path: "manifest.json", code: status)
    #expect(await refusal(try phone.installer([server])) == expected)
    #expect(phone.installed("manifest.json") == nil)
  }

  @Test func aTimestampWithoutEndIsRefusedByItsOwnLimit() async throws {
    let server = try TestServer(serving: "first")
    try server.write(Array(repeating: 0x20, count: 5_000), to: "timestamp.json")
    let refusal = await refusal(try phone.installer([server]))
    #expect(refusal == .tooLarge(path: "timestamp.json", limit: 4_096))
  }

  @Test func notModifiedToAFreshAppIsNoSuccess() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("status manifest.json 304\n")
    let refusal = await refusal(try phone.installer([server]))
    #expect(refusal == .status(path: "manifest.json", code: 304))
  }

  @Test func aByteNowAndThenRunsIntoTheBudget() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("slow chunks/ 0.2\n")
    var installer = try phone.installer([server])
    installer.budget = UpdateBudget(seconds: 1)
    #expect(await refusal(installer) == .budget(seconds: 1, bytes: 1 << 30))
    #expect(phone.installed("manifest.json") == nil)
  }

  @Test func moreBytesThanTheBudget() async throws {
    let server = try TestServer(serving: "first")
    var installer = try phone.installer([server])
    installer.budget = UpdateBudget(seconds: 60, bytes: 5_000)
    #expect(await refusal(installer) == .budget(seconds: 60, bytes: 5_000))
  }

  @Test func aBombIsStoppedAtTheLimit() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("bomb chunks/\n")
    guard case .tooLarge = await refusal(try phone.installer([server])) else {
      Issue.record("not refused as too large")
      return
    }
    #expect(phone.installed("manifest.json") == nil)
  }

  @Test func redirectsStayAtTheirOrigin() async throws {
    let server = try TestServer(serving: "first")
    let other = try TestServer(serving: "first")
    try server.trouble("redirect manifest.json \(other.address.absoluteString)manifest.json\n")
    let refused = await refusal(try phone.installer([server]))
    #expect(refused == .status(path: "manifest.json", code: 302))
    #expect(other.requests.isEmpty)
    try server.write(try server.bytes("manifest.json"), to: "elsewhere.json")
    try server.trouble("redirect manifest.json \(server.address.absoluteString)elsewhere.json\n")
    #expect(await refusal(try phone.installer([server])) == nil)
  }

  @Test("only https", arguments: ["http://directory.example/", "file:///etc/", "ftp://a.example/"])
  func onlyEncrypted(address: String) async throws {
    let transport = URLSessionTransport(base: try #require(URL(string: address)))
    let installer = DirectoryInstaller(
      transport: transport, container: phone.container, digest: SHA256.self)
    #expect(await refusal(installer) == .address(address))
  }

  @Test func theSignatureComesBeforeTheParsing() async throws {
    let server = try TestServer(serving: "first")
    let key = try Ed25519.PrivateKey.generate()
    try server.write(Array("not even JSON".utf8), to: "manifest.json")
    var installer = try phone.installer([server], key)
    installer.requiresTimestamp = false
    let path = DirectoryPath.signature(
      manifestSHA256: SHA256.hexadecimal(of: Array("not even JSON".utf8)))
    #expect(await refusal(installer) == .signature(path: path))
  }

  @Test func anotherDirectoryIsRefused() async throws {
    let server = try TestServer(serving: "first")
    var installer = try phone.installer([server])
    installer.name = "taiwan"
    #expect(await refusal(installer) == .name(expected: "taiwan", found: "conformance"))
    installer.name = nil
    installer.slots = ["tw.example.other"]
    #expect(await refusal(installer) == .noSlots(expected: ["tw.example.other"]))
    installer.slots = nil
    #expect(await refusal(installer) == nil)
    // From now on the name is known.
    let text = String(decoding: try server.bytes("manifest.json"), as: UTF8.self)
      .replacing("\"sequence\": 1", with: "\"sequence\": 2")
    try server.write(
      Array(text.replacing("\"name\": \"conformance\"", with: "\"name\": \"staging\"").utf8),
      to: "manifest.json")
    #expect(await refusal(installer) == .name(expected: "conformance", found: "staging"))
  }

  @Test func cancellationEndsIt() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("slow chunks/ 30\n")
    let installer = try phone.installer([server])
    let task = Task { await self.refusal(installer) }
    while !server.requests.contains(where: { $0.hasPrefix("chunks/") }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    try server.trouble("")
    #expect(await refusal(installer) == nil, "the turn was given back")
  }

  @Test func cancellationDoesNotWaitForALargeManifest() async throws {
    let server = try TestServer(serving: "first")
    // Passed over by every reader, but not before it is read.
    let unknown = "{\n  \"a\": [" + String(repeating: "0,", count: 2_000_000) + "0],"
    try server.write(
      Array(unknown.utf8) + (try server.bytes("manifest.json")).dropFirst(), to: "manifest.json")
    let installer = try phone.installer([server])
    // At once, but for the machine's other work: the quickest of some, and not what waiting would take.
    var shortest = UInt64.max
    for round in 1...5 where shortest >= 1_000_000_000 {
      let task = Task { await self.refusal(installer) }
      while server.requests.count(where: { $0.hasPrefix("manifest.json") }) < round {
        try await Task.sleep(for: .milliseconds(10))
      }
      try await Task.sleep(for: .milliseconds(500))
      let began = DispatchTime.now().uptimeNanoseconds
      task.cancel()
      #expect(await task.value == .cancelled)
      shortest = min(shortest, DispatchTime.now().uptimeNanoseconds - began)
    }
    #expect(shortest < 1_000_000_000)
  }

  @Test func twoAtOnceFollowOneAnother() async throws {
    let server = try TestServer(serving: "first")
    let installer = try phone.installer([server])
    async let first = installer.install()
    async let second = installer.install()
    let files = [try await first.files, try await second.files].sorted()
    #expect(files[0] == 0 && files[1] > 0)
    #expect(
      server.requests.count { $0.hasPrefix("chunks/") }
        == Set(server.requests.filter { $0.hasPrefix("chunks/") }).count, "no file twice")
  }

  @Test func whatWaitsForItsTurnCanBeCancelled() async throws {
    let server = try TestServer(serving: "first")
    try server.trouble("slow chunks/ 30\n")
    let installer = try phone.installer([server])
    let first = Task { await self.refusal(installer) }
    while !server.requests.contains(where: { $0.hasPrefix("chunks/") }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    let second = Task { await self.refusal(installer) }
    try await Task.sleep(for: .milliseconds(50))
    second.cancel()
    #expect(await second.value == .cancelled)
    first.cancel()
    #expect(await first.value == .cancelled)
  }

  @Test(
    "another address serves what the first does not",
    arguments: [
      "status manifest.json 404\n", "status chunks/ 503\n", "wrong chunks/\n",
      "wrong manifest.json\n",
      "cut chunks/ 3\n", "redirect timestamp.json http://127.0.0.1:1/\n",
    ])
  func severalAddresses(trouble: String) async throws {
    let bad = try TestServer(serving: "first")
    let good = try TestServer(serving: "first")
    try bad.trouble(trouble)
    #expect(await refusal(try phone.installer([bad, good])) == nil)
    #expect(phone.sequence == 1)
  }

  @Test(
    "an address that gives a byte now and then keeps no other one from serving",
    arguments: ["slow timestamp.json 1\n", "slow manifest.json 1\n", "slow chunks/ 1\n"])
  func severalAddressesOneSlow(trouble: String) async throws {
    let slow = try TestServer(serving: "first")
    let good = try TestServer(serving: "first")
    let key = try Ed25519.PrivateKey.generate()
    for server in [slow, good] {
      try server.vouch(key, at: DirectoryTime(seconds: 1_795_230_000))
    }
    try slow.trouble(trouble)
    var installer = try phone.installer([slow, good], key)
    installer.budget = UpdateBudget(seconds: 20)
    installer.patience = 1
    #expect(await refusal(installer) == nil)
    #expect(phone.sequence == 1)
  }

  @Test("requests that end while they are cancelled end alone, and not the process")
  func manyCancellations() async throws {
    let server = try TestServer(serving: "first")
    let transport = URLSessionTransport(base: server.address)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<600 {
        group.addTask {
          let request = Task {
            try await transport.fetch("manifest.json", from: 0, unless: nil) { _, _ in true }
          }
          try? await Task.sleep(for: .microseconds(number * 5_000 / 600))
          request.cancel()
          _ = await request.result
        }
      }
    }
    let answer = try await transport.fetch("manifest.json", from: 0, unless: nil) { _, _ in true }
    #expect(answer.status == 200)
  }
}
