import Testing
import Threads

@testable import Collation

/// Runs on their way through a scratch file, piece by piece.
@Suite struct ScratchTests {
  /// Numbers and labels; a label may be longer than a piece.
  private func entries(
    _ count: Int, longest: Int, using generator: inout SeededGenerator
  ) -> [(key: UInt64, label: [UInt8])] {
    var key: UInt64 = 0
    return (0..<count).map { _ in
      key += UInt64.random(in: 1...100_000, using: &generator)
      let isLong = Int.random(in: 0..<40, using: &generator) == 0
      let length = Int.random(in: 0...(isLong ? longest : 40), using: &generator)
      return (key, [UInt8](repeating: UInt8.random(in: 1...255, using: &generator), count: length))
    }
  }

  private func write(
    _ entries: [(key: UInt64, label: [UInt8])], with writer: RunWriter
  ) throws -> SortedRun {
    var room = try writer.begin(most: entries.reduce(0) { $0 + 48 + $1.label.count })
    var former: UInt64 = 0
    for entry in entries {
      if room.place > room.last { room = try writer.turn(at: room.place) }
      room.place = RunFormat.write(entry.key - former, to: room.place)
      room.place = entry.label.withUnsafeBufferPointer {
        RunFormat.writeTail(
          precedence: entry.key, facts: Facts(bits: 7), file: 3, line: entry.key,
          label: $0.baseAddress, labelCount: $0.count, to: room.place)
      }
      former = entry.key
    }
    return try writer.end(at: room.place)
  }

  @Test(arguments: [200, 65_535], [0, 100_000, 512 << 10])
  func runsComeBackAsTheyWereWritten(longest: Int, memory: Int) throws {
    var generator = SeededGenerator(state: UInt64(longest + memory))
    let contents = [0, 1, 3_000, 40, 9_000].map {
      entries($0, longest: longest, using: &generator)
    }
    let writer = try RunWriter(ScratchFile(in: "/tmp"), memory: 320 << 10)
    let runs = try contents.map { try write($0, with: writer) }
    try writer.wait()
    let reading = try SerialQueue.make()
    for (run, content) in zip(runs, contents) {
      var cursor = try RunCursor(run, bufferSize: memory, reading: reading)
      for entry in content {
        #expect(try cursor.advance())
        let found = cursor.current
        #expect(found.key == entry.key && found.precedence == entry.key && found.file == 3)
        #expect(found.line == entry.key && entry.label.withUnsafeBufferPointer(found.hasLabel))
      }
      #expect(try !cursor.advance())
    }
  }

  @Test("stretches come back number by number", arguments: [10, 60_000])
  func stretches(longest: Int) throws {
    var generator = SeededGenerator(state: UInt64(longest))
    var content: [(key: UInt64, following: Int, label: [UInt8])] = []
    for entry in entries(500, longest: longest, using: &generator) {
      let following = max(Int.random(in: -500...1_000, using: &generator), 0)
      content.append((entry.key &* 30_000, following, entry.label))
    }
    let writer = try RunWriter(ScratchFile(in: "/tmp"), memory: 320 << 10)
    var room = try writer.begin(most: content.reduce(0) { $0 + 48 + $1.label.count })
    var former: UInt64 = 0
    for entry in content {
      if room.place > room.last { room = try writer.turn(at: room.place) }
      room.place = RunFormat.write(entry.key - former, to: room.place)
      if entry.following > 0 {
        room.place = RunFormat.write(stretchOf: entry.following, to: room.place)
      }
      room.place = entry.label.withUnsafeBufferPointer {
        RunFormat.writeTail(
          precedence: entry.key, facts: Facts(bits: 7), file: 3, line: entry.key,
          label: $0.baseAddress, labelCount: $0.count, to: room.place)
      }
      former = entry.key + UInt64(entry.following)
    }
    let run = try writer.end(at: room.place)
    try writer.wait()
    var cursor = try RunCursor(run, bufferSize: 0, reading: SerialQueue.make())
    for entry in content {
      var isRight = try cursor.advance() && cursor.current.key == entry.key
      isRight = isRight && cursor.following == entry.following
      let passed = min(entry.following, 3)
      cursor.pass(passed)
      for _ in passed..<entry.following { isRight = try cursor.advance() && isRight }
      let found = cursor.current
      isRight = isRight && found.key == entry.key + UInt64(entry.following) && cursor.following == 0
      isRight = isRight && found.precedence == entry.key && found.line == entry.key
      #expect(isRight && entry.label.withUnsafeBufferPointer(found.hasLabel))
    }
    #expect(try !cursor.advance())
  }

  @Test func whatNoDiskTakesPastTheCacheGoesThroughIt() throws {
    let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
    let scratch = try ScratchFile(in: "/tmp")
    try bytes.withUnsafeBytes { bytes in
      let start = try #require(bytes.baseAddress)
      try scratch.append(start, count: 4_097)
      try scratch.append(start + 4_097, count: bytes.count - 4_097)
    }
    #expect(scratch.size == bytes.count)
    let other = try MappedRegion(capacity: bytes.count)
    try scratch.read(into: other.base, needed: bytes.count - 10, room: bytes.count, at: 10)
    let read = UnsafeRawBufferPointer(start: other.base, count: bytes.count - 10)
    #expect(read.elementsEqual(bytes.dropFirst(10)))
  }
}
