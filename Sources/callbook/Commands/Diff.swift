internal import ArgumentParser
internal import DirectoryFormat
internal import Inspection
internal import Pipelines

/// Says what changed between two generations.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says what changed between two generations: counts by list and slot, then entries.",
    discussion: """
      With --pipeline twice: what another pipeline would make of the same exports. Both are built aside, \
      nothing is published, and gates are told and stop nothing.
      OLD and NEW are folders that hold manifest.json, or manifests such as \
      generations/<generation>.json. Entries are lines of kind, list, slot, number, former label \
      and new label, a TAB between them.
      EXIT CODES: 0 compared, whether or not something changed; 1 not a sound directory, a missing \
      manifest included; 2 usage, or no such folder; with \
      --pipeline 2 for a pipeline or an export that cannot be used.
      MEMORY: constant, 512 KiB for each slot; with --pipeline that of a build, and two directories on disk.
      """)

  @Argument(help: "The former generation.")
  var old: String?
  @Argument(help: "The later generation.")
  var new: String?
  @Option(
    name: .customLong("pipeline"),
    help: "A pipeline file; given twice, in place of OLD and NEW, both are built and compared.")
  var pipelines: [String] = []
  @Option(help: "The day for validity windows of both pipelines, YYYY-MM-DD; overrides as_of.")
  var asOf: CalendarDay?
  @Option(help: "Folder in which both pipelines are built; the system's for such files without it.")
  var scratch: String?
  @Option(help: "Threads that read and sort; one per core without it.")
  var threads: Int?
  @Flag(help: "Print the counts alone.")
  var headline = false
  @Flag(help: "Show phone numbers in full.")
  var reveal = false
  @Flag(help: "Print one JSON object: the counts, then the entries.")
  var json = false

  func validate() throws {
    guard pipelines.isEmpty else {
      if old != nil || pipelines.count != 2 {
        throw ValidationError(
          "--pipeline: expected two of them and neither OLD nor NEW (found \(pipelines.count)). "
            + "Name the pipeline as it is and the changed one.")
      }
      if let threads, !(1...256).contains(threads) {
        throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
      }
      return
    }
    guard new != nil else {
      throw ValidationError(
        "Expected OLD and NEW, or --pipeline twice (found \(old == nil ? "neither" : "OLD alone"))."
      )
    }
    for (name, isGiven) in [
      ("--as-of", asOf != nil), ("--scratch", scratch != nil), ("--threads", threads != nil),
    ] where isGiven {
      throw ValidationError("\(name): is for --pipeline. Leave it out.")
    }
  }

  func run() throws {
    guard let old, let new else { return try compareBuilds() }
    try show(DirectoryDiff(old: old, new: new), beside: nil)
  }

  private func compareBuilds() throws {
    let files = try pipelines.map { try PipelineLoader.load($0, asOf: asOf) }
    let built = try WhatIf(files, scratch: scratch, threads: threads)
    try withExtendedLifetime(built) {
      try show(
        DirectoryDiff(old: built.sides[0].directory, new: built.sides[1].directory), beside: built)
    }
  }

  private func show(_ diff: DirectoryDiff, beside built: WhatIf?) throws {
    let headlines = try diff.headlines()
    let lookup = LookupCounts.change(from: diff.old.manifest, to: diff.new.manifest)
    if json { return try writeJSON(diff, headlines, lookup, beside: built) }
    let lines = headlines.map(\.text) + (built?.lines ?? []) + (lookup.map { [$0.text] } ?? [])
    try Terminal.show(lines.joined(separator: "\n"))
    if !headline { try writeEntries(of: diff) }
  }

  private func writeEntries(of diff: DirectoryDiff) throws {
    var output = ""
    try diff.forEachEntry { entry in
      output += entry.text(masked: !reveal) + "\n"
      if output.utf8.count >= 1 << 16 {
        try Terminal.write(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    try Terminal.write(output)
  }

  /// Writes the counts, and each entry on a line of its own.
  private func writeJSON(
    _ diff: DirectoryDiff, _ headlines: [DirectoryDiff.Headline],
    _ lookup: (text: String, json: JSONNode)?,
    beside built: WhatIf?
  ) throws {
    var writer = JSONWriter(.rows)
    writer.open(.object)
    writer.key("counts")
    writer.open(.list)
    for headline in headlines {
      writer.element()
      writer.onOneLine { headline.json.write(to: &$0) }
    }
    writer.close()
    if let built {
      writer.key("pipelines")
      writer.onOneLine { built.document.write(to: &$0) }
    }
    if let lookup {
      writer.key("live_lookup")
      writer.onOneLine { lookup.json.write(to: &$0) }
    }
    if !headline {
      writer.key("entries")
      writer.open(.list)
      try diff.forEachEntry { entry in
        writer.element()
        writer.onOneLine { entry.json(masked: !reveal).write(to: &$0) }
        if writer.bytes.count >= 1 << 16 { try Terminal.writeJSON(writer.takeText()) }
      }
      writer.close()
    }
    writer.close()
    writer.endLine()
    try Terminal.writeJSON(writer.takeText())
  }
}
