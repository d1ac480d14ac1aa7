import DirectoryFormat
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the last run knew of the directory, in `DIR/.bookmark`: the sequence that it published, and
/// the files that it found right, with the inode and the dates that they had then.
///
/// Saves reading a published file again as long as nothing about it has changed. It can be lost: then
/// everything is read again. Memory: some hundred bytes for each file.
final class Bookmark: Sendable {
  /// What a file was like when its hash was right.
  private struct Look: Equatable {
    let inode: UInt64
    let modified: Int
    let changed: Int
    let bytes: Int
    let sha256: String

    init(_ facts: FileFacts, _ sha256: String) {
      inode = facts.inode
      modified = facts.modified
      changed = facts.changed
      bytes = facts.bytes
      self.sha256 = sha256
    }

    /// A file that nobody has read yet: whatever it is like, it is read.
    init(unread sha256: String, bytes: Int) {
      (inode, modified, changed) = (0, 0, 0)
      self.bytes = bytes
      self.sha256 = sha256
    }

    init?(_ fields: [Substring]) {
      guard fields.count == 6, let inode = UInt64(fields[0]), let modified = Int(fields[1]),
        let changed = Int(fields[2]), let bytes = Int(fields[3])
      else { return nil }
      self.inode = inode
      self.modified = modified
      self.changed = changed
      self.bytes = bytes
      sha256 = String(fields[4])
    }

    func line(_ path: String) -> String {
      "\(inode) \(modified) \(changed) \(bytes) \(sha256) \(path)\n"
    }
  }

  /// The highest sequence that was published, as far as it is known; 0 where it is not.
  let sequence: Int

  private static let heading = "callbook 1"
  private static let largest = 256 << 20
  /// Dates of a file are so coarse, in nanoseconds, that it can change twice without showing it.
  private static let coarseness = 2_000_000_000

  private let folder: OutputFolder
  private let fileSystem: FileSystem
  private let former: [String: Look]
  private let looks = Locked<[String: Look]>([:])

  /// Reads what the last run left; what is damaged or missing is as if it knew nothing.
  init(folder: OutputFolder, fileSystem: FileSystem) throws(PublicationError) {
    self.folder = folder
    self.fileSystem = fileSystem
    let bytes = try fileSystem.read(folder.bookmark, limit: Self.largest) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first?.elementsEqual(Self.heading) == true, lines.count > 1,
      let sequence = Int(lines[1])
    else {
      self.sequence = 0
      former = [:]
      return
    }
    self.sequence = max(sequence, 0)
    var former: [String: Look] = [:]
    for line in lines.dropFirst(2) {
      let fields = line.split(separator: " ", maxSplits: 5)
      if let look = Look(fields) { former[String(fields[5])] = look }
    }
    self.former = former
  }

  /// Whether a published file is what its manifest says; it is read unless nothing about it changed
  /// since it was read last.
  ///
  /// - Throws: When that cannot be found out.
  func isRight(_ file: NamedFile) throws(PublicationError) -> Bool {
    let path = folder.place(of: file.path)
    guard let facts = try fileSystem.facts(of: path), facts.isFile, facts.bytes == file.bytes
    else { return false }
    let look = Look(facts, file.sha256)
    if former[file.path] == look {
      looks.withLock { $0[file.path] = look }
      return true
    }
    guard try Hexadecimal.string(fileSystem.sha256(of: path)) == file.sha256 else { return false }
    if Self.now() - facts.changed > Self.coarseness {
      looks.withLock { $0[file.path] = look }
    }
    return true
  }

  /// Remembers what a file was given, so that a later run can tell whether it still has it.
  func note(_ path: String, sha256: String, bytes: Int) {
    guard former[path]?.sha256 != sha256 else { return }
    looks.withLock { looks in
      if looks[path]?.sha256 != sha256 { looks[path] = Look(unread: sha256, bytes: bytes) }
    }
  }

  /// Paths of the former manifests that the last run left, in byte order.
  var formerManifests: [String] {
    former.keys.filter { $0.hasPrefix("generations/") }.sorted()
  }

  /// What an earlier run gave a file or found in it, as SHA-256; nil where that is not known.
  func noted(_ path: String) -> String? { former[path]?.sha256 }

  /// Leaves the sequence that is published, and what is known of the files that are kept, for the
  /// next run.
  func save(
    sequence: Int, keeping paths: Set<String>, by staging: String
  ) throws(PublicationError) {
    let seen = looks.withLock { $0 }
    let looks = former.merging(seen) { _, new in new }.filter { paths.contains($0.key) }
    if looks == former, sequence == self.sequence { return }
    var text = "\(Self.heading)\n\(sequence)\n"
    for (path, look) in looks.sorted(by: { $0.key < $1.key }) { text += look.line(path) }
    let temporary = staging + "/bookmark"
    try fileSystem.write(Array(text.utf8), to: temporary)
    try fileSystem.rename(temporary, to: folder.bookmark)
  }

  private static func now() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec &* 1_000_000_000 &+ now.tv_nsec
  }
}
