internal import Normalization
internal import NumberingPlans
internal import Records

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The closed lists that a pipeline file may name, from the rooms that own them.
enum PipelineVocabulary {
  /// Codes of the rejection reasons.
  static let reasons = RejectionReason.allCases.map(\.code)
  /// The word that stands for all reasons that a gate does not name.
  static let otherReasons = "other"
  /// Codes of the repairs.
  static let repairs = RepairKind.allCases.map(\.code)
  /// Codes of the rules that a pipeline can switch.
  static let rules = Rule.allCases.map(\.rawValue)
  /// Whether each rule is on in a pipeline that does not mention it, in the order of the rule book.
  static let ruleDefaults = Rule.allCases.map { (name: $0.rawValue, isOn: $0.isOnByDefault) }
  /// Types of numbers, in the words of the numbering plans.
  static let numberTypes = NumberType.allCases.map(\.spelling)
  /// Regions that have a numbering plan.
  static let regions = Set(NumberingPlans.live.regions)

  /// Whether national numbers of the region can be read.
  static func isRegion(_ code: String) -> Bool { regions.contains(code) }

  /// Whether the dates of this zone can be read.
  static func isTimezone(_ name: String) -> Bool {
    guard !name.isEmpty else { return false }
    do {
      _ = try DateReader(format: .iso, timezone: name)
      return true
    } catch { return false }
  }

  /// Whether iconv can decode the character set.
  static func isEncoding(_ name: String) -> Bool {
    // A suffix such as //IGNORE would drop bytes without saying so.
    guard !name.isEmpty, !name.contains("/"), !name.utf8.contains(0) else { return false }
    let descriptor = iconv_open("UTF-8", name)
    guard descriptor != iconv_t(bitPattern: -1) else { return false }
    iconv_close(descriptor)
    return true
  }
}
