extension Manifest.List {
  /// The digest that follows from the chunks, as 64 hexadecimal digits.
  public static func digest<Function: DigestFunction>(
    of chunks: [Manifest.Chunk], with function: Function.Type
  ) -> String {
    function.hex(ofStrings: chunks.map(\.sha256))
  }
}

extension Manifest.Slot {
  /// The digest that follows from the digests of the two lists, as 64 hexadecimal digits.
  public static func digest<Function: DigestFunction>(
    identification: String, blocking: String, with function: Function.Type
  ) -> String {
    function.hex(ofStrings: [identification, blocking])
  }
}

extension Manifest {
  /// The generation that follows from the digests of the slots, as 64 hexadecimal digits.
  public static func generation<Function: DigestFunction>(
    ofSlots slots: [Slot], with function: Function.Type
  ) -> String {
    function.hex(ofStrings: slots.map(\.digest))
  }

  /// Makes sure that the digests of lists and slots and the generation follow from the chunks'
  /// hashes, and each chunk's name from its hash.
  public func checkDigests<Function: DigestFunction>(
    with function: Function.Type
  ) throws(ManifestError) {
    try checkDigests(with: function, chunks: true)
  }

  /// `chunks`: whether the lists have theirs; else their digests were checked before.
  func checkDigests<Function: DigestFunction>(
    with function: Function.Type, chunks hasChunks: Bool
  ) throws(ManifestError) {
    for slot in slots {
      let place = "slots[\(slot.index)]"
      for list in DirectoryList.allCases where hasChunks {
        let chunks = slot[list].chunks
        for (position, chunk) in chunks.enumerated() {
          try Self.expect(
            DirectoryPath.chunk(sha256: chunk.sha256),
            "\(place).lists.\(list.rawValue).chunks[\(position)].path", digest: chunk.path)
        }
        try Self.expect(
          List.digest(of: chunks, with: function), "\(place).lists.\(list.rawValue).digest",
          digest: slot[list].digest)
      }
      let digest = Slot.digest(
        identification: slot.identification.digest, blocking: slot.blocking.digest, with: function)
      try Self.expect(digest, "\(place).digest", digest: slot.digest)
    }
    try Self.expect(
      Self.generation(ofSlots: slots, with: function), "generation", digest: generation)
  }

  /// Makes sure that a written digest is the one that follows from its parts.
  static func expect(
    _ value: String, _ place: String, digest written: String
  ) throws(ManifestError) {
    guard value == written else {
      throw ManifestError(kind: .wrongDigest, place: place, expected: value, found: written)
    }
  }
}

extension DigestFunction {
  /// The digest of the UTF-8 bytes of some strings, one behind the other, in hexadecimal.
  public static func hex(ofStrings strings: [String]) -> String {
    var function = Self()
    for string in strings {
      Array(string.utf8).withUnsafeBytes { function.update($0) }
    }
    return Hexadecimal.string(function.finish())
  }

  /// The digest of some bytes in hexadecimal.
  public static func hex(of bytes: UnsafeRawBufferPointer) -> String {
    var function = Self()
    function.update(bytes)
    return Hexadecimal.string(function.finish())
  }
}
