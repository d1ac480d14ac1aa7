/// A manifest without its chunks, which are read again from its bytes when they are needed.
///
/// For a loader, which may take no more memory than 10 MB: a manifest of 16 MiB names 50 000 chunks.
/// It was checked as `Manifest.decode` and `checkDigests` do. The bytes must stay as they are while
/// the outline is used. Memory: the slots and deltas, and one chunk at a time.
public struct ManifestOutline {
  /// The manifest; its lists have their counts and digests, and no chunks.
  public let manifest: Manifest
  private let bytes: UnsafeRawBufferPointer
  private let passed: (Int) -> Void
  /// Where the chunks of each list begin in `bytes`, in slot order, identification first.
  private let starts: [Int]

  /// Reads and checks `bytes`; `passed` hears how many of them, from the first on, are not looked at
  /// for now.
  public init<Function: DigestFunction>(
    _ bytes: UnsafeRawBufferPointer, digest function: Function.Type,
    passed: @escaping (Int) -> Void = { _ in }
  ) throws(ManifestError) {
    guard bytes.count <= Manifest.largestSizeInBytes else { throw Manifest.tooLarge(bytes.count) }
    self.bytes = bytes
    self.passed = passed
    var decoder = ManifestDecoder(bytes)
    decoder.outline = ListOutlines(function: function, passed: passed)
    manifest = try decoder.document()
    starts = decoder.outline?.starts ?? []
    try manifest.checkConsistency(chunks: false)
    try manifest.checkDigests(with: function, chunks: false)
  }

  /// Hands over the chunks of a slot's list, ascending, until `body` answers false.
  ///
  /// A slot of an index that the manifest does not have has none.
  public func forEachChunk<Failure: Error>(
    of list: DirectoryList, inSlot index: Int,
    _ body: (Manifest.Chunk) throws(Failure) -> Bool
  ) throws(Failure) {
    let position = index * 2 + (list == .identification ? 0 : 1)
    guard starts.indices.contains(position) else { return }
    var decoder = ManifestDecoder(bytes, from: starts[position])
    var isFirst = true
    while let chunk = try? decoder.nextChunk(isFirst: isFirst) {
      isFirst = false
      guard try body(chunk) else { return }
      passed(decoder.position)
    }
  }
}

/// What is kept of lists whose chunks are not.
struct ListOutlines {
  private let function: any DigestFunction.Type
  private let passed: (Int) -> Void
  /// Where the chunks of each list begin: identification, then blocking of each slot.
  private(set) var starts: [Int] = []

  init(function: any DigestFunction.Type, passed: @escaping (Int) -> Void) {
    self.function = function
    self.passed = passed
  }

  /// Makes room for the lists of one more slot.
  mutating func addSlot() { starts += [0, 0] }

  /// Remembers where the chunks of a list of the last slot begin.
  mutating func begin(_ list: DirectoryList, at position: Int) -> any DigestFunction {
    if starts.count >= 2 { starts[starts.count - (list == .identification ? 2 : 1)] = position }
    return function.init()
  }

  func pass(_ position: Int) { passed(position) }
}
