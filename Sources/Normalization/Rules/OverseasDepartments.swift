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
  /// Source: ARCEP, décision 2018-0881, plan national de numérotation. 0508 is left to the metadata
  /// of +508, which counts six digits behind it.
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
    guard let code = Self.callingCode(head: head) ?? (leadsToFrance(digits[1]) ? 33 : nil) else {
      return nil
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 12) { whole in
      var count = 0
      for digit in String(code).utf8 {
        whole[count] = digit
        count += 1
      }
      for digit in digits.dropFirst(code == 508 ? 4 : 1) {
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
