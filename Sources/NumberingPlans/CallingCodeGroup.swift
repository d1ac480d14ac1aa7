/// The regions that share a calling code.
final class CallingCodeGroup: Sendable {
  /// The first one, whose lengths say what is possible.
  let main: RegionPlan
  let members: [RegionPlan]

  init(main: RegionPlan, members: [RegionPlan]) {
    self.main = main
    self.members = members
  }

  /// The region that claims national digits: by its leading digits or by a valid number.
  func claimant(_ digits: UnsafePointer<UInt8>, count: Int) -> RegionPlan? {
    if members.count == 1 { return main }
    for member in members {
      if let leading = member.leadingDigits {
        if leading.match(digits, count: count) != nil { return member }
      } else {
        let automaton = member.automaton
        if automaton.facts(of: automaton.walk(digits, count)).type != 0 { return member }
      }
    }
    return nil
  }
}
