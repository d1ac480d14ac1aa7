internal import DirectoryFormat
internal import Display
internal import Foundation

/// Labels that a person should look at before a phone shows them.
///
/// Works on bytes: a build of millions of records is not to wait for its page. Memory: 50 000 labels
/// at most.
struct LabelLint {
  /// A label and what is remarkable about it.
  struct Finding {
    var label: String
    /// The first number that has it.
    var number: Int64
    /// Numbers that have it, of those that were looked at.
    var count: Int
    var what: String
  }

  /// What was found.
  struct Result {
    var findings: [Finding] = []
    /// Every so many-th chunk was read; 1: all of them.
    var stride = 1
  }

  /// Columns of a label beyond which phones cut it.
  static let widest = 32
  /// Numbers that may have the same label without remark.
  static let mostNumbers = 1000
  /// Different labels that are looked at.
  private static let mostLabels = 50_000
  /// Entries that are looked at; of a larger directory every so many-th chunk is read.
  private static let mostEntries = 50_000
  /// Labels that are held against each other, those on most numbers first.
  private static let mostCompared = 20_000
  /// Findings of a kind that are shown.
  private static let mostFindings = 25

  private var labels = RejectsGroups(most: LabelLint.mostLabels)
  /// The first number of each label.
  private var numbers: [Int64] = []

  /// What is found in the published directory of an output folder; nil where there is none.
  static func result(inOutput output: String) -> Result? {
    let folder = output + "/directory"
    guard let bytes = PageFile.bytes(at: folder + "/" + Manifest.fileName),
      let manifest = try? Manifest.decode(bytes)
    else { return nil }
    var lint = LabelLint()
    let stride = max(1, manifest.entries(in: .identification) / mostEntries)
    // Over all slots: with one chunk of each at least, a directory of many slots would be read whole.
    let chunks = manifest.slots.flatMap { $0[.identification].chunks }
    for index in Swift.stride(from: 0, to: chunks.count, by: stride) {
      if let data = try? Data(
        contentsOf: URL(fileURLWithPath: folder + "/" + chunks[index].path), options: .alwaysMapped)
      {
        data.withUnsafeBytes { lint.add($0) }
      }
    }
    return Result(findings: lint.findings, stride: stride)
  }

  /// Counts the lines `number TAB label` of a chunk.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard var line = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    let end = line + bytes.count
    while line < end {
      let tab = Self.place(of: 0x09, from: line, to: end)
      let start = min(tab + 1, end)
      let lineEnd = Self.place(of: 0x0A, from: start, to: end)
      let label = UnsafeBufferPointer(start: start, count: lineEnd - start)
      if let index = labels.index(of: label) {
        if index == numbers.count { numbers.append(Self.number(from: line, to: tab)) }
        labels.change(index) { $0.count += 1 }
      }
      line = lineEnd + 1
    }
  }

  /// The first place of a byte; `end` where there is none.
  private static func place(
    of byte: Int32, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    guard let found = memchr(start, byte, end - start) else { return end }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self))
  }

  private static func number(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> Int64 {
    UnsafeBufferPointer(start: start, count: end - start)
      .reduce(0) { $0 &* 10 &+ Int64($1 &- 0x30) }
  }

  /// The findings of all kinds, each kind with the labels on most numbers first.
  var findings: [Finding] {
    let ranked = self.ranked
    return shown(
      ranked.prefix { $0.count > Self.mostNumbers }, "on more than \(Self.mostNumbers) numbers")
      + shown(ranked.lazy.filter { isWide($0.label) }, "wider than a phone shows")
      + shown(ranked.lazy.filter { hasHidden($0.label) }, "invisible characters")
      + lookAlikes(ranked.prefix(Self.mostCompared))
  }
}

extension LabelLint {
  /// A label by its place, with what it is ranked by.
  private struct Ranked {
    var count: Int
    var number: Int64
    var label: Int
  }

  /// All labels, those on most numbers first; those on one number in the order of the chunks.
  private var ranked: [Ranked] {
    var shared: [Ranked] = []
    var single: [Ranked] = []
    for index in labels.groups.indices {
      let label = Ranked(count: labels.groups[index].count, number: numbers[index], label: index)
      if label.count > 1 { shared.append(label) } else { single.append(label) }
    }
    return shared.sorted { ($1.count, $0.number) < ($0.count, $1.number) } + single
  }

  private func bytes(_ label: Int) -> ArraySlice<UInt8> { labels.key(of: labels.groups[label]) }

  private func text(_ label: Int) -> String {
    bytes(label).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  private func finding(_ ranked: Ranked, _ what: String) -> Finding {
    Finding(
      label: text(ranked.label), number: ranked.number, count: ranked.count, what: what)
  }

  private func shown(_ found: some Sequence<Ranked>, _ what: String) -> [Finding] {
    found.prefix(Self.mostFindings).map { finding($0, what) }
  }

  /// No character takes more columns than bytes.
  private func isWide(_ label: Int) -> Bool {
    labels.groups[label].keyCount > Self.widest && DisplayWidth.of(text(label)) > Self.widest
  }

  private func hasHidden(_ label: Int) -> Bool {
    let bytes = bytes(label)
    return !PlainLabel.isPlain(bytes) && bytes.withUnsafeBufferPointer { Escaping.mayHide($0) }
      && text(label).unicodeScalars.contains(where: Escaping.isHidden)
  }

  /// Labels that a person takes for one another; the rarer ones are shown.
  private func lookAlikes(_ compared: some Sequence<Ranked>) -> [Finding] {
    var skeletons = LabelSkeletons()
    var seen = RejectsGroups(most: Self.mostCompared)
    var first: [Int] = []
    var found: [Finding] = []
    for ranked in compared {
      let skeleton = skeletons.of(bytes(ranked.label))
      let place = skeleton.withUnsafeBufferPointer { seen.index(of: $0) }
      guard let place else { break }
      if place == first.count {
        first.append(ranked.label)
      } else {
        found.append(finding(ranked, "looks like “\(text(first[place]))”"))
        if found.count == Self.mostFindings { break }
      }
    }
    return found
  }
}
