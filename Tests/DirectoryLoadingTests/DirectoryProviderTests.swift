@_spi(Stub) import CallKit
import DirectoryFormat
import DirectoryLoading
import Foundation
import Testing

/// The provider as an app's subclass has it.
private final class Provider: DirectoryProvider {
  var folder = ""
  override var container: URL? { URL(filePath: folder) }
  override var slot: String { TestEntries.slot }
}

@Suite struct DirectoryProviderTests {
  private let folder: TestFolder
  private let provider = Provider()

  init() throws {
    folder = try TestFolder()
    provider.folder = folder.path
  }

  private func request(incremental: Bool) -> CXCallDirectoryExtensionContext {
    let context = CXCallDirectoryExtensionContext()
    context.incremental = incremental
    return context
  }

  @Test func loadsAndKeepsItsMarker() throws {
    try folder.install(TestEntries(identification: [886_255: "店家"], blocking: [7]))
    let first = request(incremental: false)
    provider.beginRequest(with: first)
    #expect(first.calls == ["isIncremental", "+i 886255 店家", "+b 7"])
    #expect(first.isComplete && first.delegate === provider)
    let second = request(incremental: true)
    provider.beginRequest(with: second)
    #expect(second.calls == ["isIncremental"] && second.isComplete)
    provider.requestFailed(for: second, withError: NSError(domain: "sqlite", code: 11))
    let third = request(incremental: true)
    provider.beginRequest(with: third)
    #expect(third.calls == ["isIncremental", "-i all", "-b all", "+i 886255 店家", "+b 7"])
  }

  @Test func cancelsWhatCannotBeLoaded() throws {
    let context = request(incremental: false)
    provider.beginRequest(with: context)
    #expect(context.cancellation is LoadError && !context.isComplete)
    #expect(folder.record().outcome?.state == .failed)
  }

  @Test(
    "the portable SHA-256 is that of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(text: String, expected: String) {
    #expect(PortableSHA256.hex(ofStrings: [text]) == expected)
    #expect(PortableSHA256.hex(ofStrings: text.map(String.init)) == expected)
  }
}
