import LiveLookup
import Testing

@Suite("Parameters of data sets")
struct ParametersTests {
  /// Rows of a shard, sizes of its values, one larger value among them, and shards tried.
  struct Shape: Sendable, CustomTestStringConvertible {
    var rows: Int
    var values: ClosedRange<Int>
    var largest: Int?
    var shards = 12
    /// Bytes of a bucket where they are not chosen.
    var bucketBytes: Int?
    var testDescription: String { "\(rows) of \(values), largest \(largest ?? values.upperBound)" }

    func values(using generator: inout SeededGenerator) -> [Int] {
      var values = (0..<rows).map { _ in Int.random(in: self.values, using: &generator) }
      if let largest { values[Int.random(in: 0..<rows, using: &generator)] = largest }
      return values
    }
  }

  @Test(
    "the fewest buckets that are accepted are enough for Apple's table, the chosen ones too",
    arguments: [
      Shape(rows: 300, values: 300...300), Shape(rows: 300, values: 460...460),
      Shape(rows: 300, values: 628...628), Shape(rows: 300, values: 1540...1540),
      Shape(rows: 300, values: 2540...2540), Shape(rows: 300, values: 5040...5040),
      Shape(rows: 30, values: 628...628), Shape(rows: 600, values: 20...70),
      Shape(rows: 600, values: 30...60, largest: 240),
      Shape(rows: 600, values: 30...60, largest: 480),
      Shape(rows: 600, values: 30...60, largest: 990), Shape(rows: 500, values: 1...1),
      Shape(rows: 20, values: 20...60), Shape(rows: 1, values: 20...20),
      Shape(rows: 20_000, values: 1...1, shards: 2, bucketBytes: 16_384),
    ])
  func tables(shape: Shape) throws {
    var generator = SeededGenerator(state: 7)
    for _ in 0..<shape.shards {
      let values = shape.values(using: &generator)
      let bytes =
        shape.bucketBytes
        ?? LookupParameters.bucketBytes(
          largestValue: shape.largest ?? shape.values.upperBound, .usual)
      var census = ShardCensus(shards: 1, bucketBytes: bytes)
      for value in values { census.count(shard: 0, value: value) }
      #expect(census.neededBuckets <= census.chosenBuckets)
      for buckets in [census.neededBuckets, census.chosenBuckets] {
        var table = CuckooTable(buckets: buckets, bucketBytes: bytes)
        #expect(table.fill(values, using: &generator), "\(buckets) buckets of \(bytes) bytes")
      }
    }
  }

  @Test(
    "estimates are the sizes that Apple publishes",
    arguments: [
      ("n_4096_logq_27_28_28_logt_4", 1024, 22_600),
      ("n_4096_logq_27_28_28_logt_5", 61_440, 738_000),
      ("n_8192_logq_3x55_logt_24", 61_440, 387_000),
    ])
  func answers(name: String, bucketBytes: Int, published: Int) throws {
    let encryption = try #require(LookupEncryption(name: name))
    let parameters = LookupParameters(shards: 1, buckets: 2, bucketBytes: bucketBytes)
    let estimate = parameters.answerBytes(encryption)
    #expect(abs(estimate - published) < published / 100, "\(estimate)")
  }

  @Test("every name of encryption parameters is read, others are not")
  func names() {
    for name in LookupEncryption.names {
      let known = LookupEncryption(name: name)
      #expect(known?.name == name)
      #expect(known.map { $0.moduli.count == 3 && $0.plaintextBytes > 1000 } == true)
    }
    #expect(LookupEncryption(name: LookupEncryption.usual.name) == .usual)
    #expect(abs(LookupEncryption.usual.evaluationKeyBytes - 680_800) < 1000)
    #expect(LookupEncryption(name: "nonsense") == nil)
  }
}
