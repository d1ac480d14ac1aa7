/// Counts the attributes of every tag, and the values of every attribute that a document type
/// declares, before libxml2 reads them, portion after portion.
///
/// libxml2 compares every attribute and namespace of a tag with every other one, and so every value
/// that a declaration lists, and says nothing before it has read them all: a tag of 300 000 took it
/// a minute.
struct XMLTagScan {
  private enum Place {
    case text
    /// In a tag; the quote that is open in it, 0 for none.
    case tag(quote: UInt8)
    /// In what begins with `<?` or `<!` and ends with so many of `byte` and a `>`.
    case until(byte: UInt8, count: Int)
    /// In a document type or what is declared in it, so many `<` deep.
    case declaration(depth: Int, quote: UInt8)
  }

  /// Where the bytes behind the last portion stand.
  private var place = Place.text
  /// The place around a comment or an instruction within a document type.
  private var depthAround = 0
  /// Bytes from a `<` on while they do not tell yet what it begins; 0 elsewhere.
  private var opened = 0
  private var mayBeComment = false
  private var mayBeData = false
  /// How many bytes in a row were those that an end needs.
  private var run = 0
  private var attributes = 0
  /// Signs between values since the last parenthesis in a declaration.
  private var separators = 0
  /// The most attributes and namespaces of one tag so far.
  private(set) var most = 0

  /// Most attributes and namespaces of one tag that libxml2 may see; it is asked for each alone later.
  static let mostInAll = 2 * XMLRecordBuilder.attributeLimit

  /// Most values that a declaration may list in one parenthesis.
  static let mostValues = XMLRecordBuilder.attributeLimit

  /// Reads the next portion; false when a tag in it has more than `mostInAll`, or a parenthesis of a
  /// declaration more than `mostValues`.
  mutating func read(_ portion: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while at < portion.count {
      if opened > 0 {
        open(portion[at])
        at += 1
        continue
      }
      switch place {
      case .text:
        while at < portion.count, portion[at] != 0x3C { at += 1 }
        if at < portion.count { opened = 1 }
        at += 1
      case .tag(let quote):
        at = readTag(portion, from: at, quote)
        most = max(most, attributes)
        if most > Self.mostInAll { return false }
      case .until(let byte, let count):
        close(portion[at], byte, count)
        at += 1
      case .declaration(let depth, let quote):
        declare(portion[at], depth, quote)
        if separators >= Self.mostValues { return false }
        at += 1
      }
    }
    return true
  }

  /// Reads on in a tag; gives the index behind what was read.
  private mutating func readTag(
    _ portion: UnsafeBufferPointer<UInt8>, from start: Int, _ quote: UInt8
  ) -> Int {
    var (at, quote) = (start, quote)
    while at < portion.count {
      let byte = portion[at]
      at += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
        attributes += 1
      } else if byte == 0x3E {
        place = .text
        return at
      }
    }
    place = .tag(quote: quote)
    return at
  }

  /// Takes a byte behind a `<` until it is known what begins.
  private mutating func open(_ byte: UInt8) {
    let depth: Int? = if case .declaration(let depth, _) = place { depth } else { nil }
    if opened == 1 {
      mayBeComment = byte == 0x21
      mayBeData = byte == 0x21 && depth == nil
      if byte == 0x3F { return begin(.until(byte: 0x3F, count: 1)) }
    } else {
      mayBeComment = mayBeComment && byte == 0x2D
      mayBeData = mayBeData && byte == Self.characterData[opened]
    }
    opened += 1
    if mayBeComment, opened == 4 { return begin(.until(byte: 0x2D, count: 2)) }
    if mayBeData, opened == Self.characterData.count {
      return begin(.until(byte: 0x5D, count: 2))
    }
    if mayBeComment || mayBeData { return }
    if let depth {
      begin(.declaration(depth: depth + 1, quote: 0))
    } else if opened > 2 {
      begin(.declaration(depth: 1, quote: 0))
    } else {
      begin(.tag(quote: 0))
    }
  }

  private mutating func begin(_ next: Place) {
    depthAround = if case .declaration(let depth, _) = place { depth } else { 0 }
    opened = 0
    place = next
    attributes = 0
    separators = 0
    run = 0
  }

  private mutating func close(_ byte: UInt8, _ wanted: UInt8, _ count: Int) {
    if byte == 0x3E, run >= count {
      place = depthAround > 0 ? .declaration(depth: depthAround, quote: 0) : .text
    }
    run = byte == wanted ? run + 1 : 0
  }

  private mutating func declare(_ byte: UInt8, _ depth: Int, _ quote: UInt8) {
    switch byte {
    case quote where quote != 0: place = .declaration(depth: depth, quote: 0)
    case _ where quote != 0: break
    case 0x22, 0x27: place = .declaration(depth: depth, quote: byte)
    case 0x3C: opened = 1
    case 0x28: separators = 0
    case 0x7C: separators += 1
    case 0x3E: place = depth > 1 ? .declaration(depth: depth - 1, quote: 0) : .text
    default: break
    }
  }

  private static let characterData = Array("<![CDATA[".utf8)
}
