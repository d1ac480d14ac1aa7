extension Pipeline {
  /// A rejection that somebody answers for until a day: it is counted apart, and no gate asks about it.
  package struct Waiver: Equatable, Sendable {
    /// The fingerprint of the rejection, without what tells equal ones apart.
    package var fingerprint: UInt64
    /// Who answers for it.
    package var owner: String
    /// Why it may stay.
    package var reason: String
    /// The last day on which it holds.
    package var expires: CalendarDay
    /// Most rejections that it may cover in a run, of more it covers none; at least 1.
    package var most = 1

    /// The fingerprint as reports write it.
    package var text: String { RejectionFingerprint.text(fingerprint, occurrence: 1) }

    /// Whether it holds no more on a day.
    package func isExpired(on day: CalendarDay) -> Bool { expires.days(to: day) > 0 }
  }
}

extension TextForm {
  /// A fingerprint without what tells equal ones apart.
  static let fingerprint = TextForm(
    expected: "the 16 digits of a fingerprint such as 00c1f3a9d2b47e65",
    pattern: "^[0-9a-f]{16}$"
  ) { text in
    text.utf8.count == 16
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension PipelineKeys {
  /// An element of `waivers`.
  static let waiver = KeySection(keys: [
    KeyDeclaration(
      "fingerprint", .text(.fingerprint), required: true,
      "What is the same about the rejection on every night, as `rejects --waive` prints it."),
    KeyDeclaration("owner", .text(.anything), required: true, "Who answers for it."),
    KeyDeclaration("reason", .text(.anything), required: true, "Why it may stay."),
    KeyDeclaration(
      "expires", .text(.day), required: true,
      "The last day, in UTC, on which it holds; after it `check` fails."),
    KeyDeclaration(
      "most", .integer(1...1_000_000_000), default: "1",
      "Most rejections that it may cover in a run; of more it covers none."),
  ])
}

extension PipelineReader {
  /// The waivers; what is wrong with one was reported.
  static func waivers(of root: SectionReader) -> [Pipeline.Waiver] {
    var seen: Set<UInt64> = []
    return (root.sections("waivers") ?? []).compactMap { reader in
      let owner = reader.text("owner")
      let reason = reader.text("reason")
      let expires = reader.text("expires").flatMap(CalendarDay.init)
      let most = reader.integer("most") ?? 1
      guard let text = reader.text("fingerprint"), let bits = UInt64(text, radix: 16) else {
        return nil
      }
      if !seen.insert(bits).inserted {
        reader.report(
          "two waivers have the fingerprint \(text)",
          advice: "Keep one, and let `most` cover both.",
          at: "fingerprint")
      }
      guard let owner, let reason, let expires else { return nil }
      return Pipeline.Waiver(
        fingerprint: bits, owner: owner, reason: reason, expires: expires, most: most)
    }
  }
}

extension Pipeline.Waiver {
  /// The waiver as it is written.
  var document: DocumentValue {
    .mapping([
      ("fingerprint", .text(text)), ("owner", .text(owner)), ("reason", .text(reason)),
      ("expires", .text(expires.description)), ("most", .integer(Int64(most))),
    ])
  }
}
