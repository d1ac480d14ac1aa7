/// A finished delta that was proved and waits for its publication.
package struct StagedDelta: Sendable, Equatable {
  /// Where the file lies now.
  package let path: String
  /// 0-based index of the slot.
  package let slot: Int
  /// The generation from which it leads.
  package let from: String
  /// Lines that remove, both lists together.
  package let removals: Int
  /// Lines that add, both lists together.
  package let additions: Int
}
