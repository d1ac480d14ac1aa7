/// What a plan makes of a string of digits.
package struct Resolution: Sendable, Equatable, BitwiseCopyable {
  /// How far the digits are from a number.
  package enum Validity: Sendable, Hashable, BitwiseCopyable {
    /// The plan gives this number out.
    case valid
    /// The length is right, the digits are not given out.
    case possible
    /// The length is that of a number dialled without its area code.
    case possibleLocalOnly
    /// No number at all.
    case impossible(Impossibility)
  }

  /// Why digits cannot be a number.
  package enum Impossibility: UInt8, Sendable, Hashable, BitwiseCopyable {
    case tooShort
    case tooLong
    /// Between the shortest and the longest length, but none of the plan's.
    case invalidLength
    /// International form with a calling code nobody has.
    case unknownCallingCode
    /// A byte that is no ASCII digit, or fewer than two digits.
    case notANumber
  }

  /// 1…999; 0 when none was found.
  package var callingCode: UInt16
  /// The digits after the calling code, as a value: leading zeros are in `digitCount` alone.
  package var nationalNumber: UInt64
  /// Number of national digits, leading zeros included; 0…17.
  package var digitCount: UInt8
  /// The region the digits belong to; nil when no region of the calling code claims them.
  package var region: RegionCode?
  /// Validity under the plan of `region`; possibility under the main plan of the calling code.
  package var validity: Validity
  /// The type of a valid number; nil for any other.
  package var type: NumberType?

  /// The digits of E.164 without plus as one value; nil without a number or beyond 18 digits.
  package var joined: Int64? {
    guard callingCode != 0, digitCount > 0 else { return nil }
    var value = UInt64(callingCode)
    for _ in 0..<digitCount {
      let (next, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = next
    }
    let (sum, overflow) = value.addingReportingOverflow(nationalNumber)
    guard !overflow, sum < 1_000_000_000_000_000_000 else { return nil }
    return Int64(sum)
  }

  /// `+`, calling code and national digits; nil without a number.
  ///
  /// Allocates: for reports.
  package var e164: String? {
    guard callingCode != 0, digitCount > 0 else { return nil }
    let digits = String(nationalNumber)
    let zeros = String(repeating: "0", count: max(0, Int(digitCount) - digits.count))
    return "+\(callingCode)\(zeros)\(digits)"
  }

  /// True for `.valid`.
  package var isValid: Bool { validity == .valid }

  static func impossible(_ reason: Impossibility, callingCode: UInt16 = 0) -> Resolution {
    Resolution(
      callingCode: callingCode, nationalNumber: 0, digitCount: 0, region: nil,
      validity: .impossible(reason), type: nil)
  }
}
