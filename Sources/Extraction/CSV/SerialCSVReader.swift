import Records

/// Reads CSV front to back: pipes, gzip and every character set but UTF-8.
///
/// Memory: one block, or the longest record if that is longer, and what it decodes to; the records of
/// one block.
final class SerialCSVReader: RecordReader {
  let layout: CSVLayout
  private let stream: TextStream
  private let wideDelimiter: WideDelimiter?
  private let blockSize: Int
  /// Text behind the last record handed out.
  private var carry: ElementBuffer<UInt8>
  private var checkpoints: ElementBuffer<Checkpoint>
  /// File offset of the first byte of `carry`, where positions and offsets run in step.
  private(set) var carryOffset: Int
  private(set) var line: UInt64
  private var ordinal: UInt64 = 0
  private var isSkippingLine = false
  /// Whether what is carried holds no whole record.
  private var isRecordOpen = true
  private var lastByte: UInt8 = 0x0A

  /// Opens the file and reads its header.
  init(
    stream: TextStream, header: CSVHeader, wideDelimiter: WideDelimiter? = nil, blockSize: Int
  ) throws(ExtractionError) {
    var carry = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)
    var checkpoints = ElementBuffer<Checkpoint>()
    var offset: Int?
    while true {
      let start = try stream.read(max(4096, carry.count), into: &carry, checkpoints: &checkpoints)
      offset = offset ?? start
      let found = try header.read(
        UnsafePointer(carry.base), count: carry.count, isFinal: stream.isAtEnd)
      if let found {
        layout = found.layout
        line = found.line
        Self.drop(found.position, from: &carry, &checkpoints)
        carryOffset = (offset ?? 0) + found.position
        break
      }
      guard carry.count < header.maxRecord + (64 << 20) else {
        throw header.place.configuration(
          "no header in the first \(carry.count) bytes", "Check the file and `skip_lines`.")
      }
    }
    self.stream = stream
    self.wideDelimiter = wideDelimiter
    self.blockSize = blockSize
    self.carry = carry
    self.checkpoints = checkpoints
  }

  func fill(_ batch: RecordBatch) throws(ExtractionError) -> Bool {
    while carry.count > 0 || !stream.isAtEnd {
      batch.removeAll()
      batch.bytes.append(contentsOf: UnsafeBufferPointer(carry.elements))
      if !stream.isAtEnd, isRecordOpen || carry.count < blockSize {
        // At least doubling: a record longer than a block is looked at a few times only.
        _ = try stream.read(
          isRecordOpen ? max(blockSize, carry.count) : blockSize, into: &batch.bytes,
          checkpoints: &checkpoints)
      }
      if batch.bytes.count > 0 { lastByte = batch.bytes[batch.bytes.count - 1] }
      split(batch)
      if batch.records.count > 0 { return true }
    }
    batch.removeAll()
    return false
  }

  var openLine: UInt64? { lastByte == 0x0A || lastByte == 0x0D ? nil : line - 1 }

  private func split(_ batch: RecordBatch) {
    let count = batch.bytes.count
    let base = UnsafePointer(batch.bytes.base)
    var start = 0
    if isSkippingLine {
      var lines = LineFinder(base: base, end: count, isFinal: stream.isAtEnd)
      guard count > 0, let skipped = lines.line(at: 0) else {
        // Nothing of the line is wanted but a last CR, which may be half a CRLF.
        keep(from: count > 0 && base[count - 1] == 0x0D ? count - 1 : count, of: batch, count)
        return
      }
      start = skipped.next
      isSkippingLine = false
    }
    // A long record that turns out to be none leaves a buffer of lines: they come in parts. What is left
    // is carried and looked at again each time, so a part is an eighth of it at least.
    let part = max(blockSize, (count - start) / 8)
    let progress = CSVSplitter.split(
      CSVStretch(
        start: start, stop: min(count, start + part), end: count, isFinal: stream.isAtEnd,
        line: line, ordinal: ordinal, offset: stream.isLinear ? UInt64(carryOffset) : 0),
      layout: layout, into: batch)
    line = progress.line
    ordinal = progress.ordinal
    isSkippingLine = progress.reason == .skipLine
    isRecordOpen = progress.reason != .stop
    if !stream.isLinear { translateOffsets(batch) }
    keep(from: progress.position, of: batch, count)
    wideDelimiter?.restore(in: &batch.bytes)
  }

  /// Replaces positions in the decoded text by offsets in the file.
  private func translateOffsets(_ batch: RecordBatch) {
    var i = 0
    for r in 0..<batch.records.count {
      let position = Int(batch.records.base[r].byteOffset)
      while i + 1 < checkpoints.count, checkpoints[i + 1].position <= position { i += 1 }
      guard i < checkpoints.count else { return }
      batch.records.base[r].byteOffset = UInt64(checkpoints[i].offset)
    }
  }

  private func keep(from position: Int, of batch: RecordBatch, _ count: Int) {
    carry.removeAll()
    carry.append(
      contentsOf: UnsafeBufferPointer(start: batch.bytes.base + position, count: count - position))
    carryOffset += position
    Self.dropCheckpoints(position, &checkpoints)
  }

  private static func drop(
    _ count: Int, from carry: inout ElementBuffer<UInt8>,
    _ checkpoints: inout ElementBuffer<Checkpoint>
  ) {
    let rest = carry.count - count
    carry.base.update(from: carry.base + count, count: rest)
    carry.truncate(to: rest)
    dropCheckpoints(count, &checkpoints)
  }

  /// Forgets the checkpoints of text that is gone, but for the last line that reaches into the rest.
  private static func dropCheckpoints(
    _ position: Int, _ checkpoints: inout ElementBuffer<Checkpoint>
  ) {
    var kept = 0
    for i in 0..<checkpoints.count {
      let isCovered = i + 1 < checkpoints.count && checkpoints[i + 1].position <= position
      if isCovered { continue }
      var checkpoint = checkpoints[i]
      checkpoint.position = max(checkpoint.position - position, 0)
      checkpoints[kept] = checkpoint
      kept += 1
    }
    checkpoints.truncate(to: kept)
  }
}
