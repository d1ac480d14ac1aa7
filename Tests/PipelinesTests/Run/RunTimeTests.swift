import Foundation
import Testing

@testable import Pipelines

@Suite struct RunTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
    ("2026-11-22T03:15:07+08:00", 1_795_288_507, "2026-11-21T19:15:07Z"),
    ("2024-02-29t23:59:59.999-00:30", 1_709_252_999, "2024-03-01T00:29:59Z"),
    ("2016-12-31T23:59:60Z", 1_483_228_800, "2017-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59z", 253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func momentsAreRead(_ text: String, _ seconds: Int, _ inUTC: String) throws {
    let time = try #require(RunTime(text) as RunTime?)
    #expect(time.seconds == seconds)
    #expect(time.description == inUTC)
    #expect(time.day.description == inUTC.prefix(10))
  }

  @Test(arguments: [
    "", "2026-11-22", "2026-11-22T03:15:00", "2026-11-22 03:15:00Z", "2026-11-31T03:15:00Z",
    "2026-11-22T24:00:00Z", "2026-11-22T03:60:00Z", "2026-11-22T03:15:61Z",
    "2026-11-22T03:15:00.Z", "2026-11-22T03:15:00+8:00", "2026-11-22T03:15:00+08", "now",
    "2026-11-22T03:15:00+24:00", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01", "2026-11-22T03:15:00Zx", "2026-11-22T0３:15:00Z",
  ])
  func whatIsNoMomentIsRefused(_ text: String) { #expect(RunTime(text) == nil) }

  @Test func everyDayReadsBack() {
    for days in stride(from: 0, through: 2_932_896, by: 97) {
      let day = CalendarDay(daysSince1970: days)
      #expect(day.daysSince1970 == days)
      #expect(CalendarDay(day.description) == day)
    }
    #expect(CalendarDay(daysSince1970: -719_162).description == "0001-01-01")
  }

  @Test func theEnvironmentStandsForTheClock() async {
    await #expect(processExitsWith: .success) {
      setenv("SOURCE_DATE_EPOCH", "1795305600", 1)
      let fixed = try? RunTime.current()
      #expect(fixed?.description == "2026-11-22T00:00:00Z")
      for text in ["", "yesterday", "-1", "+1", "253402300800"] {
        setenv("SOURCE_DATE_EPOCH", text, 1)
        #expect(throws: RunError.self) { try RunTime.current() }
      }
      unsetenv("SOURCE_DATE_EPOCH")
      let now = try? RunTime.current()
      #expect((now?.seconds ?? 0) > 1_735_689_600)
    }
  }
}
