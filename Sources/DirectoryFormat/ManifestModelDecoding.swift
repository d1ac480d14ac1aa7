extension ManifestDecoder {
  /// Reads the whole document.
  mutating func document() throws(ManifestError) -> Manifest {
    var manifest = Manifest(
      name: "", sequence: 0, generation: "", asOf: nil, tool: "", slots: [], deltas: [],
      ledger: .zero)
    var identification = 0
    var blocking = 0
    try object([
      "format", "name", "sequence", "generation", "tool", "entries", "slots", "deltas", "ledger",
    ]) { (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "format": try decoder.format(Manifest.format)
      case "name": manifest.name = try decoder.text(upTo: 200)
      case "sequence": manifest.sequence = try decoder.count(from: 1)
      case "generation": manifest.generation = try decoder.digest()
      case "as_of": manifest.asOf = try decoder.text(upTo: 40)
      case "tool": manifest.tool = try decoder.text(upTo: 200)
      case "entries": (identification, blocking) = try decoder.entries()
      case "slots": manifest.slots = try decoder.slots()
      case "deltas": manifest.deltas = try decoder.deltas()
      case "ledger": manifest.ledger = try decoder.ledger()
      case "live_lookup": manifest.liveLookup = try decoder.liveLookup()
      case "accepted": manifest.accepted = try decoder.accepted()
      default: return false
      }
      return true
    }
    try end()
    try Manifest.expect(
      manifest.entries(in: .identification), "entries.identification", written: identification)
    try Manifest.expect(manifest.entries(in: .blocking), "entries.blocking", written: blocking)
    return manifest
  }

  /// Reads a format version, of which only `known` is.
  mutating func format(_ known: Int) throws(ManifestError) {
    let version = try integer(Int.min...Int.max)
    guard version == known else {
      throw error(.unknownFormat, expected: "format \(known)", found: "format \(version)")
    }
  }

  private mutating func accepted() throws(ManifestError) -> Manifest.Accepted {
    var accepted = Manifest.Accepted(gates: [], reason: "")
    try object(["gates", "reason"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "gates":
        try decoder.array(atMost: 100) { (decoder: inout ManifestDecoder) throws(ManifestError) in
          accepted.gates.append(try decoder.text(upTo: 200))
        }
      case "reason": accepted.reason = try decoder.text(upTo: 4000)
      default: return false
      }
      return true
    }
    return accepted
  }

  private mutating func entries() throws(ManifestError) -> (Int, Int) {
    var identification = 0
    var blocking = 0
    try object(["identification", "blocking"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "identification": identification = try decoder.count()
      case "blocking": blocking = try decoder.count()
      default: return false
      }
      return true
    }
    return (identification, blocking)
  }

  private mutating func slots() throws(ManifestError) -> [Manifest.Slot] {
    var slots: [Manifest.Slot] = []
    try array(atMost: DirectoryLimits.mostSlots) {
      (decoder: inout ManifestDecoder) throws(ManifestError) in
      slots.append(try decoder.slot())
    }
    return slots
  }

  private mutating func slot() throws(ManifestError) -> Manifest.Slot {
    let empty = Manifest.List(entries: 0, digest: "", chunks: [])
    var slot = Manifest.Slot(
      index: 0, identifier: "", cap: 0, digest: "", identification: empty, blocking: empty)
    outline?.addSlot()
    try object(["index", "identifier", "cap", "digest", "lists"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "index": slot.index = try decoder.count()
      case "identifier": slot.identifier = try decoder.text(upTo: 255)
      case "cap": slot.cap = try decoder.integer(1...DirectoryLimits.mostEntriesPerSlot)
      case "digest": slot.digest = try decoder.digest()
      case "lists": (slot.identification, slot.blocking) = try decoder.lists()
      case "renderings": slot.renderings = try decoder.renderings()
      default: return false
      }
      return true
    }
    return slot
  }

  private mutating func lists() throws(ManifestError) -> (Manifest.List, Manifest.List) {
    var identification = Manifest.List(entries: 0, digest: "", chunks: [])
    var blocking = identification
    try object(["identification", "blocking"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "identification": identification = try decoder.list(.identification)
      case "blocking": blocking = try decoder.list(.blocking)
      default: return false
      }
      return true
    }
    return (identification, blocking)
  }

  private mutating func list(_ name: DirectoryList) throws(ManifestError) -> Manifest.List {
    var list = Manifest.List(entries: 0, digest: "", chunks: [])
    var outlined: OutlinedChunks?
    try object(["entries", "digest", "chunks"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "entries": list.entries = try decoder.entryCount()
      case "digest": list.digest = try decoder.digest()
      case "chunks" where decoder.outline != nil:
        outlined = try decoder.outlinedChunks(of: name)
      case "chunks": list.chunks = try decoder.chunks()
      default: return false
      }
      return true
    }
    if let outlined {
      try Manifest.expect(outlined.entries, "\(path).entries", written: list.entries)
      try Manifest.expect(outlined.digest, "\(path).digest", digest: list.digest)
    }
    return list
  }

  /// Checks the chunks of a list one by one, and keeps where they begin.
  private mutating func outlinedChunks(
    of list: DirectoryList
  ) throws(ManifestError) -> OutlinedChunks {
    let start = position
    var digest = outline?.begin(list, at: start)
    var check = ListCheck(list)
    try array { (decoder: inout ManifestDecoder) throws(ManifestError) in
      let chunk = try decoder.chunk()
      try check.add(chunk, at: decoder.path)
      try Manifest.expect(
        DirectoryPath.chunk(sha256: chunk.sha256), "\(decoder.path).path", digest: chunk.path)
      Array(chunk.sha256.utf8).withUnsafeBytes { digest?.update($0) }
      decoder.outline?.pass(decoder.position)
    }
    return OutlinedChunks(
      entries: check.entries, digest: Hexadecimal.string(digest?.finish() ?? []))
  }

  /// The chunk that follows in an array; nil at its end.
  mutating func nextChunk(isFirst: Bool) throws(ManifestError) -> Manifest.Chunk? {
    if isFirst { try enterArray() }
    return try next(before: "]", isFirst: isFirst) ? try chunk() : nil
  }

  private mutating func chunks() throws(ManifestError) -> [Manifest.Chunk] {
    var chunks: [Manifest.Chunk] = []
    try array { (decoder: inout ManifestDecoder) throws(ManifestError) in
      chunks.append(try decoder.chunk())
    }
    return chunks
  }

  private mutating func chunk() throws(ManifestError) -> Manifest.Chunk {
    var chunk = Manifest.Chunk(entries: 0, first: 0, last: 0, bytes: 0, sha256: "")
    try object(["path", "format", "entries", "first", "last", "bytes", "sha256"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "path": chunk.path = try decoder.path(in: "chunks")
      case "format": _ = try decoder.string("'tsv'") { $0 == "tsv" }
      case "entries": chunk.entries = try decoder.entryCount(from: 1)
      case "first": chunk.first = try decoder.number()
      case "last": chunk.last = try decoder.number()
      case "bytes": chunk.bytes = try decoder.count(from: 2)
      case "sha256": chunk.sha256 = try decoder.digest()
      case "packed": chunk.packed = try decoder.packed()
      default: return false
      }
      return true
    }
    return chunk
  }

  /// Reads what stands for a twin; nil for a format of twins that this code does not know.
  private mutating func packed() throws(ManifestError) -> Manifest.Packed? {
    var packed = Manifest.Packed(bytes: 0, sha256: "")
    var isKnown = false
    try object(["path", "format", "bytes", "sha256"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "path": packed.path = try decoder.path(in: "packed")
      case "format": isKnown = try decoder.text(upTo: 40) == Manifest.Packed.format
      case "bytes": packed.bytes = try decoder.count(from: 1)
      case "sha256": packed.sha256 = try decoder.digest()
      default: return false
      }
      return true
    }
    return isKnown ? packed : nil
  }

  private mutating func renderings() throws(ManifestError) -> [Manifest.Rendering] {
    var renderings: [Manifest.Rendering] = []
    try array { (decoder: inout ManifestDecoder) throws(ManifestError) in
      renderings.append(try decoder.rendering())
    }
    return renderings
  }

  private mutating func rendering() throws(ManifestError) -> Manifest.Rendering {
    var rendering = Manifest.Rendering(
      path: "", format: "", list: .identification, entries: 0, bytes: 0, sha256: "")
    try object(["path", "format", "list", "entries", "bytes", "sha256"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "path": rendering.path = try decoder.path(in: "renderings")
      case "format": rendering.format = try decoder.text(upTo: 40)
      case "list": rendering.list = try decoder.listName()
      case "entries": rendering.entries = try decoder.entryCount()
      case "bytes": rendering.bytes = try decoder.count()
      case "sha256": rendering.sha256 = try decoder.digest()
      default: return false
      }
      return true
    }
    return rendering
  }

  private mutating func listName() throws(ManifestError) -> DirectoryList {
    let name = try string("'identification' or 'blocking'") { DirectoryList(rawValue: $0) != nil }
    return DirectoryList(rawValue: name) ?? .identification
  }

  private mutating func deltas() throws(ManifestError) -> [Manifest.Delta] {
    var deltas: [Manifest.Delta] = []
    try array { (decoder: inout ManifestDecoder) throws(ManifestError) in
      deltas.append(try decoder.delta())
    }
    return deltas
  }

  private mutating func delta() throws(ManifestError) -> Manifest.Delta {
    var delta = Manifest.Delta(
      from: "", slot: 0, path: "", removals: 0, additions: 0, bytes: 0, sha256: "", fromDigest: "",
      toDigest: "")
    try object([
      "from", "slot", "path", "removals", "additions", "bytes", "sha256", "from_digest",
      "to_digest",
    ]) { (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "from": delta.from = try decoder.digest()
      case "slot": delta.slot = try decoder.count()
      case "path": delta.path = try decoder.path(in: "deltas")
      case "removals": delta.removals = try decoder.entryCount()
      case "additions": delta.additions = try decoder.entryCount()
      case "bytes": delta.bytes = try decoder.count(from: 5)
      case "sha256": delta.sha256 = try decoder.digest()
      case "from_digest": delta.fromDigest = try decoder.digest()
      case "to_digest": delta.toDigest = try decoder.digest()
      case "packed": delta.packed = try decoder.packed()
      default: return false
      }
      return true
    }
    return delta
  }

  private mutating func ledger() throws(ManifestError) -> Manifest.Ledger {
    var ledger = Manifest.Ledger.zero
    try object(["records", "candidates"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "records": ledger.records = try decoder.records()
      case "candidates": ledger.candidates = try decoder.candidates()
      default: return false
      }
      return true
    }
    return ledger
  }

  private mutating func records() throws(ManifestError) -> Manifest.Ledger.Records {
    var records = Manifest.Ledger.zero.records
    try object(["read", "used", "rejected", "inapplicable", "blank"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "read": records.read = try decoder.count()
      case "used": records.used = try decoder.count()
      case "rejected": records.rejected = try decoder.count()
      case "inapplicable": records.inapplicable = try decoder.count()
      case "blank": records.blank = try decoder.count()
      default: return false
      }
      return true
    }
    return records
  }

  private mutating func candidates() throws(ManifestError) -> Manifest.Ledger.Candidates {
    var candidates = Manifest.Ledger.zero.candidates
    try object(["produced", "emitted", "merged", "suppressed"]) {
      (decoder: inout ManifestDecoder, key: String) throws(ManifestError) -> Bool in
      switch key {
      case "produced": candidates.produced = try decoder.count()
      case "emitted": candidates.emitted = try decoder.count()
      case "merged": candidates.merged = try decoder.count()
      case "suppressed": candidates.suppressed = try decoder.count()
      default: return false
      }
      return true
    }
    return candidates
  }
}

extension Manifest.Ledger {
  /// The account of nothing.
  static let zero = Manifest.Ledger(
    records: Records(read: 0, used: 0, rejected: 0, inapplicable: 0, blank: 0),
    candidates: Candidates(produced: 0, emitted: 0, merged: 0, suppressed: 0))
}

/// What follows from the chunks of a list that are not kept.
private struct OutlinedChunks {
  var entries: Int
  var digest: String
}
