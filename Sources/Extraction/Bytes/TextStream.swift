import Display
import Records

/// A file as UTF-8: gunzipped, decoded, without byte order mark.
final class TextStream {
  let bytes: ByteStream
  /// How the file is encoded.
  let characterSet: CharacterSet
  private let decoder: Decoder?
  /// What stands for delimiters beyond ASCII; nil where there are none.
  private let wideDelimiter: WideDelimiter?
  /// Bytes read but not yet decoded or handed out.
  private var pending = ElementBuffer<UInt8>(minimumCapacity: 1 << 10)
  /// Offset after gunzip of the first pending byte.
  private var pendingOffset = 0
  private var isAtStart = true
  private(set) var isAtEnd = false

  /// Whether positions and file offsets run in step.
  var isLinear: Bool { decoder == nil }

  /// Reads the beginning of a file; `encoding` nil or `auto` asks the file itself.
  init(
    _ bytes: ByteStream, encoding: String?, isXML: Bool, wideDelimiter: WideDelimiter? = nil
  ) throws(ExtractionError) {
    var pending = ElementBuffer<UInt8>(minimumCapacity: 1 << 10)
    // 1 KiB holds every byte order mark and XML declaration.
    while pending.count < 1024 {
      let got = try bytes.read(into: pending.base + pending.count, count: 1024 - pending.count)
      if got == 0 { break }
      pending.commit(additional: got)
    }
    let start = Array(pending.elements)
    if let encoding, encoding.lowercased() != "auto" {
      characterSet = CharacterSet(named: encoding, start: start)
    } else if isXML {
      characterSet = CharacterSet.declared(byXML: start)
    } else {
      characterSet = CharacterSet.byteOrderMark(of: start) ?? .utf8
    }
    // With a decoder lines and characters come whole, and offsets are kept for each line.
    if let name = characterSet.name ?? (wideDelimiter == nil ? nil : "UTF-8") {
      guard let opened = Decoder(name) else {
        // A document may have put anything there, also what has as many digits as a number.
        let digits = name.utf8.count { (0x30...0x39).contains($0) }
        let shown = digits > 6 ? Masking.masked(name) : name
        throw bytes.file.place.configuration(
          "the encoding \(shown) is not known (expected auto or a name that `iconv -l` lists)",
          "Name the file's character set with `encoding`.")
      }
      decoder = opened
    } else {
      decoder = nil
    }
    self.wideDelimiter = wideDelimiter
    self.bytes = bytes
    self.pending = pending
  }

  /// Appends about `count` more bytes of text, at least one unless the file is at its end.
  ///
  /// Gives the file offset of the first byte appended. With a decoder, checkpoints of every line
  /// are appended as well; positions count in `out`.
  func read(
    _ count: Int, into out: inout ElementBuffer<UInt8>,
    checkpoints: inout ElementBuffer<Checkpoint>
  ) throws(ExtractionError) -> Int {
    let before = out.count
    var offset = pendingOffset
    while out.count - before < count, !isAtEnd {
      if decoder == nil, !isAtStart, pending.count == 0 {
        try readDirectly(count, into: &out)
        continue
      }
      try fillPending(count)
      let position = out.count
      let used = handOut(into: &out, checkpoints: &checkpoints)
      wideDelimiter?.replace(in: &out, from: position)
      pendingOffset += used
      if isAtStart, out.count > before {
        isAtStart = false
        let removed = removeMark(at: before, from: &out)
        if decoder == nil { offset += removed }
        for i in 0..<checkpoints.count where checkpoints[i].position > before {
          checkpoints[i].position -= removed
        }
      }
    }
    return offset
  }

  private func readDirectly(
    _ count: Int, into out: inout ElementBuffer<UInt8>
  ) throws(ExtractionError) {
    out.reserve(additional: count)
    let got = try bytes.read(into: out.base + out.count, count: count)
    out.commit(additional: got)
    pendingOffset += got
    if got == 0 { isAtEnd = true }
  }

  private func fillPending(_ count: Int) throws(ExtractionError) {
    if isAtStart, pending.count > 0, decoder == nil { return }
    pending.reserve(additional: count)
    let got = try bytes.read(into: pending.base + pending.count, count: count)
    pending.commit(additional: got)
    if got == 0 { isAtEnd = true }
  }

  private func handOut(
    into out: inout ElementBuffer<UInt8>, checkpoints: inout ElementBuffer<Checkpoint>
  ) -> Int {
    let input = UnsafeBufferPointer(pending.elements)
    var used = input.count
    if let decoder {
      used = decoder.decode(
        input, isFinal: isAtEnd, offset: pendingOffset, into: &out, checkpoints: &checkpoints)
    } else {
      out.append(contentsOf: input)
    }
    let rest = pending.count - used
    if rest > 0 { pending.base.update(from: pending.base + used, count: rest) }
    pending.truncate(to: rest)
    return used
  }

  /// Takes a leading U+FEFF out; gives the number of bytes removed.
  private func removeMark(at start: Int, from out: inout ElementBuffer<UInt8>) -> Int {
    guard out.count - start >= 3, out.base[start] == 0xEF, out.base[start + 1] == 0xBB,
      out.base[start + 2] == 0xBF
    else { return 0 }
    let rest = out.count - start - 3
    (out.base + start).update(from: out.base + start + 3, count: rest)
    out.truncate(to: start + rest)
    return 3
  }
}
