import DirectoryFormat
import LiveLookup
import Signing
import Testing

/// Bytes computed elsewhere: Apple's tests for shards, PyPI's protobuf for rows.
@Suite("Known answers of Live Caller ID Lookup")
struct KnownAnswersTests {
  static let profile = CallerProfile(cacheMinutes: 1440, category: .business)

  static func row(_ keyword: String, value: [UInt8]) -> [UInt8] {
    let digits = keyword.dropFirst()
    return [UInt8](unsafeUninitializedCapacity: value.count + LookupRow.longestHead) {
      buffer, count in
      guard let start = buffer.baseAddress else { return }
      let place = LookupRow.writeHead(
        Int64(digits) ?? 0, digits: digits.count, value: value.count, to: start)
      place.update(from: value, count: value.count)
      count = place - start + value.count
    }
  }

  static func identity(_ name: String) -> [UInt8] {
    var value: [UInt8] = [0x0A]
    Varint.append(name.utf8.count, to: &value)
    return value + name.utf8 + CallerIdentity.profileFields(profile)
  }

  @Test(
    "rows of identities",
    arguments: [
      (
        "+14085551212", "Johnny Appleseed",
        "0a270a0c2b313430383535353132313212170a104a6f686e6e79204170706c657365656418a00b2002"
      ),
      (
        "+886255667788", "幸福烘焙坊",
        "0a270a0d2b38383632353536363737383812160a0fe5b9b8e7a68fe78398e78499e59d8a18a00b2002"
      ),
    ])
  func identityRows(keyword: String, name: String, hex: String) {
    let value = Self.identity(name)
    #expect(
      value.count
        == CallerIdentity.length(
          name: name.utf8.count, fields: CallerIdentity.profileFields(Self.profile).count))
    #expect(Hexadecimal.string(Self.row(keyword, value: value)) == hex)
  }

  /// The row of an identity as it is written, followed by bytes that are not its own.
  private static func written(
    _ number: Int64, digits: Int, name: [UInt8], fields: [UInt8]
  ) -> (row: [UInt8], isWithinRoom: Bool) {
    let room =
      LookupRow.longestHead
      + CallerIdentity.length(name: name.count, fields: fields.count)
    var bytes = [UInt8](repeating: 0xEE, count: room + 32)
    let count = bytes.withUnsafeMutableBufferPointer { buffer in
      name.withUnsafeBufferPointer { name in
        fields.withUnsafeBufferPointer { fields in
          buffer.baseAddress.map { start in
            LookupRow.writeIdentity(number, digits: digits, name: name, fields: fields, to: start)
              - start
          }
        }
      }
    }
    return (Array(bytes.prefix(count ?? 0)), bytes[room...].allSatisfy { $0 == 0xEE })
  }

  @Test("rows of numbers and names of every length", arguments: 7...15)
  func lengths(digits: Int) {
    let text = "987654321012345".prefix(digits)
    for length in 1...200 {
      let name = (0..<length).map { UInt8(0x20 + $0 % 90) }
      let (profile, icon) = (
        CallerIdentity.profileFields(Self.profile), CallerIdentity.iconField(name)
      )
      for fields in [[], profile, icon + profile] {
        var value: [UInt8] = [0x0A]
        Varint.append(name.count, to: &value)
        value += name + fields
        var inner: [UInt8] = [0x0A, UInt8(1 + digits)] + "+\(text)".utf8 + [0x12]
        Varint.append(value.count, to: &inner)
        inner += value
        var row: [UInt8] = [0x0A]
        Varint.append(inner.count, to: &row)
        let found = Self.written(
          Int64(text) ?? 0, digits: digits, name: name, fields: fields)
        #expect(found.row == row + inner)
        #expect(found.isWithinRoom)
      }
    }
  }

  @Test("a row that blocks")
  func blockRow() {
    let row = Self.row("+14085551212", value: [LookupRow.blockingValue])
    #expect(Hexadecimal.string(row) == "0a110a0c2b3134303835353531323132120101")
  }

  @Test(
    "hashes and shards of numbers",
    arguments: [
      ("+14085551212", UInt64(16_707_252_085_496_585_543), [8: 7, 35: 28, 1398: 1181], 26),
      ("+886255667788", 8_311_477_671_912_975_988, [8: 4, 35: 8, 1398: 1258], 33),
    ])
  func shards(keyword: String, hash: UInt64, shards: [Int: Int], doubleMod: Int) {
    let found = Array(keyword.utf8).withUnsafeBytes { CallerKeyword.hash(of: $0) }
    #expect(found == hash)
    for (count, shard) in shards {
      #expect(ShardingFunction.sha256.shard(of: found, among: count) == shard)
    }
    #expect(ShardingFunction.doubleMod(1398).shard(of: found, among: 35) == doubleMod)
  }

  @Test(
    "Apple's known answers for keywords of any bytes",
    arguments: [
      ([UInt8](repeating: 0, count: 4), 1001, 635, 319), ([1, 2, 3], 1001, 903, 922),
      ([3, 2, 1], 1001, 842, 328), ([UInt8](repeating: 0, count: 4), 41, 2, 32),
    ])
  func anyKeyword(keyword: [UInt8], count: Int, plain: Int, doubled: Int) {
    let hash = keyword.withUnsafeBytes { CallerKeyword.hash(of: $0) }
    #expect(ShardingFunction.sha256.shard(of: hash, among: count) == plain)
    #expect(ShardingFunction.doubleMod(2000).shard(of: hash, among: count) == doubled)
  }

  @Test("the short way to eight bytes of a digest is the long one's", arguments: 0..<130)
  func digestPrefix(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let hex = SHA256.hexadecimal(of: bytes)
    let prefix = bytes.withUnsafeBytes { SHA256.lowestEightBytes(of: $0) }
    let expected = withUnsafeBytes(of: prefix.littleEndian) { Hexadecimal.string($0) }
    #expect(hex.hasPrefix(expected))
  }
}
