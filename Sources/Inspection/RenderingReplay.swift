import DirectoryFormat
import DirectoryLoading
import Signing

/// Holds a rendering against the chunks: its hash, and every row in its order.
///
/// Formats that this program does not know are hashed alone.
struct RenderingReplay {
  private let slot: Manifest.Slot
  private let rendering: Manifest.Rendering
  private let folder: POSIXFolder
  private let reader: FileReader<SHA256>

  init(slot: Manifest.Slot, rendering: Manifest.Rendering, folder: POSIXFolder) {
    self.slot = slot
    self.rendering = rendering
    self.folder = folder
    reader = FileReader<SHA256>(folder)
  }

  /// What is wrong with the rendering.
  consuming func run() -> DirectoryVerifier.JobResult {
    var result = DirectoryVerifier.JobResult()
    do throws(Finding) {
      try hash()
      try compare()
    } catch {
      result.findings.append(error)
    }
    result.bytesRead = reader.bytesRead
    return result
  }

  private func hash() throws(Finding) {
    do throws(LoadError) {
      try reader.hash(rendering.path, bytes: rendering.bytes, sha256: rendering.sha256)
    } catch {
      throw Finding(error, slot: slot.index, list: rendering.list)
    }
  }

  private func compare() throws(Finding) {
    let place = folder.path + "/" + rendering.path
    var walk = RowWalk(EntryCursor(rendering.list, of: slot[rendering.list].chunks, with: reader))
    switch rendering.format {
    case "json": JSONRows.forEach(of: place, rendering.list) { walk.take($0, $1) }
    case "sqlite": SQLiteRows.forEach(of: place) { walk.take($0, $1) }
    default: return
    }
    // A chunk that cannot be read is found by the slot's own job.
    guard let row = walk.end() else { return }
    var finding = Finding(
      verdict: "rendering-differs", path: rendering.path, slot: slot.index,
      message: "expected the entries of the chunks in their order, found others from entry "
        + "\(row.position) on")
    finding.list = rendering.list
    finding.neighbours.number = row.number
    throw finding
  }
}

/// The entries of a list on their way beside the rows of a rendering.
private struct RowWalk {
  /// Where the two part: the 1-based entry, and the number that the rendering or the list has there.
  typealias Difference = (position: Int, number: Int64)

  private var cursor: EntryCursor
  private var position = 0
  private var difference: Difference?
  private var isUnreadable = false

  init(_ cursor: EntryCursor) { self.cursor = cursor }

  /// Takes one row (`number` 0: it cannot be read); false when there is no need for more.
  mutating func take(_ number: Int64, _ label: UnsafeRawBufferPointer) -> Bool {
    position += 1
    do throws(LoadError) {
      guard let entry = try cursor.entry(), entry.number == number,
        entry.label.elementsEqual(label)
      else {
        difference = (position, number)
        return false
      }
      cursor.advance()
      return true
    } catch {
      isUnreadable = true
      return false
    }
  }

  /// Where the two part, when there are no more rows.
  mutating func end() -> Difference? {
    if isUnreadable || difference != nil { return difference }
    guard let left = try? cursor.entry() else { return nil }
    return (position + 1, left.number)
  }
}
