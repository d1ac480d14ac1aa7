import Testing

@testable import Normalization

@Suite("Rule wildcards")
struct WildcardsTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "02-2712345#", "?ambiguous@11"),
      (Reading(budget: 10), "+8862271234##", "?range-too-large@1"),
      (Reading(off: .wildcards), "+8862271234##", "?pattern@1"),
      (Reading(), "037-676123#", "+88637676123"),
      (Reading(), "02-271234##(傳真)", "?fax-number@1"),
      (Reading(), "02-271234## FAX", "?fax-number@1"),
      (Reading(), "02-271234##(停用)", "?junk@1"),
      (Reading(areaCode: "04"), "02-271236##", "?ambiguous@1"),
      (Reading(region: "DE", areaCode: "030"), "1234##", "?pattern@1"),
      (Reading(region: "IT", areaCode: "6"), "678412##", "?pattern@1"),
      (Reading(off: .wildcards, areaCode: "02"), "2712-34##", "?pattern@1"),
      (Reading(), "0227123456##", "?pattern@1"), (Reading(), "0912345678##", "?pattern@1"),
      (Reading(), "0227123456#", "+886227123456"),
      (Reading(region: "DE"), "030 12345##", "?pattern@1"),
      (Reading(region: "AT"), "01 5871##", "?pattern@1"),
      (Reading(region: "DE"), "030 1234567##12", "+49301234567,12"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }

  @Test(
    "of a former and a new number the wildcards of the new one are expanded",
    arguments: ["舊:02-271234## 新:02-271235##", "原02-271234##改02-271235##"])
  func formerWildcards(cell: String) throws {
    let numbers = try Reading().of(cell).split(separator: " ").filter { $0.first == "+" }
    #expect(numbers.count == 100)
    #expect(numbers.first == "+886227123500")
  }

  @Test(
    "behind the area code of their column",
    arguments: [
      ("TW", "02", "2712-34##", "+886227123400"), ("TW", "2", "2712-35##", "+886227123500"),
      ("US", "212", "736-44##", "+12127364400"),
      ("TW", "02", "02-2712-36##", "+886227123600"),
    ])
  func behindColumn(region: String, areaCode: String, cell: String, first: String) throws {
    let numbers = try Reading(region: region, areaCode: areaCode).of(cell).split(separator: " ")
    #expect(numbers.count == 100)
    #expect(numbers.first.map(String.init) == first)
  }

  @Test("several in one cell share the budget, and what it has no room for is rejected")
  func severalInOneCell() throws {
    let read = try Reading(budget: 250).of("02-271234##,02-271235##,02-271236##,02-271237##")
    let parts = read.split(separator: " ")
    #expect(parts.count { $0.first == "+" } == 200)
    #expect(parts.filter { $0.first != "+" } == ["?range-too-large@25", "?range-too-large@37"])
  }

  @Test("wildcards within the budget give every number")
  func expansion() throws {
    let numbers = try Reading(region: "FR").of("+331847430##").split(separator: " ")
    #expect(numbers.count == 100)
    #expect(numbers.first == "+33184743000")
  }

  @Test(
    "an expansion gives the numbers that the plan has, whatever it asks of their digits",
    arguments: [
      ("TW", "+88622712####"), ("TW", "02-27####"), ("TW", "04-2#####"), ("TW", "02-2712345##"),
      ("CN", "0755-2834####"), ("US", "+1202456####"), ("FR", "+3359022####"),
    ])
  func everyNumber(region: String, cell: String) throws {
    let head = cell.filter(\.isNumber)
    let open = cell.count { $0 == "#" }
    let read = try Reading(region: region, budget: 1_000_000).of(cell)
    let plan = try #require(PlanQuery(region: region))
    var expected: [String] = []
    for value in 0..<Int(powerOfTen(open)) {
      let tail = String(String(value + Int(powerOfTen(open))).dropFirst())
      var text = head + tail
      let answer = text.withUTF8 {
        cell.hasPrefix("+") ? plan.international($0) : plan.national($0, needsTrunk: true)
      }
      guard answer.validity == .valid else { continue }
      expected.append("+\(answer.callingCode)\(answer.nationalNumber)")
    }
    let numbers = read.split(separator: " ").map(String.init).filter { $0.hasPrefix("+") }
    #expect(numbers == expected, "\(cell)")
  }
}
