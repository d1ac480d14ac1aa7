import CLibXML2
import Display
import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads the records of an XML file with libxml2's push parser, in memory of one record.
///
/// Nothing outside the file is ever read: document types are accepted and ignored, entities beyond
/// the five predefined ones are an error. The parser sees UTF-8 only; decoding is ours. Plain records
/// behind one that it has read are read without it (`XMLPlainLane`) and never given to it: to a
/// parser that stands between two elements, a document without them is as well formed as one with.
final class XMLReader: RecordReader {
  private let stream: TextStream
  private let place: FilePlace
  private let blockSize: Int
  private let chunkSize: Int
  private let isStrict: Bool
  private let context: xmlParserCtxtPtr
  private let builder: UnsafeMutablePointer<XMLRecordBuilder>
  private var chunk = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)
  private var mended = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)
  private var checkpoints = ElementBuffer<Checkpoint>()
  /// Bytes of text that were read so far, by the parser or without it, and those of the last chunk.
  private var bytesParsed = 0
  private var lastChunk = 0
  /// Bytes to give the parser at once after the plain lane found nothing; grows with every time.
  private var patience = 1 << 8
  private var sawBytes = false
  private var isDone = false
  private var tags = XMLTagScan()

  private static let largestChunk = 64 << 10

  /// The end of the root element is the end; what is cut before is not well formed.
  var openLine: UInt64? { nil }

  init(
    stream: TextStream, place: FilePlace, options: XMLOptions, columns: [MappedColumn],
    maxText: Int, blockSize: Int
  ) throws(ExtractionError) {
    let paths = columns.compactMap { column in
      switch column.selector {
      case .name(let path), .path(let path): XMLPath.column(path)
      case .position: nil
      }
    }
    guard let record = XMLPath.record(options.recordPath), paths.count == columns.count else {
      throw place.configuration("a path is not understood", "Correct `record` and `columns`.")
    }
    xmlInitParser()
    let state = UnsafeMutablePointer<XMLRecordBuilder>.allocate(capacity: 1)
    var handler = XMLEvents.handler()
    guard let context = xmlCreatePushParserCtxt(&handler, state, nil, 0, nil) else {
      state.deallocate()
      throw place.data("libxml2 cannot start", "Free some memory and run again.")
    }
    let flags = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(context, Int32(bitPattern: UInt32(flags)))
    // Without a document libxml2 makes one, and keeps in it every entity that is declared: 300 000 of
    // them took 110 MiB. It keeps none in one that somebody else has made.
    context.pointee.myDoc = xmlNewDoc("1.0")
    state.initialize(
      to: XMLRecordBuilder(context: context, record: record, columns: paths, maxText: maxText))
    self.stream = stream
    self.place = place
    self.blockSize = blockSize
    chunkSize = min(Self.largestChunk, blockSize)
    isStrict = options.strictLibXML2
    self.context = context
    builder = state
  }

  deinit {
    if let document = context.pointee.myDoc { xmlFreeDoc(document) }
    context.pointee.myDoc = nil
    xmlFreeParserCtxt(context)
    builder.deinitialize(count: 1)
    builder.deallocate()
  }

  func fill(_ batch: RecordBatch) throws(ExtractionError) -> Bool {
    batch.removeAll()
    builder.pointee.batch.pointee = batch
    defer { builder.pointee.batch.pointee = nil }
    XMLEvents.silenceThread()
    while !isDone, batch.bytes.count < blockSize, batch.records.count < 1 << 14 {
      try parseChunk()
    }
    return batch.records.count > 0
  }

  private func parseChunk() throws(ExtractionError) {
    checkpoints.removeAll()
    let carried = chunk.count
    let offset =
      try stream.read(chunkSize, into: &chunk, checkpoints: &checkpoints) - carried
    let isFinal = stream.isAtEnd
    let usable =
      isFinal
      ? chunk.count : UTF8Validation.scalarBoundary(UnsafePointer(chunk.base), 0, chunk.count)
    builder.pointee.origins.forget(before: bytesParsed - lastChunk)
    let text = mended(usable, from: offset)
    lastChunk = text.count
    try parse(text)
    let rest = chunk.count - usable
    chunk.base.update(from: chunk.base + usable, count: rest)
    chunk.truncate(to: rest)
    guard isFinal else { return }
    isDone = true
    // An empty file is a file without records.
    if sawBytes { try check(xmlParseChunk(context, nil, 0, 1)) }
  }

  // MARK: Two lanes

  private func parse(_ text: UnsafeBufferPointer<UInt8>) throws(ExtractionError) {
    var at = 0
    while at < text.count {
      if isInStep { at = readPlainRecords(text, from: at) }
      let end = endOfPortion(text, from: at)
      if at < end { try feed(UnsafeBufferPointer(rebasing: text[at..<end])) }
      at = end
    }
  }

  private func feed(_ portion: UnsafeBufferPointer<UInt8>) throws(ExtractionError) {
    guard let start = portion.baseAddress else { return }
    sawBytes = true
    guard tags.read(portion) else {
      throw error(
        "an element has more than \(XMLTagScan.mostInAll) attributes and namespaces, or a document"
          + " type lists more than \(XMLTagScan.mostValues) values of an attribute",
        "Check the file; docs/limits.md says how many there may be.")
    }
    let status = start.withMemoryRebound(to: CChar.self, capacity: portion.count) {
      xmlParseChunk(context, $0, Int32(portion.count), 0)
    }
    bytesParsed += portion.count
    try check(status)
  }

  /// Whether the parser has used every byte it was given and stands between a record and its next
  /// sibling, and knows nothing that a document type has declared about attributes.
  private var isInStep: Bool {
    !isStrict && builder.pointee.isBehindRecord
      && context.pointee.instate == XML_PARSER_CONTENT
      && context.pointee.attsDefault == nil && context.pointee.attsSpecial == nil
      && xmlByteConsumed(context) == bytesParsed
  }

  /// Reads plain records and lets the parser believe that it has read them; gives the index
  /// behind them.
  private func readPlainRecords(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let input = context.pointee.input else { return start }
    let place = XMLPlainLane.read(
      text, from: XMLPlainLane.Place(index: start, line: max(Int(input.pointee.line), 1)),
      position: bytesParsed - start, into: builder)
    guard place.index > start else {
      wait()
      return start
    }
    patience = 0
    bytesParsed += place.index - start
    input.pointee.consumed += UInt(place.index - start)
    input.pointee.line = Int32(truncatingIfNeeded: place.line)
    let rest = text[(place.lineStart ?? start)..<place.index]
    let columns = rest.reduce(place.surplus) { $1 & 0xC0 == 0x80 ? $0 : $0 &+ 1 }
    input.pointee.col =
      (place.lineStart == nil ? input.pointee.col : 1) &+ Int32(truncatingIfNeeded: columns)
    return place.index
  }

  private func wait() { patience = min(max(patience * 2, 1 << 8), Self.largestChunk) }

  /// Up to where the parser is fed from `start` on: to the end of a record, behind which plain ones
  /// may follow, or of any tag between the root's and the first record.
  private func endOfPortion(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard !isStrict, let base = text.baseAddress else { return text.count }
    var at = start + patience
    guard builder.pointee.ordinal > 0 else {
      // Cut within a document type, libxml2 may take a sign in a comment for a quote.
      if builder.pointee.depth == 0 { return text.count }
      wait()
      while at < text.count, base[at] != 0x3E { at += 1 }
      return min(at + 1, text.count)
    }
    let name = builder.pointee.tree.edges[XMLElementTree.recordEdge].tag
    while at < text.count, let found = memchr(base + at, 0x3C, text.count - at) {
      at = UnsafeRawPointer(base).distance(to: found)
      let room = text.count - at - 2
      if room >= XMLTagName.minimumRoom, base[at + 1] == 0x2F,
        name.isPrefix(of: base + at + 2, room: room), base[at + 2 + name.count] == 0x3E
      {
        return at + name.count + 3
      }
      at += 1
    }
    return text.count
  }

  // MARK: Text

  /// The chunk with each byte that is no UTF-8 replaced by U+FFFD; notes where in the file it stood.
  ///
  /// `offset` is the place of the chunk in the file where no character set is decoded; else the
  /// checkpoints tell it, line by line.
  private func mended(_ usable: Int, from offset: Int) -> UnsafeBufferPointer<UInt8> {
    let base = UnsafePointer(chunk.base)
    let isDecoded = !stream.isLinear
    builder.pointee.origins.areLines = isDecoded
    mended.removeAll()
    if !isDecoded { note(0, offset) }
    var next = 0
    var i = 0
    while i < usable {
      let good = UTF8Validation.firstInvalid(base, i, usable)
      while next < checkpoints.count, checkpoints[next].position <= good {
        note(checkpoints[next].position - i, checkpoints[next].offset)
        next += 1
      }
      let sound = UnsafeBufferPointer(start: base + i, count: good - i)
      if sound.count == usable { return sound }
      mended.append(contentsOf: sound)
      guard good < usable else { break }
      for byte in "\u{FFFD}".utf8 { mended.append(byte) }
      builder.pointee.sawUndecodable = true
      i = good + 1
      if !isDecoded { note(0, offset + i) }
    }
    return UnsafeBufferPointer(mended.elements)
  }

  /// Notes the place in the file of text that is about to be added behind `bytes` more.
  private func note(_ bytes: Int, _ offset: Int) {
    builder.pointee.origins.add(
      Checkpoint(position: bytesParsed + mended.count + max(bytes, 0), offset: offset))
  }

  private func check(_ status: Int32) throws(ExtractionError) {
    if let problem = builder.pointee.problem { throw error(problem.text, problem.remedy) }
    guard status != 0 || context.pointee.wellFormed == 0 else { return }
    if stream.isAtEnd, builder.pointee.depth > 0, isDone {
      throw error(
        "the file ends inside the element <\(Masking.masked(builder.pointee.innermost))>",
        "Export or transfer the file again.")
    }
    var words = "XML that is not well formed"
    if let last = xmlCtxtGetLastError(context), let message = last.pointee.message {
      let text = String(cString: message).prefix { $0 != "\n" }
      if text.contains("Huge input lookup") {
        throw error(
          "a tag, comment or CDATA section is longer than 10 MB",
          "Look for one that is not closed, or leave it out of the export.")
      }
      words += " (\(Masking.masked(String(withoutNames(text, last.pointee).prefix(200)))))"
    }
    throw error(words, "Export the file again, or mend this place.")
  }

  /// A message of libxml2 without the names that it quotes from the document: an unescaped & or < makes
  /// names of what was text, and so of people.
  private func withoutNames(_ message: Substring, _ error: xmlError) -> String {
    var text = String(message)
    for quoted in [error.str1, error.str2, error.str3] {
      guard let quoted, quoted.pointee != 0 else { continue }
      for range in text.ranges(of: String(cString: quoted)).reversed()
      where text[..<range.lowerBound].last?.isLetter != true
        && text[range.upperBound...].first?.isLetter != true
      {
        text.replaceSubrange(range, with: "…")
      }
    }
    return text
  }

  private func error(_ problem: String, _ remedy: String) -> ExtractionError {
    let line = Int(xmlSAX2GetLineNumber(context))
    let column = Int(xmlSAX2GetColumnNumber(context))
    return place.data(
      problem, remedy, line: line > 0 ? line : 1, column: column > 0 ? column : nil)
  }
}
