import Records
import Testing

@testable import Normalization

@Suite("Records")
struct NormalizerTests {
  private static let today = CivilCalendar.day(year: 2026, month: 11, dayOfMonth: 21)

  private func settings(_ columns: [Field]) -> NormalizationSettings {
    var settings = NormalizationSettings(cells: CellSettings(region: "TW"), columns: columns)
    settings.asOf = Self.today
    settings.actions = [.remove: ["刪除"], .block: ["黑名單"]]
    settings.disabledStatuses = ["停用", "Disabled"]
    return settings
  }

  private func normalize(
    _ rows: [[String?]], _ settings: NormalizationSettings
  ) throws -> (records: RecordBatch, out: NormalizedBatch) {
    let batch = BatchOfTexts.make(rows)
    let out = NormalizedBatch()
    let next = try Normalizer(settings: settings).normalize(batch, from: 0, into: out)
    #expect(next == rows.count)
    #expect(out.counts.balances)
    return (batch, out)
  }

  private func reasons(_ out: NormalizedBatch) -> [String] {
    out.rejections.elements.map(\.reason.code)
  }

  private func label(_ index: Int, _ result: (records: RecordBatch, out: NormalizedBatch)) -> String
  {
    let candidate = result.out.candidates[index]
    return String(decoding: result.out.label(of: candidate, in: result.records), as: UTF8.self)
  }

  @Test("a plain record gives one candidate with its label, action and time")
  func plain() throws {
    let result = try normalize(
      [["02-5566-7788", "0718", "幸福麵包店", "", "2026-11-20T08:00:00Z"]],
      settings([.number, .extensionDigits, .label, .action, .updated]))
    let candidate = result.out.candidates[0]
    #expect(result.out.candidates.count == 1)
    #expect(candidate.number == 8_862_556_677_880_718)
    #expect(candidate.baseDigits == 12)
    #expect(candidate.action == .identify)
    #expect(candidate.updated == Int64(Self.today - 1) * 86_400_000 + 8 * 3_600_000)
    #expect(candidate.isValid && !candidate.isRepresentative && !candidate.labelIsCleaned)
    #expect(label(0, result) == "幸福麵包店")
    #expect(result.out.counts.used == 1)
  }

  @Test(
    "actions, their spellings, and the empty one",
    arguments: [
      ("", Action.identify), (" ", .identify), ("identify", .identify), ("BLOCK", .block),
      ("Remove", .remove), ("刪除", .remove), (" 黑名單 ", .block),
    ])
  func actions(_ text: String, _ expected: Action) throws {
    let result = try normalize(
      [["02-5566-7788", "茶館", text]], settings([.number, .label, .action]))
    #expect(result.out.candidates[0].action == expected)
    #expect(result.out.candidates[0].labelCount == (expected == .identify ? 6 : 0))
  }

  @Test("an unknown action rejects the record, at its cell")
  func unknownAction() throws {
    let result = try normalize(
      [["02-5566-7788", "茶館", "blok"]], settings([.number, .label, .action]))
    #expect(reasons(result.out) == ["unknown-action"])
    #expect(result.out.rejections[0].cell == 2)
    #expect(result.out.candidates.count == 0)
    #expect(result.out.counts.rejected == 1)
  }

  @Test("the source's constant action holds where no cell says otherwise")
  func constantAction() throws {
    var settings = settings([.number, .action])
    settings.action = .block
    let result = try normalize([["02-5566-7788", ""], ["02-5566-7799", "remove"]], settings)
    #expect(result.out.candidates.elements.map(\.action) == [.block, .remove])
  }

  @Test("only identify needs a label, and only one rejection tells that it is missing")
  func labels() throws {
    let columns: [Field] = [.number, .label, .action]
    let long = String(repeating: "茶", count: 30_000)
    let result = try normalize(
      [
        ["02-5566-7788", "", ""], ["02-5566-7788、02-5566-7799", "\u{200B}", "identify"],
        ["02-5566-7788", "", "block"], ["02-5566-7788", long, ""],
        ["02-5566-7788", long, "remove"],
      ], settings(columns))
    #expect(reasons(result.out) == ["empty-label", "empty-label", "label-too-long"])
    #expect(result.out.rejections.elements.map(\.cell) == [1, 4, 10])
    #expect(result.out.counts.used == 2)
    #expect(result.out.counts.rejected == 3)
  }

  @Test("a cleaned label lies in the normalized batch")
  func cleanedLabel() throws {
    let result = try normalize(
      [["02-5566-7788", "幸福\t麵包\u{200B}店"]], settings([.number, .label]))
    #expect(result.out.candidates[0].labelIsCleaned)
    #expect(label(0, result) == "幸福 麵包店")
    #expect(result.out.counts.charactersRemovedFromLabels == 1)
  }

  @Test(
    "status and window are decided before anything else is read",
    arguments: [
      ("停用", "", ""), ("DISABLED", "", ""), ("", "2026-11-22", ""), ("", "", "2026-11-20"),
      ("使用中", "2026-11-22", "x"), ("停用", "x", "x"),
    ])
  func inapplicable(_ status: String, _ from: String, _ to: String) throws {
    let result = try normalize(
      [["junk", "", "blok", status, from, to]],
      settings([.number, .label, .action, .status, .validFrom, .validTo]))
    #expect(result.out.counts.inapplicable == 1)
    #expect(result.out.rejections.count == 0)
  }

  @Test(
    "both ends of a window are inclusive whole days",
    arguments: [
      ("2026-11-21", ""), ("", "2026-11-21"), ("2026-11-21", "2026/11/21"), ("", ""),
      ("2026-11-21T23:59:59+08:00", "2026-11-21T00:00:00Z"),
    ])
  func insideWindow(_ from: String, _ to: String) throws {
    let result = try normalize(
      [["02-5566-7788", "茶館", from, to]], settings([.number, .label, .validFrom, .validTo]))
    #expect(result.out.counts.used == 1)
  }

  @Test("window dates that cannot be read reject the record, each at its cell")
  func badDates() throws {
    let result = try normalize(
      [["02-5566-7788", "茶館", "2026-02-30", "soon"]],
      settings([.number, .label, .validFrom, .validTo]))
    #expect(reasons(result.out) == ["bad-date", "bad-date"])
    #expect(result.out.rejections.elements.map(\.cell) == [2, 3])
    #expect(result.out.counts.rejected == 1)
  }

  @Test("an unreadable update counts as oldest and is counted")
  func unreadableUpdate() throws {
    let result = try normalize(
      [["02-5566-7788", "茶館", "yesterday"]], settings([.number, .label, .updated]))
    #expect(result.out.candidates[0].updated == Int64.min)
    #expect(result.out.counts.unreadableUpdates == 1)
  }

  @Test("blank, missing and rejected records")
  func states() throws {
    let batch = BatchOfTexts.make([
      ["", "  "], ["", "茶館"], [nil, "茶館"], [], ["\u{3000}", "\u{200B}"],
    ])
    BatchOfTexts.append([], to: batch, state: .blank)
    BatchOfTexts.append([], to: batch, state: .rejected(.badQuoting))
    let out = NormalizedBatch()
    _ = try Normalizer(settings: settings([.number, .label])).normalize(batch, from: 0, into: out)
    #expect(out.counts.blank == 4)
    #expect(reasons(out) == ["missing-number", "missing-number", "bad-quoting"])
    #expect(out.rejections.elements.map(\.cell) == [2, nil, nil])
    #expect(out.counts.balances && out.counts.read == 7 && out.counts.rejected == 3)
  }

  @Test("several number cells give several candidates; the extension belongs to the first")
  func severalCells() throws {
    let result = try normalize(
      [["02-5566-7788", "0912-345-678", "12", "茶館"], ["02-5566-7788", "", "", "茶館"]],
      settings([.number, .number, .extensionDigits, .label]))
    #expect(
      result.out.candidates.elements.map(\.number)
        == [88_625_566_778_812, 886_912_345_678, 886_255_667_788])
    #expect(result.out.counts.used == 2)
  }

  @Test("as many extension cells as number cells belong to each other")
  func pairedExtensions() throws {
    let result = try normalize(
      [["02-5566-7788", "1", "02-5566-7799", "2", "茶館"]],
      settings([.number, .extensionDigits, .number, .extensionDigits, .label]))
    #expect(
      result.out.candidates.elements.map(\.number) == [8_862_556_677_881, 8_862_556_677_992])
  }

  @Test("a bad cell beside a good one is a rejection of a used record")
  func partlyRejected() throws {
    let result = try normalize(
      [["02-5566-7788", "查無", "茶館"]], settings([.number, .number, .label]))
    #expect(result.out.candidates.count == 1)
    #expect(result.out.rejections.elements.map(\.cell) == [1])
    #expect(result.out.counts.used == 1 && result.out.counts.rejected == 0)
  }

  @Test("one candidate per record for its representative number, of identify only")
  func representative() throws {
    var settings = settings([.number, .number, .extensionDigits, .extensionDigits, .label, .action])
    settings.representativeLabel = " 轉接專線 "
    let result = try normalize(
      [
        ["02-5566-7788", "02-5566-7799", "1", "2", "茶館", ""],
        ["02-5566-7788", "", "", "", "茶館", ""],
        ["02-5566-7788", "", "3", "", "", "block"],
      ], settings)
    let found = result.out.candidates.elements.filter(\.isRepresentative)
    #expect(found.map(\.number) == [886_255_667_788])
    #expect(found.map(\.record) == [0])
    #expect(result.out.candidates.count == 5)
    #expect(label(1, result) == "轉接專線")
    #expect(result.out.candidates[1].isRepresentative && result.out.candidates[1].baseDigits == 12)
  }

  @Test("settings that cannot be used are refused")
  func refusedSettings() {
    var noDay = settings([.number, .validTo])
    noDay.asOf = nil
    #expect(throws: NormalizationSettingsError.missingAsOf) { try Normalizer(settings: noDay) }
    var noLabel = settings([.number])
    noLabel.representativeLabel = "\u{200B}"
    #expect(throws: NormalizationSettingsError.unusableRepresentativeLabel) {
      try Normalizer(settings: noLabel)
    }
    var noZone = settings([.number])
    noZone.timezone = "Mars/Olympus"
    #expect(throws: NormalizationSettingsError.unknownTimezone("Mars/Olympus")) {
      try Normalizer(settings: noZone)
    }
  }

  @Test("a full batch is handed on and the rest follows, nothing twice and nothing lost")
  func resumes() throws {
    let count = Normalizer.candidatesPerBatch + 500
    let rows = (0..<count).map { ["02-55\(100_000 + $0)".prefix(11).description, "茶\t館"] }
    let batch = BatchOfTexts.make(rows)
    let normalizer = try Normalizer(settings: settings([.number, .label]))
    var counts = RecordCounts()
    var seen: [UInt32] = []
    var next = 0
    var calls = 0
    while next < count {
      let out = NormalizedBatch()
      next = normalizer.normalize(batch, from: next, into: out)
      counts += out.counts
      seen += out.candidates.elements.map(\.record)
      calls += 1
    }
    #expect(calls == 2)
    #expect(counts.balances && counts.read == count && counts.used == count)
    #expect(seen == (0..<UInt32(count)).map { $0 })
  }

  @Test("the account balances over random cells")
  func balances() throws {
    let columns: [Field] = [
      .number, .extensionDigits, .label, .action, .status, .updated, .validFrom, .validTo, .number,
      .first, .last,
    ]
    let texts = [
      "", " ", "02-5566-7788", "0912345678", "junk", "12", "#0718", "茶館", "block", "blok", "刪除",
      "停用",
      "2026-11-21", "2026-02-30", "2027-01-01", "2020-01-01", "\u{200B}", "02-5566-7788、7799",
      "0255667700", "0255667709", "\u{0}",
    ]
    let seed: UInt64 = 41
    var random = SeededNumbers(seed: seed)
    let normalizer = try Normalizer(settings: settings(columns))
    for round in 0..<300 {
      var rows: [[String?]] = []
      for _ in 0..<20 {
        let cells = Int.random(in: 0...columns.count, using: &random)
        rows.append(
          (0..<cells).map { _ in
            Bool.random(using: &random) ? texts.randomElement(using: &random) : ""
          })
      }
      let batch = BatchOfTexts.make(rows)
      let out = NormalizedBatch()
      let next = normalizer.normalize(batch, from: 0, into: out)
      let used = Set(out.candidates.elements.map(\.record))
      let rejected = Set(out.rejections.elements.map(\.record)).subtracting(used)
      #expect(
        next == 20 && out.counts.balances && out.counts.read == 20 && out.counts.used == used.count
          && out.counts.rejected == rejected.count, "seed \(seed), round \(round)")
      for rejection in out.rejections.elements {
        let record = batch.records[Int(rejection.record)]
        let cells = record.firstCell..<record.firstCell + record.cellCount
        #expect(rejection.cell.map(cells.contains) ?? true, "seed \(seed), round \(round)")
      }
    }
  }
}
