internal import ArgumentParser
internal import DirectoryFormat
internal import Inspection

/// Says what changed between two generations.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says what changed between two generations: counts by list and slot, then entries.",
    discussion: """
      OLD and NEW are folders that hold manifest.json, or manifests such as \
      generations/<generation>.json. Entries are lines of kind, list, slot, number, former label \
      and new label, a TAB between them.
      EXIT CODES: 0 compared, whether or not something changed; 1 not a sound directory, a missing \
      manifest included; 2 usage, or no such folder.
      MEMORY: constant, 512 KiB for each slot.
      """)

  @Argument(help: "The former generation.")
  var old: String
  @Argument(help: "The later generation.")
  var new: String
  @Flag(help: "Print the counts alone.")
  var headline = false
  @Flag(help: "Show phone numbers in full.")
  var reveal = false
  @Flag(help: "Print one JSON object: the counts, then the entries.")
  var json = false

  func run() throws {
    let diff = try DirectoryDiff(old: old, new: new)
    let headlines = try diff.headlines()
    let lookup = LookupCounts.change(from: diff.old.manifest, to: diff.new.manifest)
    if json {
      let counts = headlines.map { Self.line($0.json) }.joined(separator: ",\n")
      let lookup = lookup.map { ",\n\"live_lookup\": \(Self.line($0.json))" } ?? ""
      try Terminal.write("{\"counts\": [\n\(counts)]\(lookup)")
    } else {
      let lines = headlines.map(\.text) + (lookup.map { [$0.text] } ?? [])
      try Terminal.write(lines.map { $0 + "\n" }.joined())
    }
    if !headline { try writeEntries(of: diff) }
    if json { try Terminal.print("}") }
  }

  private func writeEntries(of diff: DirectoryDiff) throws {
    var output = json ? ",\n\"entries\": [" : ""
    var separator = "\n"
    try diff.forEachEntry { entry in
      if json {
        output += separator + Self.line(entry.json(masked: !reveal))
        separator = ",\n"
      } else {
        output += entry.text(masked: !reveal) + "\n"
      }
      if output.utf8.count >= 1 << 16 {
        try Terminal.write(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    try Terminal.write(output + (json ? "]" : ""))
  }

  /// A JSON document on one line; its strings hold no line ends.
  private static func line(_ node: JSONNode) -> String {
    let document = String(decoding: node.document(), as: UTF8.self)
    return document.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
