extension RuleBook {
  /// Makes a number of groups of digits; in the order in which they are tried, before any repair.
  enum Reading: UInt8, CaseIterable {
    case columnArea, inheritedArea, doubledArea, direct, needlessZero, bareCode, neighbourCode
    case areaBehind

    /// The rule it belongs to; nil where the plan alone decides.
    var rule: Rule? {
      switch self {
      case .columnArea: .areaCodeColumn
      case .inheritedArea, .areaBehind: .lists
      case .doubledArea: .doubledAreaCode
      case .direct: nil
      case .needlessZero, .bareCode, .neighbourCode: .internationalPrefixes
      }
    }

    /// What the groups from a token on are; nil leaves it to the rows below.
    @inline(__always)
    func read(_ grammar: NumberGrammar, _ start: Int) -> NumberOutcome? {
      switch self {
      case .columnArea: grammar.readBehindColumnArea(start)
      case .inheritedArea: grammar.readBehindInherited(start)
      case .doubledArea: grammar.readDoubledArea(start)
      case .direct: grammar.readDirect(start)
      case .needlessZero: grammar.readBehindNeedlessZero(start)
      case .bareCode: grammar.readBehindBareCode(start)
      case .neighbourCode: grammar.readBehindNeighbourCode(start)
      case .areaBehind: grammar.readBeforeArea(start)
      }
    }
  }
}
