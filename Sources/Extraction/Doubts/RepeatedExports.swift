import CZlib

/// Finds files of a run that hold the same bytes.
///
/// Only files of one size that begin alike are read whole, for a checksum; equal checksums are
/// confirmed byte by byte. Memory: two blocks, and a few words for each file that looks like another.
struct RepeatedExports {
  typealias Pair = ExportSurvey.Repetition

  /// What tells most files apart without reading them again.
  struct Outline: Hashable {
    var size: Int
    /// CRC-32 of the first bytes as stored.
    var beginning: UInt32
  }

  private static let blockSize = 256 << 10

  /// Opens a file anew, the same one as before.
  let open: (Int) throws(ExtractionError) -> ExportFile

  /// The repetitions among files, each of which has an outline; `mayRepeat` says which pairs are no
  /// matter of doubt.
  func pairs(
    of outlines: [Outline?], isDoubtful: (Pair) -> Bool
  ) throws(ExtractionError) -> [Pair] {
    var groups: [Outline: [Int]] = [:]
    for (file, outline) in outlines.enumerated() {
      if let outline, outline.size > 0 { groups[outline, default: []].append(file) }
    }
    var found: [Pair] = []
    let alike = groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    for group in alike {
      var firsts: [UInt: Int] = [:]
      for file in group {
        let sum = try checksum(of: file)
        guard let former = firsts[sum] else {
          firsts[sum] = file
          continue
        }
        let pair = Pair(file: file, former: former)
        if isDoubtful(pair), try areEqual(pair) { found.append(pair) }
      }
    }
    return found.sorted { $0.file < $1.file }
  }

  private func checksum(of file: Int) throws(ExtractionError) -> UInt {
    var sum = crc32(0, nil, 0)
    try forEachBlock(of: [file]) { blocks in
      sum = crc32(sum, blocks[0].baseAddress, UInt32(blocks[0].count))
      return true
    }
    return sum
  }

  private func areEqual(_ pair: Pair) throws(ExtractionError) -> Bool {
    var areEqual = true
    try forEachBlock(of: [pair.file, pair.former]) { blocks in
      areEqual = blocks[0].elementsEqual(blocks[1])
      return areEqual
    }
    return areEqual
  }

  /// Reads files of one size side by side, as long as `body` wants more.
  private func forEachBlock(
    of files: [Int], _ body: ([UnsafeBufferPointer<UInt8>]) -> Bool
  ) throws(ExtractionError) {
    var opened: [ExportFile] = []
    for file in files { opened.append(try open(file)) }
    let size = opened[0].identity?.size ?? 0
    let buffers = files.map { _ in
      UnsafeMutableBufferPointer<UInt8>.allocate(capacity: min(Self.blockSize, max(size, 1)))
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    var offset = 0
    while offset < size {
      let count = min(Self.blockSize, size - offset)
      for (file, buffer) in zip(opened, buffers) {
        guard let base = buffer.baseAddress else { return }
        try file.read(into: base, count: count, at: offset)
      }
      guard body(buffers.map { UnsafeBufferPointer(rebasing: $0[..<count]) }) else { return }
      offset += count
    }
  }
}
