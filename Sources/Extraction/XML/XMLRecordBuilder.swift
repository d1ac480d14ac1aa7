import CLibXML2
import Records

/// Collects records and cells from the events of the parser.
///
/// Lives behind a pointer that libxml2 hands back; nothing can be thrown through C, so trouble is
/// noted in `problem` and stops the parser.
struct XMLRecordBuilder: ~Copyable {
  typealias Name = UnsafePointer<xmlChar>

  /// An open element.
  struct Frame: BitwiseCopyable {
    let name: Name
    /// Its place in `tree`; of elements around the records, any.
    var node = XMLElementTree.record
    /// The edge that led to it, and the one to expect in it next; known in the plain lane only.
    var edge = XMLElementTree.recordEdge
    var nextEdge = -1
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
  /// Of attributes of an element and, apart from them, of namespaces in scope.
  static let attributeLimit = 1_000

  let batch: UnsafeMutablePointer<RecordBatch?>
  var context: xmlParserCtxtPtr?
  var problem: (text: String, remedy: String)?
  /// The decoder replaced bytes by U+FFFD since the file began.
  var sawUndecodable = false
  /// Where the parser's text came from.
  var origins = XMLOrigins()
  private(set) var ordinal: UInt64 = 0
  /// The last element that began or ended beside a record or around it is a record that ended.
  private(set) var isBehindRecord = false

  private let maxText: Int
  private var recordSteps: [Name?]
  private let isAnywhere: Bool
  private(set) var tree: XMLElementTree
  private let takesOwnText: Bool
  /// What `key(…)` asks for, by column; empty for others.
  private let keys: [[UInt8]]
  /// Whether the last `<key>` beside the wanted element was this column's.
  private var sawKey: [Bool]
  private let keyName: Name?
  private var conditions: XMLConditions
  var open = ElementBuffer<Frame>()
  private(set) var recordDepth = 0
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
    tree = XMLElementTree(columns: paths, name: name)
    takesOwnText = paths.contains { $0.target == .ownText }
    keys = paths.map { path in
      if case .key(let text) = path.target { Array(text.utf8) } else { [] }
    }
    sawKey = paths.map { _ in false }
    conditions = XMLConditions(columns: paths.count)
  }

  deinit {
    batch.deinitialize(count: 1)
    batch.deallocate()
  }

  /// Number of open elements.
  var depth: Int { open.count }

  /// Name of the innermost open element, for messages.
  var innermost: String { depth > 0 ? String(cString: open[depth - 1].name) : "" }

  mutating func stop(_ text: String, _ remedy: String) {
    guard problem == nil else { return }
    problem = (text, remedy)
    if let context { xmlStopParser(context) }
  }

  // MARK: Events

  mutating func startElement(
    _ name: Name, attributeCount: Int, _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    let parent = recordDepth > 0 ? open[depth - 1].node : -1
    open.append(Frame(name: name))
    guard depth <= Self.depthLimit else {
      return stop(
        "elements are nested deeper than \(Self.depthLimit)",
        "Check the file; no export is so deep.")
    }
    let inScope = Int(context?.pointee.nsNr ?? 0) / 2  // Each takes two places.
    for (count, what) in [(attributeCount, "attributes"), (inScope, "namespaces in scope")]
    where count > Self.attributeLimit {
      return stop(
        "an element has \(count) \(what) (expected at most \(Self.attributeLimit))",
        "Check the file.")
    }
    if recordDepth == 0 {
      isBehindRecord = false
      guard isRecord(name) else { return }
      let start = startOfTag()
      tree.nameRecord(name)
      beginRecord(line: start.line, position: start.position)
    } else {
      open.base[depth - 1].node = tree.child(of: parent, named: name)
    }
    rememberAttributes(attributeCount, attributes)
    guard !isTooLong else { return }
    take(name, in: parent, attributeCount, attributes)
    checkLength()
  }

  private mutating func rememberAttributes(
    _ count: Int, _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    guard let attributes else { return }
    for a in 0..<count where attributes[a * 5 + 1] == nil {
      if let name = attributes[a * 5] { tree.rememberAttribute(name) }
    }
  }

  /// The same for an element in a record, whose name is an edge of the tree.
  @inline(__always)
  mutating func startElement(
    along edge: Int, attributeCount: Int, _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    let parent = open[depth - 1].node
    let (name, node) = (tree.edges[edge].tag.name.unsafelyUnwrapped, tree.edges[edge].node)
    open.base[depth - 1].nextEdge = tree.edges[edge].next
    open.append(
      Frame(name: name, node: node, edge: edge, nextEdge: tree.nodes[node].firstEdge))
    guard !isTooLong else { return }
    take(name, in: parent, attributeCount, attributes)
    checkLength()
  }

  @inline(__always)
  mutating func characters(_ start: Name, _ count: Int) {
    guard takesText else { return }
    let more = UnsafeBufferPointer(start: start, count: count)
    if captures.count > 0 { text.append(contentsOf: more) }
    if takesOwnText, depth == recordDepth { ownText.append(contentsOf: more) }
    checkLength()
  }

  /// Whether text at this place is part of a cell.
  @inline(__always)
  var takesText: Bool {
    recordDepth > 0 && !isTooLong
      && (captures.count > 0 || (takesOwnText && depth == recordDepth))
  }

  @inline(__always)
  mutating func endElement() {
    let below = depth - recordDepth
    if recordDepth == 0 {
      isBehindRecord = false
    } else {
      while captures.count > 0, captures[captures.count - 1].depth == below { endCapture() }
      if below == 0 { endRecord() }
    }
    if depth > 0 { open.truncate(to: depth - 1) }
  }

  /// Gives up a record that takes more memory than it may; empty cells count, too.
  @inline(__always)
  private mutating func checkLength() {
    let cellBytes = cells.count &* MemoryLayout<RecordBatch.Cell>.stride
    guard text.count &+ ownText.count &+ attributeText.count &+ cellBytes > maxText else { return }
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
      if expected != nil, expected != open[depth - count + step].name { return false }
    }
    return true
  }

  /// Where the start tag begins behind which the parser stands: its line, and its position in the
  /// text that the parser was given.
  private func startOfTag() -> (line: Int, position: Int) {
    guard let context, let input = context.pointee.input, var at = input.pointee.cur,
      let base = input.pointee.base
    else { return (1, 0) }
    var line = max(Int(input.pointee.line), 1)
    let end = at
    while at > base, at.pointee != 0x3C {
      at -= 1
      if at.pointee == 0x0A { line -= line > 1 ? 1 : 0 }
    }
    return (line, max(Int(xmlByteConsumed(context)) - (end - at), 0))
  }

  /// Begins a record of the same name as the last one.
  @inline(__always)
  mutating func beginRecordAgain(
    line: Int, position: Int, attributeCount: Int, _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    let name = tree.edges[XMLElementTree.recordEdge].tag.name.unsafelyUnwrapped
    open.append(Frame(name: name, nextEdge: tree.nodes[XMLElementTree.record].firstEdge))
    beginRecord(line: line, position: position)
    take(name, in: -1, attributeCount, attributes)
    checkLength()
  }

  /// Begins a record with the element that was just opened.
  @inline(__always)
  private mutating func beginRecord(line: Int, position: Int) {
    recordDepth = depth
    self.line = UInt64(line)
    byteOffset = UInt64(origins.offset(of: position))
    isTooLong = false
    forgetRecord()
    if tree.holdsKeys { for column in sawKey.indices { sawKey[column] = false } }
  }

  /// Forgets the open record as if it had not begun.
  mutating func abandonRecord() {
    open.truncate(to: recordDepth - 1)
    recordDepth = 0
    forgetRecord()
  }

  /// Notes what the columns take of the element that was just opened, with its attributes.
  @inline(__always)
  private mutating func take(
    _ name: Name, in parent: Int, _ attributeCount: Int,
    _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    conditions.judge(open[depth - 1].node, of: tree, attributeCount, attributes)
    if parent >= 0, tree.nodes[parent].holdsKeys {
      return takeBesideKeys(name, in: parent, attributeCount, attributes)
    }
    let node = tree.nodes.base + open[depth - 1].node
    for place in 0..<node.pointee.texts.count {
      let column = tree.lists[node.pointee.texts.start &+ place]
      if conditions.hold(for: column, of: tree) { capture(column) }
    }
    guard attributeCount > 0 else { return }
    for place in 0..<node.pointee.attributes.count {
      let column = tree.lists[node.pointee.attributes.start &+ place]
      if conditions.hold(for: column, of: tree) {
        takeAttribute(column, attributeCount, attributes)
      }
    }
  }

  /// The same in an element with keys, of which the columns are asked one by one.
  private mutating func takeBesideKeys(
    _ name: Name, in parent: Int, _ attributeCount: Int,
    _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    let (list, depth) = (tree.nodes[parent].columns, tree.nodes[parent].depth)
    var beginsKey = false
    for place in list.start..<list.start + list.count {
      let c = tree.lists[place]
      let column = tree.columns[c]
      if column.target == .key, column.stepCount == depth {
        if name == keyName {
          beginsKey = true
        } else if sawKey[c], conditions.hold(for: c, of: tree) {
          capture(c)
        }
        sawKey[c] = false
      } else if column.stepCount == depth + 1, tree.goesOn(c, at: depth, with: name) {
        if column.target == .text, conditions.hold(for: c, of: tree) { capture(c) }
        if column.target == .attribute, conditions.hold(for: c, of: tree) {
          takeAttribute(c, attributeCount, attributes)
        }
      }
    }
    if beginsKey { capture(-1) }
  }

  private mutating func capture(_ column: Int) {
    captures.append(Capture(column: column, start: text.count, depth: depth - recordDepth))
  }

  private mutating func endCapture() {
    let capture = captures[captures.count - 1]
    captures.truncate(to: captures.count - 1)
    let (start, end) = XMLText.trimmed(text, capture.start, text.count)
    if capture.column >= 0 {
      addCell(start, end - start, capture.column)
      return
    }
    let key = UnsafeBufferPointer(rebasing: text.elements[start..<end])
    let parent = tree.nodes[open[depth - 2].node]
    for place in parent.columns.start..<parent.columns.start + parent.columns.count {
      let c = tree.lists[place]
      guard tree.columns[c].target == .key, tree.columns[c].stepCount == parent.depth else {
        continue
      }
      sawKey[c] = keys[c].elementsEqual(key)
    }
    if captures.count == 0 { text.truncate(to: capture.start) }
  }

  private mutating func addCell(_ start: Int, _ count: Int, _ column: Int) {
    cells.append(
      RecordBatch.Cell(offset: UInt32(start), count: UInt32(count), column: UInt32(column)))
  }

  private mutating func takeAttribute(
    _ column: Int, _ count: Int, _ attributes: UnsafeMutablePointer<Name?>?
  ) {
    guard let attributes else { return }
    for a in 0..<count where attributes[a * 5] == tree.columns[column].attribute {
      guard let from = attributes[a * 5 + 3], let to = attributes[a * 5 + 4] else { continue }
      let start = attributeText.count
      XMLText.append(
        attribute: UnsafeBufferPointer(start: from, count: to - from), to: &attributeText)
      let (first, last) = XMLText.trimmed(attributeText, start, attributeText.count)
      addCell(first + Int(Self.inAttributes), last - first, column)
    }
  }

  private mutating func endRecord() {
    recordDepth = 0
    isBehindRecord = true
    ordinal += 1
    if takesOwnText, !isTooLong { addOwnText() }
    guard let batch = batch.pointee else { return }
    var state = isTooLong ? RecordBatch.State.rejected(.recordTooLong) : .cells
    let attributesStart = UInt32(text.count)
    text.append(contentsOf: UnsafeBufferPointer(attributeText.elements))
    if sawUndecodable, XMLText.holdsReplacement(text) {
      state = .rejected(.undecodable)
      cells.removeAll()
    }
    let base = UInt32(batch.bytes.count)
    let firstCell = batch.cells.count
    batch.bytes.append(contentsOf: UnsafeBufferPointer(text.elements))
    for var cell in cells.elements {
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

  private mutating func addOwnText() {
    let (start, end) = XMLText.trimmed(ownText, 0, ownText.count)
    for c in 0..<tree.columns.count where tree.columns[c].target == .ownText {
      let from = text.count
      text.append(
        contentsOf: UnsafeBufferPointer(start: ownText.base + start, count: end - start))
      addCell(from, end - start, c)
    }
  }
}
