import Testing

@testable import NumberingPlans

@Suite("Places tell area codes") struct PlaceTests {
  /// What the live data says of a locality, `-` for nothing.
  private func area(_ region: String, _ text: String) throws -> String {
    let resolver = NumberResolver(try #require(NumberingPlan.plan(region: region)))
    let found = Array(text.utf8).withUnsafeBufferPointer { resolver.areaDigits(ofLocality: $0) }
    return found.map { String($0.value) } ?? "-"
  }

  @Test(
    "a town, however it is written",
    arguments: [
      ("DE", "Düsseldorf", "211"), ("DE", "DÜSSELDORF", "211"), ("DE", "Duesseldorf", "211"),
      ("DE", "Du\u{308}sseldorf", "211"), ("DE", "  düsseldorf. ", "211"),
      ("DE", "Hannover", "511"),
      ("DE", "Ｈannover", "511"), ("DE", "Neustadt an der Weinstrasse", "6321"),
      ("GB", "LONDON", "20"),
      ("GB", "Bury St. Edmunds", "1284"), ("BR", "Sao Jose do Rio Preto", "17"),
      ("SE", "Malmo", "40"), ("UA", "Петриківка, Дніпро", "56"), ("RU", "САНКТ-ПЕТЕРБУРГ", "812"),
      ("JP", "横浜市", "45"),
      ("JP", "Yokohama, Kanagawa", "45"), ("KR", "서울특별시", "2"), ("KR", "서울", "2"),
      ("CN", "Shenzhen", "755"),
      ("TW", "Taipei", "2"), ("TW", "臺北市信義區", "2"), ("IN", "Bangalore", "-"),
      ("IN", "Pune, Maharashtra", "20"), ("NL", "'s-Hertogenbosch", "73"), ("VN", "Đà Nẵng", "236"),
    ] as [(String, String, String)])
  func towns(region: String, text: String, code: String) throws {
    #expect(try area(region, text) == code)
  }

  @Test(
    "an address that sets its town apart",
    arguments: [
      ("DE", "Berliner Straße 5, 40210 Düsseldorf", "211"), ("DE", "D-40210 Düsseldorf", "211"),
      ("DE", "Berlin 5, 40210 Düsseldorf, Deutschland", "211"),
      ("DE", "Hauptstr. 5, Hannover", "511"),
      ("SE", "Storgatan 1, SE-211 41 Malmö", "40"), ("BR", "Campinas - SP", "19"),
      ("BR", "Campinas/SP", "19"), ("US", "Cheyenne, WY 82001", "307"),
      ("US", "12 Main St, Cheyenne, WY 82001-1234", "307"), ("US", "Cheyenne (WY)", "307"),
      ("GB", "1 The Headrow, Leeds, LS1 4AP", "113"), ("IN", "M.G. Road 5, Mumbai - 400001", "22"),
      ("IN", "Mumbai 400 001", "22"),
    ] as [(String, String, String)])
  func addresses(region: String, text: String, code: String) throws {
    #expect(try area(region, text) == code)
  }

  @Test(
    "what may mean another place tells nothing",
    arguments: [
      ("DE", "Neustadt"), ("DE", "Frankfurt"), ("DE", "Berlin, Hannover"), ("DE", "Berlin 12"),
      ("DE", "Hannover Straße"), ("DE", "Köln"), ("DE", "Smallvillage, Hannover"),
      ("DE", "30159 Hannover, 10115 Berlin"),
      ("US", "Cheyenne"), ("US", "Boise, ID"), ("US", "New York, NY"), ("US", "Cheyenne, TX"),
      ("RU", "Москва"), ("TR", "İstanbul"), ("TR", "Istanbul"), ("JP", "広島"), ("JP", "東京"),
      ("JP", "府中市"), ("JP", "Yokohama"), ("AR", "Córdoba"), ("AR", "Rivadavia 12345, Buenos Aires"),
      ("AR", "Rivadavia 12345"), ("BR", "Bom Jesus"), ("MX", "Puebla"), ("CA", "Toronto, ON"),
      ("CN", "Suzhou"), ("FR", "Paris"), ("DE", ""), ("DE", ","), ("DE", " - "), ("DE", "12345"),
      ("DE", "\u{FFFD}-Hannover"), ("UA", "Київ"), ("TW", "Hsinchu / Taipei"),
    ] as [(String, String)])
  func ambiguous(region: String, text: String) throws {
    #expect(try area(region, text) == "-")
  }

  @Test("a cell of any bytes and any length is read or passed over")
  func anyBytes() throws {
    let names = try #require(PlaceCatalogue.live.names(of: "DE"))
    var bytes: [UInt8] = []
    var seed: UInt64 = 7
    for length in [0, 1, 2, 511, 512, 513, 5000] {
      bytes = (0..<length).map { _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: seed >> 33)
      }
      bytes.withUnsafeBufferPointer { _ = names.area(of: $0) }
      let long = Array(String(repeating: "æ", count: length / 2).utf8)
      long.withUnsafeBufferPointer { #expect(names.area(of: $0) == nil) }
    }
    let padded = Array((String(repeating: " ", count: 504) + "Hannover").utf8)
    #expect(
      padded.withUnsafeBufferPointer { names.area(of: $0) } == AreaDigits(value: 511, count: 3))
    let tooLong = Array((String(repeating: " ", count: 505) + "Hannover").utf8)
    #expect(tooLong.withUnsafeBufferPointer { names.area(of: $0) } == nil)
  }

  @Test("a name of two area codes is none")
  func twice() throws {
    let catalogue = PlaceCatalogue(Array("place\tXX\t1\tA,B/C\nplace\tXX\t2\ta,B (D)\n".utf8))
    let names = try #require(catalogue.names(of: "XX"))
    func area(_ text: String) -> UInt32? {
      Array(text.utf8).withUnsafeBufferPointer { names.area(of: $0)?.value }
    }
    #expect(area("A") == nil)
    #expect(area("b") == 1)
    #expect(area("b, c") == 1)
    #expect(area("b, d") == 2)
    #expect(area("c") == nil)
    #expect(names.count == 4)
    #expect(catalogue.names(of: "YY") == nil)
  }

  @Test("every name of every region is found again")
  func everyName() throws {
    var seen = 0
    for line in EmbeddedPlaces.text.description.split(separator: "\n") where line.hasPrefix("place")
    {
      let fields = line.split(separator: "\t")
      try #require(fields.count == 4)
      let names = try #require(PlaceCatalogue.live.names(of: String(fields[1])))
      for name in fields[3].split(separator: ",") {
        let found = Array(name.utf8).withUnsafeBufferPointer { names.area(of: $0) }
        #expect(found.map { String($0.value) } == String(fields[2]), "\(fields[1]) \(name)")
        seen += 1
      }
    }
    #expect(seen > 30_000)
  }
}
