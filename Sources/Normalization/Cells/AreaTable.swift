import NumberingPlans

/// The area codes of a region, laid out so that a look-up is a few loads.
///
/// An area code is found by the value of its digits; it has no leading zero, so that values of
/// different lengths differ. Immutable; some 40 KB for a region with area codes.
final class AreaTable: Sendable {
  /// Whether the region's area codes are known.
  let isEmpty: Bool
  /// 1-based index of the area by the value of its code, 0 for none.
  nonisolated(unsafe) private let indices: UnsafeMutablePointer<UInt16>
  /// Ten masks an area: by the first local digit, bit n for n digits.
  nonisolated(unsafe) private let lengths: UnsafeMutablePointer<UInt32>
  /// By the first local digit, bit n: some area has local numbers of n digits.
  private let anyLengths: [UInt32]
  /// Longest area code in digits.
  private static let longest = 4

  init(_ plan: NumberingPlan) {
    let areas = plan.areaCodes
    isEmpty = areas.isEmpty
    indices = .allocate(capacity: 10_000)
    indices.initialize(repeating: 0, count: 10_000)
    lengths = .allocate(capacity: max(areas.count, 1) * 10)
    var any = [UInt32](repeating: 0, count: 10)
    for (index, area) in areas.enumerated() {
      for first in 0..<10 {
        (lengths + index * 10 + first).initialize(to: area.localLengths[first])
        any[first] |= area.localLengths[first]
      }
      if area.digits.utf8.count <= Self.longest, let code = Int(area.digits) {
        indices[code] = UInt16(index + 1)
      }
    }
    anyLengths = any
  }

  deinit {
    indices.deallocate()
    lengths.deallocate()
  }

  /// Digits of the area code of a national number; 0 without one or when its length does not fit.
  func areaDigits(_ number: Int64, digits: Int) -> Int {
    var length = min(Self.longest, digits - 1)
    var head = number
    for _ in 0..<(digits - length) { head /= 10 }
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

  /// Whether a value is an area code.
  func isAreaCode(_ value: Int64) -> Bool { value > 0 && value < 10_000 && indices[Int(value)] > 0 }

  /// Whether some area has local numbers of this length that start with this digit.
  func isLocal(first: UInt8, count: Int) -> Bool {
    count < 32 && anyLengths[Int(first & 15) % 10] >> UInt32(count) & 1 == 1
  }
}
