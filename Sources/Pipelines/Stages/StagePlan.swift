package import Extraction

/// What the stages of a run that is done in parts agree on: which exports are read, in which parts.
///
/// Written once, by `stage split`; all other stages refuse to work by another one.
package struct StagePlan: Codable, Sendable {
  /// Version of this document's shape.
  package var format = 1
  /// Name and version of the tool.
  package var tool: String
  /// Version of the numbering plans within.
  package var numberingPlans: String
  /// The pipeline file.
  package var pipeline: PipelineReference
  /// The moment of the run, RFC 3339.
  package var now: String
  /// The day that takes the place of the pipeline's; nil leaves it.
  package var asOf: String?
  /// The folder in which every export must lie; nil for anywhere.
  package var root: String?
  /// Every export, in the order in which runs read them.
  package var exports: [Export]
  /// Exports that hold the same bytes as an earlier one.
  package var repeated: [ExportSurvey.Repetition]
  /// What is doubtful about exports before they are read.
  package var doubts: [ExportSurvey.Note]
  /// The parts in which the exports are read, in the order in which runs read them.
  package var splits: [Split]
  /// Slots of the pipeline: more groups of them are of no use.
  package var slots: Int

  /// A pipeline file.
  package struct PipelineReference: Codable, Sendable {
    /// Its path, seen from the folder in which the plan was made.
    package var path: String
    /// SHA-256 of its bytes in hexadecimal.
    package var sha256: String
  }

  /// An export as it was when the plan was made.
  package struct Export: Codable, Sendable {
    /// 0-based index of its source.
    package var source: Int
    /// Its path, seen from the folder in which the plan was made.
    package var path: String
    /// Bytes as stored.
    package var bytes: Int
    /// Last modification: seconds since 1970.
    package var modifiedSeconds: Int
    /// The nanoseconds of that second.
    package var modifiedNanoseconds: Int

    var identity: ExportIdentity {
      ExportIdentity(size: bytes, seconds: modifiedSeconds, nanoseconds: modifiedNanoseconds)
    }
  }

  /// A part of an export: whole records, read by one process.
  package struct Split: Codable, Sendable {
    /// 0-based number; splits are listed by it.
    package var split: Int
    /// 0-based index of the export.
    package var file: Int
    /// Whether the export is read from its start to its end, as only one process can: compressed
    /// files, XML, other character sets than UTF-8, and what is not to be parted.
    package var whole: Bool
    /// 0-based offset of the first record; 0 of a whole file.
    package var offset: Int
    /// Bytes as stored.
    package var length: Int
    /// 1-based physical line of the first record; 1 of a whole file.
    package var firstLine: Int
    /// Records of the file before the first one.
    package var recordsBefore: Int
    /// XXH3 of the bytes, 128 bits in hexadecimal: against accidents, not against people.
    package var xxh3: String

    var stretch: ExportStretch? {
      if whole { return nil }
      return ExportStretch(
        start: offset, end: offset + length, line: UInt64(max(firstLine, 1)),
        ordinal: UInt64(max(recordsBefore, 0)))
    }
  }

  var survey: ExportSurvey {
    ExportSurvey(exports: exports.map(\.identity), repeated: repeated, notes: doubts)
  }

  /// What makes a plan one that cannot be followed; nil for nothing.
  var problem: String? {
    if format != 1 { return "format \(format) (expected 1)" }
    if exports.contains(where: { $0.bytes < 0 }) { return "an export of less than no bytes" }
    for (index, split) in splits.enumerated() {
      guard split.split == index else { return "split \(split.split) (expected \(index))" }
      guard exports.indices.contains(split.file) else { return "split \(index) of no export" }
      guard split.offset >= 0, split.length >= 0,
        split.offset <= exports[split.file].bytes - split.length
      else { return "split \(index) lies outside of its export" }
      guard follows(index) else { return "split \(index) does not begin where the last one ends" }
      guard ends(index) else { return "split \(index) leaves bytes of its export to nobody" }
    }
    return nil
  }

  /// Whether a split begins its export, or goes on where the split before it ends.
  private func follows(_ index: Int) -> Bool {
    let split = splits[index]
    guard index > 0, splits[index - 1].file == split.file else {
      let former = index > 0 ? splits[index - 1].file : -1
      return split.file > former && (!split.whole || split.offset == 0)
    }
    let former = splits[index - 1]
    return !former.whole && !split.whole && split.offset == former.offset + former.length
      && split.firstLine >= former.firstLine && split.recordsBefore >= former.recordsBefore
  }

  /// Whether the bytes behind a split are those of the next one, or there are none.
  private func ends(_ index: Int) -> Bool {
    if index + 1 < splits.count, splits[index + 1].file == splits[index].file { return true }
    return splits[index].offset + splits[index].length == exports[splits[index].file].bytes
  }
}

/// How the entries of a run are parted: at numbers, part p holding those from bound p - 1 to below bound
/// p, and then by groups of slots.
package struct StageBounds: Codable, Sendable {
  /// Version of this document's shape.
  package var format = 1
  /// SHA-256 of the plan in hexadecimal.
  package var plan: String
  /// Number of parts; one more than bounds.
  package var parts: Int
  /// Ascending; equal ones leave parts empty.
  package var bounds: [Int64]
  /// Number of groups of slots, whose chunks can be made apart; more than slots leave groups empty.
  package var groups: Int

  /// Most parts and groups of a run.
  package static let mostParts = 65_536

  /// The groups of so many slots.
  func slotGroups(of slots: Int) -> SlotGroups { SlotGroups(slots: slots, groups: groups) }

  /// The numbers of a part.
  func numbers(of part: Int) -> Range<Int64> {
    let lower = part == 0 ? 1 : bounds[part - 1]
    let upper = part < bounds.count ? bounds[part] : Int64.max
    return lower..<max(lower, upper)
  }

  /// What makes bounds ones that cannot be used; nil for nothing.
  var problem: String? {
    if format != 1 { return "format \(format) (expected 1)" }
    guard (1...Self.mostParts).contains(parts), bounds.count == parts - 1 else {
      return "\(parts) parts and \(bounds.count) bounds (expected one bound less than parts)"
    }
    guard (1...Self.mostParts).contains(groups) else { return "\(groups) groups of slots" }
    var former: Int64 = 1
    for bound in bounds {
      guard bound >= former else { return "bounds that do not ascend" }
      former = bound
    }
    return nil
  }
}
