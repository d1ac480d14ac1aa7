import Comparison
import DirectoryFormat
import Signing

/// What comparing a slot of two generations gave.
struct SlotComparison: Sendable {
  var changes: [DirectoryList: ListChanges] = [:]
  var delta: Manifest.Delta?
  var account = DeltaAccount()
}

/// Compares a slot of a former generation with that of the new one, writes the delta, proves it.
///
/// Memory: two readers and at most 1 MiB each of removals and additions.
struct DeltaBuilder: Sendable {
  let places: ChunkPlaces
  let fileSystem: FileSystem
  /// Largest delta in bytes; nil when only the changes are wanted.
  let limit: Int?
  let isDurable: Bool
  let check: PublicationSettings.DeltaCheck?

  /// Compares `old`, of the generation `from`, with `new`, of the generation `to`.
  func compare(
    _ old: Manifest.Slot, from: String, _ new: Manifest.Slot, to: String
  ) throws(PublicationError) -> SlotComparison {
    var result = SlotComparison()
    var writer = limit.map { limit in
      let path = DirectoryPath.delta(from: from, to: to, slot: new.index)
      return DeltaWriter(
        path: path, place: places.staging + "/" + OutputFolder.stagedName(of: path),
        limit: limit, fileSystem: fileSystem)
    }
    for list in DirectoryList.allCases {
      let chunks = ListComparison.differingChunks(old: old[list].chunks, new: new[list].chunks)
      result.account.bytesSkipped += chunks.bytesShared
      let oldReader = places.reader(chunks.old)
      let newReader = places.reader(chunks.new)
      var changes = ListChanges()
      do {
        try ListComparison.compare(list, old: oldReader, new: newReader) { difference in
          changes.count(difference)
          try writer?.write(difference, list)
        }
      } catch { throw .reading(error) }
      result.account.bytesRead += oldReader.bytesRead + newReader.bytesRead
      result.changes[list] = changes
    }
    guard var writer, var delta = try writer.finish(isDurable: isDurable) else {
      if limit != nil { result.account.omitted += 1 }
      return result
    }
    delta.from = from
    delta.slot = new.index
    delta.fromDigest = old.digest
    delta.toDigest = new.digest
    let proof = DeltaProof(places: places, file: writer.place, sections: writer.sections)
    result.account.bytesRead += try proof.check(old: old, new: new)
    try check?(StagedDelta(place: writer.place, delta: delta))
    result.account.written += 1
    result.delta = delta
    return result
  }
}

extension ListChanges {
  /// Counts one difference.
  mutating func count(_ difference: Difference) {
    switch difference {
    case .removed: removed += 1
    case .added: added += 1
    case .relabelled: relabelled += 1
    }
  }
}
