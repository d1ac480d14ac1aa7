import CLibXML2
import Records

/// The elements of a record as a tree of names, and what the columns take of each.
///
/// It grows with the names that the parser reports. Elements that no column asks for share one
/// node, and a node remembers few names, so that its size depends on the columns alone.
struct XMLElementTree: ~Copyable {
  typealias Name = UnsafePointer<xmlChar>

  /// A mapped column; names are pointers into the parser's dictionary, comparable as such.
  struct Column: BitwiseCopyable {
    enum Target { case text, ownText, attribute, key }
    let target: Target
    /// Where its names begin in `steps`, and how many they are.
    let firstStep: Int
    let stepCount: Int
    let attribute: Name?
    /// A bit for each of its predicates.
    let required: UInt64
  }

  /// What an element on the way of a column must have.
  struct Predicate {
    let column: Int
    /// The depth of the element in the record.
    let depth: Int
    /// Its bit among those of the column.
    let bit: UInt64
    let attribute: Name?
    let value: [UInt8]
  }

  /// Consecutive elements of `lists`: columns, in ascending order.
  struct List: BitwiseCopyable {
    var start = 0
    var count = 0
  }

  struct Node: BitwiseCopyable {
    let parent: Int
    /// Steps below the record; of elements without a column, any.
    let depth: Int
    /// The columns whose leading steps lead here.
    var columns = List()
    /// Those of them that take the text of this element, and its attributes.
    var texts = List()
    var attributes = List()
    /// The predicates that ask for attributes of this element.
    var predicates = List()
    /// Whether elements in this one may be named by a `<key>` before them.
    var holdsKeys = false
    /// The names met in this element, in the order of their first occurrence; -1 for none.
    var firstEdge = -1
    var lastEdge = -1
    var edgeCount = 0
  }

  struct Edge: BitwiseCopyable {
    let tag: XMLTagName
    let node: Int
    var next = -1
  }

  /// The record itself, and every element that no column asks for.
  static let record = 0
  static let unmapped = 1
  /// The place of the record's own name among the edges.
  static let recordEdge = 0

  private static let edgeLimit = 64
  /// So many fit in the bits of a word.
  private static let attributeLimit = 64

  /// Whether a column is found by a `<key>`.
  let holdsKeys: Bool
  private(set) var columns = ElementBuffer<Column>()
  private(set) var predicates: [Predicate] = []
  private(set) var nodes = ElementBuffer<Node>()
  private(set) var edges = ElementBuffer<Edge>()
  private(set) var lists = ElementBuffer<Int>()
  /// The attributes met in records, in the order of their first occurrence.
  private(set) var attributes = ElementBuffer<XMLTagName>()
  /// The names of all columns' paths, one column behind the other; nil for any.
  private var steps = ElementBuffer<Name?>()

  /// `name` gives the pointer for a name, nil for `*`.
  init(columns paths: [XMLPath], name: (String) -> Name?) {
    holdsKeys = paths.contains { if case .key = $0.target { true } else { false } }
    for (index, path) in paths.enumerated() {
      for (place, predicate) in path.predicates.enumerated() {
        predicates.append(
          Predicate(
            column: index, depth: predicate.step + 1, bit: 1 << UInt64(place),
            attribute: name(predicate.attribute), value: Array(predicate.value.utf8)))
      }
      let (target, attribute): (Column.Target, Name?) =
        switch path.target {
        case .text: (.text, nil)
        case .ownText: (.ownText, nil)
        case .attribute(let text): (.attribute, name(text))
        case .key: (.key, nil)
        }
      columns.append(
        Column(
          target: target, firstStep: steps.count, stepCount: path.steps.count,
          attribute: attribute, required: 1 << UInt64(path.predicates.count) - 1))
      for step in path.steps { steps.append(name(step)) }
    }
    addNode(Node(parent: -1, depth: 0), columns: Array(0..<columns.count))
    addNode(Node(parent: -1, depth: 0), columns: [])
    edges.append(Edge(tag: XMLTagName(), node: Self.record))
  }

  /// Remembers the name of the record element that begins.
  mutating func nameRecord(_ name: Name) {
    if edges[Self.recordEdge].tag.name != name {
      edges[Self.recordEdge] = Edge(tag: XMLTagName(name), node: Self.record)
    }
  }

  /// The node of an element in the element of another node.
  mutating func child(of node: Int, named name: Name) -> Int {
    var edge = nodes[node].firstEdge
    while edge >= 0 {
      if edges[edge].tag.name == name { return edges[edge].node }
      edge = edges[edge].next
    }
    let child = findChild(of: node, named: name)
    remember(name, of: child, in: node)
    return child
  }

  /// The edge whose name stands in a tag at `text`, of which `room` bytes may be read; -1 for none.
  ///
  /// `guess` is the edge to try first, -1 for none.
  @inline(__always)
  func edge(
    of node: Int, at text: UnsafePointer<UInt8>, room: Int, guess: Int
  ) -> Int {
    if guess >= 0, edges[guess].tag.isWhole(at: text, room: room) { return guess }
    var edge = nodes[node].firstEdge
    while edge >= 0, !edges[edge].tag.isWhole(at: text, room: room) { edge = edges[edge].next }
    return edge
  }

  /// Remembers the name of an attribute without prefix.
  mutating func rememberAttribute(_ name: Name) {
    guard attributes.count < Self.attributeLimit else { return }
    for known in attributes.elements where known.name == name { return }
    attributes.append(XMLTagName(name))
  }

  /// The place among `attributes` of the one that stands at `text`, with the sign behind it, or -1.
  func attribute(at text: UnsafePointer<UInt8>, room: Int, guess: Int) -> Int {
    func stands(_ place: Int) -> Bool {
      let name = attributes.base[place]
      return name.isPrefix(of: text, room: room) && text[name.count] == 0x3D
    }
    if guess < attributes.count, stands(guess) { return guess }
    for place in 0..<attributes.count where stands(place) { return place }
    return -1
  }

  /// Whether a column's path, followed up to an element's parent, goes on with the name.
  func goesOn(_ column: Int, at depth: Int, with name: Name) -> Bool {
    guard depth < columns[column].stepCount else { return false }
    let step = steps[columns[column].firstStep + depth]
    return step == nil || step == name
  }

  private mutating func findChild(of node: Int, named name: Name) -> Int {
    let parent = nodes[node]
    let followed = elements(of: parent.columns).filter { goesOn($0, at: parent.depth, with: name) }
    guard !followed.isEmpty else { return Self.unmapped }
    for known in 0..<nodes.count
    where nodes[known].parent == node && elements(of: nodes[known].columns) == followed {
      return known
    }
    addNode(Node(parent: node, depth: parent.depth + 1), columns: followed)
    return nodes.count - 1
  }

  private mutating func addNode(_ node: Node, columns followed: [Int]) {
    var node = node
    let ending = followed.filter { columns[$0].stepCount == node.depth }
    node.columns = addList(followed)
    node.texts = addList(ending.filter { columns[$0].target == .text })
    node.attributes = addList(ending.filter { columns[$0].target == .attribute })
    node.predicates = addList(
      predicates.indices.filter {
        predicates[$0].depth == node.depth && followed.contains(predicates[$0].column)
      })
    node.holdsKeys = ending.contains { columns[$0].target == .key }
    nodes.append(node)
  }

  private mutating func addList(_ elements: [Int]) -> List {
    let start = lists.count
    for element in elements { lists.append(element) }
    return List(start: start, count: elements.count)
  }

  private func elements(of list: List) -> [Int] {
    Array(lists.elements[list.start..<list.start + list.count])
  }

  private mutating func remember(_ name: Name, of child: Int, in node: Int) {
    guard nodes[node].edgeCount < Self.edgeLimit else { return }
    let edge = edges.count
    edges.append(Edge(tag: XMLTagName(name), node: child))
    nodes.base[node].edgeCount += 1
    if nodes[node].firstEdge < 0 {
      nodes.base[node].firstEdge = edge
    } else {
      edges.base[nodes[node].lastEdge].next = edge
    }
    nodes.base[node].lastEdge = edge
  }
}

/// An element's name, ready to be compared with the bytes of a tag.
struct XMLTagName: BitwiseCopyable {
  /// In the parser's dictionary; nil for no name.
  private(set) var name: UnsafePointer<xmlChar>?
  private(set) var count = 0
  /// Bytes that are not the first of a character.
  private(set) var trailCount = 0
  /// The first eight bytes, and which of them are there.
  private var word: UInt64 = 0
  private var mask: UInt64 = 0

  /// Bytes that can always be compared.
  static let minimumRoom = 8

  init() {}

  /// A name that the parser has read.
  init(_ name: UnsafePointer<xmlChar>) {
    self.name = name
    while name[count] != 0 {
      trailCount += name[count] & 0xC0 == 0x80 ? 1 : 0
      if count < 8 {
        word |= UInt64(name[count]) << (8 * UInt64(count))
        mask |= 0xFF << (8 * UInt64(count))
      }
      count += 1
    }
    // A name with a colon is what is left of one with two, which libxml2 takes apart otherwise than
    // it would this one by itself: it stands nowhere.
    for place in 0..<count where name[place] == 0x3A { (word, mask) = (1, 0) }
  }

  /// Whether the name stands at `text` and ends there with `>`, `/>` or a blank; at least
  /// `minimumRoom` of the `room` bytes that may be read must be there.
  @inline(__always)
  func isWhole(at text: UnsafePointer<UInt8>, room: Int) -> Bool {
    guard isPrefix(of: text, room: room) else { return false }
    let next = text[count]
    return next == 0x3E || next == 0x20 || (next == 0x2F && text[count &+ 1] == 0x3E)
  }

  /// Whether the name stands at `text` and two more bytes can be read behind it.
  @inline(__always)
  func isPrefix(of text: UnsafePointer<UInt8>, room: Int) -> Bool {
    let start = UInt64(
      littleEndian: UnsafeRawPointer(text).loadUnaligned(as: UInt64.self))
    guard start & mask == word, count &+ 2 <= room else { return false }
    var at = 8
    while at < count {
      if text[at] != name.unsafelyUnwrapped[at] { return false }
      at &+= 1
    }
    return true
  }
}
