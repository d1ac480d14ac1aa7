import LiveLookup
import Testing

@Suite("Reading rows back")
struct RowReadingTests {
  private static let whole =
    KnownAnswersTests.row("+886255667788", value: KnownAnswersTests.identity("幸福烘焙坊"))

  @Test("a row is read as it was written")
  func roundTrip() {
    Self.whole.withUnsafeBytes { bytes in
      guard case .row(let row) = LookupRow.read(bytes, at: 0) else {
        Issue.record("no row")
        return
      }
      #expect(row.count == bytes.count)
      #expect(row.number == 886_255_667_788)
      #expect(row.name.map(Array.init) == Array("幸福烘焙坊".utf8))
      #expect(
        row.fieldsAfterName.map(Array.init)
          == CallerIdentity.profileFields(KnownAnswersTests.profile))
    }
  }

  @Test("a row that is cut anywhere is incomplete", arguments: 0..<Self.whole.count)
  func cut(count: Int) {
    Self.whole.prefix(count).withUnsafeBytes { bytes in
      guard case .incomplete = LookupRow.read(bytes, at: 0) else {
        Issue.record("\(count) bytes were taken for a row")
        return
      }
    }
  }

  @Test(
    "keywords that no phone asks with have no number",
    arguments: [
      "886255667788", "+0255667788", "+123456", "+1234567890123456", "+88625566778x", "+",
    ])
  func notNumbers(keyword: String) {
    let key = Array(keyword.utf8)
    let row = [0x0A, UInt8(key.count + 5), 0x0A, UInt8(key.count)] + key + [0x12, 1, 1]
    row.withUnsafeBytes { bytes in
      guard case .row(let view) = LookupRow.read(bytes, at: 0) else {
        Issue.record("no row")
        return
      }
      #expect(view.number == nil)
    }
  }

  @Test(
    "lengths of varints",
    arguments: [
      (0, 1), (1, 1), (127, 1), (128, 2), (16_383, 2), (16_384, 3), (2_097_151, 3), (2_097_152, 4),
    ])
  func varints(value: Int, length: Int) {
    var bytes: [UInt8] = []
    Varint.append(value, to: &bytes)
    #expect(bytes.count == length)
    #expect(Varint.length(of: value) == length)
    var place = 0
    let read = bytes.withUnsafeBytes { Varint.read($0, at: &place) }
    #expect(read == value)
    #expect(place == length)
  }
}

@Suite("Stashes and parameters")
struct StashTests {
  @Test("a stash is read as it was written, ascending by hash")
  func roundTrip() throws {
    let stash = LookupStash(
      additions: [.init(hash: .max, value: [1]), .init(hash: 5, value: Array("label".utf8))],
      removals: [9, 3])
    #expect(stash.additions.map(\.hash) == [5, .max])
    #expect(stash.removals == [3, 9])
    #expect(try #require(LookupStash(stash.encode())) == stash)
    #expect(LookupStash(additions: [], removals: []).encode().isEmpty)
  }

  @Test("a stash that is cut is none", arguments: 1..<20)
  func cut(left: Int) {
    let bytes = LookupStash(
      additions: [.init(hash: 5, value: Array("label".utf8))], removals: [300]
    ).encode()
    guard left < bytes.count else { return #expect(LookupStash(bytes) != nil) }
    // Cut between two fields, what is left may be a stash of its own; it is never this one.
    let part = LookupStash(Array(bytes.prefix(left)))
    #expect(part == nil || part != LookupStash(bytes))
  }

  @Test(
    "a bucket holds two of the largest values, in whole plaintexts",
    arguments: [
      (20, 1024), (501, 1024), (502, 2048), (1013, 2048), (1014, 4096), (60_000, 120_832),
    ])
  func bucketBytes(largest: Int, bytes: Int) {
    #expect(LookupParameters.bucketBytes(largestValue: largest, .usual) == bytes)
  }

  @Test("a picture is told from what is none")
  func pictures() {
    let type: [UInt8] =
      [0, 0, 0, 24] + Array("ftypmif1".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
    let heic = type + [0, 0, 0, 12] + Array("meta".utf8) + [0, 0, 0, 0]
    #expect(HEIC.isImage(heic))
    #expect(!HEIC.isImage(type))
    #expect(!HEIC.isImage(Array("\u{89}PNG\r\n..............".utf8)))
    #expect(
      !HEIC.isImage(
        [0, 0, 0, 24] + Array("ftypavif".utf8) + [0, 0, 0, 0] + Array("mif1avif".utf8)))
    #expect(!HEIC.isImage(Array(heic.prefix(15))))
  }
}
