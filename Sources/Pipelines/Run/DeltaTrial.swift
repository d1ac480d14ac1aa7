internal import DirectoryFormat
internal import DirectoryLoading
package import Publication
internal import Signing
internal import SimulatedCallDirectory

/// Loads a delta into a simulated call directory before it is published.
///
/// The file is read as a phone reads it: hash, lines and counts are checked again, and every call
/// is made on a request that says it is incremental. The rows of the former generation are not
/// needed: Publication has proved that every removal meets an entry and that no addition does. So
/// nothing but the delta is read, once. Memory: one window of 256 KiB.
package enum DeltaTrial {
  /// Throws `deltaNotProved` when iOS would not take the delta, or would silently drop an entry.
  package static func check(_ staged: StagedDelta) throws(PublicationError) {
    let parts = staged.place.split(separator: "/", omittingEmptySubsequences: false)
    var delta = staged.delta
    delta.path = String(parts.last ?? "")
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
    let directory = SimulatedCallDirectory(storesRows: false)
    do {
      let request = try directory.incrementalRequest()
      _ = request.isIncremental
      try FileReader<SHA256>(POSIXFolder(path: folder)).delta(delta) { request.take($0) }
      if let fault = request.complete() {
        throw PublicationError.deltaNotProved(
          path: staged.place, reason: "iOS would report \(fault.code.rawValue), \(fault.code.name)")
      }
    } catch let error as PublicationError {
      throw error
    } catch {
      throw .deltaNotProved(path: staged.place, reason: "\(error)")
    }
    guard directory.droppedLabels == 0 else {
      throw .deltaNotProved(
        path: staged.place, reason: "iOS would drop \(directory.droppedLabels) labels in silence")
    }
  }
}
