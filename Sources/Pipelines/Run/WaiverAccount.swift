internal import Display
internal import Records

/// What the waivers of a pipeline come to in a run: which hold, and what they cover.
struct WaiverAccount {
  /// What becomes of a waiver in a run.
  enum State: String {
    /// It covers what it is for.
    case holds
    /// It would cover more rejections than its `most`, and covers none.
    case void
    /// Nothing is rejected any more that it is for.
    case unused
    /// Its last day is over.
    case expired
  }

  private let waivers: [Pipeline.Waiver]
  private let tally: WaivedTally
  private let states: [State]

  /// Decides about the waivers of a run of a day.
  init(_ waivers: [Pipeline.Waiver], _ tally: WaivedTally, on day: CalendarDay) {
    self.waivers = waivers
    self.tally = tally
    states = waivers.enumerated().map { index, waiver in
      let cells = tally.cells[index] ?? 0
      return waiver.isExpired(on: day)
        ? .expired : cells == 0 ? .unused : cells > waiver.most ? .void : .holds
    }
  }

  /// Rejected cells that are waived.
  var rejections: Int {
    tally.cells.reduce(0) { states[$1.key] == .holds ? $0 + $1.value : $0 }
  }

  /// Rejected records that are waived, of a source or of all.
  func records(source: Int? = nil) -> Int { byReason(source: source).values.reduce(0, +) }

  /// Rejected records that are waived, by the code of their first reason.
  func byReason(source: Int? = nil) -> [String: Int] {
    var byReason: [String: Int] = [:]
    let codes = Dictionary(
      uniqueKeysWithValues: RejectionReason.allCases.map { (Int($0.rawValue), $0.code) })
    for (kind, count) in tally.records
    where (source == nil || kind.source == source)
      && kind.waivers.allSatisfy({ states[$0] == .holds })
    {
      byReason[codes[kind.reason] ?? "", default: 0] += count
    }
    return byReason
  }

  /// Each waiver's part of summary.json; nil without any.
  var summary: [BuildSummary.Waiver]? {
    if waivers.isEmpty { return nil }
    return waivers.enumerated().map { index, waiver in
      BuildSummary.Waiver(
        fingerprint: waiver.text, owner: waiver.owner, reason: waiver.reason,
        expires: waiver.expires.description, most: waiver.most, state: states[index].rawValue,
        rejections: tally.cells[index] ?? 0)
    }
  }

  /// What a person should look at.
  var warnings: [String] {
    waivers.enumerated().compactMap { index, waiver in
      let name = "waiver \(waiver.text) of \(waiver.owner)"
      let count = tally.cells[index] ?? 0
      return switch states[index] {
      case .holds: nil
      case .expired: Self.sentence(waiver, count)
      case .unused: "\(name) is for nothing that is rejected any more. Take it out."
      case .void:
        "\(name) covers none of \(count) rejections (expected at most \(waiver.most)). Look at them, "
          + "then mend them or raise its `most`."
      }
    }
  }

  /// What is wrong with a waiver whose last day is over.
  private static func sentence(_ waiver: Pipeline.Waiver, _ count: Int) -> String {
    "waiver \(waiver.text) of \(waiver.owner) expired on \(waiver.expires)"
      + (count > 0 ? ": \(count) rejections are open again" : "")
      + ". Mend what it is for, or give it a later day."
  }

  /// Why `check` fails on a day.
  static func expired(_ waivers: [Pipeline.Waiver], on day: CalendarDay) -> [String] {
    waivers.filter { $0.isExpired(on: day) }.map { sentence($0, 0) }
  }
}
