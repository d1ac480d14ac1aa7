import Foundation

@testable import Pipelines

/// A folder of a test's own, gone with it.
final class TestFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("callbook-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func text(of name: String) throws -> String {
    String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)), as: UTF8.self)
  }

  func names(in folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + name) }

  /// The permission bits of a file or folder; nil where there is none.
  func mode(of name: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }

  /// A pipeline file of this folder, and how it runs with the output in `out`.
  func settings(
    _ pipeline: String, threads: Int = 2, isCheck: Bool = false,
    change: (inout BuildOptions) -> Void = { _ in }
  ) throws -> RunSettings {
    var options = BuildOptions()
    options.output = path + "/out"
    options.threads = threads
    options.isCheck = isCheck
    options.now = RunTime("2026-11-22T03:15:00Z")
    change(&options)
    return try RunSettings(
      PipelineReader.read(pipeline, path: path + "/p.yaml"), options: options)
  }
}

/// The records of a CSV text, read by the reader of reports.
func csvRecords(_ text: String) -> [[String]] {
  Array(text.utf8).withUnsafeBytes { bytes in
    guard !bytes.isEmpty else { return [] }
    var cursor = RejectsCursor(bytes, from: 0, positions: [])
    var records: [[String]] = []
    while (try? cursor.next("text")) == true { records.append(cursor.allFields()) }
    return records
  }
}
