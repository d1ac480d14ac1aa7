import Foundation
import Testing

@testable import NumberingPlans

/// docs/numbering-plans.md lists the regions with places between two markers; `RECORD=1` rewrites it
/// and fails, so that a recording run is never green.
@Suite struct PlaceDocumentTests {
  private static let begin = "<!-- places: made from the data -->\n"
  private static let end = "<!-- end of places -->"

  private var document: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/numbering-plans.md")
  }

  @Test func theDocumentListsEveryRegion() throws {
    let text = try String(contentsOf: document, encoding: .utf8)
    let start = try #require(text.range(of: Self.begin)?.upperBound)
    let stop = try #require(text.range(of: Self.end)?.lowerBound)
    let made = try lists
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try String(text[..<start] + made + text[stop...])
        .write(to: document, atomically: true, encoding: .utf8)
    }
    #expect(String(text[start..<stop]) == made, "run with RECORD=1 and read the difference")
  }

  private var lists: String {
    get throws {
      var places: [String] = []
      var inFull: [String] = []
      var unknown: [String] = []
      for region in NumberingPlans.live.regions {
        let plan = try #require(NumberingPlan.plan(region: region))
        if plan.placeCount > 0 {
          places.append("\(region) \(plan.placeCount)")
        } else if plan.areaLocalLengths | plan.notation.localLengths == 0 {
          inFull.append(region)
        } else {
          unknown.append(region)
        }
      }
      return "\nRegions with places, and how many names tell an area code:\n" + lines(places)
        + "\nRegions where numbers are written in full, as far as is known, so that none lacks its "
        + "area code:\n" + lines(inFull)
        + "\nRegions with local numbers where no place tells an area code:\n" + lines(unknown)
        + "\n"
    }
  }

  private func lines(_ items: [String]) -> String {
    var lines = [""]
    for item in items {
      if lines[lines.count - 1].count + item.count > 120 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + item + ","
    }
    return lines.joined(separator: "\n").dropLast() + ".\n"
  }
}
