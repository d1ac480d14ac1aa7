/// Slots in groups of neighbours, whose chunks are made apart.
///
/// A chunk holds entries of one slot and of numbers that are far apart, so it is no range of numbers
/// that a process needs but slots.
struct SlotGroups {
  let slots: Int
  let groups: Int

  /// The slots of a group; none of some groups where there are more of them than slots.
  func slots(of group: Int) -> Range<Int> {
    group * slots / groups..<(group + 1) * slots / groups
  }

  /// The group of each slot.
  var bySlot: [Int] { (0..<groups).flatMap { group in slots(of: group).map { _ in group } } }
}
