internal import DirectoryFormat

/// What is `Encodable` as a node for the JSON writer.
///
/// Keys of types are in snake case, those of dictionaries as they are, and nil is left out. Numbers are
/// whole: a fraction is refused, since no document of this tool has one.
enum EncodedNode {
  /// The value as a node.
  ///
  /// - Throws: `EncodingError` for a fraction and for a number past Int.
  static func of(_ value: some Encodable) throws -> JSONNode {
    let encoder = NodeEncoder(at: [])
    try encoder.encode(value)
    return encoder.node
  }

  /// The members of a value that is an object; none of another one.
  static func members(of value: some Encodable) throws -> [String: JSONNode] {
    if case .object(let members) = try of(value) { return members }
    return [:]
  }

  /// `firstLine` as `first_line`, `accountSHA256` as `account_sha256`.
  static func snakeCase(_ name: String) -> String {
    let letters = Array(name.utf8)
    func isUpper(_ index: Int) -> Bool { (0x41...0x5A).contains(letters[index]) }
    func isLower(_ index: Int) -> Bool { (0x61...0x7A).contains(letters[index]) }
    guard letters.indices.contains(where: isUpper) else { return name }
    var words: [UInt8] = []
    for index in letters.indices {
      let isStart =
        isUpper(index) && index > 0
        && (!isUpper(index - 1) || index + 1 < letters.count && isLower(index + 1))
      if isStart { words.append(UInt8(ascii: "_")) }
      words.append(isUpper(index) ? letters[index] | 0x20 : letters[index])
    }
    return String(decoding: words, as: UTF8.self)
  }
}

/// A dictionary whose keys are texts that are data, not names of members.
private protocol NamedValues {
  func nodes(at path: [any CodingKey]) throws -> [String: JSONNode]
}

extension Dictionary: NamedValues where Key == String, Value: Encodable {
  fileprivate func nodes(at path: [any CodingKey]) throws -> [String: JSONNode] {
    try mapValues { value in
      let encoder = NodeEncoder(at: path)
      try encoder.encode(value)
      return encoder.node
    }
  }
}

/// Collects what one value encodes into a node.
final class NodeEncoder: Encoder {
  /// A part that is known, or that another container still writes.
  enum Part {
    case node(JSONNode)
    case encoder(NodeEncoder)

    var node: JSONNode {
      switch self {
      case .node(let node): node
      case .encoder(let encoder): encoder.node
      }
    }
  }

  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  var members: [String: Part] = [:]
  var elements: [Part]?
  var single: JSONNode?

  init(at path: [any CodingKey]) { codingPath = path }

  var node: JSONNode {
    if let single { return single }
    if let elements { return .array(elements.map(\.node)) }
    return .object(members.mapValues(\.node))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MemberContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return ElementContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ValueContainer(encoder: self) }

  func encode(_ value: some Encodable) throws {
    if let named = value as? any NamedValues {
      single = .object(try named.nodes(at: codingPath))
    } else {
      try value.encode(to: self)
    }
  }

  /// A part that another encoder writes.
  func part(at key: (any CodingKey)?) -> NodeEncoder {
    NodeEncoder(at: codingPath + (key.map { [$0] } ?? []))
  }

  func node(of value: some Encodable, at key: (any CodingKey)?) throws -> JSONNode {
    let encoder = part(at: key)
    try encoder.encode(value)
    return encoder.node
  }

  /// A whole number as a node.
  func whole(_ value: some BinaryInteger & Encodable) throws -> JSONNode {
    guard let number = Int(exactly: value) else { throw invalid(value, "a number past Int") }
    return .integer(number)
  }

  /// The error about a value that documents of this tool do not have.
  func invalid(_ value: some Any, _ what: String) -> EncodingError {
    .invalidValue(
      value, .init(codingPath: codingPath, debugDescription: "\(what), which no document has"))
  }
}
