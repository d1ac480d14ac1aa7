import Comparison
import DirectoryFormat
import Signing

/// A part of a delta: removals or additions of one list.
struct DeltaSection: Sendable {
  let list: DirectoryList
  let isRemoval: Bool
  var lines = 0
  var bytes = 0

  /// What each of its lines starts with.
  var prefix: StaticString {
    switch (isRemoval, list) {
    case (true, .identification): "-i\t"
    case (true, .blocking): "-b\t"
    case (false, .identification): "+i\t"
    case (false, .blocking): "+b\t"
    }
  }
}

/// Writes a delta: all removals, then all additions, identification before blocking in each part.
///
/// Gives up as soon as the delta is larger than it may be.
struct DeltaWriter {
  let path: String
  let place: String
  /// In file order.
  private(set) var sections: [DeltaSection] = [
    DeltaSection(list: .identification, isRemoval: true),
    DeltaSection(list: .blocking, isRemoval: true),
    DeltaSection(list: .identification, isRemoval: false),
    DeltaSection(list: .blocking, isRemoval: false),
  ]
  private let limit: Int
  private let fileSystem: FileSystem
  private var removals: SpilledBytes
  private var additions: SpilledBytes
  private var isGivenUp = false

  init(path: String, place: String, limit: Int, fileSystem: FileSystem) {
    self.path = path
    self.place = place
    self.limit = limit
    self.fileSystem = fileSystem
    removals = SpilledBytes(path: place + ".removals", fileSystem: fileSystem)
    additions = SpilledBytes(path: place + ".additions", fileSystem: fileSystem)
  }

  /// Adds the lines of one difference.
  mutating func write(_ difference: Difference, _ list: DirectoryList) throws(PublicationError) {
    if isGivenUp { return }
    switch difference {
    case .removed(let line): try remove(line, list)
    case .added(let line): try add(line, list)
    case .relabelled(let old, let new):
      try remove(old, list)
      try add(new, list)
    }
    if removals.count + additions.count > limit {
      isGivenUp = true
      try removals.discard()
      try additions.discard()
    }
  }

  /// Writes the file; nil when it would be too large.
  ///
  /// The caller fills in generation and digests.
  mutating func finish(isDurable: Bool) throws(PublicationError) -> Manifest.Delta? {
    guard !isGivenUp else { return nil }
    let file = try OutputFile(path: place, fileSystem: fileSystem)
    var digest = SHA256()
    let write: (UnsafeRawBufferPointer) throws(PublicationError) -> Void = {
      (piece) throws(PublicationError) in
      digest.update(piece)
      try file.write(piece)
    }
    try removals.drain(write)
    try additions.drain(write)
    if isDurable { try file.sync() }
    file.close()
    return Manifest.Delta(
      from: "", slot: 0, path: path, removals: sections[0].lines + sections[1].lines,
      additions: sections[2].lines + sections[3].lines, bytes: file.bytes,
      sha256: Hexadecimal.string(digest.finish()), fromDigest: "", toDigest: "")
  }

  private mutating func remove(_ line: LineView, _ list: DirectoryList) throws(PublicationError) {
    // A removal is the number alone.
    let digits = list == .blocking ? line.bytes.count - 1 : line.bytes.count - line.label.count - 2
    let section = list == .blocking ? 1 : 0
    let before = removals.count
    try removals.append(
      sections[section].prefix, UnsafeRawBufferPointer(rebasing: line.bytes[..<digits]))
    try removals.append("\n", UnsafeRawBufferPointer(rebasing: line.bytes[..<0]))
    sections[section].lines += 1
    sections[section].bytes += removals.count - before
  }

  private mutating func add(_ line: LineView, _ list: DirectoryList) throws(PublicationError) {
    let section = list == .blocking ? 3 : 2
    let before = additions.count
    try additions.append(sections[section].prefix, line.bytes)
    sections[section].lines += 1
    sections[section].bytes += additions.count - before
  }
}
