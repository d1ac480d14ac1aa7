/// What kind of subscriber a valid number belongs to; `spelling` is how a pipeline names it.
package enum NumberType: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case fixedLine
  case mobile
  case fixedLineOrMobile
  case tollFree
  case premiumRate
  case sharedCost
  case voip
  case personalNumber
  case pager
  case uan
  case voicemail

  /// The name in pipeline files and reports, such as `fixed-line`.
  package var spelling: String {
    switch self {
    case .fixedLine: "fixed-line"
    case .mobile: "mobile"
    case .fixedLineOrMobile: "fixed-line-or-mobile"
    case .tollFree: "toll-free"
    case .premiumRate: "premium-rate"
    case .sharedCost: "shared-cost"
    case .voip: "voip"
    case .personalNumber: "personal-number"
    case .pager: "pager"
    case .uan: "uan"
    case .voicemail: "voicemail"
    }
  }

  /// The type of a pipeline spelling; nil for an unknown one.
  package init?(spelling: some StringProtocol) {
    guard let type = NumberType.allCases.first(where: { $0.spelling == spelling }) else {
      return nil
    }
    self = type
  }
}
