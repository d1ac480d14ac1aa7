import CLibXML2
import Records

/// Which conditions of the columns' paths, such as `[@k='phone']`, the open elements satisfy.
///
/// A condition is judged when its element begins, so what is noted for a column holds for everything
/// inside the innermost element on its way.
struct XMLConditions: ~Copyable {
  /// By column, the bits of its predicates that hold.
  private var held = ElementBuffer<UInt64>()
  /// The value that is compared, references resolved.
  private var value = ElementBuffer<UInt8>()

  /// For so many columns, of which no condition holds yet.
  init(columns: Int) {
    for _ in 0..<columns { held.append(0) }
  }

  /// Whether the open elements satisfy what a column asks of them.
  @inline(__always)
  func hold(for column: Int, of tree: borrowing XMLElementTree) -> Bool {
    let required = tree.columns[column].required
    return required == 0 || held[column] == required
  }

  /// Notes which conditions an element satisfies that was just opened and stands at a node.
  @inline(__always)
  mutating func judge(
    _ node: Int, of tree: borrowing XMLElementTree, _ count: Int,
    _ attributes: UnsafeMutablePointer<XMLElementTree.Name?>?
  ) {
    let list = tree.nodes[node].predicates
    for place in 0..<list.count {
      judge(tree.predicates[tree.lists[list.start + place]], count, attributes)
    }
  }

  @inline(never)
  private mutating func judge(
    _ predicate: XMLElementTree.Predicate, _ count: Int,
    _ attributes: UnsafeMutablePointer<XMLElementTree.Name?>?
  ) {
    held.base[predicate.column] &= ~predicate.bit
    guard let attributes else { return }
    for a in 0..<count where attributes[a * 5] == predicate.attribute {
      guard let from = attributes[a * 5 + 3], let to = attributes[a * 5 + 4] else { continue }
      value.removeAll()
      XMLText.append(attribute: UnsafeBufferPointer(start: from, count: to - from), to: &value)
      if value.elements.elementsEqual(predicate.value) {
        held.base[predicate.column] |= predicate.bit
      }
    }
  }
}
