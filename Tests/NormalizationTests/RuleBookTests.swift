import Foundation
import Records
import Testing

@testable import Normalization

@Suite("The rule book")
struct RuleBookTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func fileName(_ rule: Rule) -> String {
    rule.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  @Test("every rule has a row in docs/rules.md", arguments: Rule.allCases)
  func row(rule: Rule) throws {
    let rows = try Self.text("docs/rules.md").split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("| `\(rule.rawValue)` |") })
  }

  @Test("docs/rules.md lists the rules in their order")
  func documentedOrder() throws {
    let names = try Self.text("docs/rules.md").split(separator: "\n").compactMap { row in
      row.split(separator: "|").count > 4
        ? row.split(separator: "`").dropFirst().first.map(String.init) : nil
    }.filter { Rule(rawValue: $0) != nil }
    #expect(names == Rule.allCases.map(\.rawValue))
  }

  @Test("the rule book tries the rules in their order")
  func executedOrder() {
    let tried =
      RuleBook.Mark.allCases.map(\.rule) + RuleBook.Reading.allCases.compactMap(\.rule)
      + RuleBook.Repair.allCases.map(\.rule)
    var first: [Rule] = []
    for rule in tried where !first.contains(rule) { first.append(rule) }
    #expect(first == Rule.allCases.filter(first.contains))
    #expect(RuleBook.Repair.allCases.allSatisfy { $0.kind.code == $0.rule.rawValue })
  }

  @Test("docs/rules.md lists what stands behind a number in the order in which it is read")
  func documentedTails() throws {
    let parts = try Self.text("docs/rules.md").components(separatedBy: "\n## ")
    let part = try #require(parts.first { $0.hasPrefix("Behind a number\n") })
    let rows = part.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
      String($0.split(separator: "`")[1])
    }
    #expect(rows == RuleBook.Following.allCases.map(\.rule.rawValue))
  }

  @Test("every kind of token and every word that a row names leads to it")
  func tailsOfTokens() {
    for (row, tail) in RuleBook.Following.allCases.enumerated() {
      for kind in tail.kinds {
        let token = Token(kind: kind, followsBlank: false, start: 0, end: 0, column: 1)
        #expect(RuleBook.tailTable.pointee.rows(for: token) >> UInt16(row) & 1 == 1)
      }
      for word in tail.words {
        let token = Token(kind: .word, word: word, followsBlank: false, start: 0, end: 0, column: 1)
        #expect(RuleBook.tailTable.pointee.rows(for: token) >> UInt16(row) & 1 == 1)
      }
    }
    let end = Token(kind: .end, followsBlank: false, start: 0, end: 0, column: 1)
    #expect(RuleBook.tailTable.pointee.rows(for: end) == 0)
  }

  @Test("every rule has its file and its tests", arguments: Rule.allCases)
  func files(rule: Rule) {
    let name = Self.fileName(rule)
    for path in [
      "Sources/Normalization/Rules/\(name).swift",
      "Tests/NormalizationTests/Rules/\(name)Tests.swift",
    ] {
      #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(path).path))
    }
  }

  @Test("the tests of every rule switch it", arguments: Rule.allCases)
  func switched(rule: Rule) throws {
    let tests = try Self.text("Tests/NormalizationTests/Rules/\(Self.fileName(rule))Tests.swift")
    #expect(tests.contains("\(rule.isOnByDefault ? "off" : "on"): .\(rule)"))
  }

  @Test("every repair has a row in docs/rules.md", arguments: RepairKind.allCases)
  func repair(kind: RepairKind) throws {
    let rows = try Self.text("docs/rules.md").split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("| `\(kind.code)` |") })
  }

  @Test("every reason has a row in docs/reasons.md", arguments: RejectionReason.allCases)
  func reason(reason: RejectionReason) throws {
    let rows = try Self.text("docs/reasons.md").split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("| `\(reason.code)` |") })
  }

  @Test("every file of a rule is in the rule book")
  func noOtherFiles() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appendingPathComponent("Sources/Normalization/Rules").path)
    let known = Set(Rule.allCases.map { Self.fileName($0) + ".swift" })
    #expect(Set(names) == known)
  }
}
