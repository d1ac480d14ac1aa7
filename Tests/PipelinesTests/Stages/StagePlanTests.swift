import Foundation
import Testing

@testable import Pipelines

/// Plans that somebody has edited: splits have to hold every byte of their exports once, in order.
@Suite struct StagePlanTests {
  private func plan() throws -> StagePlan {
    let folder = try TestFolder()
    let text = SamplePipeline.minimal.replacing("a.csv", with: "[a.csv, b.csv]")
    try folder.write(text, to: "p.yaml")
    let rows = (0..<200).map { "02-55\(10 + $0 % 90)-7788,Shop \($0)\n" }.joined()
    try folder.write("n,l\n" + rows, to: "a.csv")
    try folder.write("n,l\n02-5566-7788,Shop\n", to: "b.csv")
    return try StagedRun(folder, split: 1024, parts: 1).context().plan
  }

  @Test func aPlanThatWasMadeHasNoProblem() throws {
    let plan = try plan()
    #expect(plan.problem == nil)
    #expect(plan.splits.count > 3 && plan.splits.last?.whole == true)
  }

  @Test(arguments: ["last", "first", "middle", "doubled", "swapped", "whole", "shorter"])
  func anEditedPlanIsRefused(_ edit: String) throws {
    var plan = try plan()
    let middle = plan.splits.count / 2
    switch edit {
    // The last split of the export that is read in parts.
    case "last": plan.splits.remove(at: plan.splits.count - 2)
    case "first": plan.splits.remove(at: 1)
    case "middle": plan.splits.remove(at: middle)
    case "doubled": plan.splits.insert(plan.splits[middle], at: middle)
    case "swapped": plan.splits.swapAt(middle, middle - 1)
    case "whole": plan.splits[middle].whole = true
    default: plan.splits[middle].length -= 1
    }
    for index in plan.splits.indices { plan.splits[index].split = index }
    #expect(plan.problem != nil, "\(edit)")
  }

  @Test(arguments: [-1, Int.min, Int.max])
  func anExportOfAnImpossibleSizeIsRefused(_ bytes: Int) throws {
    var plan = try plan()
    plan.exports[0].bytes = bytes
    #expect(plan.problem != nil)
  }
}
