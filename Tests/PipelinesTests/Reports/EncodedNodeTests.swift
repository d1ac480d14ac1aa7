import DirectoryFormat
import Foundation
import Testing

@testable import Pipelines

@Suite("What is encodable, as nodes of the JSON writer")
struct EncodedNodeTests {
  private struct Inner: Encodable {
    var firstLine = 2
    var accountSHA256 = "é"
    var myURLPath: String? = "a/b"
    var missing: Int?
  }

  private struct Outer: Encodable {
    var flag = true
    var small = UInt8(255)
    var large = Int64.min
    var inner = Inner()
    var list = [Inner(), Inner(myURLPath: nil)]
    var lists = [[1, 2], []]
    var asItIs = ["someKey": ["OtherKey": 1]]
    var named = ["someKey": Inner()]
    var none: [String: Int] = [:]
  }

  /// What writes into containers of containers, as generated code does not.
  private struct ByHand: Encodable {
    enum Keys: CodingKey { case inHand, listOfAll, above, own }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Keys.self)
      var inner = members.nestedContainer(keyedBy: Keys.self, forKey: .inHand)
      var list = members.nestedUnkeyedContainer(forKey: .listOfAll)
      try inner.encode(1, forKey: .own)
      try list.encode("a")
      var nested = list.nestedContainer(keyedBy: Keys.self)
      try nested.encode(false, forKey: .own)
      var lists = list.nestedUnkeyedContainer()
      try lists.encode(Inner())
      try Inner().encode(to: list.superEncoder())
      try Inner().encode(to: members.superEncoder(forKey: .above))
    }
  }

  @Test("it is what JSONEncoder makes of it")
  func likeJSONEncoder() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    func check(_ value: some Encodable) throws {
      let expected = String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
      let found = try EncodedNode.of(value).document(.report)
      #expect(String(decoding: found, as: UTF8.self) == expected)
    }
    try check(Outer())
    try check(ByHand())
    try check([1, 2, 3])
  }

  @Test("what no document has is refused")
  func refused() {
    #expect(throws: EncodingError.self) { try EncodedNode.of(["a": 0.5]) }
    #expect(throws: EncodingError.self) { try EncodedNode.of(["a": UInt64.max]) }
    #expect(throws: EncodingError.self) { try EncodedNode.of([1, nil]) }
  }
}
