import CSystem

/// Hashes keywords sixteen at a time where the machine can, and one by one elsewhere.
final class KeywordHashes {
  private static let capacity = Int(CALLBOOK_KEYWORDS)

  private let isWide = callbook_has_keyword_hashes() != 0
  // Behind pointers, for what a class holds is checked for exclusive access at every change.
  private let words: UnsafeMutableRawPointer
  private let hashes = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
  /// Where the hashes of those that wait are to be written.
  private let targets = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: capacity)
  private let waiting = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  /// Creates a hasher for which nothing waits.
  init() {
    words = .allocate(
      byteCount: Int(CALLBOOK_KEYWORD_WORDS) * Self.capacity * 4, alignment: 64)
    words.initializeMemory(
      as: UInt32.self, repeating: 0, count: Int(CALLBOOK_KEYWORD_WORDS) * Self.capacity)
    waiting.initialize(to: 0)
  }

  deinit {
    words.deallocate()
    hashes.deallocate()
    targets.deallocate()
    waiting.deallocate()
  }

  /// Writes the eight bytes of a keyword's hash at `target`, when `finish` is called at the latest.
  @inline(__always)
  func add(_ keyword: UnsafeRawBufferPointer, for target: UnsafeMutableRawPointer) {
    guard isWide, keyword.count >= 8, keyword.count <= 16, let text = keyword.baseAddress else {
      target.storeBytes(of: CallerKeyword.hash(of: keyword), as: UInt64.self)
      return
    }
    let at = waiting.pointee
    callbook_put_keyword(
      words.assumingMemoryBound(to: UInt32.self), at,
      text.assumingMemoryBound(to: UInt8.self), keyword.count)
    targets[at] = target
    waiting.pointee = at &+ 1
    if at &+ 1 == Self.capacity { finish() }
  }

  /// Writes the hashes of all that wait.
  func finish() {
    guard waiting.pointee > 0 else { return }
    callbook_keyword_hashes(words.assumingMemoryBound(to: UInt32.self), hashes)
    for at in 0..<waiting.pointee { targets[at].storeBytes(of: hashes[at], as: UInt64.self) }
    waiting.pointee = 0
  }
}
