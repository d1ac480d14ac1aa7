import Testing

@testable import Pipelines

@Suite struct ValueTests {
  @Test(arguments: [
    ("5%", 50_000), ("0%", 0), ("100%", 1_000_000), ("0.5 %", 5_000), ("0.0001%", 1),
    ("99.9999%", 999_999),
  ])
  func sharesAreExact(_ text: String, _ millionths: Int) {
    let share = Percentage(text)
    #expect(share?.partsPerMillion == millionths)
    #expect(share.flatMap { Percentage($0.description) } == share)
  }

  @Test(arguments: [
    "", "%", "5", "-1%", "100.1%", "101%", "1.00001%", "1.%", ".5%", "５%", "1e1%", "1.2.3%",
  ])
  func otherSharesAreRefused(_ text: String) { #expect(Percentage(text) == nil) }

  @Test func aShareIsExceededOnlyBeyondIt() {
    let share = Percentage(wholePercent: 5)
    #expect(!share.isExceeded(by: 5, of: 100))
    #expect(share.isExceeded(by: 6, of: 100))
    #expect(share.isExceeded(by: Int.max, of: Int.max))
    #expect(!share.isExceeded(by: 0, of: 0))
  }

  @Test(arguments: [
    ("1048576", 1 << 20), ("64K", 65_536), ("512 MB", 512 << 20), ("1 GiB", 1 << 30), ("0", 0),
  ])
  func sizesCountInPowersOf1024(_ text: String, _ bytes: Int) {
    #expect(ByteSize(text)?.bytes == bytes)
    #expect(ByteSize(text).flatMap { ByteSize($0.description) }?.bytes == bytes)
  }

  @Test(arguments: [
    ("90", 90), ("90s", 90), ("15 m", 900), ("2H", 7200), ("7s", 7), ("168h", 604_800),
    ("7 d", 604_800),
    ("1D", 86_400), ("366d", 31_622_400),
  ])
  func timeLimitsHaveUnits(_ text: String, _ seconds: Int) {
    #expect(TimeLimit(text)?.seconds == seconds)
    #expect(TimeLimit(text).flatMap { TimeLimit($0.description) }?.seconds == seconds)
  }

  @Test(arguments: [
    "", "s", "0", "0s", "-1s", "1.5h", "1w", "367d", "8785h", "99999999999999999999h", "１s",
  ])
  func otherTimeLimitsAreRefused(_ text: String) { #expect(TimeLimit(text) == nil) }

  @Test(arguments: ["", "MB", "-1", "1 TB", "1.5 GB", "99999999999999999999", "9999999999999 GB"])
  func otherSizesAreRefused(_ text: String) { #expect(ByteSize(text) == nil) }

  @Test(arguments: [
    ("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-21", 20_778), ("0001-01-01", -719_162),
    ("9999-12-31", 2_932_896),
  ])
  func daysAreCountedFrom1970(_ text: String, _ days: Int) {
    #expect(CalendarDay(text)?.daysSince1970 == days)
    #expect(CalendarDay(text)?.description == text)
  }

  @Test(arguments: [
    "2026-2-3", "2026-13-01", "2026-02-29", "1900-02-29", "0000-01-01", "2026/01/01", "",
    "2026-01-01T00", "+026-01-01", "２０２６-01-01",
  ])
  func otherDaysAreRefused(_ text: String) { #expect(CalendarDay(text) == nil) }

  @Test func theNearestNameIsASlipAway() {
    let known = ["delimiter", "encoding", "columns"]
    #expect(NearestName.of("delimeter", among: known) == "delimiter")
    #expect(NearestName.of("Colums", among: known) == "columns")
    #expect(NearestName.of("xyzzy", among: known) == nil)
  }
}
