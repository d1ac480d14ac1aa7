import Foundation
import Testing

@testable import Normalization

@Suite("Dates")
struct DateReaderTests {
  private func read(
    _ text: String, format: DateFormat = .iso, timezone: String = "UTC"
  ) throws -> DateReading? {
    var reader = try DateReader(format: format, timezone: timezone)
    return Array(text.utf8).withUnsafeBufferPointer { reader.read($0) }
  }

  private func instant(_ iso: String) -> Int64 {
    let parsed = try? Date(iso, strategy: .iso8601)
    return Int64((parsed?.timeIntervalSince1970 ?? .nan) * 1000)
  }

  @Test(
    "dates of ISO 8601",
    arguments: [
      ("2026-01-31", "2026-01-31T00:00:00Z"), ("2026/01/31", "2026-01-31T00:00:00Z"),
      ("2026/1/31", "2026-01-31T00:00:00Z"), ("20260131", "2026-01-31T00:00:00Z"),
      (" 2026-01-31 ", "2026-01-31T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z"),
      ("1970-01-01", "1970-01-01T00:00:00Z"), ("1969-12-31", "1969-12-31T00:00:00Z"),
      ("2026-01-31T08:30", "2026-01-31T08:30:00Z"), ("2026-01-31 08:30:15", "2026-01-31T08:30:15Z"),
      ("2026-01-31t08:30:15z", "2026-01-31T08:30:15Z"),
      ("2026-01-31T24:00", "2026-02-01T00:00:00Z"), ("2026-01-31 8:05", "2026-01-31T08:05:00Z"),
      ("2026-12-31T23:59:60Z", "2027-01-01T00:00:00Z"),
      ("2026-01-31T08:30:15+08:00", "2026-01-31T00:30:15Z"),
      ("2026-01-31T08:30:15 +0800", "2026-01-31T00:30:15Z"),
      ("2026-01-31T08:30:15-05", "2026-01-31T13:30:15Z"),
    ])
  func iso(_ text: String, _ expected: String) throws {
    #expect(try read(text)?.milliseconds == instant(expected))
  }

  @Test("a fraction counts in milliseconds, more digits are cut")
  func fractions() throws {
    let second = instant("2026-01-31T08:30:15Z")
    for (text, more) in [(".5", 500), (".05", 50), (",123", 123), (".123999", 123)] {
      #expect(try read("2026-01-31T08:30:15\(text)Z")?.milliseconds == second + Int64(more))
    }
  }

  @Test(
    "what is no date of the calendar is not read",
    arguments: [
      "", " ", "tomorrow", "2026", "2026-01", "2026-13-01", "2026-00-10", "2026-01-00",
      "2026-01-32",
      "2026-04-31", "2026-02-29", "1900-02-29", "2026-01/31", "26-01-31", "02026-01-31",
      "2026-001-31", "2026-01-31T", "2026-01-31T25:00", "2026-01-31T24:01", "2026-01-31T08:60",
      "2026-01-31T08:30:61", "2026-01-31T08", "2026-01-31T08:30.", "2026-01-31T08:30:15.",
      "2026-01-31T08:30+", "2026-01-31T08:30+8", "2026-01-31T08:30+08:", "2026-01-31T08:30+99:00",
      "2026-01-31Z", "2026-01-31 x", "2026-01-31T08:30Zx", "0000-01-01", "115/01/31", "2026-W05-1",
      "99999999", "２０２６-01-31",
    ])
  func unreadable(_ text: String) throws {
    #expect(try read(text) == nil)
  }

  @Test(
    "years of the Republic",
    arguments: [
      ("115/01/31", "2026-01-31"), ("115-1-31", "2026-01-31"), ("99/12/31", "2010-12-31"),
      ("1/01/01", "1912-01-01"), ("1150131", "2026-01-31"), ("0990228", "2010-02-28"),
      ("113/02/29", "2024-02-29"), ("2026/01/31", "2026-01-31"),
    ])
  func republic(_ text: String, _ expected: String) throws {
    #expect(
      try read(text, format: .roc)?.milliseconds == instant("\(expected)T00:00:00Z"))
  }

  @Test(
    "what is no year of the Republic is not read",
    arguments: ["0/01/01", "114/02/29", "1150229", "990131", "20260131", "1911/12/31", "115.01.31"])
  func notRepublic(_ text: String) throws {
    #expect(try read(text, format: .roc) == nil)
  }

  @Test(
    "days and months in front of the year",
    arguments: [
      (DateFormat.dmy, "31.01.2026", "2026-01-31T00:00:00Z"),
      (.dmy, "31/1/2026", "2026-01-31T00:00:00Z"), (.dmy, "3-4-2026", "2026-04-03T00:00:00Z"),
      (.dmy, "31.12.2026 14:05", "2026-12-31T14:05:00Z"),
      (.dmy, "31.12.2026, 14:05:09", "2026-12-31T14:05:09Z"),
      (.dmy, "31/12/2026 2:05 pm", "2026-12-31T14:05:00Z"),
      (.dmy, "2026-12-31T14:05Z", "2026-12-31T14:05:00Z"),
      (.mdy, "12/31/2026", "2026-12-31T00:00:00Z"), (.mdy, "3/4/2026", "2026-03-04T00:00:00Z"),
      (.mdy, "12/31/2026 12:00 AM", "2026-12-31T00:00:00Z"),
      (.mdy, "12/31/2026, 12:30:01 PM", "2026-12-31T12:30:01Z"),
      (.mdy, "12-31-2026 11:59PM", "2026-12-31T23:59:00Z"),
      (.mdy, "2026/12/31", "2026-12-31T00:00:00Z"),
    ])
  func yearAtTheEnd(_ format: DateFormat, _ text: String, _ expected: String) throws {
    #expect(try read(text, format: format)?.milliseconds == instant(expected))
  }

  @Test(
    "what the format does not write is not guessed",
    arguments: [
      (DateFormat.dmy, "12/31/2026"), (.mdy, "31/12/2026"), (.dmy, "31.12.26"), (.mdy, "1/2/26"),
      (.dmy, "31.12/2026"), (.dmy, "31.12.02026"), (.dmy, "29.02.2026"), (.dmy, "0.12.2026"),
      (.iso, "31.12.2026"), (.iso, "12/31/2026"), (.roc, "31.12.2026"), (.dmy, "31122026"),
      (.mdy, "12/31/2026 13:00 PM"), (.mdy, "12/31/2026 0:30 AM"), (.mdy, "12/31/2026 1:05 XM"),
      (.mdy, "12/31/2026 1:05 P"), (.dmy, "31.12.2026,"), (.iso, "2026-12-31 2:05 PM"),
      (.iso, "2026-12-31, 14:05"),
    ])
  func otherFormats(_ format: DateFormat, _ text: String) throws {
    #expect(try read(text, format: format) == nil)
  }

  @Test("the day is the one that is written, whatever the zone")
  func day() throws {
    let day = CivilCalendar.day(year: 2026, month: 1, dayOfMonth: 31)
    for text in ["2026-01-31", "2026-01-31T23:59:59", "2026-01-31T00:10+08:00", "2026-01-31T24:00"]
    {
      #expect(try read(text, timezone: "Asia/Taipei")?.day == day)
    }
  }

  @Test(
    "without an offset the source's zone holds",
    arguments: [
      ("2026-01-31T08:00", "Asia/Taipei", "2026-01-31T00:00:00Z"),
      ("2026-01-31", "Asia/Taipei", "2026-01-30T16:00:00Z"),
      ("2026-01-31T08:00", "+08:00", "2026-01-31T00:00:00Z"),
      ("2026-01-31T08:00", "-0330", "2026-01-31T11:30:00Z"),
      ("2026-01-15T12:00", "Europe/Berlin", "2026-01-15T11:00:00Z"),
      ("2026-07-15T12:00", "Europe/Berlin", "2026-07-15T10:00:00Z"),
      // The clocks go back at 3:00 and forward at 2:00: 2:30 is twice there, and then never.
      ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"),
      ("2026-10-25T01:59", "Europe/Berlin", "2026-10-24T23:59:00Z"),
      ("2026-10-25T03:00", "Europe/Berlin", "2026-10-25T02:00:00Z"),
      ("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00Z"),
      ("2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00Z"),
      ("2026-03-08T01:59", "America/New_York", "2026-03-08T06:59:00Z"),
      ("2026-03-08T03:00", "America/New_York", "2026-03-08T07:00:00Z"),
      ("1975-07-01T12:00", "Asia/Taipei", "1975-07-01T03:00:00Z"),
    ])
  func zones(_ text: String, _ timezone: String, _ expected: String) throws {
    #expect(try read(text, timezone: timezone)?.milliseconds == instant(expected))
  }

  @Test("the answer does not depend on what was asked before")
  func cache() throws {
    var reader = try DateReader(format: .iso, timezone: "Europe/Berlin")
    var random = SeededNumbers(seed: 7)
    for _ in 0..<4_000 {
      let text = [
        "2026-0\(Int.random(in: 1...9, using: &random))-\(Int.random(in: 10...31, using: &random))",
        "T0\(Int.random(in: 0...9, using: &random)):30",
      ].joined()
      let cached = Array(text.utf8).withUnsafeBufferPointer { reader.read($0) }
      #expect(try cached == read(text, timezone: "Europe/Berlin"))
    }
  }

  @Test(
    "an unknown zone is refused", arguments: ["CST", "Taipei", "Asia/Tapei", "+8", "+25:00", "8"])
  func unknownZone(_ name: String) {
    #expect(throws: NormalizationSettingsError.unknownTimezone(name)) {
      _ = try DateReader(format: .iso, timezone: name)
    }
  }

  @Test("every day of 400 years has its number")
  func calendar() {
    var expected = CivilCalendar.day(year: 1900, month: 1, dayOfMonth: 1)
    #expect(expected == -25_567)
    for year in 1900..<2300 {
      for month in 1...12 {
        for day in 1...31
        where CivilCalendar.isValid(year: year, month: month, dayOfMonth: day) {
          #expect(CivilCalendar.day(year: year, month: month, dayOfMonth: day) == expected)
          expected += 1
        }
      }
    }
    #expect(expected == -25_567 + 146_097)
  }
}
