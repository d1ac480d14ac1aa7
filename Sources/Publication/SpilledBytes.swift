/// Bytes that are collected in memory up to 64 KiB and in a file beyond.
///
/// The file is open only while it is written, because there may be several collections a slot.
struct SpilledBytes {
  private static let limit = 64 << 10
  private let path: String
  private let fileSystem: FileSystem
  private var memory: [UInt8] = []
  private var isSpilled = false

  /// Creates an empty collection; the file appears when it is needed.
  init(path: String, fileSystem: FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// Adds bytes behind the others.
  mutating func append(_ bytes: [UInt8]) throws(PublicationError) {
    if memory.count + bytes.count > Self.limit {
      try spill(bytes)
    } else {
      memory.append(contentsOf: bytes)
    }
  }

  /// Hands the bytes over in order, piece by piece, and removes the file.
  mutating func drain(
    _ body: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    if isSpilled { try fileSystem.readPieces(of: path, body) }
    try memory.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
      try body(UnsafeRawBufferPointer(buffer))
    }
    try discard()
  }

  /// Forgets everything.
  mutating func discard() throws(PublicationError) {
    memory = []
    if isSpilled { try fileSystem.remove(path) }
    isSpilled = false
  }

  /// Writes the memory and `bytes` behind what the file has.
  private mutating func spill(_ bytes: [UInt8]) throws(PublicationError) {
    let file = try OutputFile(
      path: path, as: isSpilled ? .appending : .emptied, fileSystem: fileSystem)
    isSpilled = true
    for part in [memory, bytes] {
      try part.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
        try file.write(UnsafeRawBufferPointer(buffer))
      }
    }
    file.close()
    memory.removeAll(keepingCapacity: true)
  }
}
