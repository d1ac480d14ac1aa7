import Records
import Testing

@testable import Pipelines

@Suite struct RunTallyTests {
  private func batch(_ used: Int, _ reason: RejectionReason, _ kind: RepairKind) -> NormalizedBatch
  {
    let batch = NormalizedBatch()
    batch.counts.read = used + 1
    batch.counts.used = used
    batch.counts.rejected = 1
    batch.rejections.append(Rejection(reason: reason, record: 0, cell: nil, column: 1))
    batch.repairs.append(
      Repair(kind: kind, record: 0, cell: 0, afterOffset: 0, afterCount: 0))
    return batch
  }

  @Test(arguments: RejectionReason.allCases)
  func everyReasonIsCountedUnderItsCode(_ reason: RejectionReason) {
    var tally = RunTally(columns: [[], []])
    tally.add(batch(1, reason, RepairKind.allCases[0]), source: 1)
    #expect(tally.rejectionsByReason() == [reason.code: 1])
    #expect(tally.rejectionsByReason(source: 0) == [:])
    #expect(tally.rejectionsByReason(source: 1) == [reason.code: 1])
  }

  @Test(arguments: RepairKind.allCases)
  func everyRepairIsCountedUnderItsCode(_ kind: RepairKind) {
    var tally = RunTally(columns: [[]])
    tally.add(batch(0, RejectionReason.allCases[0], kind), source: 0)
    #expect(tally.repairsByKind() == [kind.code: 1])
  }

  @Test func talliesOfWorkersAddUp() {
    var sum = RunTally(columns: [[], []])
    var other = RunTally(columns: [[], []])
    sum.add(batch(3, .emptyLabel, RepairKind.allCases[0]), source: 0)
    other.add(batch(4, .emptyLabel, RepairKind.allCases[0]), source: 1)
    sum += other
    #expect(sum.total.read == 9 && sum.total.used == 7 && sum.total.balances)
    #expect(sum.rejectionsByReason() == [RejectionReason.emptyLabel.code: 2])
    #expect(sum.counts[1].used == 4)
  }
}
