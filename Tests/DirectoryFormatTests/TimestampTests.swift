import DirectoryFormat
import Testing

@Suite struct TimestampTests {
  private let timestamp = DirectoryTimestamp(
    manifestSHA256: String(repeating: "0a", count: 32), sequence: 42,
    issued: DirectoryTime(seconds: 1_795_230_000), expires: DirectoryTime(seconds: 1_795_834_800),
    next: DirectoryTime(seconds: 1_795_302_000))

  @Test func comesBackFromItsBytes() throws {
    let bytes = timestamp.encode()
    #expect(bytes.count <= 512)
    #expect(try DirectoryTimestamp.decode(bytes) == timestamp)
    #expect(
      String(decoding: bytes, as: UTF8.self).hasPrefix(
        "{\n  \"expires\": \"2026-11-28T03:00:00Z\",\n  \"format\": 1,"))
  }

  @Test(
    "is refused",
    arguments: [
      ("\"format\": 1", "\"format\": 2", ManifestError.Kind.unknownFormat),
      ("\"type\": \"timestamp\"", "\"type\": \"root\"", .badValue),
      ("\"sequence\": 42", "\"sequence\": 0", .badValue),
      ("2026-11-28T03:00:00Z", "2026-11-28 03:00:00Z", .badValue),
      ("2026-11-28T03:00:00Z", "2026-11-31T03:00:00Z", .badValue),
      ("2026-11-28T03:00:00Z", "2026-11-21T03:00:00Z", .inconsistent),
      ("2026-11-21T23:00:00Z", "2026-12-21T23:00:00Z", .inconsistent),
      ("\"0a", "\"0A", .badValue), ("\"next\"", "\"Next\"", .missingKey), ("}", "", .notJSON),
    ])
  func refused(find: String, put: String, kind: ManifestError.Kind) {
    let text = String(decoding: timestamp.encode(), as: UTF8.self).replacing(find, with: put)
    do {
      _ = try DirectoryTimestamp.decode(Array(text.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.kind == kind, "\(error)")
      #expect(error.description.hasPrefix("timestamp.json"))
    }
  }

  @Test func tooLargeIsRefused() {
    #expect(throws: ManifestError.self) {
      try DirectoryTimestamp.decode([UInt8](repeating: 0x20, count: 4_097))
    }
  }

  @Test(
    "moments are read and written",
    arguments: [
      ("1970-01-01T00:00:00Z", 0 as Int64), ("2000-02-29T23:59:59Z", 951_868_799),
      ("1969-12-31T23:59:59Z", -1), ("2026-11-21T03:00:00Z", 1_795_230_000),
      ("9999-12-31T23:59:59Z", 253_402_300_799), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ])
  func moments(text: String, seconds: Int64) {
    #expect(DirectoryTime(text)?.seconds == seconds)
    #expect(DirectoryTime(seconds: seconds).description == text)
  }

  @Test(
    "moments that are none",
    arguments: [
      "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00", "0000-01-01T00:00:00Z",
      "2026-01-01T00:00:00+", "２026-01-01T00:00:00Z", "", "2026-01-00T00:00:00Z",
    ])
  func noMoments(text: String) {
    #expect(DirectoryTime(text) == nil)
  }

  @Test func everyDayOfFourHundredYearsComesBack() {
    for day in 0..<146_097 as Range<Int64> {
      let time = DirectoryTime(seconds: day * 86_400 - 5_000_000_000 + 1)
      #expect(DirectoryTime(time.description) == time)
    }
  }
}
