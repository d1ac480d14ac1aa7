import CSystem
import Records

/// Reads plain records without the parser, and stops at the first that is not plain.
///
/// A record is plain when it is made of tags without colons, with one blank before each attribute,
/// whose names libxml2 has read before, and of text without references, `]]>`, control characters
/// and, where it is a cell's, carriage returns. Such a record is well formed, and libxml2 would
/// report the same elements, attributes and text; it decides everything else. Who changes this runs
/// the property test that compares both.
struct XMLPlainLane: ~Copyable {
  /// Where the next record, or what stands before it, begins.
  struct Place {
    var index: Int
    /// 1-based line of the index.
    var line: Int
    /// Behind the last line feed that was passed; nil for none.
    var lineStart: Int?
    /// What libxml2 adds to the column for names of end tags, which it counts in bytes.
    var surplus = 0
  }

  private let base: UnsafePointer<UInt8>
  private let end: Int
  /// What to add to an index for the position in all text of the file.
  private let position: Int
  private let builder: UnsafeMutablePointer<XMLRecordBuilder>
  private var place: Place
  /// Those of the tag that is read, as libxml2 hands them over: name, prefix, namespace, value, end.
  private var attributes = ElementBuffer<XMLRecordBuilder.Name?>()
  private var nextAttribute = 0

  /// Reads from `start` on, where the parser stands behind a record; gives the place behind the
  /// last plain record.
  static func read(
    _ text: UnsafeBufferPointer<UInt8>, from start: Place, position: Int,
    into builder: UnsafeMutablePointer<XMLRecordBuilder>
  ) -> Place {
    guard let base = text.baseAddress else { return start }
    var lane = XMLPlainLane(
      base: base, end: text.count, position: position, builder: builder, place: start)
    var behind = start
    while lane.readRecord() { behind = lane.place }
    return behind
  }

  private init(
    base: UnsafePointer<UInt8>, end: Int, position: Int,
    builder: UnsafeMutablePointer<XMLRecordBuilder>, place: Place
  ) {
    self.base = base
    self.end = end
    self.position = position
    self.builder = builder
    self.place = place
  }

  private mutating func readRecord() -> Bool {
    while place.index < end, Self.isBlank(base[place.index]) { passBlank() }
    let tag = builder.pointee.tree.edges[XMLElementTree.recordEdge].tag
    guard hasRoomForTag, base[place.index] == 0x3C,
      tag.isWhole(at: base + place.index + 1, room: end - place.index - 1)
    else { return false }
    let start = place.index
    guard readAttributes(behind: tag) else { return false }
    builder.pointee.beginRecordAgain(
      line: place.line, position: position + start, attributeCount: attributes.count / 5,
      attributes.base)
    endTag()
    if builder.pointee.recordDepth == 0 || readContent() { return true }
    builder.pointee.abandonRecord()
    return false
  }

  /// Reads what stands in the record that is open; false when it is not plain or ends too late.
  private mutating func readContent() -> Bool {
    repeat {
      guard readText(), hasRoomForTag else { return false }
      let text = base + place.index
      let room = end - place.index
      let frame = builder.pointee.open[builder.pointee.depth - 1]
      if text[1] == 0x2F {
        let tag = builder.pointee.tree.edges[frame.edge].tag
        guard tag.isPrefix(of: text + 2, room: room - 2), text[2 + tag.count] == 0x3E else {
          return false
        }
        place.index += tag.count + 3
        place.surplus += tag.trailCount
        builder.pointee.endElement()
      } else {
        let edge = builder.pointee.tree.edge(
          of: frame.node, at: text + 1, room: room - 1, guess: frame.nextEdge)
        guard edge >= 0, builder.pointee.depth < XMLRecordBuilder.depthLimit,
          readAttributes(behind: builder.pointee.tree.edges[edge].tag)
        else { return false }
        builder.pointee.startElement(
          along: edge, attributeCount: attributes.count / 5, attributes.base)
        endTag()
      }
    } while builder.pointee.recordDepth > 0
    return true
  }

  /// Passes the end of a start tag; `/>` ends the element, too.
  @inline(__always)
  private mutating func endTag() {
    place.index += 1
    guard base[place.index - 1] == 0x2F else { return }
    place.index += 1
    builder.pointee.endElement()
  }

  /// Reads what stands behind the name of a start tag, up to its end; false when it is not plain.
  @inline(__always)
  private mutating func readAttributes(behind tag: XMLTagName) -> Bool {
    place.index += tag.count + 1
    attributes.removeAll()
    return base[place.index] != 0x20 || readAttributes()
  }

  private mutating func readAttributes() -> Bool {
    var seen: UInt64 = 0
    nextAttribute = 0
    repeat {
      place.index += 1
      guard hasRoomForTag else { return false }
      let found = builder.pointee.tree.attribute(
        at: base + place.index, room: end - place.index, guess: nextAttribute)
      guard found >= 0, seen & (1 << UInt64(found)) == 0 else { return false }
      seen |= 1 << UInt64(found)
      nextAttribute = found + 1
      guard readValue(of: builder.pointee.tree.attributes[found]) else { return false }
    } while base[place.index] == 0x20
    return base[place.index] == 0x3E
      || (base[place.index] == 0x2F && base[place.index + 1] == 0x3E)
  }

  /// Reads the value of an attribute, behind which two bytes more can be read.
  private mutating func readValue(of attribute: XMLTagName) -> Bool {
    let quote = base[place.index + attribute.count + 1]
    guard quote == 0x22 || quote == 0x27 else { return false }
    let start = place.index + attribute.count + 2
    var at = start
    while at + 2 < end, base[at] != quote {
      let byte = base[at]
      if byte < 0x20 || byte == 0x3C || byte == 0x26 { return false }
      if byte == 0xEF, base[at + 1] == 0xBF { return false }
      at += 1
    }
    place.index = at + 1
    for pointer in [attribute.name, nil, nil, base + start, base + at] {
      attributes.append(pointer)
    }
    return at + 2 < end
  }

  /// Reads text up to a tag; false where it is not plain, or no tag follows.
  @inline(__always)
  private mutating func readText() -> Bool {
    let start = place.index
    var hasReturn = false
    while true {
      place.index = callbook_end_of_plain_text(base, place.index, end)
      guard place.index + 1 < end else { return false }
      let byte = base[place.index]
      if byte == 0x3C { break }
      switch byte {
      case 0x09, 0x0A, 0x0D:
        hasReturn = hasReturn || byte == 0x0D
        passBlank()
        continue
      // Two brackets may begin `]]>`; behind EF BF stand the code points that no XML may hold.
      case 0x5D where base[place.index + 1] != 0x5D, 0xEF where base[place.index + 1] != 0xBF:
        place.index += 1
      default: return false
      }
    }
    if hasReturn, builder.pointee.takesText { return false }
    if start < place.index { builder.pointee.characters(base + start, place.index - start) }
    return true
  }

  /// Whether a tag can be looked at without reading behind the end.
  private var hasRoomForTag: Bool { end - place.index >= XMLTagName.minimumRoom + 2 }

  @inline(__always)
  private mutating func passBlank() {
    place.index += 1
    guard base[place.index - 1] == 0x0A else { return }
    place.line += 1
    place.lineStart = place.index
    place.surplus = 0
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x20 || byte == 0x0D || byte == 0x09
  }
}
