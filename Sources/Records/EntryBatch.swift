/// A stretch of the merged, sorted directory: Collation's output, Publication's input.
///
/// Within one slot and list, numbers ascend strictly, in the batch and from batch to batch. Entries
/// of different slots and lists are interleaved in the order of their numbers. Valid only during
/// the call it is handed to.
package final class EntryBatch {
  /// The entries.
  package var entries = ElementBuffer<Entry>(minimumCapacity: 1 << 12)
  /// Owns labels that do not live elsewhere for as long as the batch does.
  package var bytes = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)

  /// Creates an empty batch.
  package init() {}

  /// One line of the directory.
  package struct Entry: BitwiseCopyable {
    /// Country calling code, then digits; 1 … Int64.max - 1.
    package var number: Int64
    /// First byte of the label; nil on blocking.
    package var label: UnsafePointer<UInt8>?
    /// Length of the label in UTF-8 bytes: 1 … 65 534, 0 on blocking.
    package var labelCount: UInt32
    /// 0-based index of the slot.
    package var slot: UInt16
    /// Whether the entry stands in the blocking list.
    package var isBlocking: Bool

    /// Creates an entry.
    package init(
      number: Int64, label: UnsafePointer<UInt8>?, labelCount: UInt32, slot: UInt16,
      isBlocking: Bool
    ) {
      self.number = number
      self.label = label
      self.labelCount = labelCount
      self.slot = slot
      self.isBlocking = isBlocking
    }
  }
}
