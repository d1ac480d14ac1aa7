internal import DirectoryFormat
internal import Display
internal import Foundation

/// Labels that a person should look at before a phone shows them.
struct LabelLint {
  /// A label and what is remarkable about it.
  struct Finding {
    var label: String
    var number: Int64
    var count: Int
    var what: String
  }

  /// Columns of a label beyond which phones cut it.
  static let widest = 32
  /// Numbers that may have the same label without remark.
  static let mostNumbers = 1000
  /// Different labels that are looked at.
  private static let mostLabels = 100_000
  /// Entries that are looked at; of a larger directory every so many-th chunk is read.
  private static let mostEntries = 200_000
  /// Labels that are held against each other, those on most numbers first.
  private static let mostCompared = 20_000
  /// Findings of a kind that are shown.
  private static let mostFindings = 25

  private var labels = RejectsGroups(most: LabelLint.mostLabels)

  /// The findings in the published directory of an output folder; nil where there is none.
  static func findings(inOutput output: String) -> [Finding]? {
    let folder = output + "/directory"
    guard let bytes = FileManager.default.contents(atPath: folder + "/" + Manifest.fileName),
      let manifest = try? Manifest.decode(Array(bytes))
    else { return nil }
    var lint = LabelLint()
    let stride = max(1, manifest.entries(in: .identification) / mostEntries)
    for slot in manifest.slots {
      for (index, chunk) in slot[.identification].chunks.enumerated() where index % stride == 0 {
        if let data = try? Data(
          contentsOf: URL(fileURLWithPath: folder + "/" + chunk.path), options: .alwaysMapped)
        {
          data.withUnsafeBytes { lint.add($0) }
        }
      }
    }
    return lint.findings
  }

  /// Counts the lines `number TAB label` of a chunk.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var at = 0
    let bytes = bytes.bindMemory(to: UInt8.self)
    while at < bytes.count {
      var number: Int64 = 0
      while at < bytes.count, bytes[at] != 0x09 {
        number = number &* 10 &+ Int64(bytes[at] &- 0x30)
        at += 1
      }
      let start = min(at + 1, bytes.count)
      at = start
      while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      let label = UnsafeBufferPointer(rebasing: bytes[start..<at])
      if let index = labels.index(of: label) {
        labels.change(index) { group in
          group.count += 1
          if group.rows.isEmpty { group.rows.append(Int(number)) }
        }
      }
      at += 1
    }
  }

  private var findings: [Finding] {
    let all = labels.groups.map { group in
      Finding(
        label: String(decoding: labels.key(of: group), as: UTF8.self),
        number: Int64(group.rows.first ?? 0), count: group.count, what: "")
    }
    return Self.shown(
      all.filter { $0.count > Self.mostNumbers }, "on \(Self.mostNumbers) numbers or more")
      + Self.shown(
        all.filter { DisplayWidth.of($0.label) > Self.widest }, "wider than a phone shows")
      + Self.shown(
        all.filter { $0.label.unicodeScalars.contains(where: Escaping.isHidden) },
        "invisible characters")
      + lookAlikes(all)
  }

  private static func shown(_ findings: [Finding], _ what: String) -> [Finding] {
    findings.sorted { ($1.count, $0.label) < ($0.count, $1.label) }.prefix(mostFindings).map {
      var finding = $0
      finding.what = what
      return finding
    }
  }

  /// Labels that a person takes for one another; the rarer ones are shown.
  private func lookAlikes(_ all: [Finding]) -> [Finding] {
    var twins: [String: [Finding]] = [:]
    let compared = all.sorted { ($1.count, $0.label) < ($0.count, $1.label) }
    for finding in compared.prefix(Self.mostCompared) {
      twins[Self.skeleton(of: finding.label), default: []].append(finding)
    }
    let found = twins.values.filter { $0.count > 1 }.flatMap { alike -> [Finding] in
      let ranked = alike.sorted { ($1.count, $0.label) < ($0.count, $1.label) }
      return ranked.dropFirst().map {
        var finding = $0
        finding.what = "looks like “\(ranked[0].label)”"
        return finding
      }
    }
    return Array(
      found.sorted { ($1.count, $0.label) < ($0.count, $1.label) }.prefix(Self.mostFindings))
  }

  /// What is left of a label for the eye: no case, width, accents, blanks or marks, Cyrillic and Greek
  /// letters as the Latin ones they look like.
  static func skeleton(of label: String) -> String {
    let folded = label.folding(
      options: [.caseInsensitive, .widthInsensitive, .diacriticInsensitive], locale: nil)
    var output = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars
    where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
      output.append(twins[scalar] ?? scalar)
    }
    return String(output)
  }

  /// Unicode's confusables (UTS 39) of the letters that Latin labels are made of.
  private static let twins: [Unicode.Scalar: Unicode.Scalar] = [
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ѕ": "s",
    "ј": "j", "к": "k", "м": "m", "н": "h", "в": "b", "т": "t", "α": "a", "ο": "o", "ρ": "p",
    "ν": "v", "ι": "i", "κ": "k", "υ": "u", "0": "o", "1": "l",
  ]
}
