import Comparison
import DirectoryFormat
import Signing

/// Collects the lines of a slot's delta and writes them as a file: all removals, then all
/// additions, identification before blocking in each part.
///
/// Lines of one list are fresh until they are kept, so that they can be proved first. Memory: 16 KiB,
/// while lines are fresh all of them, and 64 KiB for each of the four sections.
final class DeltaWriter {
  /// Where bytes are collected that do not fit the memory; a prefix of names.
  private let spillPrefix: String
  /// Bytes at which the delta is given up.
  private let limit: Int
  private let fileSystem: FileSystem
  private var removals: [SpilledBytes]
  private var additions: [SpilledBytes]
  private var freshRemovals: [UInt8] = []
  private var freshAdditions: [UInt8] = []
  /// Bytes kept, also those of a delta that was given up.
  private(set) var bytes = 0
  /// Whether the delta was larger than it may be; its lines are forgotten.
  private(set) var isGivenUp = false

  init(limit: Int, spillPrefix: String, fileSystem: FileSystem) {
    self.limit = limit
    self.spillPrefix = spillPrefix
    self.fileSystem = fileSystem
    func sections(_ kind: String) -> [SpilledBytes] {
      DirectoryList.allCases.map { list in
        SpilledBytes(path: "\(spillPrefix).\(kind)-\(list.rawValue)", fileSystem: fileSystem)
      }
    }
    removals = sections("removals")
    additions = sections("additions")
  }

  /// Adds the lines of one difference to the fresh ones.
  func write(_ difference: Difference, _ list: DirectoryList) {
    if isGivenUp { return }
    switch difference {
    case .removed(let line): remove(line, list)
    case .added(let line): add(line, list)
    case .relabelled(let old, let new):
      remove(old, list)
      add(new, list)
    }
  }

  /// Hands the fresh lines over, which are all of `list`, and keeps them unless that throws.
  func keep(
    _ list: DirectoryList, ifProvedBy proof: (DeltaLines) throws -> Void
  ) throws {
    if isGivenUp { return }
    try freshRemovals.withUnsafeBytes { removals in
      try freshAdditions.withUnsafeBytes { additions in
        try proof(DeltaLines(removals: removals, additions: additions))
      }
    }
    let section = list == .identification ? 0 : 1
    try removals[section].append(freshRemovals)
    try additions[section].append(freshAdditions)
    bytes += freshRemovals.count + freshAdditions.count
    Self.empty(&freshRemovals)
    Self.empty(&freshAdditions)
    if bytes > limit {
      isGivenUp = true
      try discard()
    }
  }

  /// Writes the file; gives its SHA-256.
  func finish(at place: String, isDurable: Bool) throws(PublicationError) -> String {
    precondition(!isGivenUp, "a delta that was given up has no lines")
    let file = try OutputFile(path: place, fileSystem: fileSystem)
    var digest = SHA256()
    let write: (UnsafeRawBufferPointer) throws(PublicationError) -> Void = {
      (piece) throws(PublicationError) in
      digest.update(piece)
      try file.write(piece)
    }
    for section in removals.indices { try removals[section].drain(write) }
    for section in additions.indices { try additions[section].drain(write) }
    if isDurable { try file.sync() }
    file.close()
    return Hexadecimal.string(digest.finish())
  }

  /// Forgets all lines.
  func discard() throws(PublicationError) {
    freshRemovals = []
    freshAdditions = []
    for section in removals.indices {
      try removals[section].discard()
      try additions[section].discard()
    }
  }

  /// Keeps the memory of few lines only, for there is a writer for every slot.
  private static func empty(_ lines: inout [UInt8]) {
    lines.removeAll(keepingCapacity: lines.count <= 16 << 10)
  }

  private func remove(_ line: LineView, _ list: DirectoryList) {
    // A removal is the number alone.
    let digits = list == .blocking ? line.bytes.count - 1 : line.bytes.count - line.label.count - 2
    freshRemovals.append(contentsOf: Self.prefix(list, isRemoval: true))
    freshRemovals.append(contentsOf: UnsafeRawBufferPointer(rebasing: line.bytes[..<digits]))
    freshRemovals.append(0x0A)
  }

  private func add(_ line: LineView, _ list: DirectoryList) {
    freshAdditions.append(contentsOf: Self.prefix(list, isRemoval: false))
    freshAdditions.append(contentsOf: line.bytes)
  }

  /// What each line of a section starts with.
  private static func prefix(
    _ list: DirectoryList, isRemoval: Bool
  ) -> UnsafeBufferPointer<UInt8> {
    let text: StaticString =
      switch (isRemoval, list) {
      case (true, .identification): "-i\t"
      case (true, .blocking): "-b\t"
      case (false, .identification): "+i\t"
      case (false, .blocking): "+b\t"
      }
    return UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}

/// Lines of a delta that concern one list, in memory.
struct DeltaLines {
  let removals: UnsafeRawBufferPointer
  let additions: UnsafeRawBufferPointer
}
