import NumberingPlans

/// What the metadata does not say of local numbers: how long they are, and where they begin.
enum LocalLengths {
  /// Lengths of numbers without area code, where the metadata has none or not all: from the
  /// regulators' plans, for reasons and for the care with which a lost zero is given back.
  private static let lengths: [String: ClosedRange<Int>] = [
    "JP": 5...8, "KR": 7...8, "DE": 5...8, "AT": 5...8, "FI": 5...8, "SE": 5...8, "RU": 5...7,
    "KZ": 5...7, "UA": 5...7, "BY": 5...7, "TR": 7...7, "AU": 8...8, "NZ": 7...7, "IN": 6...8,
    "ID": 5...8, "MY": 6...8, "VN": 7...8, "PH": 7...8, "ZA": 7...7, "IL": 7...7, "NL": 6...7,
    "BR": 8...9, "MX": 7...8, "AR": 6...8, "GB": 5...8, "IE": 5...7, "IR": 7...8, "RS": 5...7,
  ]

  /// Bit n: numbers of n digits may lack their area code though the metadata does not say so.
  static func missing(region: String) -> UInt32 {
    lengths[region]?.reduce(0) { $0 | 1 << UInt32($1) } ?? 0
  }

  /// The fewest digits that are taken for another number behind one: those of a line or a mobile,
  /// where no trunk prefix stands before them, 4 … 8.
  static func shortestNumber(_ plan: NumberingPlan) -> Int {
    guard plan.nationalPrefix == nil else { return 8 }
    let lengths = plan.examples.filter { $0.type == .fixedLine || $0.type == .mobile }
      .map(\.digits.utf8.count)
    return min(max(lengths.min() ?? 8, 4), 8)
  }

  /// Digits of the area code of a number in the plans whose area codes have a fixed place; 0 for
  /// every other plan.
  static func areaDigits(of answer: PlanQuery.Answer) -> Int {
    switch answer.callingCode {
    case 55:
      let isLine = answer.type == .fixedLine || answer.type == .mobile
      return isLine && answer.nationalDigits > 9 ? 2 : 0
    case 52:
      guard answer.type == .fixedLineOrMobile || answer.type == .fixedLine else { return 0 }
      let area = answer.nationalNumber / 100_000_000
      return area == 33 || area == 55 || area == 56 || area == 81 ? 2 : 3
    case 61: return answer.type == .fixedLine && answer.nationalDigits == 9 ? 1 : 0
    default: return 0
    }
  }
}
