import Foundation
import Records
import Testing

@testable import Extraction

@Suite struct XMLReadingTests {
  func read(_ text: String, record: String, _ paths: [String]) throws -> [ReadRecord] {
    try read(Array(text.utf8), record: record, paths)
  }

  func read(
    _ bytes: [UInt8], record: String, _ paths: [String], encoding: String? = nil,
    maxRecord: Int = 1 << 20
  ) throws -> [ReadRecord] {
    let scratch = try Scratch()
    let path = try scratch.file("a.xml", bytes)
    let source = SourceDescription(
      name: "test", files: [path], format: .xml(XMLOptions(recordPath: record)),
      encoding: encoding,
      columns: paths.map { MappedColumn(field: .number, selector: .path($0)) },
      maxRecordInBytes: maxRecord)
    return try readAll([source])
  }

  @Test("attributes, nested and repeated elements, own text, CDATA, entities, namespaces")
  func paths() throws {
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE Export SYSTEM "file:///etc/passwd" [<!ENTITY unused "boom"><!ENTITY % p "q">
        <!ELEMENT Export ANY><!ATTLIST Line kind CDATA "x"><!-- & --><?note?>]>
      <Export xmlns:n="urn:x"><Lines>
        <n:Line did="02 &amp; &#38;#38;" other="x">own<Owner><Name> A &lt;<b>B</b> </Name></Owner>
          <t><number type="w">1</number><number>2</number></t> text</n:Line>
        <Line
           did=""><Owner><Name><![CDATA[<C>]]></Name></Owner></Line>
      </Lines><Other><Line did="no"/></Other></Export>
      """
    let read = try read(
      text, record: "/Export/Lines/Line",
      ["@did", "Owner/Name", "t/number", "t/number/@type", "."])
    #expect(read.count == 2)
    #expect(
      read.first?.cells == [
        "0=02 & &#38;", "1=A <B", "3=w", "2=1", "2=2", "4=own\n     text",
      ])
    #expect(read.last?.cells == ["0=", "1=<C>", "4="])
    #expect(read.map(\.line) == [5, 7])
    let starts = text.ranges(of: "<n:Line").first.map {
      text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
    }
    #expect(read.first?.offset == starts)
  }

  @Test("values that an attribute names, as in maps and forms")
  func predicates() throws {
    let text = """
      <osm><node id="1"><tag k="name" v="Bakery &amp; Co"/><tag k="phone" v="+331"/><tag v="x"/></node>
      <node id="2"><tag v="+332" k="phone"/><tag k="contact/phone" v="+333"/></node><node id="3"/></osm>
      """
    let read = try read(
      text, record: "/osm/node",
      ["tag[@k='phone']/@v", "tag[@k=\"name\"]/@v", "tag[@k='contact/phone']/@v"])
    #expect(read.map(\.cells) == [["1=Bakery & Co", "0=+331"], ["0=+332", "2=+333"], []])
  }

  @Test("a predicate holds for what stands in its element alone, in both lanes")
  func predicatesAround() throws {
    let one = """
      <P><name>A</name><D n="Tel"><value>1</value><value t="w">2</value></D><D n="Fax"><value>3</value></D>\
      <D><value>4</value></D><D n="Tel &#38; more"><value>5</value></D></P>
      """
    let text = "<k>" + String(repeating: one + "\n", count: 200) + "</k>"
    let paths = [
      "D[@n='Tel']/value", "D[@n='Tel']/value[@t='w']", "D[@n='Tel & more']/value", "*[@n='Fax']/*",
    ]
    let read = try read(text, record: "//P", paths)
    #expect(read.count == 200)
    #expect(read.allSatisfy { $0.cells == ["0=1", "1=2", "0=2", "3=3", "2=5"] })
  }

  @Test(
    "a path that is not understood is none",
    arguments: [
      "a[@b]", "a[b='1']", "a[@b='1'", "a[@b=1]", "a[1]", "[@b='1']", "a[@b='1\"]", "a[@='1']",
      "a[@b='1']c", "a[@b='x'y']",
    ])
  func notAPath(text: String) { #expect(!XMLPaths.isColumnPath(text)) }

  @Test("the value behind a key of a property list")
  func propertyList() throws {
    let text = """
      <plist><array><dict><key>title</key><string>A</string><key>number</key>
      <string>+331</string><key>x</key><string>no</string></dict>
      <dict><key>number</key><string>+332</string></dict></array></plist>
      """
    let read = try read(text, record: "//dict", ["key(number)", "key(title)"])
    #expect(read.map(\.cells) == [["1=A", "0=+331"], ["0=+332"]])
  }

  @Test(
    "hostile or broken files end as errors with line and column",
    arguments: [
      "<a><b>", "<a></b>", "<a/><b/>", "junk", "<a>&x;</a>",
      "<!DOCTYPE a [<!ENTITY x \"xx\"><!ENTITY y \"&x;&x;\">]><a>&y;</a>",
      "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
      "<!DOCTYPE a SYSTEM \"http://localhost/x.dtd\"><a b=\"&x;\"/>",
      String(repeating: "<a>", count: 300),
      "<a " + (0..<20_000).map { "a\($0)='1'" }.joined(separator: " ") + "/>",
    ])
  func hostile(text: String) throws {
    do {
      _ = try read(text, record: "/a", ["@x"])
      Issue.record("no error for \(text.prefix(60))")
    } catch let error as ExtractionError {
      #expect(error.kind == .data)
      #expect(error.line != nil)
    }
  }

  @Test(
    "an element has 1 000 attributes and 1 000 namespaces at most, which is known at once",
    arguments: [
      ("a%='1'", 1000, true), ("a%='1'", 1001, false), ("xmlns:a%='u'", 1000, true),
      ("xmlns:a%='u'", 1001, false), ("xmlns:a%='u'", 300_000, false), ("a%='1'", 300_000, false),
    ])
  func wideElements(attribute: String, count: Int, isRead: Bool) throws {
    let tag = (0..<count).map { attribute.replacing("%", with: "\($0)") }.joined(separator: " ")
    let text = "<a><b \(tag)><n>1</n></b></a>"
    let start = Date()
    if isRead {
      #expect(try read(text, record: "/a/b", ["n"]).map(\.cells) == [["0=1"]])
    } else {
      let error = #expect(throws: ExtractionError.self) { try read(text, record: "/a/b", ["n"]) }
      #expect(error?.kind == .data)
      #expect(Date().timeIntervalSince(start) < 20)
    }
  }

  @Test(
    "a few kilobytes that declare and scope names do not stall a run",
    arguments: [(3_000, 5_000, 0, true), (0, 1, 80_000, false), (0, 1, 1_000, true)])
  func declaredAttributes(defaults: Int, records: Int, values: Int, isRead: Bool) throws {
    var text = "<!DOCTYPE a [<!ATTLIST b "
    text += (0..<defaults).map { "a\($0) CDATA \"\"" }.joined(separator: " ")
    if values > 0 {
      text += "kind (\((0..<values).map { "v\($0)" }.joined(separator: "|"))) #IMPLIED"
    }
    text += ">]><a>" + String(repeating: "<b n=\"1\"/>", count: records) + "</a>"
    let start = Date()
    if isRead {
      #expect(try read(text, record: "/a/b", ["@n"]).count == records)
    } else {
      let error = #expect(throws: ExtractionError.self) { try read(text, record: "/a/b", ["@n"]) }
      #expect(error?.kind == .data)
    }
    #expect(Date().timeIntervalSince(start) < 20)
  }

  @Test("1 000 namespaces are in scope at most", arguments: [(2, 500, true), (5, 201, false)])
  func namespacesInScope(levels: Int, each: Int, isRead: Bool) throws {
    var text = "<a>"
    for level in 0..<levels {
      text += "<l \((0..<each).map { "xmlns:p\(level)x\($0)='u'" }.joined(separator: " "))>"
    }
    text += "<b>1</b>" + String(repeating: "</l>", count: levels)
    // Those that are out of scope again do not count.
    text += String(repeating: "<c xmlns:q='u'/>", count: 1_500) + "</a>"
    if isRead {
      #expect(try read(text, record: "//b", ["."]).map(\.cells) == [["0=1"]])
    } else {
      let error = #expect(throws: ExtractionError.self) { try read(text, record: "//b", ["."]) }
      #expect(error?.kind == .data)
      #expect(error?.problem.contains("namespaces in scope") == true)
      #expect(error?.line == 1)
      #expect(error?.column != nil)
    }
  }

  @Test("attributes that a document type declares are not read")
  func defaultedAttributes() throws {
    let text = """
      <!DOCTYPE a [<!ATTLIST b number CDATA "02-2345-6789" kind (x|y) "x">]>
      <a><b>1</b><b number="2" kind="y">3</b></a>
      """
    #expect(
      try read(text, record: "/a/b", [".", "@number", "@kind"]).map(\.cells) == [
        ["0=1"], ["1=2", "2=y", "0=3"],
      ])
  }

  @Test(
    "attributes are counted in tags alone",
    arguments: [
      ("<a b='1' c=\"2 > d='3'\" ><e/></a>", 2), ("<a><!-- <b c='1' d='2'> --><e f=''/></a>", 1),
      ("<a><![CDATA[<b c='1' d='2'>]]]><e f='>'/></a>", 1), ("<?b c='1' d='2'?><a></a>", 0),
      ("<!DOCTYPE a [<!ENTITY e '<b c=\"1\">'><!-- Joe's --><?x '?>]><a b=''>'</a>", 1),
      ("<!DOCTYPE a SYSTEM \"x>y\"><a b='' c='' d=''/>", 3), ("<a>b='1' c='2'</a>", 0),
    ])
  func countedAttributes(text: String, most: Int) {
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var scan = XMLTagScan()
      for start in stride(from: 0, to: bytes.count, by: size) {
        let portion = bytes[start..<min(start + size, bytes.count)]
        let isRead = portion.withUnsafeBufferPointer { scan.read($0) }
        #expect(isRead)
      }
      #expect(scan.most == most, "\(text) in portions of \(size)")
    }
  }

  @Test(
    "text that no column takes costs nothing, however long, inside records and between them",
    arguments: [
      ("TEXT", 12), ("<x>TEXT</x>", 12), ("<x><y/>TEXT</x>", 12), ("<x y='TEXT'/>", 5),
      ("<x><![CDATA[TEXT]]></x>", 5), ("<!--TEXT-->", 5),
    ])
  func unmappedText(shape: String, mebibytes: Int) throws {
    let long = shape.replacing("TEXT", with: String(repeating: "t", count: mebibytes << 20))
    let file = "<a>\(long)<b><n>1</n>\(long)</b><b><n>2</n></b>\(long)</a>"
    #expect(try read(file, record: "/a/b", ["n"]).map(\.cells) == [["0=1"], ["0=2"]])
  }

  @Test(
    "what the parser must hold as a whole has a limit of its own",
    arguments: ["<![CDATA[TEXT]]>", "<!--TEXT-->", "<x y='TEXT'/>", "<?x TEXT?>"])
  func hugeParts(shape: String) throws {
    let long = shape.replacing("TEXT", with: String(repeating: "t", count: 12 << 20))
    let error = #expect(throws: ExtractionError.self) {
      try read("<a>\n\(long)</a>", record: "/a/b", ["n"])
    }
    #expect(error?.description.contains("a.xml:2:") == true)
    #expect(
      error?.description.contains("longer than 10 MB") == true, "\(String(describing: error))")
  }

  @Test(
    "a record whose mapped text is too long is rejected, and reading goes on",
    arguments: [
      ("<b><n>LONG</n></b>", ["n"]), ("<b><n>1</n><n>LONG</n></b>", ["n"]),
      ("<b><n>LONG<n>2</n></n><n>3</n></b>", ["n"]), ("<b>LONG</b>", ["."]),
      ("<b n='LONG'/>", ["@n"]), ("<b><key>LONG</key><s>1</s></b>", ["key(n)"]),
      ("<b>\(String(repeating: "<n/>", count: 200))</b>", ["n"]),
    ])
  func longRecord(shape: String, columns: [String]) throws {
    let long = shape.replacing("LONG", with: String(repeating: "1", count: 1_001))
    let whole = "<b n='9'><n>9</n><key>n</key><s>9</s>9</b>"
    let read = try read(
      Array("<a>\n\(whole)\n\(long)\n\(whole)\n</a>".utf8), record: "/a/b", columns,
      maxRecord: 1_000)
    #expect(read.map(\.state) == [.cells, .rejected(.recordTooLong), .cells])
    #expect(read.map(\.line) == [2, 3, 4])
    #expect(read.map(\.texts) == [["9"], [], ["9"]])
  }

  @Test("other character sets, declared, marked or named")
  func encodings() throws {
    let text = "<?xml version='1.0' encoding='ISO-8859-1'?><a><b n='é'/></a>"
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    #expect(try read(latin, record: "//b", ["@n"]).first?.texts == ["é"])
    let wide: [UInt8] = [0xFF, 0xFE] + Self.wide("<a><b n='店'/></a>")
    #expect(try read(wide, record: "//b", ["@n"]).first?.texts == ["店"])
  }

  @Test("offsets count in the file: byte order marks, bytes that are mended, other character sets")
  func offsets() throws {
    func starts(_ bytes: [UInt8], _ mark: [UInt8]) -> [Int] {
      bytes.indices.filter { bytes[$0...].starts(with: mark) }
    }
    let rows = (0..<9_000).map { "<b n='\($0)'>\($0 % 7 == 0 ? "bad" : "text")</b>" }
    let one = Array("<a>\(rows.joined())</a>".utf8)
    var spoilt = one
    for at in starts(one, Array("bad".utf8)) { spoilt[at] = 0xFF }
    for bytes in [[0xEF, 0xBB, 0xBF] + one, spoilt, [0xEF, 0xBB, 0xBF] + spoilt] {
      #expect(
        try read(bytes, record: "/a/b", ["@n"]).map(\.offset) == starts(bytes, Array("<b".utf8)))
    }
    // Decoded text is followed by lines: a record that begins its line is found exactly.
    let lines = "<?xml version='1.0' encoding='Big5'?><a>\n" + rows.joined(separator: "\n") + "</a>"
    let big5 = Array(lines.utf8).flatMap { $0 == UInt8(ascii: "e") ? [0xA4, 0xA4] : [$0] }
    let head = Array("<?xml version='1.0' encoding='Big5'?><a>\n".utf8)
    let mended = head + big5.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    #expect(
      try read(mended, record: "/a/b", ["@n"]).map(\.offset) == starts(mended, Array("<b".utf8)))
    let utf16 = [0xFF, 0xFE] + Self.wide(lines.replacing("Big5", with: "UTF-16"))
    #expect(
      try read(utf16, record: "/a/b", ["@n"]).map(\.offset) == starts(utf16, Self.wide("<b")))
  }

  static func wide(_ text: String) -> [UInt8] {
    text.utf16.flatMap { unit in [UInt8(unit & 255), UInt8(unit >> 8)] }
  }

  @Test("an empty file has no records")
  func empty() throws { #expect(try read("", record: "//a", ["@n"]).isEmpty) }
}
