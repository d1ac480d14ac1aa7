import CZlib

/// Inflates a zip archive that holds one file, from its beginning to its end.
///
/// Folders and what macOS adds are passed over. The list at the end must name the same file with the
/// same figures and must itself be where the end says, and nothing may follow that, or other programs would
/// see another one. Nothing is looked up, so a pipe will do.
final class ZipInflater: Inflater {
  /// What comes next.
  private enum Step {
    case signature
    case header(ZipHeader.Part)
    case names(ZipHeader.Part)
    case data
    case descriptor(hasSignature: Bool)
    /// Behind the list: its end, and what an archive over 4 GiB has before that.
    case end(ZipHeader.Part)
    /// Bytes that say nothing: the rest of such a part, or the comment of the archive.
    case passed(Int, ZipHeader.Part)
    /// Nothing.
    case rest
  }

  private let place: FilePlace
  private let stream: ZlibStream
  private var step = Step.signature
  /// Bytes of the step so far.
  private var gathered: [UInt8] = []
  private var header: ZipHeader?
  /// Where the part at hand begins.
  private var partStart = 0
  /// The fixed bytes of the part whose other bytes are gathered.
  private var fixed: [UInt8] = []
  /// The only file, and where its header begins.
  private var file: (header: ZipHeader, place: Int)?
  // What its data is.
  private var found: (crc: UInt32, size: UInt64, stored: UInt64) = (0, 0, 0)
  private var listed = 0
  private var list = ZipList()
  private var hasEnded = false
  // Of the data at hand.
  private var crc: UInt32 = 0
  private var stored: UInt64 = 0
  private var size: UInt64 = 0
  private(set) var mayHoldOutput = false

  private static let again = "Transfer or compress the file again."
  /// More than any part but the data has.
  private static let mostPassed: UInt64 = 1 << 16

  init(place: FilePlace) throws(ExtractionError) {
    self.place = place
    stream = try ZlibStream(windowBits: -15, place: place)
  }

  /// Whether a file that begins so is a zip archive, an empty one included.
  static func begins(_ start: UnsafeBufferPointer<UInt8>) -> Bool {
    guard start.count >= 4, start[0] == 0x50, start[1] == 0x4B else { return false }
    return (start[2], start[3]) == (3, 4) || (start[2], start[3]) == (5, 6)
  }

  func inflate(
    _ input: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    storedOffset: Int
  ) throws(ExtractionError) -> Inflated {
    mayHoldOutput = false
    switch step {
    case .rest:
      if input.isEmpty { return Inflated() }
      throw place.data(
        "the zip archive has bytes behind its end (expected none; other programs may read another "
          + "archive there)", Self.again, offset: storedOffset)
    case .data: return try readData(input, into: target, count: count, storedOffset)
    case .signature, .header, .names, .descriptor, .end, .passed:
      let consumed = gather(input)
      if gathered.count == wanted { try take(storedOffset + consumed) }
      return Inflated(consumed: consumed)
    }
  }

  func finish(storedOffset: Int) throws(ExtractionError) {
    guard hasEnded else {
      throw place.data(
        "the zip archive ends too early", "Transfer the file again.", offset: storedOffset)
    }
  }

  // MARK: Headers

  /// Bytes that the step has in all.
  private var wanted: Int {
    switch step {
    case .signature: 4
    case .header(let part), .end(let part): ZipHeader.length(of: part)
    case .names: header?.moreBytes ?? 0
    case .descriptor(let hasSignature):
      hasSignature ? 4 : 4 + (header?.isBig == true ? 16 : 8)
    case .passed(let count, _): count
    case .data, .rest: 0
    }
  }

  private func gather(_ input: UnsafeBufferPointer<UInt8>) -> Int {
    let more = min(wanted - gathered.count, input.count)
    gathered += input.prefix(more)
    return more
  }

  /// Takes what was gathered; `offset` is where it ends.
  private func take(_ offset: Int) throws(ExtractionError) {
    switch step {
    case .signature:
      try begin(ZipHeader.Part(rawValue: UInt32(ZipHeader.number(gathered, 0, 4))), offset)
    case .header(let part):
      header = ZipHeader(gathered, part)
      fixed = gathered
      go(to: .names(part))
      if wanted == 0 { try take(offset) }
    case .names(let part):
      header?.addNames(gathered)
      fixed += gathered
      go(to: .signature)
      if part == .local { try beginFile(offset) } else { try takeListed(offset) }
    case .descriptor(let hasSignature): try takeDescriptor(hasSignature, offset)
    case .end(let part): try takeEnd(part, offset)
    case .passed(_, let part):
      if ZipList.holdsAnother(fixed + gathered, part) { throw misleading(offset) }
      hasEnded = part == .end
      go(to: hasEnded ? .rest : .signature)
    case .data, .rest: break
    }
  }

  private func go(to next: Step) {
    step = next
    gathered.removeAll(keepingCapacity: true)
  }

  private func begin(_ part: ZipHeader.Part?, _ offset: Int) throws(ExtractionError) {
    partStart = offset - gathered.count
    switch part {
    case .local where list.isEmpty:
      list.held += 1
      step = .header(.local)
    case .central:
      guard list.add(at: partStart) else { throw broken(offset) }
      step = .header(.central)
    case .end, .bigEnd, .bigEndLocator:
      if let part { try end(part, offset) }
    case .local, .descriptor, nil: throw broken(offset)
    }
  }

  private func beginFile(_ offset: Int) throws(ExtractionError) {
    guard let header, !header.isAmbiguous else { throw broken(offset) }
    if !header.isBeside {
      if let file { throw several(file.header.name, header.name) }
      if header.isEncrypted {
        throw place.data(
          "the file in the zip archive is encrypted (expected one without a password)",
          "Decrypt it before the run.")
      }
      file = (header, partStart)
    }
    let isKnown = header.method == 8 || header.method == 0 && !header.hasDescriptor
    guard isKnown else {
      throw place.data(
        "the zip archive is compressed by method \(header.method) (expected 8, deflate, or 0, stored)",
        "Compress it again by another program.")
    }
    (crc, stored, size) = (0, 0, 0)
    stream.reset()
    step = .data
    if header.method == 0, header.compressed == 0 { try endData(offset) }
  }

  private func several(_ one: String, _ other: String) -> ExtractionError {
    if one.hasPrefix("[Content_Types]") || one.hasPrefix("xl/") {
      return place.data(
        "is the workbook of a spreadsheet (expected CSV or XML)", "Save the sheet as CSV in UTF-8.")
    }
    return place.data(
      "the zip archive holds several files (found \(other.prefix(80)) beside \(one.prefix(80)), expected one)",
      "Take them out and name them in `path`.")
  }

  private func broken(_ offset: Int) -> ExtractionError {
    place.data("the zip archive is broken", Self.again, offset: offset)
  }

  private func misleading(_ offset: Int) -> ExtractionError {
    place.data(
      "the end of the zip archive fits another list than the one before it (other programs may read "
        + "another archive there)", Self.again, offset: offset)
  }

  // MARK: Data

  private func readData(
    _ input: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    _ storedOffset: Int
  ) throws(ExtractionError) -> Inflated {
    guard let header else { throw broken(storedOffset) }
    if header.method == 0 {
      let left = Int(clamping: header.compressed - stored)
      let copied = min(left, input.count, count)
      if let start = input.baseAddress { target.update(from: start, count: copied) }
      add(stored: copied, content: target, copied)
      if stored == header.compressed { try endData(storedOffset + copied) }
      return inflated(copied, from: copied, of: header)
    }
    let step = stream.inflate(input, into: target, count: count)
    guard [Z_OK, Z_BUF_ERROR, Z_STREAM_END].contains(step.status) else {
      throw broken(storedOffset + step.consumed)
    }
    add(stored: step.consumed, content: target, step.produced)
    if step.status == Z_STREAM_END {
      try endData(storedOffset + step.consumed)
    } else {
      mayHoldOutput = step.isFull
    }
    return inflated(step.produced, from: step.consumed, of: header)
  }

  private func inflated(_ count: Int, from consumed: Int, of header: ZipHeader) -> Inflated {
    header.isBeside
      ? Inflated(consumed: consumed, passed: count)
      : Inflated(consumed: consumed, produced: count)
  }

  private func add(stored more: Int, content: UnsafePointer<UInt8>, _ count: Int) {
    stored += UInt64(more)
    size += UInt64(count)
    crc = UInt32(truncatingIfNeeded: crc32(UInt(crc), content, UInt32(count)))
  }

  private func endData(_ offset: Int) throws(ExtractionError) {
    guard let header else { throw broken(offset) }
    if !header.isBeside { found = (crc, size, stored) }
    if header.hasDescriptor { return go(to: .descriptor(hasSignature: true)) }
    guard (header.crc, header.size, header.compressed) == (crc, size, stored) else {
      throw broken(offset)
    }
    go(to: .signature)
  }

  /// The first four bytes may be a signature; then the figures begin behind it.
  private func takeDescriptor(_ mayBeSignature: Bool, _ offset: Int) throws(ExtractionError) {
    if mayBeSignature {
      let isSignature = ZipHeader.number(gathered, 0, 4) == ZipHeader.Part.descriptor.rawValue
      step = .descriptor(hasSignature: false)
      if isSignature { gathered.removeAll(keepingCapacity: true) }
      return
    }
    let bytes = gathered.count == 20 ? 8 : 4
    let mask = bytes == 8 ? UInt64.max : 0xFFFF_FFFF
    let found = [
      ZipHeader.number(gathered, 0, 4), ZipHeader.number(gathered, 4, bytes),
      ZipHeader.number(gathered, 4 + bytes, bytes),
    ]
    guard found == [UInt64(crc), stored & mask, size & mask] else { throw broken(offset) }
    go(to: .signature)
  }

  // MARK: The list at the end

  private func takeListed(_ offset: Int) throws(ExtractionError) {
    guard let header, !header.isBeside else { return }
    listed += 1
    guard let file, listed == 1, header.name == file.header.name,
      header.method == file.header.method, header.place == UInt64(file.place), !header.isAmbiguous,
      (header.crc, header.size, header.compressed) == found
    else {
      throw place.data(
        "the list at the end of the zip archive names other files than it holds", Self.again,
        offset: offset)
    }
  }

  private func end(_ part: ZipHeader.Part, _ offset: Int) throws(ExtractionError) {
    guard file != nil else {
      throw place.data("the zip archive holds no file (expected one)", Self.again)
    }
    guard listed == 1 else { throw broken(offset) }
    guard list.begins(part, at: partStart, after: fixed) else { throw misleading(offset) }
    step = .end(part)
  }

  /// Takes the fixed bytes of a part behind the list; what they say the length of follows.
  private func takeEnd(_ part: ZipHeader.Part, _ offset: Int) throws(ExtractionError) {
    guard list.fits(gathered, part) else { throw misleading(offset) }
    let more: UInt64 =
      switch part {
      case .end: ZipHeader.number(gathered, 20, 2)
      // What it says the length of begins behind its first twelve bytes.
      case .bigEnd: ZipHeader.number(gathered, 4, 8) &- 44
      case .local, .descriptor, .central, .bigEndLocator: 0
      }
    guard more <= Self.mostPassed else { throw broken(offset) }
    fixed = gathered
    go(to: .passed(Int(more), part))
    if more == 0 { try take(offset) }
  }
}
