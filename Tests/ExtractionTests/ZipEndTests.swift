import Testing

@testable import Extraction

/// Archives in which programs that begin at the end would find another file than those that begin in front.
@Suite struct ZipEndTests {
  private typealias Member = ZipTests.Member

  private static let member = Member(isStored: true)
  private static let other = Member(bytes: Array("c,3\n".utf8), isStored: true)

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    ZipTests.little(UInt64(value), count)
  }

  private static func expectRefused(
    _ archive: [UInt8], _ words: String = "other programs may read",
    _ location: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try ZipTests.content(archive)
      Issue.record("no error", sourceLocation: location)
    } catch {
      #expect("\(error)".contains(words), "\(error)", sourceLocation: location)
    }
  }

  @Test("a comment may say anything but where another archive ends")
  func comment() throws {
    let local = ZipTests.local(Self.member)
    let list = ZipTests.central(Self.member, at: 0)
    func archive(_ comment: [UInt8]) -> [UInt8] {
      local + list
        + ZipTests.end(count: 1, size: list.count, start: local.count, comment: comment)
    }
    let words = Array("Exported by night, PK or not".utf8)
    #expect(try ZipTests.content(archive(words)) == Self.member.bytes)
    #expect(try ZipTests.content(archive(ZipTests.local(Self.other))) == Self.member.bytes)
    let base = local.count + list.count + 22
    let otherLocal = ZipTests.local(Self.other)
    let otherList = ZipTests.central(Self.other, at: base)
    let end = ZipTests.end(
      count: 1, size: otherList.count, start: base + otherLocal.count, comment: [])
    Self.expectRefused(archive(otherLocal + otherList + end))
    Self.expectRefused(archive(Array("PK\u{5}\u{6}".utf8)))
    // The length of the comment and its first bytes are the signature of an end record.
    Self.expectRefused(archive([5, 6] + [UInt8](repeating: 0x20, count: 0x4B50 - 2)))
  }

  @Test("the list is where the end says, as long and of as many files", arguments: [8, 10, 12, 16])
  func figures(field: Int) throws {
    let archive = ZipTests.zip([Self.member])
    let end = archive.count - 25
    for (byte, value) in [(0, 1), (0, 0xFF), (1, 1)] {
      var damaged = archive
      damaged[end + field + byte] ^= UInt8(value)
      Self.expectRefused(damaged)
    }
    var many = archive
    many.replaceSubrange(end + 8..<end + 20, with: [UInt8](repeating: 0xFF, count: 12))
    Self.expectRefused(many)
    for disk in [4, 6] {
      many = archive
      many[end + disk] = 1
      Self.expectRefused(many)
    }
  }

  @Test("a list that begins in the comment of an entry")
  func listInComment() throws {
    let local = ZipTests.local(Self.member)
    let hidden = Member(name: "__MACOSX/x", bytes: ZipTests.local(Self.other), isStored: true)
    let inner = ZipTests.central(Self.other, at: local.count + 40)
    let list =
      ZipTests.central(hidden, at: local.count)
      + ZipTests.central(Self.member, at: 0, comment: inner)
    let files = local + ZipTests.local(hidden)
    func archive(_ count: Int, _ size: Int) -> [UInt8] {
      files + list + ZipTests.end(count: count, size: size, start: files.count + list.count - size)
    }
    #expect(try ZipTests.content(archive(2, list.count)) == Self.member.bytes)
    Self.expectRefused(archive(1, inner.count))
    Self.expectRefused(archive(1, list.count))
  }

  @Test("an entry that leads to another file than that of its name")
  func place() throws {
    let local = ZipTests.local(Self.member)
    let hidden = Member(
      name: "__MACOSX/x", bytes: ZipTests.local(Member(isStored: true)), isStored: true)
    let files = local + ZipTests.local(hidden)
    for place in [local.count, local.count + 40, files.count * 2] {
      let list =
        ZipTests.central(Self.member, at: place) + ZipTests.central(hidden, at: local.count)
      Self.expectRefused(
        files + list + ZipTests.end(count: 2, size: list.count, start: files.count),
        "names other files")
    }
    // One that the list does not name.
    let list = ZipTests.central(Self.member, at: 0)
    Self.expectRefused(
      files + list + ZipTests.end(count: 1, size: list.count, start: files.count))
  }

  @Test("an entry that says another method or fewer compressed bytes", arguments: [10, 20])
  func listed(field: Int) throws {
    var archive = ZipTests.zip([Self.member])
    archive[ZipTests.local(Self.member).count + field] ^= 2
    Self.expectRefused(archive, "names other files")
  }

  /// The records of an archive over 4 GiB.
  private static func big(
    _ archive: [UInt8], extension more: [UInt8] = [], count: Int = 1, place: Int? = nil
  ) -> [UInt8] {
    let end = archive.count - 25
    let (size, start) = (little(end - start(of: archive), 8), little(start(of: archive), 8))
    let record =
      little(0x0606_4B50, 4) + little(44 + more.count, 8) + little(45, 2) + little(45, 2)
      + little(0, 8) + little(count, 8) + little(count, 8) + size + start + more
    let locator = little(0x0706_4B50, 4) + little(0, 4) + little(place ?? end, 8) + little(1, 4)
    return archive[..<end] + record + locator + archive[end...]
  }

  private static func start(of archive: [UInt8]) -> Int {
    Int(ZipHeader.number(archive, archive.count - 25 + 16, 4))
  }

  @Test("the records of an archive over 4 GiB stand before the end", arguments: [0, 7])
  func bigEnd(more: Int) throws {
    let small = ZipTests.zip([Member(isBig: true)])
    let archive = Self.big(small, extension: [UInt8](repeating: 0, count: more))
    let bytes = Member().bytes
    #expect(try ZipTests.content(archive) == bytes)
    for cut in small.count - 25..<archive.count {
      #expect(throws: (any Error).self, "\(cut)") { try ZipTests.content(archive[..<cut]) }
    }
    // Where they stand, its end may leave the figures to them.
    let end = archive.count - 25
    for field in [8..<12, 12..<16, 16..<20] {
      var left = archive
      for byte in field { left[end + byte] = 0xFF }
      #expect(try ZipTests.content(left) == bytes)
      left[end + field.lowerBound] = 0xFE
      Self.expectRefused(left)
    }
    var longer = archive
    longer.replaceSubrange(
      small.count - 25 + 4..<small.count - 25 + 12, with: Self.little(1 << 40, 8))
    #expect(throws: (any Error).self) { try ZipTests.content(longer) }
  }

  @Test("records of an archive over 4 GiB that lead elsewhere")
  func otherBigEnd() throws {
    let small = ZipTests.zip([Self.member])
    let archive = Self.big(small)
    let record = small.count - 25
    for field in [16, 20, 24, 32, 40, 48, 56 + 4, 56 + 8, 56 + 16] {
      var damaged = archive
      damaged[record + field] ^= 2
      Self.expectRefused(damaged)
    }
    // A second record in the first, which programs find that look right before the locator.
    Self.expectRefused(
      Self.big(small, extension: Array(Self.big(small)[record..<record + 56])))
    // Out of order, or without the other.
    let (whole, end) = (Array(archive[record..<record + 56]), Array(archive[(record + 76)...]))
    let locator = Array(archive[record + 56..<record + 76])
    for parts in [
      [locator, end], [whole, end], [locator, whole, end], [whole, whole, locator, end],
    ] {
      Self.expectRefused(Array(archive[..<record]) + parts.joined(), "zip archive")
    }
  }

  @Test("the last entry ends like the record that leads to another list")
  func locatorInComment() throws {
    let small = ZipTests.zip([Self.member])
    let record = small.count - 25
    let both = Array(Self.big(small, count: 1)[record..<record + 76])
    let local = ZipTests.local(Self.member)
    let list = ZipTests.central(Self.member, at: 0, comment: both)
    Self.expectRefused(
      local + list + ZipTests.end(count: 1, size: list.count, start: local.count))
  }
}
