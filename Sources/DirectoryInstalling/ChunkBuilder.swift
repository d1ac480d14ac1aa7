import DirectoryFormat
import Foundation

/// Makes the chunks of a new generation from the installed ones and the delta between the two, so that
/// a night costs its delta.
///
/// A chunk is kept only if its SHA-256 is the manifest's; whatever is wrong with what it is made from,
/// damage or a lie, ends in another hash, and the chunk is fetched. Memory: windows of 256 KiB.
struct ChunkBuilder<Function: DigestFunction>: Sendable {
  let folder: ContainerFolder
  /// The slot as it is installed.
  let former: Manifest.Slot
  /// The delta from there, which is installed too.
  let delta: Manifest.Delta

  /// Builds what can be built of the missing chunks of a list; gives their paths.
  func build(
    _ missing: Set<String>, of list: DirectoryList, in slot: Manifest.Slot
  ) throws(InstallError) -> Set<String> {
    var built: Set<String> = []
    guard let changes = try? Changes(folder.place(of: delta.path), list) else { return built }
    var lower: Int64 = 0
    for chunk in slot[list].chunks {
      if missing.contains(chunk.path) {
        if Task.isCancelled { throw .cancelled }
        // A delta that cannot be read any more is of no use for the chunks behind it either.
        guard let output = try? merged(chunk, of: list, behind: lower, changes) else { break }
        if output.isRight(bytes: chunk.bytes, sha256: chunk.sha256) {
          try folder.move(output.url, to: chunk.path)
          built.insert(chunk.path)
        } else {
          output.remove()
        }
      }
      lower = chunk.last
    }
    if Task.isCancelled { throw .cancelled }
    return built
  }

  /// Writes the entries above `lower` up to the chunk's last number.
  private func merged(
    _ chunk: Manifest.Chunk, of list: DirectoryList, behind lower: Int64, _ changes: Changes
  ) throws -> BuiltFile<Function> {
    let output = try BuiltFile<Function>(of: chunk.path, in: folder, limit: chunk.bytes)
    try changes.removals.skip(upTo: lower)
    try changes.additions.skip(upTo: lower)
    for old in former[list].chunks where old.last > lower && old.first <= chunk.last {
      guard let lines = try? LineCursor(folder.place(of: old.path)),
        (try? lines.skip(upTo: lower)) != nil
      else { continue }
      while lines.number <= chunk.last {
        let number = lines.number
        try changes.removals.skip(upTo: number - 1)
        while changes.additions.number < number {
          try output.append(changes.additions.line)
          try changes.additions.advance()
        }
        if changes.removals.number != number { try output.append(lines.line) }
        // What is wrong with an old chunk shows in the hash; the delta may still serve the next one.
        guard (try? lines.advance()) != nil else { break }
      }
    }
    while changes.additions.number <= chunk.last {
      try output.append(changes.additions.line)
      try changes.additions.advance()
    }
    return output
  }

  /// Where a delta's lines about one list have come to.
  private struct Changes {
    let removals: LineCursor
    let additions: LineCursor

    init(_ url: URL, _ list: DirectoryList) throws {
      let letter = list == .identification ? "i" : "b"
      removals = try LineCursor(url, prefix: "-\(letter)\t")
      additions = try LineCursor(url, prefix: "+\(letter)\t")
    }
  }
}
