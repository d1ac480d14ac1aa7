import Foundation
import Testing

@testable import Pipelines

@Suite struct RejectedDigitsTests {
  private func report(_ cells: [String]) throws -> (TestFolder, RunReport) {
    let folder = try TestFolder()
    let header = "source,path,line,column,byte_offset,element,field,reason,value,hint,record\n"
    let rows = cells.enumerated().map { "one,a.csv,\($0 + 2),1,0,,n,junk,\"\($1)\",h,r\n" }
    try folder.write(header + rows.joined(), to: "rejects.csv")
    return (folder, try RunReport.find(folder.path))
  }

  @Test(
    arguments: [
      (["02-5566-7788"], ["2"]), (["25566"], ["2", "3"]), (["886255667788"], []),
      (["2556"], []), (["call us"], []), (["（０２）５５６６"], ["2", "3"]),
    ])
  func rowsWithTheDigits(asked: [String], lines: [String]) throws {
    let (folder, report) = try report(["02-5566-7788接1", "(02) 5566 99", "02-27123456"])
    let found = try withExtendedLifetime(folder) { try RejectedDigits(in: report, of: asked) }
    #expect(found.rows.map(\.line) == lines && found.total == lines.count)
  }

  @Test(
    "A row rejected for another cell is found by the number of its record",
    arguments: [("0255667788", 1), ("886255667788", 1), ("71820261101", 0)])
  func rowsOfTheRecord(asked: String, count: Int) throws {
    let folder = try TestFolder()
    try folder.write(
      "source,path,line,column,byte_offset,element,field,reason,value,hint,record\n"
        + "one,a.csv,2,1,0,,l,empty-label,,h,\"02-5566-7788,0718,2026/11/01,\"\n"
        + "one,a.csv,3,1,0,,a,unknown-action,stop,h,\"+886 2 5566-7788;;stop\"\n",
      to: "rejects.csv")
    let report = try RunReport.find(folder.path)
    let found = try RejectedDigits(in: report, of: [asked])
    #expect(found.total == (asked == "0255667788" ? 2 : count))
  }

  @Test func manyRowsAreCounted() throws {
    let (folder, report) = try report((0..<25).map { "02-5566-77\(10 + $0) x" })
    let found = try withExtendedLifetime(folder) {
      try RejectedDigits(in: report, of: ["02556677"])
    }
    #expect(found.rows.count == 20 && found.total == 25)
    #expect(found.lines.last == "rejected\t5 more")
  }
}
