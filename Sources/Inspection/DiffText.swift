package import DirectoryFormat
import Display

/// How differences read on a terminal and for programs.
extension DirectoryDiff.Headline {
  /// One line: `all slots: identification +3 -1 ~2, blocking +0 -0`.
  package var text: String {
    "\(Escaping.escaped(slot ?? "all slots")): identification +\(identification.added) -\(identification.removed) "
      + "~\(identification.relabelled), blocking +\(blocking.added) -\(blocking.removed)"
  }

  /// One JSON object; `slot` is missing for the whole directory.
  package var json: JSONNode {
    var members: [String: JSONNode] = [
      "identification": .object([
        "added": .integer(identification.added), "removed": .integer(identification.removed),
        "relabelled": .integer(identification.relabelled),
      ]),
      "blocking": .object([
        "added": .integer(blocking.added), "removed": .integer(blocking.removed),
      ]),
    ]
    if let slot { members["slot"] = .string(slot) }
    return .object(members)
  }
}

extension DirectoryDiff.Entry {
  /// One line, tab-separated: kind, list, slot, number, former label, new label; with `masked` the
  /// number is hidden.
  package func text(masked: Bool) -> String {
    [kind.rawValue, list.rawValue, slot, digits(masked: masked), oldLabel ?? "", newLabel ?? ""]
      .map(Escaping.escaped).joined(separator: "\t")
  }

  /// One JSON object.
  package func json(masked: Bool) -> JSONNode {
    var members: [String: JSONNode] = [
      "kind": .string(kind.rawValue), "list": .string(list.rawValue), "slot": .string(slot),
      "number": .string(digits(masked: masked)),
    ]
    if let oldLabel { members["old_label"] = .string(oldLabel) }
    if let newLabel { members["new_label"] = .string(newLabel) }
    return .object(members)
  }

  private func digits(masked: Bool) -> String {
    masked ? Masking.masked(number) : String(number)
  }
}
