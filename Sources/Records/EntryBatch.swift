/// A stretch of the merged, sorted directory: Collation's output, Publication's input.
///
/// Within one slot and list, numbers ascend strictly, in the batch and from batch to batch. Entries
/// of different slots and lists are interleaved in the order of their numbers. Valid only during
/// the call it is handed to.
public final class EntryBatch {
  @usableFromInline
  struct Contents: ~Copyable {
    @usableFromInline var entries = ElementBuffer<Entry>(minimumCapacity: 1 << 12)
    @usableFromInline var bytes = ElementBuffer<UInt8>(minimumCapacity: 1 << 16)

    @usableFromInline
    init() {}
  }

  // Behind a pointer, because a stored property of a class costs a run-time check of exclusive
  // access whenever another room touches it, several times per record.
  @usableFromInline let contents: UnsafeMutablePointer<Contents>

  /// The entries.
  @inlinable
  public var entries: ElementBuffer<Entry> {
    @inline(__always) _read { yield contents.pointee.entries }
    @inline(__always) _modify { yield &contents.pointee.entries }
  }
  /// Owns labels that do not live elsewhere for as long as the batch does.
  @inlinable
  public var bytes: ElementBuffer<UInt8> {
    @inline(__always) _read { yield contents.pointee.bytes }
    @inline(__always) _modify { yield &contents.pointee.bytes }
  }

  /// Creates an empty batch.
  public init() {
    contents = .allocate(capacity: 1)
    contents.initialize(to: Contents())
  }

  deinit {
    contents.deinitialize(count: 1)
    contents.deallocate()
  }

  /// One line of the directory.
  public struct Entry: BitwiseCopyable {
    /// Country calling code, then digits; 1 … Int64.max - 1.
    public var number: Int64
    /// First byte of the label; nil on blocking.
    public var label: UnsafePointer<UInt8>?
    /// Length of the label in UTF-8 bytes: 1 … 65 534, 0 on blocking.
    public var labelCount: UInt16
    /// 0-based index of the slot; `noSlot` where the entry is for the lookup alone.
    public var slot: UInt16
    /// 0-based index of the source whose record won.
    public var source: UInt16
    /// Number of leading digits that are the base: fewer than all where an extension is joined.
    public var baseDigits: UInt8
    /// Whether the entry stands in the blocking list.
    public var isBlocking: Bool

    /// Stands for no slot.
    @inlinable public static var noSlot: UInt16 { .max }

    /// Creates an entry.
    @inlinable
    public init(
      number: Int64, label: UnsafePointer<UInt8>?, labelCount: UInt16, slot: UInt16,
      isBlocking: Bool, source: UInt16 = 0, baseDigits: UInt8 = .max
    ) {
      self.number = number
      self.label = label
      self.labelCount = labelCount
      self.slot = slot
      self.source = source
      self.baseDigits = baseDigits
      self.isBlocking = isBlocking
    }
  }
}
