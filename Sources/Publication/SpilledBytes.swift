/// Bytes that are collected in memory up to 1 MiB and in a file beyond.
struct SpilledBytes {
  private(set) var count = 0
  private static let limit = 1 << 20
  private let path: String
  private let fileSystem: FileSystem
  private var memory: [UInt8] = []
  private var file: OutputFile?

  /// Creates an empty collection; the file appears when it is needed.
  init(path: String, fileSystem: FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  mutating func append(_ prefix: StaticString, _ line: UnsafeRawBufferPointer)
    throws(PublicationError)
  {
    memory.append(
      contentsOf: UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
    memory.append(contentsOf: line)
    count += prefix.utf8CodeUnitCount + line.count
    if memory.count > Self.limit { try spill() }
  }

  /// Hands the bytes over in order, piece by piece, and removes the file.
  mutating func drain(
    _ body: (UnsafeRawBufferPointer) throws(PublicationError) -> Void
  ) throws(PublicationError) {
    if let file {
      file.close()
      try FileSystem.readPieces(of: path, body)
      try fileSystem.remove(path)
      self.file = nil
    }
    try memory.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
      try body(UnsafeRawBufferPointer(buffer))
    }
    memory = []
  }

  /// Forgets everything.
  mutating func discard() throws(PublicationError) {
    memory = []
    if let file {
      file.close()
      try fileSystem.remove(path)
    }
    file = nil
  }

  private mutating func spill() throws(PublicationError) {
    let target: OutputFile
    if let file {
      target = file
    } else {
      target = try OutputFile(path: path, fileSystem: fileSystem)
      file = target
    }
    try memory.withUnsafeBufferPointer { (buffer) throws(PublicationError) in
      try target.write(UnsafeRawBufferPointer(buffer))
    }
    memory.removeAll(keepingCapacity: true)
  }
}
