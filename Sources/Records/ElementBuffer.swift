/// A growable array of plain values in memory of its own, for the loops that run once per record.
///
/// Unlike `Array` it is unique by construction, so an append costs a bounds check and a store: no
/// reference count, no copy-on-write check. Capacity is in elements, grows by doubling and is kept
/// by `removeAll()`, so a buffer that is reused for every batch allocates a few times in a run.
public struct ElementBuffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var storage: UnsafeMutablePointer<Element>
  @usableFromInline var used: Int
  @usableFromInline var room: Int

  // Everything that runs per record is inlinable: a generic of another module is a call through
  // its type's metadata otherwise, ten times as slow. That is also why this room is public: the
  // compiler (6.3) inlines across modules what is public, and not what is for the package.

  /// Address of element 0; changes when the buffer grows.
  @inlinable @inline(__always)
  public var base: UnsafeMutablePointer<Element> { storage }
  /// Number of elements in use.
  @inlinable @inline(__always)
  public var count: Int { used }
  /// Number of elements that fit without growing; at least 1.
  @inlinable @inline(__always)
  public var capacity: Int { room }

  /// Creates an empty buffer with room for `minimumCapacity` elements.
  @inlinable
  public init(minimumCapacity: Int = 64) {
    room = max(minimumCapacity, 1)
    used = 0
    storage = .allocate(capacity: room)
  }

  @inlinable
  deinit { storage.deallocate() }

  /// The elements in use, valid until the next mutation.
  @inlinable @inline(__always)
  public var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// The element at a 0-based index below `count`.
  @inlinable @inline(__always)
  public subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "index outside the buffer")
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count, "index outside the buffer")
      base[index] = newValue
    }
  }

  /// Adds one element behind the last.
  @inlinable @inline(__always)
  public mutating func append(_ element: Element) {
    if count == capacity { grow(toHold: count + 1) }
    (base + count).initialize(to: element)
    used &+= 1
  }

  /// Adds `source.count` elements behind the last; `source` must not lie in this buffer.
  @inlinable @inline(__always)
  public mutating func append(contentsOf source: UnsafeBufferPointer<Element>) {
    guard let start = source.baseAddress, source.count > 0 else { return }
    reserve(additional: source.count)
    (base + count).update(from: start, count: source.count)
    used &+= source.count
  }

  /// Makes room for `additional` more elements without changing `count`.
  @inlinable @inline(__always)
  public mutating func reserve(additional: Int) {
    if capacity - count < additional { grow(toHold: count + additional) }
  }

  /// Declares that `additional` elements behind the last were written through `base`.
  ///
  /// The room for them must have been reserved.
  @inlinable @inline(__always)
  public mutating func commit(additional: Int) {
    precondition(additional >= 0 && capacity - count >= additional, "room was not reserved")
    used &+= additional
  }

  /// Forgets the elements from `newCount` on; `newCount` is at most `count`.
  @inlinable @inline(__always)
  public mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "cannot truncate to more than there is")
    used = newCount
  }

  /// Forgets all elements and keeps the memory.
  @inlinable @inline(__always)
  public mutating func removeAll() { used = 0 }

  @inlinable @inline(never)
  mutating func grow(toHold needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    moved.moveInitialize(from: base, count: count)
    storage.deallocate()
    storage = moved
    room = larger
  }
}
