package import DirectoryFormat
import DirectoryLoading
import Display
import Signing

/// What a published directory has of a number, since when, and which extensions it has of it.
///
/// Reads the manifests that are kept and, of each, the chunks that can hold the number. Memory: one
/// window of 256 KiB.
package struct PublishedNumbers {
  /// A number in a list.
  package struct Entry: Equatable, Sendable {
    /// The number.
    package var number: Int64
    /// Its list.
    package var list: DirectoryList
    /// Its label; empty on blocking.
    package var label: String
  }

  /// An entry, and the first of the kept generations that had it all along.
  package struct Standing: Equatable, Sendable {
    /// The entry.
    package var entry: Entry
    /// Bundle identifier of its slot.
    package var slot: String
    /// Sequence of that generation.
    package var since: Int
    /// Its day for validity windows; nil where it has none.
    package var asOf: String?
    /// The day in UTC on which that generation was published; nil where nobody knows.
    package var publishedOn: String?
    /// Whether no older generation is kept, so that it may have been there before.
    package var isOldest: Bool
  }

  /// What the data sets of the lookup have of a number.
  package struct Lookup: Equatable, Sendable {
    /// Bundle identifier of the app's lookup extension.
    package var identifier: String
    /// Its rows, as entries; none where it is not there.
    package var entries: [Entry]
  }

  /// What is known of one number.
  package struct Answer: Equatable, Sendable {
    /// The number asked for.
    package var number: Int64
    /// Sequence of the published generation.
    package var sequence: Int
    /// Its entries; none where it is not published.
    package var standings: [Standing]
    /// The sequence of the last kept generation that had the number, where the published one does not.
    package var lastSeen: Int?
    /// The first of the entries whose digits go on behind those of the base.
    package var extensions: [Entry]
    /// How many there are.
    package var extensionsInAll: Int
    /// What the data sets of the lookup have of it; nil where there are none.
    package var lookup: Lookup?
  }

  /// Extensions of a base that are listed.
  private static let mostExtensions = 20
  /// Digits of an extension that are looked for.
  private static let longestExtension = 10

  private let location: GenerationLocation
  private let former: [Manifest]
  private let reader: FileReader<SHA256>

  /// Opens the output folder of `build`, or a folder with manifest.json.
  package init(_ path: String) throws(DirectoryDiffError) {
    let location = try GenerationLocation(path)
    self.location = location
    former = try KeptGenerations.all(of: location.folder).filter {
      $0.sequence < location.manifest.sequence
    }
    reader = FileReader<SHA256>(POSIXFolder(path: location.folder))
  }

  /// What is published of a number, and of the extensions of its first `baseDigits` digits.
  package func answer(_ number: Int64, baseDigits: Int) throws -> Answer {
    let now = try entries(in: location.manifest, number...number)
    let standings = try now.map { try standing($0.entry, slot: $0.slot) }
    let lastSeen =
      try now.isEmpty
      ? former.first { try !entries(in: $0, number...number).isEmpty }?.sequence : nil
    let extensions = try extensions(of: Int64(String(number).prefix(baseDigits)) ?? number)
    let rows = PublishedRows(location.manifest, in: location.folder)
    let lookup = try rows.map { rows in
      Lookup(identifier: rows.identifier, entries: try rows.entries(number))
    }
    return Answer(
      number: number, sequence: location.manifest.sequence, standings: standings,
      lastSeen: lastSeen, extensions: Array(extensions.prefix(Self.mostExtensions)),
      extensionsInAll: extensions.count, lookup: lookup)
  }

  private func standing(_ entry: Entry, slot: String) throws -> Standing {
    var since = location.manifest
    var isOldest = true
    for generation in former {
      let had = try entries(in: generation, entry.number...entry.number)
      guard had.contains(where: { $0.entry == entry }) else {
        isOldest = false
        break
      }
      since = generation
    }
    return Standing(
      entry: entry, slot: slot, since: since.sequence, asOf: since.asOf,
      isOldest: isOldest && since.sequence > 1)
  }

  private func extensions(of base: Int64) throws -> [Entry] {
    var found: [Entry] = []
    var (first, last) = (base, base)
    for _ in 0..<Self.longestExtension {
      let (tenfold, overflows) = first.multipliedReportingOverflow(by: 10)
      let (end, endOverflows) = last.multipliedReportingOverflow(by: 10)
      if overflows || endOverflows || end > .max - 9 { break }
      (first, last) = (tenfold, end + 9)
      found += try entries(in: location.manifest, first...last).map(\.entry)
    }
    return found.sorted { ($0.number, $0.list.rawValue) < ($1.number, $1.list.rawValue) }
  }

  /// The entries of a generation in a stretch of numbers.
  private func entries(
    in manifest: Manifest, _ numbers: ClosedRange<Int64>
  ) throws -> [(entry: Entry, slot: String)] {
    var found: [(entry: Entry, slot: String)] = []
    for slot in manifest.slots {
      for list in DirectoryList.allCases {
        for chunk in slot[list].chunks
        where chunk.first <= numbers.upperBound && chunk.last >= numbers.lowerBound {
          try reader.chunk(chunk, of: list) { number, label in
            guard numbers.contains(number) else { return }
            let entry = Entry(
              number: number, list: list, label: String(decoding: label, as: UTF8.self))
            found.append((entry, slot.identifier))
          }
        }
      }
    }
    return found
  }
}

extension PublishedNumbers.Answer {
  /// The answer as a person reads it.
  package var lines: [String] {
    var lines = standings.map { standing in
      let label = standing.entry.label.isEmpty ? "" : " \"\(standing.entry.label)\""
      let day =
        (standing.publishedOn.map { " of \($0)" } ?? "")
        + (standing.asOf.map { " (as of \($0))" } ?? "")
      return "published\t\(number)\t\(standing.entry.list.rawValue)\(label)\t\(standing.slot)\t"
        + "since sequence \(standing.since)\(day)\(standing.isOldest ? " or before" : "")"
    }
    if standings.isEmpty {
      let last = lastSeen.map { "; last in sequence \($0)" } ?? ""
      lines.append("published\t\(number)\tnot in sequence \(sequence)\(last)")
    }
    if let lookup { lines += self.lines(of: lookup) }
    lines += extensions.map {
      "extension\t\($0.number)\t\($0.list.rawValue)" + ($0.label.isEmpty ? "" : " \"\($0.label)\"")
    }
    if extensionsInAll > extensions.count {
      lines.append("extension\t\(extensionsInAll - extensions.count) more")
    }
    return lines.map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false)
        .map { Escaping.escaped(String($0)) }.joined(separator: "\t")
    }
  }

  private func lines(of lookup: PublishedNumbers.Lookup) -> [String] {
    if lookup.entries.isEmpty { return ["lookup\t\(number)\tno row of \(lookup.identifier)"] }
    return lookup.entries.map { entry in
      let isAlone = !standings.contains { $0.entry.list == entry.list }
      return "lookup\t\(number)\t\(entry.list.rawValue)"
        + (entry.label.isEmpty ? "" : " \"\(entry.label)\"") + "\t\(lookup.identifier)"
        + (isAlone ? "\tin no slot" : "")
    }
  }
}
