import Foundation
import Records
import Testing

@testable import Extraction

@Suite struct XMLLanePropertyTests {
  /// What a reading gave: the records up to its end or to its error.
  struct Outcome: Equatable {
    var records: [ReadRecord] = []
    var error: String?
  }

  static let columns = [
    ["n", "b/Name", "@a", "."], ["*", "b/*", "b/Name/@a", "@xmlns"], ["key(1)", "n", "b/key(x)"],
    ["LongElementName", "LongElementName/n", "店", "b"],
    ["n[@a='1']", "b[@a='2']/Name", "b/Name[@a='1']/@a", "*[@a='']"],
  ]

  @Test("both lanes give the same records and the same errors", arguments: 0..<400)
  func agreement(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed) &* 104_729 &+ 3)
    var document = XMLDraft(random: random, oddness: [0, 0.002, 0.02, 0.2][seed % 4])
    var bytes = document.write()
    random = document.random
    for _ in 0..<[0, 0, 1, 3][seed / 4 % 4] { Self.mutate(&bytes, &random) }
    let scratch = try Scratch()
    let path = try scratch.file("r.xml", bytes)
    let columns = Self.columns[seed / 16 % 5]
    let maxRecord = seed % 5 == 0 ? 60 : 1 << 20
    let record = ["/x/r", "//r", "/x/*"][seed % 3]
    for blockSize in [64, 300, 700, 2_000] {
      let outcomes = outcomes(path, record, columns, maxRecord: maxRecord, blockSize: blockSize)
      #expect(outcomes[0] == outcomes[1], "seed \(seed), block \(blockSize)")
    }
  }

  /// Heads end with the first read of the file, 1 KiB, which is filled up at the place of `…`.
  @Test(
    "between two reads the plain lane begins only where libxml2 is between two records",
    arguments: [
      ("/x/r", "<x><r>…</r>]]", "<r>2</r>\n></x>", 2),
      ("/x/y/r", "<x><y><r>…</r></y>", "<r>no</r></x>", 1),
      ("/x/r", "<x><r>1</r><!--…</r>", "<r>no</r>--></x>", 1),
      ("/x/r", "<x><r>1</r><?p …</r>", "<r>no</r>?></x>", 1),
      ("/x/r", "<x><r>1</r><![CDATA[…</r>", "<r>no</r>]]></x>", 1),
      ("/x/r", "<x><r>…</r>", "<r>2</r></x>", 2),
      ("/x/r", "<x xmlns:p='p'><r p:xmlns='1'>…</r>", "<r xmlns='2'>2</r></x>", 2),
      ("/r", "<r>…</r>", "<r>no</r>", nil),
    ])
  func seams(record: String, head: String, tail: String, count: Int?) throws {
    let parts = head.components(separatedBy: "…")
    let missing = 1024 - parts[0].utf8.count - parts[1].utf8.count
    let text =
      parts.joined(separator: String(repeating: "p", count: missing)) + tail + "\n          "
    let scratch = try Scratch()
    let path = try scratch.file("s.xml", text.utf8)
    let outcomes = outcomes(path, record, [".", "@xmlns"], blockSize: 1024)
    #expect(outcomes[0] == outcomes[1])
    #expect((outcomes[1].error == nil ? outcomes[1].records.count : nil) == count)
  }

  @Test(
    "names with colons and document types with quotes are read as libxml2 reads them",
    arguments: [
      "<x><r><x:b:n>1</x:b:n></r>…<r><b:n>2</b:n><n>3</n></r>…</x>",
      "<x><x:b:r><n>1</n></x:b:r>…<b:r><n>2</n></b:r><r><n>3</n></r>…</x>",
      "<x><r x:b:a='1'/>…<r b:a='2'/><r a='3'/>…</x>",
      """
      <!DOCTYPE x [<!-- \(String(repeating: "p", count: 300)) <x> isn't used --> <!-- Joe's bar -->]>
      <x><r><n>1</n></r>…<r><n>2</n></r></x>
      """,
      """
      <!DOCTYPE x SYSTEM "\(String(repeating: "a>b", count: 200))">
      <x><r><n>1</n></r>…<r><n>2</n></r></x>
      """,
    ])
  func lanesAgree(text: String) throws {
    let scratch = try Scratch()
    // Enough plain records for the lane to begin.
    let plain = String(repeating: "<r><n>9</n></r>\n", count: 200)
    let path = try scratch.file("n.xml", text.replacingOccurrences(of: "…", with: plain).utf8)
    for record in ["/x/r", "/x/*"] {
      let outcomes = outcomes(path, record, ["n", "b/n", "@a"], blockSize: 1 << 18)
      #expect(outcomes[0] == outcomes[1])
      #expect(outcomes[1].error == nil)
    }
  }

  @Test("elements that are nested too deep are found in plain records, too")
  func depth() throws {
    let plain = String(repeating: "<r><n><n><n/></n></n></r>\n", count: 100)
    let (begin, end) = (
      String(repeating: "<n>", count: 300), String(repeating: "</n>", count: 300)
    )
    let scratch = try Scratch()
    let path = try scratch.file("d.xml", "<x>\(plain)<r>\(begin)\(end)</r>\n\(plain)</x>".utf8)
    let outcomes = outcomes(path, "/x/r", ["n"], blockSize: 1 << 18)
    #expect(outcomes[0] == outcomes[1])
    #expect(outcomes[1].error?.contains("d.xml:101:") == true)
  }

  /// What libxml2 alone gives, and with the plain lane.
  private func outcomes(
    _ path: String, _ record: String, _ columns: [String], maxRecord: Int = 1 << 20, blockSize: Int
  ) -> [Outcome] {
    [true, false].map { strict in
      outcome(
        SourceDescription(
          name: "test", files: [path],
          format: .xml(XMLOptions(recordPath: record, strictLibXML2: strict)),
          columns: columns.map { MappedColumn(field: .number, selector: .path($0)) },
          maxRecordInBytes: maxRecord), blockSize: blockSize)
    }
  }

  private func outcome(_ source: SourceDescription, blockSize: Int) -> Outcome {
    var outcome = Outcome()
    do {
      let extractor = try Extractor(sources: [source], blockSizeInBytes: blockSize)
      let batch = RecordBatch()
      while try extractor.next(into: batch) { outcome.records += records(of: batch) }
    } catch {
      outcome.error = "\(error)"
    }
    return outcome
  }

  private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let at = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[at] = Array("<>/&]\r\n\u{1} ab\"".utf8).randomElement(using: &random) ?? 0
    case 2: bytes.remove(at: at)
    case 3: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: at)
    default:
      bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...40, using: &random)))
    }
    if bytes.isEmpty { bytes = [0x3C] }
  }
}

/// A random document with records `/x/r`, more or less plain.
struct XMLDraft {
  var random: SeededGenerator
  /// Share of places that are not plain.
  let oddness: Double
  private var text = ""

  init(random: SeededGenerator, oddness: Double) {
    self.random = random
    self.oddness = oddness
  }

  private static let names = [
    "n", "nn", "b", "Name", "key", "LongElementName", "LongElementText", "店", "r",
  ]
  private static let texts = [
    "", "", "1", "x", "02-2345", "a b ", "幸福（甲）店 001", "a>b", "[x] y", "é🙂", "\n  ", "\t", "\n",
    "long enough for several registers of sixteen bytes each",
  ]
  private static let oddTexts = [
    "&amp;", "&#65;", "\r\n", "a\r\nb", "\r", "]]", "\u{FFFD}", "<!-- <n> -->",
    "<![CDATA[</r><r>]]>",
    "<?p </r>?>", "\u{7F}",
  ]
  private static let brokenTexts = ["&no;", "]]>", "\u{FFFE}", "\u{1}", "</r>", "<n>", "<"]
  private static let attributes = [
    "", "", "", "", " a='1'", " a=\" x  y \"", " aa='>]]>' a='\"店（'", " a='' id-of-line='é🙂' aa=''",
  ]
  private static let oddAttributes = [
    " ", "  a='1'", " a='1' ", " a = '1'", " a='1&amp;2'", "\n a=\"x\"", " a='x\ny'", " a='x\ty'",
    " a='\u{FFFD}'", " p:a='1'", " p:xmlns='1'", " xml:lang='de'", " xmlns='urn:c'",
    " xmlns:a='urn:c'",
  ]
  private static let brokenAttributes = [
    " a='1' a='2'", " a='1'aa='2'", " a='<'", " a='\u{FFFE}'", " a=1", " a", " a='1",
  ]
  private static let separators = ["", "\n", "\n", "\n  ", "\r\n", "\n\n\t"]
  private static let oddSeparators = [
    "text", "]]", ">", "<!-- </r> -->", "<![CDATA[ <r> </r>]]>", "<?p?>", "<y><r><n>1</n></r></y>",
    "</x><x>", "<r><n>2</n></r >",
  ]
  private static let brokenSeparators = ["<r><n>3</r>", "&no;", "</x>", "]]>"]

  mutating func write() -> [UInt8] {
    text = pick(["", "<?xml version='1.0'?>\n", "\u{FEFF}", "<!DOCTYPE x [<!ENTITY e 'x'>]>"])
    if Int.random(in: 0..<12, using: &random) == 0 {
      text = pick([
        "<!DOCTYPE x [<!ATTLIST r a CDATA 'd'>]>", "<!DOCTYPE x [<!ATTLIST r a NMTOKEN #IMPLIED>]>",
      ])
    }
    text += pick(["<x xmlns:p='urn:p'>", "<x xmlns:p='urn:p' xmlns='urn:x'>"])
    // The first bytes of a file are read together, whatever the size of a block.
    let count = Int.random(in: 0...120, using: &random)
    let shape = isOdd() ? nil : Self.names.shuffled(using: &random).prefix(3)
    for _ in 0..<count {
      text += pick(Self.separators, Self.oddSeparators, Self.brokenSeparators)
      element("r", below: 0, shape: shape.map(Array.init))
    }
    text += pick(Self.separators) + "</x>"
    return Array(text.utf8)
  }

  private mutating func element(_ name: String, below depth: Int, shape: [String]?) {
    let tag = pick([name], ["p:\(name)"], ["q:\(name)"])
    if depth > 0, Int.random(in: 0..<8, using: &random) == 0 {
      text += "<\(tag)\(pick(Self.attributes, Self.oddAttributes, Self.brokenAttributes))/>"
      return
    }
    text += "<\(tag)\(pick(Self.attributes, Self.oddAttributes, Self.brokenAttributes))>"
    for child in shape ?? (depth < 3 ? [pick(Self.names), pick(Self.names)] : []) {
      content()
      if depth < 3 { element(child, below: depth + 1, shape: depth == 0 ? [] : nil) }
    }
    content()
    text += pick(["</\(tag)>"], ["</\(tag) >", "</\(tag)\n>"], ["</\(tag)x>", "</ \(tag)>"])
  }

  private mutating func content() { text += pick(Self.texts, Self.oddTexts, Self.brokenTexts) }

  private mutating func isOdd() -> Bool { Double.random(in: 0..<1, using: &random) < oddness }

  private mutating func pick(_ plain: [String], _ odd: [String], _ broken: [String]) -> String {
    guard isOdd() else { return pick(plain) }
    return pick(Int.random(in: 0..<12, using: &random) == 0 ? broken : odd)
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }
}
