import NumberingPlans

/// The area codes of a region, laid out so that a look-up is a few loads.
///
/// An area code is found by the value of its digits; it has no leading zero, so that values of
/// different lengths differ. Plain pointers, so that asking costs no reference counting; whoever
/// makes a table deallocates it. Some 55 KB for a region with area codes.
struct AreaTable: BitwiseCopyable {
  /// Whether the region's area codes are known.
  let isEmpty: Bool
  /// 1-based index of the area by the value of its code, 0 for none.
  private let indices: UnsafeMutablePointer<UInt16>
  /// By the value of four digits: the index of the longest area code that they begin with, times
  /// 8, and its length; 0 for none.
  private let longest: UnsafeMutablePointer<UInt16>
  /// Ten masks an area: by the first local digit, bit n for n digits.
  private let lengths: UnsafeMutablePointer<UInt32>
  /// By the first local digit, bit n: some area has local numbers of n digits.
  private let anyLengths: UnsafeMutablePointer<UInt32>
  /// Longest area code in digits.
  private static let mostDigits = 4

  init(_ plan: NumberingPlan) {
    let areas = plan.areaCodes
    isEmpty = areas.isEmpty
    indices = .allocate(capacity: 10_000)
    indices.initialize(repeating: 0, count: 10_000)
    longest = .allocate(capacity: 10_000)
    longest.initialize(repeating: 0, count: 10_000)
    lengths = .allocate(capacity: max(areas.count, 1) * 10)
    anyLengths = .allocate(capacity: 10)
    anyLengths.initialize(repeating: 0, count: 10)
    for (index, area) in areas.enumerated() {
      for first in 0..<10 {
        (lengths + index * 10 + first).initialize(to: area.localLengths[first])
        anyLengths[first] |= area.localLengths[first]
      }
      if area.digits.utf8.count <= Self.mostDigits, let code = Int(area.digits) {
        indices[code] = UInt16(index + 1)
      }
    }
    for head in 0..<(isEmpty ? 0 : 10_000) {
      var (rest, length) = (head, Self.mostDigits)
      while length > 0, indices[rest] == 0 { (rest, length) = (rest / 10, length - 1) }
      if length > 0 { longest[head] = indices[rest] * 8 + UInt16(length) }
    }
  }

  func deallocate() {
    indices.deallocate()
    longest.deallocate()
    lengths.deallocate()
    anyLengths.deallocate()
  }

  /// Digits of the area code of a national number; 0 without one or when its length does not fit.
  @inline(__always)
  func areaDigits(_ number: Int64, digits: Int) -> Int {
    guard digits > Self.mostDigits else { return areaDigits(ofShort: number, digits: digits) }
    // The first five digits: an area code and the digit behind it.
    let head = number / powerOfTen(digits &- Self.mostDigits &- 1)
    let found = longest[Int(head / 10)]
    let length = Int(found & 7)
    guard length > 0 else { return 0 }
    var first = head
    for _ in length..<Self.mostDigits { first /= 10 }
    let mask = lengths[(Int(found >> 3) &- 1) &* 10 &+ Int(first % 10)]
    return mask >> UInt32(truncatingIfNeeded: digits &- length) & 1 == 1 ? length : 0
  }

  private func areaDigits(ofShort number: Int64, digits: Int) -> Int {
    var length = digits - 1
    var head = number / 10
    while length > 0 {
      let index = Int(indices[Int(head)])
      if index > 0 {
        var rest = number
        for _ in 0..<(digits - length - 1) { rest /= 10 }
        let mask = lengths[(index - 1) * 10 + Int(rest % 10)]
        return mask >> UInt32(digits - length) & 1 == 1 ? length : 0
      }
      head /= 10
      length -= 1
    }
    return 0
  }

  /// The area code that five or more national digits begin with: its digits, 0 for none, and in
  /// bit n whether it has numbers of n national digits.
  @inline(__always)
  func area(of digits: UnsafePointer<UInt8>) -> (digits: UInt8, nationalLengths: UInt32) {
    var head = 0
    for index in 0..<Self.mostDigits { head = head &* 10 &+ Int(digits[index] & 15) }
    let found = longest[head]
    let length = Int(found & 7)
    guard length > 0 else { return (0, 0) }
    let mask = lengths[(Int(found >> 3) &- 1) &* 10 &+ Int(digits[length] & 15)]
    return (UInt8(truncatingIfNeeded: length), mask &<< UInt32(truncatingIfNeeded: length))
  }

  /// Whether a value is an area code.
  func isAreaCode(_ value: Int64) -> Bool { value > 0 && value < 10_000 && indices[Int(value)] > 0 }

  /// Whether some area has local numbers of this length that start with this digit.
  func isLocal(first: UInt8, count: Int) -> Bool {
    count < 32 && anyLengths[Int(first & 15) % 10] >> UInt32(count) & 1 == 1
  }
}
