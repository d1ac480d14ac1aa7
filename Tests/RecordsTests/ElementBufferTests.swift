import Records
import Testing

@Suite struct ElementBufferTests {
  @Test("keeps every element over growth", arguments: [1, 63, 64, 65, 10_000])
  func growth(count: Int) {
    var buffer = ElementBuffer<Int>(minimumCapacity: 1)
    for value in 0..<count { buffer.append(value) }
    #expect(buffer.count == count)
    #expect(Array(buffer.elements) == Array(0..<count))
    buffer.truncate(to: count / 2)
    #expect(Array(buffer.elements) == Array(0..<count / 2))
  }

  @Test func everyReasonHasItsOwnCode() {
    #expect(Set(RejectionReason.allCases.map(\.code)).count == RejectionReason.allCases.count)
    #expect(Set(RepairKind.allCases.map(\.code)).count == RepairKind.allCases.count)
  }
}
