/// Sorts records by key with a stable least-significant-digit radix sort of 11-bit digits.
///
/// The minimum is subtracted, digits above the widest distance are not looked at and digits that
/// are constant are skipped. Time is linear.
enum RadixSort {
  private static let bits = 11
  private static let size = 1 << bits
  private static let digits = 6

  /// Sorts `count` records; the result lies in `records` or in `spare`, whichever is returned.
  static func sort(
    _ records: UnsafeMutablePointer<HotRecord>, count: Int,
    spare: UnsafeMutablePointer<HotRecord>
  ) -> UnsafeMutablePointer<HotRecord> {
    guard count > 1 else { return records }
    var lowest = UInt64.max
    var highest = UInt64.min
    for index in 0..<count {
      lowest = min(lowest, records[index].key)
      highest = max(highest, records[index].key)
    }
    let width = 64 - (highest - lowest).leadingZeroBitCount
    let digits = (width + bits - 1) / bits
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size * Self.digits) { table in
      guard let counts = table.baseAddress else { return records }
      counts.initialize(repeating: 0, count: size * Self.digits)
      for index in 0..<count {
        var rest = records[index].key &- lowest
        var column = counts
        for _ in 0..<digits {
          column[Int(rest & UInt64(size - 1))] &+= 1
          column += size
          rest &>>= UInt64(bits)
        }
      }
      var from = records
      var to = spare
      for digit in 0..<digits {
        let column = counts + digit * size
        let shift = UInt64(digit * bits)
        let first = Int(((from[0].key &- lowest) >> shift) & UInt64(size - 1))
        if column[first] == UInt32(count) { continue }
        scatter(from, count: count, to: to, offsets: column, lowest: lowest, shift: shift)
        swap(&from, &to)
      }
      return from
    }
  }

  private static func scatter(
    _ from: UnsafeMutablePointer<HotRecord>, count: Int, to: UnsafeMutablePointer<HotRecord>,
    offsets: UnsafeMutablePointer<UInt32>, lowest: UInt64, shift: UInt64
  ) {
    var sum: UInt32 = 0
    for value in 0..<size {
      let here = offsets[value]
      offsets[value] = sum
      sum &+= here
    }
    for index in 0..<count {
      let record = from[index]
      let value = Int(((record.key &- lowest) &>> shift) & UInt64(size - 1))
      to[Int(offsets[value])] = record
      offsets[value] &+= 1
    }
  }
}
