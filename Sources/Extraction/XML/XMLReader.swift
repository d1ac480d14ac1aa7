import CLibXML2
import Records

/// Reads the records of an XML file with libxml2's push parser, in memory of one record.
///
/// Nothing outside the file is ever read: document types are accepted and ignored, entities beyond
/// the five predefined ones are an error. The parser sees UTF-8 only; decoding is ours.
final class XMLReader: RecordReader {
  private let stream: TextStream
  private let place: FilePlace
  private let blockSize: Int
  private let context: xmlParserCtxtPtr
  private let builder: UnsafeMutablePointer<XMLRecordBuilder>
  private var chunk = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)
  private var mended = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)
  private var checkpoints = ElementBuffer<Checkpoint>()
  /// Bytes of text that the parser was given before this chunk.
  private var bytesHanded = 0
  private var sawBytes = false
  private var isDone = false

  private static let chunkSize = 64 << 10

  init(
    stream: TextStream, place: FilePlace, recordPath: String, columns: [MappedColumn],
    maxText: Int, blockSize: Int
  ) throws(ExtractionError) {
    let paths = columns.compactMap { column in
      switch column.selector {
      case .name(let path), .path(let path): XMLPath.column(path)
      case .position: nil
      }
    }
    guard let record = XMLPath.record(recordPath), paths.count == columns.count else {
      throw place.configuration("a path is not understood", "Correct `record` and `columns`.")
    }
    xmlInitParser()
    let state = UnsafeMutablePointer<XMLRecordBuilder>.allocate(capacity: 1)
    var handler = XMLEvents.handler()
    guard let context = xmlCreatePushParserCtxt(&handler, state, nil, 0, nil) else {
      state.deallocate()
      throw place.data("libxml2 cannot start", "Free some memory and run again.")
    }
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
    xmlCtxtUseOptions(context, Int32(bitPattern: UInt32(options)))
    state.initialize(
      to: XMLRecordBuilder(context: context, record: record, columns: paths, maxText: maxText))
    self.stream = stream
    self.place = place
    self.blockSize = blockSize
    self.context = context
    builder = state
  }

  deinit {
    // Declared entities are kept in a document of the parser's own.
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
      try stream.read(Self.chunkSize, into: &chunk, checkpoints: &checkpoints) - carried
    let isFinal = stream.isAtEnd
    let usable =
      isFinal
      ? chunk.count : UTF8Validation.scalarBoundary(UnsafePointer(chunk.base), 0, chunk.count)
    builder.pointee.origins.forget(before: bytesHanded - mended.count)
    mended.removeAll()
    mend(usable, from: offset)
    let rest = chunk.count - usable
    chunk.base.update(from: chunk.base + usable, count: rest)
    chunk.truncate(to: rest)
    if mended.count > 0 {
      sawBytes = true
      let status = mended.base.withMemoryRebound(to: CChar.self, capacity: mended.count) {
        xmlParseChunk(context, $0, Int32(mended.count), 0)
      }
      bytesHanded += mended.count
      try check(status)
    }
    guard isFinal else { return }
    isDone = true
    // An empty file is a file without records.
    if sawBytes { try check(xmlParseChunk(context, nil, 0, 1)) }
  }

  /// Replaces what is no UTF-8, each byte by U+FFFD, and notes where in the file the text stood.
  ///
  /// `offset` is the place of the chunk in the file where no character set is decoded; else the
  /// checkpoints tell it, line by line.
  private func mend(_ usable: Int, from offset: Int) {
    let base = UnsafePointer(chunk.base)
    let isDecoded = !stream.isLinear
    builder.pointee.origins.areLines = isDecoded
    if !isDecoded { note(0, offset) }
    var next = 0
    var i = 0
    while i < usable {
      let good = UTF8Validation.firstInvalid(base, i, usable)
      while next < checkpoints.count, checkpoints[next].position <= good {
        note(checkpoints[next].position - i, checkpoints[next].offset)
        next += 1
      }
      mended.append(contentsOf: UnsafeBufferPointer(start: base + i, count: good - i))
      guard good < usable else { break }
      for byte in "\u{FFFD}".utf8 { mended.append(byte) }
      builder.pointee.sawUndecodable = true
      i = good + 1
      if !isDecoded { note(0, offset + i) }
    }
  }

  /// Notes the place in the file of text that is about to be added behind `bytes` more.
  private func note(_ bytes: Int, _ offset: Int) {
    builder.pointee.origins.add(
      Checkpoint(position: bytesHanded + mended.count + max(bytes, 0), offset: offset))
  }

  private func check(_ status: Int32) throws(ExtractionError) {
    if let problem = builder.pointee.problem { throw error(problem.text, problem.remedy) }
    guard status != 0 || context.pointee.wellFormed == 0 else { return }
    if stream.isAtEnd, builder.pointee.depth > 0, isDone {
      throw error(
        "the file ends inside the element <\(builder.pointee.innermost)>",
        "Export or transfer the file again.")
    }
    var words = "XML that is not well formed"
    if let last = xmlCtxtGetLastError(context), let message = last.pointee.message {
      let text = String(cString: message).split(separator: "\n").joined(separator: " ")
      if text.contains("Huge input lookup") {
        throw error(
          "a tag, comment or CDATA section is longer than 10 MB",
          "Look for one that is not closed, or leave it out of the export.")
      }
      words += " (\(text.prefix(200)))"
    }
    throw error(words, "Export the file again, or mend this place.")
  }

  private func error(_ problem: String, _ remedy: String) -> ExtractionError {
    let line = Int(xmlSAX2GetLineNumber(context))
    let column = Int(xmlSAX2GetColumnNumber(context))
    return place.data(
      problem, remedy, line: line > 0 ? line : 1, column: column > 0 ? column : nil)
  }
}
