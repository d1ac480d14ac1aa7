import Foundation

/// A web server on the loopback that serves a copy of a golden directory; ends with the value.
final class TestServer: @unchecked Sendable {
  let root: URL
  let address: URL
  private let process = Process()
  private let input = Pipe()

  /// The conformance kit.
  static let kit = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "conformance")

  init(serving name: String) throws {
    root = URL(filePath: NSTemporaryDirectory()).appending(path: "server-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: Self.kit.appending(path: "golden/\(name)"), to: root)
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3",
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "server.py")
        .path, root.path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    guard let address = URL(string: "http://127.0.0.1:\(port)/"), port > 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    self.address = address
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: root)
  }

  /// Publishes another golden directory in place of the present one.
  func publish(_ name: String) throws {
    let source = Self.kit.appending(path: "golden/\(name)")
    for file in try FileManager.default.subpathsOfDirectory(atPath: source.path) {
      let values = try source.appending(path: file).resourceValues(forKeys: [.isDirectoryKey])
      let place = root.appending(path: file)
      if values.isDirectory == true {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      } else {
        try Data(contentsOf: source.appending(path: file)).write(to: place)
      }
    }
  }

  /// Says what goes wrong from now on.
  func trouble(_ lines: String) throws {
    try Data(lines.utf8).write(to: root.appending(path: ".trouble"))
  }

  /// The requests so far: path and range.
  var requests: [String] {
    let log = try? String(contentsOf: root.appending(path: ".log"), encoding: .utf8)
    return (log ?? "").split(separator: "\n").map(String.init)
  }
}
