/// A growable array of plain values in memory of its own, for the loops that run once per record.
///
/// Unlike `Array` it is unique by construction, so an append costs a bounds check and a store: no
/// reference count, no copy-on-write check. Capacity is in elements, grows by doubling and is kept
/// by `removeAll()`, so a buffer that is reused for every batch allocates a few times in a run.
package struct ElementBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// Address of element 0; changes when the buffer grows.
  package private(set) var base: UnsafeMutablePointer<Element>
  /// Number of elements in use.
  package private(set) var count: Int
  /// Number of elements that fit without growing; at least 1.
  package private(set) var capacity: Int

  /// Creates an empty buffer with room for `minimumCapacity` elements.
  package init(minimumCapacity: Int = 64) {
    capacity = max(minimumCapacity, 1)
    count = 0
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// The elements in use, valid until the next mutation.
  @inline(__always)
  package var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// The element at a 0-based index below `count`.
  @inline(__always)
  package subscript(index: Int) -> Element {
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
  @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow(toHold: count + 1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Adds `source.count` elements behind the last; `source` must not lie in this buffer.
  @inline(__always)
  package mutating func append(contentsOf source: UnsafeBufferPointer<Element>) {
    guard let start = source.baseAddress, source.count > 0 else { return }
    reserve(additional: source.count)
    (base + count).update(from: start, count: source.count)
    count &+= source.count
  }

  /// Makes room for `additional` more elements without changing `count`.
  @inline(__always)
  package mutating func reserve(additional: Int) {
    if capacity - count < additional { grow(toHold: count + additional) }
  }

  /// Declares that `additional` elements behind the last were written through `base`.
  ///
  /// The room for them must have been reserved.
  @inline(__always)
  package mutating func commit(additional: Int) {
    precondition(additional >= 0 && capacity - count >= additional, "room was not reserved")
    count &+= additional
  }

  /// Forgets the elements from `newCount` on; `newCount` is at most `count`.
  @inline(__always)
  package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count, "cannot truncate to more than there is")
    count = newCount
  }

  /// Forgets all elements and keeps the memory.
  @inline(__always)
  package mutating func removeAll() { count = 0 }

  @inline(never)
  private mutating func grow(toHold needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }
}
