import DirectoryFormat
import Foundation

/// A file that is being fetched: what has come is on the disk, so that the rest can follow later.
///
/// Written by one fetch at a time, whose calls follow one another.
final class PartialFile: @unchecked Sendable {
  /// Where a file waits until it is whole, relative to the directory.
  static func path(of path: String) -> String {
    "partial/" + path.replacingOccurrences(of: "/", with: "-")
  }

  let url: URL
  private let handle: FileHandle
  /// Most bytes that there may be.
  let limit: Int
  private let meter: BudgetMeter
  /// Bytes that have come.
  private(set) var size: Int
  /// Whether more came than there may be.
  private(set) var isTooLarge = false
  private(set) var failure: String?

  init(_ url: URL, limit: Int, meter: BudgetMeter) throws(InstallError) {
    self.url = url
    self.limit = limit
    self.meter = meter
    do {
      let manager = FileManager.default
      try manager.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      if !manager.fileExists(atPath: url.path) { try Data().write(to: url) }
      handle = try FileHandle(forWritingTo: url)
      size = Int(try handle.seekToEnd())
    } catch {
      throw .file(path: url.lastPathComponent, reason: "\(error)")
    }
    if size > limit { restart() }
  }

  deinit { try? handle.close() }

  /// Takes bytes that begin at `offset`; false when no more are wanted.
  func receive(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    meter.add(bytes.count)
    if offset == 0, size > 0 { restart() }
    guard offset == size, size + bytes.count <= limit else {
      isTooLarge = offset == size
      failure = isTooLarge ? nil : "a range that was not asked for"
      return false
    }
    do {
      try handle.write(contentsOf: bytes)
      size += bytes.count
      return !meter.isOver
    } catch {
      failure = "\(error)"
      return false
    }
  }

  /// Throws away what has come.
  func restart() {
    do {
      try handle.truncate(atOffset: 0)
      try handle.seek(toOffset: 0)
      size = 0
      isTooLarge = false
    } catch {
      failure = "\(error)"
    }
  }

  /// Makes what has come durable.
  func synchronize() { try? handle.synchronize() }
}
