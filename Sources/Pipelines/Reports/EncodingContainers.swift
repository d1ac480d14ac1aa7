internal import DirectoryFormat

/// The containers of `NodeEncoder`; each writes into its encoder at once.
struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: NodeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ node: JSONNode, _ key: any CodingKey) {
    encoder.members[EncodedNode.snakeCase(key.stringValue)] = .node(node)
  }

  private func part(_ key: any CodingKey) -> NodeEncoder {
    let part = encoder.part(at: key)
    encoder.members[EncodedNode.snakeCase(key.stringValue)] = .encoder(part)
    return part
  }

  /// Nil is left out.
  mutating func encodeNil(forKey key: Key) throws {}
  mutating func encode(_ value: Bool, forKey key: Key) throws { put(.boolean(value), key) }
  mutating func encode(_ value: String, forKey key: Key) throws { put(.string(value), key) }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    throw encoder.invalid(value, "a fraction")
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    throw encoder.invalid(value, "a fraction")
  }
  mutating func encode(_ value: Int, forKey key: Key) throws { put(try encoder.whole(value), key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { put(try encoder.whole(value), key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    put(try encoder.whole(value), key)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    put(try encoder.whole(value), key)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    put(try encoder.whole(value), key)
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws { put(try encoder.whole(value), key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    put(try encoder.whole(value), key)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    put(try encoder.whole(value), key)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    put(try encoder.whole(value), key)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    put(try encoder.whole(value), key)
  }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    put(try encoder.node(of: value, at: key), key)
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> { part(key).container(keyedBy: type) }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    part(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { part(SuperKey()) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { part(key) }
}

/// The key under which a class stores what its superclass encodes.
private struct SuperKey: CodingKey {
  let stringValue = "super"
  let intValue: Int? = nil

  init() {}
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { return nil }
}

struct ElementContainer: UnkeyedEncodingContainer {
  let encoder: NodeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.elements?.count ?? 0 }

  private func put(_ node: JSONNode) { encoder.elements?.append(.node(node)) }

  private func part() -> NodeEncoder {
    let part = encoder.part(at: nil)
    encoder.elements?.append(.encoder(part))
    return part
  }

  mutating func encodeNil() throws { throw encoder.invalid(0, "a list with nil in it") }
  mutating func encode(_ value: Bool) throws { put(.boolean(value)) }
  mutating func encode(_ value: String) throws { put(.string(value)) }
  mutating func encode(_ value: Double) throws { throw encoder.invalid(value, "a fraction") }
  mutating func encode(_ value: Float) throws { throw encoder.invalid(value, "a fraction") }
  mutating func encode(_ value: Int) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: Int8) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: Int16) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: Int32) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: Int64) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt8) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt16) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt32) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt64) throws { put(try encoder.whole(value)) }

  mutating func encode(_ value: some Encodable) throws {
    put(try encoder.node(of: value, at: nil))
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> { part().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    part().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { part() }
}

struct ValueContainer: SingleValueEncodingContainer {
  let encoder: NodeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ node: JSONNode) { encoder.single = node }

  mutating func encodeNil() throws { throw encoder.invalid(0, "nil on its own") }
  mutating func encode(_ value: Bool) throws { put(.boolean(value)) }
  mutating func encode(_ value: String) throws { put(.string(value)) }
  mutating func encode(_ value: Double) throws { throw encoder.invalid(value, "a fraction") }
  mutating func encode(_ value: Float) throws { throw encoder.invalid(value, "a fraction") }
  mutating func encode(_ value: Int) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: Int8) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: Int16) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: Int32) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: Int64) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt8) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt16) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt32) throws { put(try encoder.whole(value)) }
  mutating func encode(_ value: UInt64) throws { put(try encoder.whole(value)) }

  mutating func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
