import Comparison
import DirectoryFormat
import Foundation
import Signing
import Testing

@Suite struct ListComparisonTests {
  @Test(
    "random lists give the differences that sets give", arguments: 1...30 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var state = seed
    func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      return Int(MixingFunction.mix(state) % UInt64(bound))
    }
    var old: [Int64: String] = [:]
    for _ in 0..<next(400) {
      old[Int64(1 + next(2_000))] = String(repeating: "x", count: 1 + next(9))
    }
    var new = old
    for number in old.keys.sorted() where next(10) == 0 { new[number] = nil }
    for number in new.keys.sorted() where next(10) == 0 { new[number] = "changed" }
    for _ in 0..<next(40) { new[Int64(1 + next(2_000))] = "added" }
    var found: [String] = []
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let oldReader = try reader(old, pieces: 1 + next(4), in: folder, "old")
    let newReader = try reader(new, pieces: 1 + next(4), in: folder, "new")
    try ListComparison.compare(.identification, old: oldReader, new: newReader) {
      found.append(text($0))
    }
    var merged: [String] = []
    var comparison = MergedComparison(
      .identification,
      old: try split(old, in: folder, "a"), new: try split(new, in: folder, "b"))
    try comparison.run { merged.append(text($0)) }
    let expected = Set(old.keys).union(new.keys).sorted().compactMap { number -> String? in
      switch (old[number], new[number]) {
      case (let label?, nil): "- \(number) \(label)"
      case (nil, let label?): "+ \(number) \(label)"
      case (let before?, let after?): before == after ? nil : "~ \(number) \(before) \(after)"
      case (nil, nil): nil
      }
    }
    #expect(found == expected, "seed \(seed)")
    #expect(merged == expected, "seed \(seed)")
  }

  @Test(
    "damaged files are refused",
    arguments: [
      "1\ta", "1\ta\n01\tb\n", "2\ta\n1\tb\n", "1\ta\n1\tb\n", "1 a\n", "\n", "1\t\n", "x\ta\n",
      "9223372036854775807\ta\n", "18446744073709551617\ta\n", "1\ta\n\n", "-1\ta\n",
    ])
  func damaged(text: String) throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let file = FileStretch(path: path, offset: 0, bytes: text.utf8.count, isToEnd: true)
    #expect(throws: ComparisonError.self) {
      try ListComparison.compare(
        .identification, old: LineReader([file]), new: LineReader([]), report: { _ in })
    }
  }

  @Test(
    "readers that share a buffer and are suspended give the same bytes, hashed once",
    arguments: 1...20 as ClosedRange<UInt64>)
  func suspended(seed: UInt64) throws {
    var state = seed
    func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      return Int(MixingFunction.mix(state) % UInt64(bound))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let buffer = ReadingBuffer()
    var texts: [String] = []
    var readers: [LineReader] = []
    for name in 0..<3 {
      var files: [FileStretch] = []
      texts.append("")
      for part in 0..<1 + next(3) {
        let lines = (0..<1 + next(2_000)).map { _ in String(repeating: "x", count: next(30)) }
        let text = lines.joined(separator: "\n") + "\n"
        let path = "\(folder)/\(name)-\(part)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        files.append(
          FileStretch(
            path: path, offset: 0, bytes: text.utf8.count, isToEnd: true,
            sha256: SHA256.hexadecimal(of: Array(text.utf8))))
        texts[name] += text
      }
      readers.append(LineReader(files, buffer: buffer))
    }
    var found = readers.map { _ in [UInt8]() }
    var open = Array(readers.indices)
    while !open.isEmpty {
      let reader = open[next(open.count)]
      var steps = next(4)
      while steps > 0, try readers[reader].fill(wanting: 1 + next(20_000)) {
        let window = readers[reader].window
        // Whole lines only: up to the last line feed of a random part.
        let part = window.prefix(1 + next(window.count))
        let lines = part.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        found[reader] += window[..<lines]
        readers[reader].consume(lines)
        steps -= 1
      }
      if steps > 0 { open.removeAll { $0 == reader } }
      readers[reader].suspend()
    }
    for index in readers.indices {
      #expect(found[index] == Array(texts[index].utf8), "seed \(seed)")
      #expect(readers[index].bytesConsumed == texts[index].utf8.count)
    }
  }

  @Test("a hash that waits is checked at the end of the file, unless somebody knows it")
  func deferredHash() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = (0..<40_000).map { "\($0)\tx\n" }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let right = SHA256.hexadecimal(of: Array(text.utf8))
    func read(_ hash: String, startsAt start: Int?, isTrusted: Bool) throws {
      let reader = LineReader([
        FileStretch(path: path, offset: 0, bytes: text.utf8.count, isToEnd: true, sha256: hash)
      ])
      reader.deferNextHash()
      while reader.bytesConsumed < text.utf8.count, try reader.fill(wanting: 30_000) {
        let firstLine = reader.window.prefix { $0 != 0x0A }.count + 1
        if start == 0 { try reader.startHashing() }
        reader.consume(firstLine)
        if let start, reader.bytesConsumed >= start { try reader.startHashing() }
        reader.consume(reader.window.count)
        reader.suspend()
      }
      if isTrusted { reader.trustFile() }
      #expect(try !reader.fill())
    }
    for start in [nil, 0, 1, 100_000, text.utf8.count - 1] {
      try read(right, startsAt: start, isTrusted: false)
      try read(String(repeating: "0", count: 64), startsAt: start, isTrusted: true)
      #expect(throws: ComparisonError.self) {
        try read(String(repeating: "0", count: 64), startsAt: start, isTrusted: false)
      }
    }
  }

  @Test("a file of another size or hash is refused")
  func wrongFile() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("1\ta\n".utf8).write(to: URL(fileURLWithPath: path))
    for file in [
      FileStretch(path: path, offset: 0, bytes: 3, isToEnd: true),
      FileStretch(path: path, offset: 0, bytes: 5, isToEnd: true),
      FileStretch(
        path: path, offset: 0, bytes: 4, isToEnd: true, sha256: String(repeating: "0", count: 64)),
      FileStretch(path: path + ".no", offset: 0, bytes: 4, isToEnd: true),
    ] {
      #expect(throws: ComparisonError.self) {
        let reader = LineReader([file])
        while try reader.fill() { reader.consume(reader.window.count) }
      }
    }
  }

  private func text(_ difference: Difference) -> String {
    func label(_ line: LineView) -> String { String(decoding: line.label, as: UTF8.self) }
    return switch difference {
    case .removed(let line): "- \(line.number) \(label(line))"
    case .added(let line): "+ \(line.number) \(label(line))"
    case .relabelled(let old, let new): "~ \(old.number) \(label(old)) \(label(new))"
    }
  }

  private func split(
    _ entries: [Int64: String], in folder: String, _ name: String
  ) throws -> [LineReader] {
    try (0..<3).map { slot in
      try reader(entries.filter { $0.key % 3 == slot }, pieces: 2, in: folder, "\(name)\(slot)")
    }
  }

  private func reader(
    _ entries: [Int64: String], pieces: Int, in folder: String, _ name: String
  ) throws -> LineReader {
    let lines = entries.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value)\n" }
    let size = lines.count / pieces + 1
    let files = try stride(from: 0, to: lines.count, by: size).map { start in
      let text = lines[start..<min(start + size, lines.count)].joined()
      let path = "\(folder)/\(name)-\(start)"
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return FileStretch(path: path, offset: 0, bytes: text.utf8.count, isToEnd: true)
    }
    return LineReader(files)
  }
}
