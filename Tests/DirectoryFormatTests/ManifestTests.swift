import DirectoryFormat
import Testing

@Suite struct ManifestTests {
  private let text = String(decoding: Manifest.sample().encode(), as: UTF8.self)

  @Test func comesBackFromItsBytes() throws {
    let manifest = Manifest.sample()
    let decoded = try Manifest.decode(manifest.encode())
    #expect(decoded == manifest)
    try decoded.checkDigests(with: TestDigest.self)
  }

  @Test func withoutADay() throws {
    var manifest = Manifest.sample()
    manifest.asOf = nil
    #expect(try Manifest.decode(manifest.encode()) == manifest)
  }

  @Test func tellsWhatWasAccepted() throws {
    var manifest = Manifest.sample()
    manifest.accepted = Manifest.Accepted(gates: ["gate.days", "gate.vanished"], reason: "閉店")
    #expect(try Manifest.decode(manifest.encode()) == manifest)
    let text = String(decoding: manifest.encode(), as: UTF8.self)
    for (find, put) in [("\"閉店\"", "7"), ("\"gate.days\"", "[]"), ("\"reason\"", "\"why\"")] {
      #expect(throws: ManifestError.self) {
        try Manifest.decode(Array(text.replacing(find, with: put).utf8))
      }
    }
  }

  @Test func isCanonical() {
    #expect(text.hasPrefix("{\n  \"as_of\": \"2026-11-21\",\n  \"deltas\": [\n    {\n      \"add"))
    #expect(text.hasSuffix("  \"tool\": \"callbook 0.1.0\"\n}\n"))
    #expect(text.contains("\"first\": \"9223372036854775000\""))
    #expect(text.contains(#""name": "台灣 \"taiwan\"\\""#))
  }

  @Test func otherSpacingAndUnknownKeysAreRead() throws {
    let changed =
      text
      .replacing(
        "\"cap\": 1500000", with: "\"later\": [{\"a\": -1.5e+3, \"b\": null}], \"cap\":1500000"
      )
      .replacing("\n", with: " \t\r\n")
      .replacing("台灣", with: #"\u53f0灣"#)
    #expect(try Manifest.decode(Array(changed.utf8)) == Manifest.sample())
  }

  /// What is damaged, by what, and the verdict with a part of its message.
  struct Damage: Sendable, CustomTestStringConvertible {
    var find: String
    var put: String
    var kind: ManifestError.Kind
    var message: String
    var testDescription: String { "\(find) → \(put)" }

    init(_ find: String, _ put: String, _ kind: ManifestError.Kind, _ message: String) {
      self.find = find
      self.put = put
      self.kind = kind
      self.message = message
    }
  }

  @Test(
    "is refused",
    arguments: [
      Damage("\"format\": 1", "\"format\": 2", .unknownFormat, "expected format 1, found format 2"),
      Damage("\"format\": 1,", "", .missingKey, "expected the key 'format'"),
      Damage("\"sequence\": 42", "\"sequence\": 0", .badValue, "sequence: expected"),
      Damage("\"sequence\": 42", "\"sequence\": -42", .badValue, "found -42"),
      Damage("\"sequence\": 42", "\"sequence\": 4.2e1", .badValue, "a whole number"),
      Damage("\"sequence\": 42", "\"sequence\": 042", .badValue, "a whole number"),
      Damage("\"sequence\": 42", "\"sequence\": \"42\"", .badValue, "a whole number"),
      Damage(
        "\"sequence\": 42", "\"sequence\": 99999999999999999999", .badValue, "a whole number"),
      Damage("\"sequence\": 42", "\"sequence\": 42, \"sequence\": 43", .duplicateKey, "again"),
      Damage(
        "\"sequence\": 42",
        "\"sequence\": 42, " + (0..<60).map { "\"key\($0)\": 0" }.joined(separator: ", "),
        .badValue, "at most 64 keys"),
      Damage("\"entries\": 2", "\"entries\": 9223372036854775807", .badValue, "entries"),
      Damage("\"cap\": 1500000", "\"cap\": 2000000", .badValue, "1 to 1999999"),
      Damage("\"cap\": 1500000", "\"cap\": 4", .inconsistent, "at most 4 entries"),
      Damage("\"path\": \"chunks/", "\"path\": \"/chunks/", .badValue, "a plain name in chunks/"),
      Damage("\"path\": \"chunks/", "\"path\": \"chunks/../", .badValue, "a plain name"),
      Damage("\"path\": \"chunks/", "\"path\": \"chunks/..", .badValue, "a plain name"),
      Damage("\"path\": \"chunks/", "\"path\": \"deltas/", .badValue, "a plain name"),
      Damage("\"path\": \"chunks/", "\"path\": \"chunks/a\\u0000", .badValue, "a plain name"),
      Damage("\"format\": \"tsv\"", "\"format\": \"csv\"", .badValue, "'tsv'"),
      Damage("\"first\": \"8862", "\"first\": \"08862", .badValue, "the digits of a number"),
      Damage("\"first\": \"8862", "\"first\": \"+8862", .badValue, "the digits of a number"),
      Damage(
        "\"9223372036854775000\"", "\"9223372036854775807\"", .badValue, "9223372036854775806"),
      Damage("\"8862556677880000\"", "8862556677880000", .badValue, "a string"),
      Damage("\"8862556677880009\"", "\"8862556677880005\"", .inconsistent, "first: expected more"),
      Damage("\"index\": 1", "\"index\": 0", .inconsistent, "slots[1].index"),
      Damage("directory2", "directory1", .inconsistent, "identifiers that differ"),
      Damage("\"slot\": 1", "\"slot\": 2", .inconsistent, "a slot below 2"),
      Damage("\"slot\": 1", "\"slot\": 0", .inconsistent, "to_digest"),
      Damage("\"read\": 20", "\"read\": 21", .inconsistent, "ledger.records.read: expected 20"),
      Damage("\"merged\": 3", "\"merged\": 4", .inconsistent, "ledger.candidates.produced"),
      Damage("\"blocking\": 4", "\"blocking\": 5", .inconsistent, "entries.blocking: expected 4"),
      Damage("\"bytes\": 26", "\"bytes\": 3", .inconsistent, "2 bytes an entry"),
      Damage("\"entries\": 2,", "\"entries\": 2000000,", .badValue, "1 to 1999999"),
      Damage("\"entries\": 3,", "\"entries\": 9007199254740992,", .badValue, "0 to 1999999"),
      Damage("\"removals\": 1", "\"removals\": 9007199254740992", .badValue, "0 to 1999999"),
      Damage("\"bytes\": 26", "\"bytes\": 9007199254740992", .inconsistent, "bytes an entry"),
      Damage("\"bytes\": 90", "\"bytes\": 9007199254740992", .inconsistent, "bytes a line"),
      Damage("\"tool\": \"callbook 0.1.0\"\n}", "\"tool\": \"c\"\n}}", .notJSON, "the end"),
      Damage("\"tool\": \"callbook 0.1.0\"\n}", "\"tool\": \"c\"", .notJSON, "found the end"),
      Damage("{\n  \"as_of\"", "\u{FEFF}{\n  \"as_of\"", .notJSON, "expected '{'"),
      Damage("\"tool\": \"callbook", "\"tool\": \"call\nbook", .notJSON, "control character"),
      Damage("\"tool\": \"callbook", "\"tool\": \"\\ud800", .notJSON, "a Unicode scalar"),
      Damage(
        "\"tool\": \"", "\"more\": \(String(repeating: "[", count: 99)), \"tool\": \"",
        .notJSON, "nesting"),
    ])
  func refused(_ damage: Damage) throws {
    let range = try #require(text.firstRange(of: damage.find), "the sample lacks the text")
    var damaged = text
    damaged.replaceSubrange(range, with: damage.put)
    do {
      _ = try Manifest.decode(Array(damaged.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.kind == damage.kind, "\(error)")
      #expect(error.description.contains(damage.message), "\(error)")
    }
  }

  @Test(
    "Phone numbers in a refusal are masked",
    arguments: [
      ("\"8862556677880009\"", "\"8862556677880005\"", "found 886xxxxxxxxxxx05"),
      ("\"8862556677880009\"", "\"8862556677880005\"", "more than 886xxxxxxxxxxx0"),
      ("\"first\": \"8862556677880000\"", "\"first\": \"8862556677889999\"", "xx99 to 886xx"),
      (
        "\"first\": \"8862556677880000\"", "\"first\": \"+8862-556677880000\"",
        "'+886x-xxxxxxxxxx00'"
      ),
    ])
  func masks(find: String, put: String, message: String) throws {
    let range = try #require(text.firstRange(of: find), "the sample lacks the text")
    var damaged = text
    damaged.replaceSubrange(range, with: put)
    let error = #expect(throws: ManifestError.self) { try Manifest.decode(Array(damaged.utf8)) }
    let said = try #require(error).description
    #expect(said.contains(message), "\(said)")
    #expect(!said.contains("88625566"), "\(said)")
  }

  @Test func sumsPastInt64AreRefused() {
    var manifest = Manifest.sample()
    manifest.deltas = []
    let slot = manifest.slots[0]
    manifest.slots = (0..<1_025).map { index in
      var slot = slot
      slot.index = index
      slot.identifier += ".\(index)"
      return slot
    }
    let text = String(decoding: manifest.encode(), as: UTF8.self)
      .replacing("\"entries\": 3,", with: "\"entries\": 9007199254740992,")
    #expect(throws: ManifestError.self) { try Manifest.decode(Array(text.utf8)) }
  }

  @Test("at most a thousand slots", arguments: [1_000, 1_001])
  func slotsAreCounted(count: Int) {
    var manifest = Manifest.sample()
    manifest.deltas = []
    let slot = manifest.slots[0]
    manifest.slots = (0..<count).map { index in
      var slot = slot
      slot.index = index
      slot.identifier += ".\(index)"
      return slot
    }
    manifest.ledger.candidates.emitted = count * slot.entries
    manifest.ledger.candidates.produced =
      manifest.ledger.candidates.emitted + manifest.ledger.candidates.merged
      + manifest.ledger.candidates.suppressed
    do {
      #expect(try Manifest.decode(manifest.encode()).slots.count == count)
      #expect(count <= 1_000)
    } catch {
      #expect(error.kind == .badValue && error.place == "slots" && count > 1_000, "\(error)")
    }
  }

  @Test func wrongUTF8IsRefused() throws {
    var bytes = Manifest.sample().encode()
    let position = try #require(bytes.firstIndex { $0 >= 0x80 })
    bytes[position] = 0xFF
    #expect(throws: ManifestError.self) { try Manifest.decode(bytes) }
  }

  @Test func tooLargeIsRefusedUnread() {
    let bytes = [UInt8](repeating: UInt8(ascii: " "), count: Manifest.largestSizeInBytes + 1)
    do {
      _ = try Manifest.decode(bytes)
      Issue.record("accepted")
    } catch {
      #expect(error.kind == .tooLarge)
    }
  }

  @Test func digestsThatDoNotFollowAreRefused() {
    var manifest = Manifest.sample()
    manifest.slots[0].identification.chunks[0].sha256 = Manifest.hex("other")
    #expect(throws: ManifestError.self) { try manifest.checkDigests(with: TestDigest.self) }
    manifest = .sample()
    manifest.generation = Manifest.hex("other")
    do {
      try manifest.checkDigests(with: TestDigest.self)
      Issue.record("accepted")
    } catch {
      #expect(error.kind == .wrongDigest && error.place == "generation")
    }
  }

  @Test("damaged bytes are refused or read, never a trap", arguments: [1, 2, 3] as [UInt64])
  func fuzzed(seed: UInt64) {
    let sound = Manifest.sample().encode()
    var state = seed
    func random(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      return Int(MixingFunction.mix(state) % UInt64(bound))
    }
    let alphabet = Array("{}[]\",:\\0123456789-eE.tfnu \n\u{0}é".utf8)
    for _ in 0..<400 {
      var bytes = sound
      for _ in 0...random(4) {
        let position = random(bytes.count)
        switch random(4) {
        case 0: bytes[position] = alphabet[random(alphabet.count)]
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(alphabet[random(alphabet.count)], at: position)
        default: bytes.removeSubrange(position..<min(bytes.count, position + random(200)))
        }
        if bytes.isEmpty { break }
      }
      if let manifest = try? Manifest.decode(bytes) {
        #expect((try? Manifest.decode(manifest.encode())) == manifest, "seed \(seed)")
      }
    }
  }
}
