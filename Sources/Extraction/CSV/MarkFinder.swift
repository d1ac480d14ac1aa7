import CSystem

/// Finds the bytes at which lines of CSV are cut: delimiters, quotes and line ends.
///
/// All of a window are found at once: with a search of its own for every cell the processor guesses
/// the end of each one wrong. Memory: a window, two bytes for each of its bytes.
struct MarkFinder: ~Copyable {
  private let base: UnsafePointer<UInt8>
  private let end: Int
  private let delimiter: UInt8
  private let quote: UInt8
  /// Where the window starts and where it ends.
  private var window: Int
  private var windowEnd: Int
  /// The marks of the window, counted from its start.
  private let places: UnsafeMutablePointer<UInt16>
  private var count = 0
  /// The first of them that was not handed out.
  private var index = 0

  private static let windowInBytes = Int(CALLBOOK_LONGEST_WINDOW)

  /// Looks for marks from `start` on and before `end`; a file without quoting repeats the delimiter.
  init(base: UnsafePointer<UInt8>, start: Int, end: Int, delimiter: UInt8, quote: UInt8) {
    self.base = base
    self.end = end
    self.delimiter = delimiter
    self.quote = quote
    window = start
    windowEnd = start
    places = .allocate(capacity: Self.windowInBytes + 64)
  }

  deinit { places.deallocate() }

  /// Position of the next mark; `end` behind the last.
  @inline(__always)
  mutating func next() -> Int {
    while index == count {
      guard windowEnd < end else { return end }
      look(from: windowEnd)
    }
    let position = window &+ Int(places[index])
    index &+= 1
    return position
  }

  /// Goes on with the first mark at or behind a position, which may lie before those handed out.
  mutating func seek(to position: Int) {
    guard position >= window, position < windowEnd else { return look(from: position) }
    while index > 0, window &+ Int(places[index &- 1]) >= position { index &-= 1 }
    while index < count, window &+ Int(places[index]) < position { index &+= 1 }
  }

  @inline(never)
  private mutating func look(from start: Int) {
    window = start
    windowEnd = min(start + Self.windowInBytes, end)
    index = 0
    count = callbook_find_marks(
      base + window, max(windowEnd - window, 0), delimiter, quote, places)
  }
}
