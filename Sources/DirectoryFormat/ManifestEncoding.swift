extension Manifest {
  /// The bytes of `manifest.json`: canonical, so equal manifests have equal bytes.
  public func encode() -> [UInt8] {
    var members: [String: JSONNode] = [
      "format": .integer(Self.format),
      "name": .string(name),
      "sequence": .integer(sequence),
      "generation": .string(generation),
      "tool": .string(tool),
      "entries": .object([
        "identification": .integer(entries(in: .identification)),
        "blocking": .integer(entries(in: .blocking)),
      ]),
      "slots": .array(slots.map(\.node)),
      "deltas": .array(deltas.map(\.node)),
      "ledger": ledger.node,
    ]
    if let asOf { members["as_of"] = .string(asOf) }
    if let liveLookup { members["live_lookup"] = liveLookup.node }
    if let accepted {
      members["accepted"] = .object([
        "gates": .array(accepted.gates.map(JSONNode.string)), "reason": .string(accepted.reason),
      ])
    }
    return JSONNode.object(members).document()
  }
}

extension Manifest.Slot {
  fileprivate var node: JSONNode {
    var members: [String: JSONNode] = [
      "index": .integer(index),
      "identifier": .string(identifier),
      "cap": .integer(cap),
      "digest": .string(digest),
      "lists": .object(["identification": identification.node, "blocking": blocking.node]),
    ]
    if !renderings.isEmpty { members["renderings"] = .array(renderings.map(\.node)) }
    return .object(members)
  }
}

extension Manifest.List {
  fileprivate var node: JSONNode {
    .object([
      "entries": .integer(entries), "digest": .string(digest),
      "chunks": .array(chunks.map(\.node)),
    ])
  }
}

extension Manifest.Packed {
  fileprivate var node: JSONNode {
    .object([
      "path": .string(path),
      "format": .string(Self.format),
      "bytes": .integer(bytes),
      "sha256": .string(sha256),
    ])
  }
}

extension Manifest.Chunk {
  /// The bytes that it takes of a manifest at least: all of them but for a comma and its twin's.
  package var bytesOfManifest: Int { Self.depth * 2 + 1 + node.count(atDepth: Self.depth) }

  /// How deep chunks stand in a manifest: in its slots, their lists and the chunks of these.
  private static let depth = 6

  fileprivate var node: JSONNode {
    var members: [String: JSONNode] = [
      "path": .string(path),
      "format": .string("tsv"),
      "entries": .integer(entries),
      "first": .string(String(first)),
      "last": .string(String(last)),
      "bytes": .integer(bytes),
      "sha256": .string(sha256),
    ]
    if let packed { members["packed"] = packed.node }
    return .object(members)
  }
}

extension Manifest.Rendering {
  fileprivate var node: JSONNode {
    .object([
      "path": .string(path),
      "format": .string(format),
      "list": .string(list.rawValue),
      "entries": .integer(entries),
      "bytes": .integer(bytes),
      "sha256": .string(sha256),
    ])
  }
}

extension Manifest.Delta {
  fileprivate var node: JSONNode {
    var members: [String: JSONNode] = [
      "from": .string(from),
      "slot": .integer(slot),
      "path": .string(path),
      "removals": .integer(removals),
      "additions": .integer(additions),
      "bytes": .integer(bytes),
      "sha256": .string(sha256),
      "from_digest": .string(fromDigest),
      "to_digest": .string(toDigest),
    ]
    if let packed { members["packed"] = packed.node }
    return .object(members)
  }
}

extension Manifest.Ledger {
  fileprivate var node: JSONNode {
    .object([
      "records": .object([
        "read": .integer(records.read),
        "used": .integer(records.used),
        "rejected": .integer(records.rejected),
        "inapplicable": .integer(records.inapplicable),
        "blank": .integer(records.blank),
      ]),
      "candidates": .object([
        "produced": .integer(candidates.produced),
        "emitted": .integer(candidates.emitted),
        "merged": .integer(candidates.merged),
        "suppressed": .integer(candidates.suppressed),
      ]),
    ])
  }
}
