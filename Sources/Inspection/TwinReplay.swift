import DirectoryFormat
import DirectoryLoading
import Signing

/// Unpacks packed twins and holds what they give against the files beside which they stand.
struct TwinReplay {
  /// A twin and the file that it stands for.
  struct Pair: Sendable {
    let twin: Manifest.Packed
    /// The chunk or delta.
    let path: String
    let bytes: Int
    let sha256: String
    let slot: Int
    /// The list of a chunk; nil for a delta.
    let list: DirectoryList?
  }

  private let folder: POSIXFolder
  private let reader: FileReader<SHA256>

  init(folder: POSIXFolder) {
    self.folder = folder
    reader = FileReader<SHA256>(folder)
  }

  /// What is wrong with the twins.
  func run(_ pairs: [Pair]) -> DirectoryVerifier.JobResult {
    var result = DirectoryVerifier.JobResult()
    for pair in pairs {
      do throws(Finding) { try check(pair) } catch { result.findings.append(error) }
    }
    result.bytesRead = reader.bytesRead
    return result
  }

  private func check(_ pair: Pair) throws(Finding) {
    let twin = pair.twin
    do throws(LoadError) {
      try reader.hash(twin.path, bytes: twin.bytes, sha256: twin.sha256)
    } catch {
      throw Finding(error, slot: pair.slot, list: pair.list)
    }
    var digest = SHA256()
    var problem = "another SHA-256"
    do {
      let file = try folder.open(twin.path)
      var piece = [UInt8](repeating: 0, count: 64 << 10)
      try TwinReader.unpack(
        bytes: pair.bytes,
        read: {
          let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
          return Array(piece[..<count])
        }, into: { digest.update($0) })
      if Hexadecimal.string(digest.finish()) == pair.sha256 { return }
    } catch let failure as TwinReader.Failure {
      problem = failure.rawValue
    } catch { problem = "\(error)" }
    var finding = Finding(
      verdict: "twin-differs", path: twin.path, slot: pair.slot,
      message: "expected the bytes of \(pair.path), found others: \(problem)")
    finding.list = pair.list
    throw finding
  }
}

extension Manifest {
  /// The twins of a slot's chunks.
  func twins(ofSlot slot: Slot) -> [TwinReplay.Pair] {
    DirectoryList.allCases.flatMap { list in
      slot[list].chunks.compactMap { chunk in
        chunk.packed.map {
          TwinReplay.Pair(
            twin: $0, path: chunk.path, bytes: chunk.bytes, sha256: chunk.sha256,
            slot: slot.index, list: list)
        }
      }
    }
  }

  /// The twins of the deltas, each once.
  var twinsOfDeltas: [TwinReplay.Pair] {
    var seen: Set<String> = []
    return deltas.compactMap { delta in
      guard let twin = delta.packed, seen.insert(twin.path + delta.path).inserted else {
        return nil
      }
      return TwinReplay.Pair(
        twin: twin, path: delta.path, bytes: delta.bytes, sha256: delta.sha256, slot: delta.slot,
        list: nil)
    }
  }
}
