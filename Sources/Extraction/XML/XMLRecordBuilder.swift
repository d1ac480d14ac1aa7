import CLibXML2
import Records

/// Collects records and cells from the events of the parser.
///
/// Lives behind a pointer that libxml2 hands back; nothing can be thrown through C, so trouble is
/// noted in `problem` and stops the parser.
struct XMLRecordBuilder: ~Copyable {
  typealias Name = UnsafePointer<xmlChar>

  /// A mapped column; names are pointers into the parser's dictionary, comparable as such.
  struct Column {
    var steps: [Name?]
    var target: XMLPath.Target
    var attribute: Name?
    var key: [UInt8] = []
    /// Leading steps that the open elements match.
    var matched = 0
    /// The last `<key>` beside the wanted element was this column's.
    var sawKey = false
  }

  private struct Capture: BitwiseCopyable {
    /// -1 for the text of a `<key>`.
    var column: Int
    var start: Int
    /// Depth below the record.
    var depth: Int
  }

  /// Marks the offset of a cell in `attributeText`; texts end far below it.
  private static let inAttributes: UInt32 = 1 << 31

  static let depthLimit = 256
  static let attributeLimit = 1_000

  let batch: UnsafeMutablePointer<RecordBatch?>
  var context: xmlParserCtxtPtr?
  var problem: (text: String, remedy: String)?
  /// The decoder replaced bytes by U+FFFD since the file began.
  var sawUndecodable = false
  /// Where the parser's text came from.
  var origins = XMLOrigins()
  private(set) var ordinal: UInt64 = 0
  private(set) var depth = 0

  private let maxText: Int
  private var recordSteps: [Name?]
  private let isAnywhere: Bool
  private var columns: [Column]
  /// Whether a column takes the record's own text.
  private let takesOwnText: Bool
  private let keyName: Name?
  private var open = ElementBuffer<Name?>()
  private var recordDepth = 0
  private var text = ElementBuffer<UInt8>(minimumCapacity: 1 << 12)
  private var ownText = ElementBuffer<UInt8>()
  /// Attribute values, kept apart: `text` may belong to an element around them.
  private var attributeText = ElementBuffer<UInt8>()
  private var cells = ElementBuffer<RecordBatch.Cell>()
  private var captures = ElementBuffer<Capture>()
  /// The mapped text of the open record outgrew `maxText`; the rest of the record is passed over.
  private var isTooLong = false
  private var line: UInt64 = 0
  private var byteOffset: UInt64 = 0

  init(context: xmlParserCtxtPtr, record: XMLPath, columns paths: [XMLPath], maxText: Int) {
    func name(_ text: String) -> Name? {
      text == "*" ? nil : xmlDictLookup(context.pointee.dict, text, -1)
    }
    self.context = context
    self.maxText = maxText
    batch = .allocate(capacity: 1)
    batch.initialize(to: nil)
    recordSteps = record.steps.map(name)
    isAnywhere = record.isAnywhere
    keyName = name("key")
    columns = paths.map { path in
      var column = Column(steps: path.steps.map(name), target: path.target)
      if case .attribute(let text) = path.target { column.attribute = name(text) }
      if case .key(let text) = path.target { column.key = Array(text.utf8) }
      return column
    }
    takesOwnText = columns.contains { $0.target == .ownText }
  }

  deinit {
    batch.deinitialize(count: 1)
    batch.deallocate()
  }

  /// Name of the innermost open element, for messages.
  var innermost: String {
    open.count > 0 ? open[open.count - 1].map { String(cString: $0) } ?? "" : ""
  }

  mutating func stop(_ text: String, _ remedy: String) {
    guard problem == nil else { return }
    problem = (text, remedy)
    if let context { xmlStopParser(context) }
  }

  // MARK: Events

  mutating func startElement(
    _ name: Name, attributeCount: Int, _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    depth += 1
    open.append(name)
    guard depth <= Self.depthLimit else {
      return stop(
        "elements are nested deeper than \(Self.depthLimit)",
        "Check the file; no export is so deep.")
    }
    guard attributeCount <= Self.attributeLimit else {
      return stop(
        "an element has \(attributeCount) attributes (expected at most \(Self.attributeLimit))",
        "Check the file.")
    }
    if recordDepth == 0 {
      guard isRecord(name) else { return }
      beginRecord()
    }
    guard !isTooLong else { return }
    matchColumns(name, attributeCount, attributes)
    checkLength()
  }

  mutating func characters(_ start: Name, _ count: Int) {
    guard recordDepth > 0, !isTooLong else { return }
    let isOwnText = takesOwnText && depth == recordDepth
    guard isOwnText || captures.count > 0 else { return }
    let more = UnsafeBufferPointer(start: start, count: count)
    if captures.count > 0 { text.append(contentsOf: more) }
    if isOwnText { ownText.append(contentsOf: more) }
    checkLength()
  }

  mutating func endElement() {
    if recordDepth > 0 {
      let below = depth - recordDepth
      while captures.count > 0, captures[captures.count - 1].depth == below { endCapture() }
      for c in columns.indices where columns[c].matched == below && below > 0 {
        columns[c].matched = below - 1
      }
      if below == 0 { endRecord() }
    }
    depth -= 1
    if open.count > 0 { open.truncate(to: open.count - 1) }
  }

  /// Gives up a record that takes more memory than it may; empty cells count, too.
  private mutating func checkLength() {
    let cellBytes = cells.count * MemoryLayout<RecordBatch.Cell>.stride
    guard text.count + ownText.count + attributeText.count + cellBytes > maxText else { return }
    isTooLong = true
    forgetRecord()
  }

  private mutating func forgetRecord() {
    text.removeAll()
    ownText.removeAll()
    attributeText.removeAll()
    cells.removeAll()
    captures.removeAll()
  }

  // MARK: Records and columns

  private func isRecord(_ name: Name) -> Bool {
    let count = recordSteps.count
    guard isAnywhere ? depth >= count : depth == count else { return false }
    for step in 0..<count {
      let expected = recordSteps[step]
      if expected != nil, expected != open[depth - count + step] { return false }
    }
    return true
  }

  private mutating func beginRecord() {
    recordDepth = depth
    isTooLong = false
    forgetRecord()
    for c in columns.indices {
      columns[c].matched = 0
      columns[c].sawKey = false
    }
    guard let context, let input = context.pointee.input else { return }
    line = UInt64(max(Int(input.pointee.line), 1))
    let position = max(Int(xmlByteConsumed(context)), 0)
    // The parser stands behind the start tag; its `<` tells where the tag begins.
    byteOffset = UInt64(origins.offset(of: position))
    guard var at = input.pointee.cur, let base = input.pointee.base else { return }
    let end = at
    while at > base, at.pointee != 0x3C {
      at -= 1
      if at.pointee == 0x0A { line -= line > 1 ? 1 : 0 }
    }
    byteOffset = UInt64(origins.offset(of: max(position - (end - at), 0)))
  }

  private mutating func matchColumns(
    _ name: Name, _ attributeCount: Int, _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    let below = depth - recordDepth
    var beginsKey = false
    for c in columns.indices {
      let steps = columns[c].steps.count
      if case .key = columns[c].target, columns[c].matched == steps, below == steps + 1 {
        if name == keyName { beginsKey = true } else if columns[c].sawKey { capture(c, below) }
        columns[c].sawKey = false
      }
      if below > 0, below <= steps, columns[c].matched == below - 1 {
        let step = columns[c].steps[below - 1]
        if step != nil, step != name { continue }
        columns[c].matched = below
      }
      guard below == steps, columns[c].matched == steps else { continue }
      switch columns[c].target {
      case .text: capture(c, below)
      case .attribute: takeAttribute(c, attributeCount, attributes)
      case .key, .ownText: break
      }
    }
    if beginsKey { capture(-1, below) }
  }

  private mutating func capture(_ column: Int, _ below: Int) {
    captures.append(Capture(column: column, start: text.count, depth: below))
  }

  private mutating func endCapture() {
    let capture = captures[captures.count - 1]
    captures.truncate(to: captures.count - 1)
    let (start, end) = trimmed(text, capture.start, text.count)
    if capture.column >= 0 {
      addCell(start, end - start, capture.column)
      return
    }
    let key = UnsafeBufferPointer(rebasing: text.elements[start..<end])
    for c in columns.indices
    where columns[c].matched == columns[c].steps.count
      && capture.depth == columns[c].steps.count + 1
    {
      if case .key = columns[c].target { columns[c].sawKey = columns[c].key.elementsEqual(key) }
    }
    if captures.count == 0 { text.truncate(to: capture.start) }
  }

  private func trimmed(
    _ bytes: borrowing ElementBuffer<UInt8>, _ start: Int, _ end: Int
  ) -> (Int, Int) {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
    var (from, to) = (start, end)
    while from < to, isBlank(bytes.base[from]) { from += 1 }
    while to > from, isBlank(bytes.base[to - 1]) { to -= 1 }
    return (from, to)
  }

  private mutating func addCell(_ start: Int, _ count: Int, _ column: Int) {
    cells.append(
      RecordBatch.Cell(offset: UInt32(start), count: UInt32(count), column: UInt32(column)))
  }

  private mutating func takeAttribute(
    _ column: Int, _ count: Int, _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    guard let attributes else { return }
    for a in 0..<count where attributes[a * 5] == columns[column].attribute {
      guard let from = attributes[a * 5 + 3], let to = attributes[a * 5 + 4] else { continue }
      let start = attributeText.count
      appendAttribute(UnsafeBufferPointer(start: from, count: to - from))
      let (first, last) = trimmed(attributeText, start, attributeText.count)
      addCell(first + Int(Self.inAttributes), last - first, column)
    }
  }

  /// In attributes libxml2 leaves an ampersand as `&#38;` for a second pass that SAX has not.
  private mutating func appendAttribute(_ value: UnsafeBufferPointer<UInt8>) {
    let escaped: StaticString = "&#38;"
    var i = 0
    while i < value.count {
      attributeText.append(value[i])
      let isEscaped =
        value[i] == 0x26 && i + 5 <= value.count
        && (0..<5).allSatisfy { value[i + $0] == escaped.utf8Start[$0] }
      i += isEscaped ? 5 : 1
    }
  }

  private mutating func endRecord() {
    recordDepth = 0
    ordinal += 1
    for c in columns.indices where columns[c].target == .ownText && !isTooLong {
      let (start, end) = trimmed(ownText, 0, ownText.count)
      let from = text.count
      text.append(
        contentsOf: UnsafeBufferPointer(start: ownText.base + start, count: end - start))
      addCell(from, end - start, c)
    }
    guard let batch = batch.pointee else { return }
    var state = isTooLong ? RecordBatch.State.rejected(.recordTooLong) : .cells
    let attributesStart = UInt32(text.count)
    text.append(contentsOf: UnsafeBufferPointer(attributeText.elements))
    if sawUndecodable, holdsReplacement() {
      state = .rejected(.undecodable)
      cells.removeAll()
    }
    let base = UInt32(batch.bytes.count)
    let firstCell = batch.cells.count
    batch.bytes.append(contentsOf: UnsafeBufferPointer(text.elements))
    for i in 0..<cells.count {
      var cell = cells[i]
      if cell.offset >= Self.inAttributes {
        cell.offset = cell.offset - Self.inAttributes + attributesStart
      }
      cell.offset += base
      batch.cells.append(cell)
    }
    batch.records.append(
      RecordBatch.Record(
        line: line, byteOffset: byteOffset, ordinal: ordinal, rawOffset: base, rawCount: 0,
        firstCell: UInt32(firstCell), cellCount: UInt32(cells.count), state: state))
  }

  private func holdsReplacement() -> Bool {
    var i = 0
    while i + 2 < text.count {
      if text.base[i] == 0xEF, text.base[i + 1] == 0xBF, text.base[i + 2] == 0xBD { return true }
      i += 1
    }
    return false
  }
}
