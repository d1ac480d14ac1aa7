internal import ArgumentParser
internal import Display
internal import Inspection
internal import Pipelines

/// Says how full the slots are and what another slot would change.
struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Says how full each slot is, how fast it fills, and what another slot would change.",
    discussion: """
      DIRECTORY is the folder that holds manifest.json; growth is measured over its kept \
      generations. Plan another slot when one is over 85 % full.
      EXIT CODES: 0 answered; 1 not a sound directory; 2 usage, or no such folder.
      MEMORY: a few megabytes; with --add every chunk is read once.
      """)

  @Argument(help: "The folder that holds manifest.json, or the output folder of `build`.")
  var directory: String
  @Option(help: "The identifier of a slot that might be added.")
  var add: String?
  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var log: LogOptions

  func run() throws {
    log.apply()
    let plan = try SlotPlan(directory: directory)
    if let add { try check(add, beside: plan.slots.map(\.identifier)) }
    let addition = try add.map(plan.adding)
    if json { return try Terminal.print(document(plan, addition).json(indented: true)) }
    for slot in plan.slots { try Terminal.show(Escaping.escaped(line(slot))) }
    if let lookup = plan.lookup { try Terminal.show(lookup.text) }
    for slot in plan.crowded {
      Terminal.say(
        Escaping.escaped(slot.identifier) + " is over 85 % full. Add a slot before it overflows.",
        as: .warning)
    }
    if let addition {
      let after = addition.entries.map(String.init).joined(separator: " ")
      try Terminal.show(
        "with \(addition.identifier): \(addition.moved) entries move to it; slots hold \(after)")
    }
  }

  /// The rules of `slots.identifiers`.
  private func check(_ identifier: String, beside others: [String]) throws {
    let isClean = identifier.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    guard !identifier.isEmpty, isClean, identifier.utf8.count <= 255 else {
      throw UnusableOption(
        "--add: \"\(identifier)\" is no identifier (expected the bundle identifier of an app "
          + "extension). Name the one that the new slot would have.")
    }
    guard !others.contains(identifier) else {
      throw UnusableOption(
        "--add: \(identifier) is a slot already. Name the one that the new slot would have.")
    }
  }

  private func line(_ slot: SlotPlan.Slot) -> String {
    let percent = (slot.fill * 1000).rounded() / 10
    var line = "\(slot.identifier): \(slot.entries) of \(slot.cap), \(percent) % full"
    if let growth = slot.growth {
      line += ", \((growth * 10).rounded() / 10) entries a generation"
    }
    if let nights = slot.nightsUntilFull { line += ", full in \(nights) generations" }
    return line
  }

  private func document(_ plan: SlotPlan, _ addition: SlotPlan.Addition?) -> DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("generations", .integer(Int64(plan.generations))),
      (
        "slots",
        .list(
          plan.slots.map { slot in
            var members: [(key: String, value: DocumentValue)] = [
              ("identifier", .text(slot.identifier)), ("cap", .integer(Int64(slot.cap))),
              ("identification", .integer(Int64(slot.identification))),
              ("blocking", .integer(Int64(slot.blocking))),
              ("fill_percent", .tenths(Int64((slot.fill * 1000).rounded()))),
            ]
            if let growth = slot.growth {
              members.append(("growth", .tenths(Int64((growth * 10).rounded()))))
            }
            if let nights = slot.nightsUntilFull {
              members.append(("nights_until_full", .integer(Int64(nights))))
            }
            return .mapping(members)
          })
      ),
    ]
    if let lookup = plan.lookup {
      members.append(
        (
          "live_lookup",
          .mapping(
            [("identity", lookup.identity), ("block", lookup.block)].map { name, set in
              (
                name,
                .mapping([
                  ("rows", .integer(Int64(set.rows))),
                  ("lookup_only", .integer(Int64(set.lookupOnly))),
                  ("left_out", .integer(Int64(set.leftOut))),
                ])
              )
            })
        ))
    }
    if let addition {
      members.append(
        (
          "addition",
          .mapping([
            ("identifier", .text(addition.identifier)), ("moved", .integer(Int64(addition.moved))),
            ("entries", .list(addition.entries.map { .integer(Int64($0)) })),
          ])
        ))
    }
    return .mapping(members)
  }
}
