/// Reads numbers that France and its overseas departments dial alike, though their calling codes
/// differ: 0590 90 12 34 is +590 590 90 12 34.
struct OverseasDepartments {
  /// Whether the region is one of the departments: 01 42 … leads to France from there.
  private let isOverseas: Bool

  /// Regions of the common plan beside France.
  private static let departments = ["GP", "MF", "BL", "GF", "MQ", "RE", "YT", "PM"]

  /// The plan of a region; nil where it is not dialled.
  init?(region: String) {
    isOverseas = Self.departments.contains(region)
    guard isOverseas || region == "FR" else { return nil }
  }

  /// The calling code of a number by its first four digits; nil for France itself.
  ///
  /// Source: ARCEP, décision 2018-0881, and its list of ranges (majnum) with their territories. +508
  /// counts six digits behind 0508.
  private static func callingCode(head: Int) -> Int? {
    switch head {
    case 262, 263, 269, 639, 692, 693: 262
    case 590, 690, 691: 590
    case 594, 694: 594
    case 596, 696, 697: 596
    case 508: 508
    default: nil
    }
  }

  /// Asks for the number behind the right calling code; nil when the region's own plan decides.
  func international(
    _ digits: UnsafeBufferPointer<UInt8>,
    _ ask: (UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer
  ) -> PlanQuery.Answer? {
    var head = 0
    for digit in digits[..<4] { head = head * 10 + Int(digit & 15) }
    let next = Int(digits[4] & 15) * 10 + Int(digits[5] & 15)
    guard
      let code = Self.callingCode(head: head) ?? Self.callingCode(head: head, next: next)
        ?? (leadsToFrance(digits[1]) ? 33 : nil)
    else { return nil }
    return international(digits, behind: code, ask)
  }

  /// The calling code of a number whose head is shared out by its next two digits.
  private static func callingCode(head: Int, next: Int) -> Int? {
    switch (head, next / 10) {
    case (708, _): 508
    case (709, 0), (976, 0...1), (939, 5), (947, 5): 590
    case (709, 1), (976, 6...7), (939, 7), (947, 7): 596
    case (709, 2), (976, 2...3), (976, 9), (939, 8...9), (947, 8...9): 262
    case (709, 3): next < 35 ? 594 : 262
    case (976, 4...5), (939, 6), (947, 6): 594
    default: nil
    }
  }

  private func international(
    _ digits: UnsafeBufferPointer<UInt8>, behind code: Int,
    _ ask: (UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer
  ) -> PlanQuery.Answer {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 12) { whole in
      var count = 0
      for digit in String(code).utf8 {
        whole[count] = digit
        count += 1
      }
      for digit in digits.dropFirst(code == 508 && digits[1] == 53 ? 4 : 1) {
        whole[count] = digit
        count += 1
      }
      return ask(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(whole)[..<count]))
    }
  }

  private func leadsToFrance(_ second: UInt8) -> Bool {
    isOverseas && (49...55).contains(second)
  }
}
