import CZlib
import DirectoryFormat

/// Where the blocks of a twin go, packed.
struct TwinOutput {
  let deflater: Deflater
  let write: (UnsafeRawBufferPointer) throws(PublicationError) -> Void

  /// Writes a block, unless it is empty, and empties it.
  ///
  /// Throws where zlib gets no memory, and what `write` throws.
  func end(_ block: inout TwinBlock) throws(PublicationError) {
    if block.text == 0 { return }
    deflater.removeAll()
    let packed = [
      try deflater.append(block.numbers.bytes, Z_RLE),
      // Runs are of single bytes: of 500 labels that a hundred lines each repeat, whose numbers take one or
      // two, in full takes a sixth of the time and a 27th of the bytes (docs/decisions/0509).
      try deflater.append(
        block.indices.bytes, block.isMostlyRepetitions ? Z_DEFAULT_STRATEGY : Z_RLE),
      try deflater.append(block.index.labels.bytes, Z_DEFAULT_STRATEGY),
    ]
    let sizes = [block.numbers.count, block.indices.count, block.index.labels.count]
    var head = ByteColumn(room: 64)
    head.append(varint: UInt64(block.lines.rawValue))
    head.append(varint: UInt64(block.text))
    for (size, packed) in zip(sizes, packed) {
      head.append(varint: UInt64(size))
      head.append(varint: UInt64(packed))
    }
    try write(UnsafeRawBufferPointer(head.bytes))
    try write(UnsafeRawBufferPointer(deflater.bytes))
    block.removeAll()
  }
}
