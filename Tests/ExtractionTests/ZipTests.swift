import CZlib
import Foundation
import Records
import Testing

@testable import Extraction

@Suite struct ZipTests {
  /// One file of an archive, as programs write them.
  struct Member {
    var name = "export.csv"
    var bytes: [UInt8] = Array("a,1\nb,2\n".utf8)
    var isStored = false
    var hasDescriptor = false
    var hasDescriptorSignature = true
    var flags: UInt16 = 0
    var method: UInt16?
    var isBig = false
  }

  static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  static func crc(_ bytes: [UInt8]) -> UInt64 { UInt64(crc32(0, bytes, UInt32(bytes.count))) }

  /// Raw deflate of stored blocks and, where there is enough to gain, of compressed ones.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 100)
    let count = output.count
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(count)
        _ = deflate(&stream, Z_FINISH)
      }
    }
    return Array(output.prefix(count - Int(stream.avail_out)))
  }

  static func zip(_ members: [Member], listing: [Member]? = nil) -> [UInt8] {
    var archive: [UInt8] = []
    var list: [UInt8] = []
    var places: [Int] = []
    for member in members {
      places.append(archive.count)
      archive += local(member)
    }
    for (index, member) in (listing ?? members).enumerated() {
      list += central(member, at: index < places.count ? places[index] : 0)
    }
    return archive + list
      + end(count: (listing ?? members).count, size: list.count, start: archive.count)
  }

  static func end(count: Int, size: Int, start: Int, comment: [UInt8] = Array("end".utf8))
    -> [UInt8]
  {
    little(0x0605_4B50, 4) + [0, 0, 0, 0] + little(UInt64(count), 2) + little(UInt64(count), 2)
      + little(UInt64(size), 4) + little(UInt64(start), 4) + little(UInt64(comment.count), 2)
      + comment
  }

  private static func figures(_ member: Member, isKnown: Bool) -> [UInt8] {
    guard isKnown else { return [UInt8](repeating: 0, count: 12) }
    let data = member.isStored ? member.bytes : deflated(member.bytes)
    let sizes: [UInt64] =
      member.isBig ? [0xFFFF_FFFF, 0xFFFF_FFFF] : [UInt64(data.count), UInt64(member.bytes.count)]
    return little(crc(member.bytes), 4) + sizes.flatMap { little($0, 4) }
  }

  private static func extra(_ member: Member, isKnown: Bool = true) -> [UInt8] {
    guard member.isBig else { return [] }
    let data = member.isStored ? member.bytes : deflated(member.bytes)
    let sizes: [UInt64] = isKnown ? [UInt64(member.bytes.count), UInt64(data.count)] : [0, 0]
    return little(1, 2) + little(16, 2) + sizes.flatMap { little($0, 8) }
  }

  private static func start(_ member: Member, isKnown: Bool) -> [UInt8] {
    let flags = member.flags | (member.hasDescriptor ? 8 : 0)
    let method = member.method ?? (member.isStored ? 0 : 8)
    return little(UInt64(flags), 2) + little(UInt64(method), 2) + [0, 0, 0, 0]
      + figures(member, isKnown: isKnown) + little(UInt64(member.name.utf8.count), 2)
      + little(UInt64(extra(member).count), 2)
  }

  static func local(_ member: Member) -> [UInt8] {
    let data = member.isStored ? member.bytes : deflated(member.bytes)
    let isKnown = !member.hasDescriptor
    var bytes = little(0x0403_4B50, 4) + [20, 0] + start(member, isKnown: isKnown)
    bytes += Array(member.name.utf8) + extra(member, isKnown: isKnown) + data
    guard member.hasDescriptor else { return bytes }
    if member.hasDescriptorSignature { bytes += little(0x0807_4B50, 4) }
    let width = member.isBig ? 8 : 4
    return bytes + little(crc(member.bytes), 4) + little(UInt64(data.count), width)
      + little(UInt64(member.bytes.count), width)
  }

  static func central(_ member: Member, at place: Int, comment: [UInt8] = []) -> [UInt8] {
    little(0x0201_4B50, 4) + [20, 0, 20, 0] + start(member, isKnown: true)
      + little(UInt64(comment.count), 2) + [UInt8](repeating: 0, count: 8)
      + little(UInt64(place), 4) + Array(member.name.utf8) + extra(member) + comment
  }

  private static func read(_ bytes: [UInt8], block: Int = 1 << 20) throws -> [[String]] {
    let scratch = try Scratch()
    return try readAll([csv(try scratch.file("a.csv", bytes))], blockSize: block).map(\.texts)
  }

  private static let wanted = [["a", "1"], ["b", "2"]]

  @Test(
    "one file, however a program writes the archive",
    arguments: [
      Member(), Member(isStored: true), Member(hasDescriptor: true),
      Member(hasDescriptor: true, hasDescriptorSignature: false),
      Member(hasDescriptor: true, isBig: true), Member(isBig: true),
      Member(isStored: true, isBig: true),
      Member(name: "exports/今日.csv"),
    ])
  func one(member: Member) throws {
    #expect(try Self.read(Self.zip([member])) == Self.wanted)
  }

  @Test("folders and what macOS adds are passed over")
  func beside() throws {
    let members = [
      Member(name: "exports/", bytes: [], isStored: true), Member(name: "exports/a.csv"),
      Member(name: "__MACOSX/exports/._a.csv", bytes: Array("junk".utf8), hasDescriptor: true),
    ]
    #expect(try Self.read(Self.zip(members)) == Self.wanted)
  }

  @Test("a file of many blocks, and positions in the file taken out", arguments: [64, 1 << 20])
  func large(block: Int) throws {
    let text = (0..<60_000).map { "row \($0),\($0 * 7919 % 10_007)\n" }.joined()
    let archive = Self.zip([Member(bytes: Array(text.utf8), hasDescriptor: true)])
    #expect(archive.count < text.utf8.count / 2)
    let scratch = try Scratch()
    let read = try readAll([csv(try scratch.file("a.zip", archive))], blockSize: block, workers: 2)
    #expect(read.count == 60_000 && read[59_999].texts[0] == "row 59999")
    #expect(read[1].offset == 8 && read[1].line == 2)
  }

  @Test(
    "what is no archive of one file is named",
    arguments: [
      ([Member(), Member(name: "b.csv")], nil, "holds several files"),
      ([Member(name: "[Content_Types].xml"), Member(name: "xl/workbook.xml")], nil, "workbook"),
      ([Member(flags: 1)], nil, "is encrypted"), ([Member(method: 93)], nil, "method 93"),
      ([Member(isStored: true, hasDescriptor: true)], nil, "method 0"),
      ([], nil, "holds no file"),
      ([Member(name: "only/", bytes: [], isStored: true)], nil, "holds no file"),
      ([Member()], [Member(name: "other.csv")], "names other files"),
      ([Member()], [Member(bytes: Array("a,1\nb,3\n".utf8))], "names other files"),
      ([Member()], [Member(), Member()], "names other files"), ([Member()], [], "is broken"),
    ] as [([Member], [Member]?, String)])
  func refused(members: [Member], listing: [Member]?, words: String) throws {
    do {
      _ = try Self.read(Self.zip(members, listing: listing))
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test("what follows the end is another archive, or damage: other programs would read that")
  func followed() throws {
    let archive = Self.zip([Member()])
    let other = Self.zip([Member(bytes: Array("c,3\n".utf8))])
    for more in [other, Array("c,3\n".utf8), [0]] {
      let error = #expect(throws: (any Error).self) { try Self.read(archive + more) }
      #expect("\(try #require(error))".contains("behind its end"))
    }
  }

  /// What an archive holds, taken out without a file, some bytes at a time.
  static func content(_ archive: some Collection<UInt8>, piece: Int = 7) throws -> [UInt8] {
    let archive = Array(archive)
    let inflater = try ZipInflater(place: FilePlace(source: "test", path: "a.zip"))
    var content: [UInt8] = []
    var target = [UInt8](repeating: 0, count: 64)
    var place = 0
    while place < archive.count || inflater.mayHoldOutput {
      let step = try archive[place..<min(place + piece, archive.count)].withUnsafeBufferPointer {
        input in
        try target.withUnsafeMutableBufferPointer {
          try inflater.inflate(
            input, into: try #require($0.baseAddress), count: $0.count, storedOffset: place)
        }
      }
      place += step.consumed
      content += target.prefix(step.produced)
    }
    try inflater.finish(storedOffset: place)
    return content
  }

  @Test(
    "cut anywhere it is an error; with one bit turned it is one, or the same content"
  )
  func damaged() throws {
    for member in [Member(), Member(hasDescriptor: true), Member(isStored: true, isBig: true)] {
      let archive = Self.zip([member])
      #expect(try Self.content(archive) == member.bytes)
      for end in 0..<archive.count {
        #expect(throws: (any Error).self, "\(end)") { try Self.content(archive[..<end]) }
      }
      for bit in 0..<archive.count * 8 {
        var turned = archive
        turned[bit / 8] ^= 1 << (bit % 8)
        if let content = try? Self.content(turned) {
          #expect(content == member.bytes, "bit \(bit)")
        }
      }
    }
  }

  @Test("a pipe, a byte at a time")
  func pipe() throws {
    let input = try Pipe(Self.zip([Member(hasDescriptor: true)]))
    let extractor = try Extractor(sources: [csv("-")], standardInput: input.reading)
    #expect(try readAll(extractor).map(\.texts) == Self.wanted)
    try extractor.finish()
  }

  @Test("what all archives hold is limited")
  func bomb() throws {
    let scratch = try Scratch()
    let path = try scratch.file(
      "bomb.zip", Self.zip([Member(bytes: [UInt8](repeating: 0x41, count: 4_000_000))]))
    #expect(throws: (any Error).self) {
      let extractor = try Extractor(sources: [csv(path)], mostInflatedBytes: 1_000_000)
      _ = try readAll(extractor)
    }
  }

  @Test(
    "what is passed over counts, too, in front of the file and behind it", arguments: [true, false])
  func bombBeside(inFront: Bool) throws {
    let scratch = try Scratch()
    let beside = Member(name: "__MACOSX/._a", bytes: [UInt8](repeating: 0, count: 4_000_000))
    let path = try scratch.file(
      "bomb.zip", Self.zip(inFront ? [beside, Member()] : [Member(), beside]))
    let error = #expect(throws: (any Error).self) {
      let extractor = try Extractor(sources: [csv(path)], mostInflatedBytes: 1_000_000)
      _ = try readAll(extractor)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("hold more than 1000000 bytes"))
  }
}
