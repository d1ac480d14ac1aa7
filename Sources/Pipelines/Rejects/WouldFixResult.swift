internal import Display

/// What settings would do, the one that would rescue most first.
package struct WouldFixResult: Sendable {
  /// Records that are rejected under the settings of the run.
  package let rejected: Int
  /// Rejected records of the run itself; nil where its summary does not say.
  package let rejectedInRun: Int?
  /// Every setting that was tried.
  package let effects: [WouldFix.Effect]

  /// The settings that would rescue something, as a table.
  package func lines(width: Int?, isStyled: Bool) -> [String] {
    var table = TextTable([.right("rescued"), .right("share"), .right("changed"), .left("setting")])
    for effect in effects where effect.rescued > 0 {
      table.add([
        "\(effect.rescued)", Share.text(effect.rescued, of: rejected),
        effect.changed.map { "\($0)" } ?? "–", effect.setting,
      ])
    }
    return table.lines(width: width, isStyled: isStyled)
  }

  /// What was tried, in one line.
  package var account: String {
    let none = effects.count { $0.rescued == 0 }
    var text =
      "\(rejected) records are rejected; \(effects.count) settings were tried one at a time, "
    text += "\(none) of them would rescue none."
    if let rejectedInRun, rejectedInRun != rejected {
      text += " The run rejected \(rejectedInRun): its exports have changed since."
    }
    return text
  }

  /// The result as `--json` prints it.
  package var document: DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [("rejected", .integer(Int64(rejected)))]
    if let rejectedInRun { members.append(("rejected_in_run", .integer(Int64(rejectedInRun)))) }
    members.append(
      (
        "settings",
        .list(
          effects.map { effect in
            var members: [(key: String, value: DocumentValue)] = [
              ("setting", .text(effect.setting)), ("rescued", .integer(Int64(effect.rescued))),
            ]
            if let changed = effect.changed {
              members.append(("changed", .integer(Int64(changed))))
            }
            return .mapping(members)
          })
      ))
    return .mapping(members)
  }
}
