import DirectoryFormat
import Testing

@Suite struct SlotAssignmentTests {
  @Test("adding a slot moves numbers only to the new one", arguments: 1...6)
  func onlyToTheNewSlot(count: Int) {
    let names = (0...count).map { "app.directory\($0)" }
    let before = SlotAssignment(identifiers: Array(names.dropLast()))
    let after = SlotAssignment(identifiers: names)
    var moved = 0
    let blocks: Int64 = 20_000
    for block in 0..<blocks {
      let old = before.slot(ofBlock: block)
      let new = after.slot(ofBlock: block)
      if old != new {
        #expect(new == count)
        moved += 1
      }
    }
    let expected = Double(blocks) / Double(count + 1)
    #expect(abs(Double(moved) - expected) < expected * 0.1)
  }

  @Test func theOrderOfSlotsDoesNotMatter() {
    let forward = SlotAssignment(identifiers: ["a", "b", "c"])
    let backward = SlotAssignment(identifiers: ["c", "b", "a"])
    for number in stride(from: Int64(886_200_000_000), to: 886_210_000_000, by: 7919) {
      #expect(
        forward.identifiers[forward.slot(of: number)]
          == backward.identifiers[backward.slot(of: number)])
    }
  }

  @Test func theFirstSlotTakesItsShare() {
    let slots = SlotAssignment(identifiers: ["one"])
    #expect(slots.slot(of: 8_862_556_677_880_718) == 0)
  }
}
