import NumberingPlans

extension RuleBook.Reading {
  /// A cheap test before `read`: returning an optional outcome costs more than this test.
  @inline(__always)
  func mayRead(_ grammar: NumberGrammar) -> Bool {
    switch self {
    case .columnArea: grammar.columnArea.digits > 0
    case .inheritedArea: grammar.inherited.digits > 0
    case .doubledArea:
      grammar.groupCount > 2 && grammar.groups[0].count == grammar.groups[1].count
    case .direct: true
    case .needlessZero: grammar.groupCount > 2 && grammar.groups[1].opens
    case .bareCode: grammar.mayBeginWithBareCode
    case .neighbourCode:
      grammar.mayBeginWithBareCode
        && grammar.context.answer { !$0.notation.neighbourCodes.isEmpty }
    case .areaBehind:
      grammar.groupCount > 1 && grammar.context.answer { $0.notation.writesAreaBehind }
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
