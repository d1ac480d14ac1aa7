/// What a record asks for its numbers, in the order in which equal candidates win.
public enum Action: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  /// A tombstone: if it wins, the number is not emitted.
  case remove = 0
  /// The number goes into the blocking list.
  case block = 1
  /// The number goes into the identification list with its label.
  case identify = 2
}
