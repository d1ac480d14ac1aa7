internal import Display

/// Drafts the waivers of some rejections: what a person puts into the pipeline file.
///
/// Memory: a row for each fingerprint.
package struct WaiverDraft: Sendable {
  private struct Kind {
    var bits: UInt64
    var count: Int
    var first: RejectsRow
  }

  private var kinds: [Kind] = []
  private let owner: String
  private let reason: String
  private let expires: CalendarDay
  private let isRevealed: Bool

  /// Prepares a draft; cells in its comments are masked unless `revealed`.
  package init(owner: String, reason: String, expires: CalendarDay, revealed: Bool) {
    self.owner = owner
    self.reason = reason
    self.expires = expires
    isRevealed = revealed
  }

  /// Reads the rows of a report that a filter takes and nobody has waived.
  package mutating func read(_ report: RunReport, filter: RejectsFilter) throws {
    let file = try RejectsFile(report.rejects)
    let filter = filter.leavingOut(report.waived)
    var cursor = file.cursor()
    var places: [UInt64: Int] = [:]
    while try cursor.next(file.path) {
      guard filter.takes(&cursor) else { continue }
      let bits = RejectionFingerprint.bits(of: &cursor)
      if let place = places[bits] {
        kinds[place].count += 1
      } else {
        places[bits] = kinds.count
        kinds.append(Kind(bits: bits, count: 1, first: cursor.row))
      }
    }
    if kinds.isEmpty { try filter.checkNames(report, file) }
  }

  /// The lines of YAML; none where there is nothing to waive.
  package var lines: [String] {
    kinds.isEmpty ? [] : ["waivers:"] + kinds.map(line)
  }

  /// What the draft is of, for a person.
  package var account: String {
    let count = kinds.reduce(0) { $0 + $1.count }
    return "\(kinds.count) waivers of \(count) rejections."
  }

  /// A waiver on one line, and what it is for as a comment.
  private func line(_ kind: Kind) -> String {
    func quoted(_ text: String) -> String { DocumentValue.text(text).json(indented: false) }
    let waiver = Pipeline.Waiver(
      fingerprint: kind.bits, owner: owner, reason: reason, expires: expires, most: kind.count)
    let most = kind.count > 1 ? ", most: \(kind.count)" : ""
    let cell = Masking.shown(String(kind.first.value.prefix(60)), revealed: isRevealed)
    let what = [kind.first.reason, kind.first.field, cell].filter { !$0.isEmpty }
      .joined(separator: " ")
    return "  - { fingerprint: \"\(waiver.text)\", owner: \(quoted(owner)), "
      + "reason: \(quoted(reason)), expires: \(expires)\(most) }"
      + "  # " + Escaping.escaped("\(what), first in \(kind.first.place)")
  }
}
