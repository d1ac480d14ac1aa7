import Foundation
import Testing

@testable import DirectoryFormat

@Suite("The one writer of JSON")
struct JSONWriterTests {
  private let node = JSONNode.object([
    "b": .array([.integer(-1), .boolean(false)]), "a": .object(["x": .string("é/\u{7F}")]),
    "list": .array([]), "object": .object([:]),
  ])

  @Test("every layout has its blanks and line ends")
  func layouts() {
    func text(_ layout: JSONLayout) -> String {
      var writer = JSONWriter(layout)
      node.write(to: &writer)
      return writer.takeText()
    }
    #expect(text(.dense) == #"{"a":{"x":"é/\#u{7F}"},"b":[-1,false],"list":[],"object":{}}"#)
    #expect(
      text(.line) == #"{"a": {"x": "é/\#u{7F}"}, "b": [-1, false], "list": [], "object": {}}"#)
    #expect(
      text(.rows)
        == "{\n\"a\": {\n\"x\": \"é/\u{7F}\"\n},\n\"b\": [\n-1,\nfalse\n],\n\"list\": [\n],\n\"object\": {\n}\n}"
    )
    #expect(text(.indented).hasSuffix("  \"list\": [],\n  \"object\": {}\n}"))
    #expect(text(.listing).hasSuffix("  \"list\": [\n  ],\n  \"object\": {\n  }\n}"))
    #expect(text(.report).hasSuffix("  \"list\" : [\n\n  ],\n  \"object\" : {\n\n  }\n}"))
  }

  @Test("a report is laid out as Foundation lays it out")
  func foundation() throws {
    let value: [String: [String]] = ["empty": [], "texts": (0..<0x60).map(scalar)]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let document = JSONNode.object(value.mapValues { .array($0.map(JSONNode.string)) })
    #expect(document.document(.report) == Array(try encoder.encode(value)) + [0x0A])
  }

  @Test("whoever reads it gets the texts back, whatever is in them")
  func texts() throws {
    let texts = (0..<0x300).map(scalar) + ["", "\"\\\u{0}\n", "👩‍👩‍👧", "\u{2028}\u{FEFF}"]
    let bytes = JSONNode.array(texts.map(JSONNode.string)).document(.line)
    #expect(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String] == texts)
  }

  @Test("what is taken piece by piece is the whole, and rows on one line stand within it")
  func pieces() {
    var writer = JSONWriter(.indented)
    var text = ""
    writer.open(.object)
    writer.key("rows")
    writer.open(.list)
    for row in 0..<2 {
      writer.element()
      writer.onOneLine { JSONNode.object(["n": .integer(row), "m": .array([])]).write(to: &$0) }
      text += writer.takeText()
    }
    writer.close()
    writer.key("share")
    writer.tenths(-15)
    writer.close()
    writer.endLine()
    #expect(
      text + writer.takeText() == """
        {
          "rows": [
            {"m": [], "n": 0},
            {"m": [], "n": 1}
          ],
          "share": -1.5
        }

        """)
    writer.close()
    #expect(writer.bytes.isEmpty)
  }

  private func scalar(_ value: Int) -> String {
    Unicode.Scalar(UInt32(value)).map { String($0) } ?? ""
  }
}
