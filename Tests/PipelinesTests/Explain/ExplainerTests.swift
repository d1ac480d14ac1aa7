import Testing

@testable import Pipelines

@Suite struct ExplainerTests {
  private let pipeline = """
    version: 1
    name: small
    region: TW
    sources:
      - { name: old, path: old.csv, columns: { number: n, extension: x, label: l, action: a, updated: u } }
      - { name: new, path: new.csv, columns: { number: n, label: l }, rank: 5 }
    representative: { label: Center }
    protect: [02-5566-7701]
    slots: { identifiers: [a.b, c.d] }
    """

  private func folder() throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write(
      """
      n,x,l,a,u
      02-5566-7788,0718,Bakery,,2026-11-01
      02-5566-7700,,Old,,2026-11-01
      02-5566-7700,,"Two
      lines",,
      call us,,Nobody,,
      02-5566-7701,,,block,

      """, to: "old.csv")
    try folder.write("n,l\n(02)5566-7700,New\n", to: "new.csv")
    return folder
  }

  private func explain(_ question: String, _ folder: TestFolder) throws -> Explanation {
    let file = try PipelineReader.read(pipeline, path: folder.path + "/p.yaml")
    return try Explainer(file).explain(question, threads: 2)
  }

  @Test(arguments: ["02-5566-7700", "+886 2 5566 7700", "886255667700", "（02）5566-7700"])
  func aNumberNamesEveryoneWhoProposesIt(_ question: String) throws {
    let explanation = try explain(question, folder())
    #expect(explanation.records.isEmpty)
    let number = try #require(explanation.numbers.first)
    #expect(explanation.numbers.count == 1 && number.number == 886_255_667_700)
    #expect(number.proposals.map(\.fate) == ["identified", "merged", "merged"])
    #expect(number.proposals.map(\.label) == ["New", "Old", "Two lines"])
    #expect(number.proposals.map(\.line) == [2, 3, 4])
    #expect(number.proposals.map(\.source) == ["new", "old", "old"])
    #expect(number.proposals.map(\.updated) == ["", "2026-11-01T00:00:00Z", ""])
    #expect(number.identifier == ["a.b", "c.d"][number.slot])
    #expect(number.text.hasPrefix("886255667700\tslot "))
    #expect(number.document.json().contains(#""entries": [{"list": "identification""#))
  }

  @Test func severalQuestionsTakeOnePass() throws {
    let folder = try folder()
    let file = try PipelineReader.read(pipeline, path: folder.path + "/p.yaml")
    let questions = ["02-5566-7700", "old.csv:6", "886255667799", "02-5566-7700"]
    let answers = try Explainer(file).explain(questions, threads: 2)
    #expect(answers.map(\.question) == questions)
    #expect(answers.map(\.isFound) == [true, true, false, true])
    #expect(answers.map(\.readAs) == [[886_255_667_700], [], [886_255_667_799], [886_255_667_700]])
    #expect(answers[0].numbers.first?.decidedBy == "rank")
    #expect(answers[0].text.hasPrefix("question\t\"02-5566-7700\"\tread as 886255667700\n"))
  }

  @Test(
    arguments: [
      ("02-5566-7788,A,2026-11-02", "02-5566-7788,B,2026-11-01", "updated"),
      ("02-5566-7788,A,", "02-5566-7788,B,", "label"),
      ("02-5566-7788,A,", "02-5566-7788,A,", "place"),
    ])
  func whatDecidedIsNamed(_ one: String, _ other: String, criterion: String) throws {
    let folder = try TestFolder()
    try folder.write("n,l,u\n\(one)\n\(other)\n", to: "a.csv")
    let text = SamplePipeline.minimal.replacing("label: l", with: "label: l, updated: u")
    let file = try PipelineReader.read(text, path: folder.path + "/p.yaml")
    let number = try #require(
      try Explainer(file).explain("02-5566-7788", threads: 1).numbers.first)
    #expect(number.decidedBy == criterion)
  }

  @Test func whatARuleTakesOutIsNamed() throws {
    let number = try #require(try explain("02-5566-7701", folder()).numbers.first)
    #expect(number.proposals.map(\.fate) == ["suppressed: protected"])
    #expect(number.text.contains("not in the directory"))
  }

  @Test func aRecordIsTakenThroughEveryStage() throws {
    let folder = try folder()
    let explanation = try explain("\(folder.path)/old.csv:2", folder)
    let record = try #require(explanation.records.first)
    #expect(explanation.records.count == 1)
    #expect(record.account == "used" && record.source == "old" && record.line == 2)
    #expect(record.cells.map(\.field) == ["n", "x", "l", "a", "u"])
    #expect(record.cells.map(\.value) == ["02-5566-7788", "0718", "Bakery", "", "2026-11-01"])
    #expect(record.candidates.map(\.number) == [8_862_556_677_880_718, 886_255_667_788])
    #expect(record.candidates.map(\.label) == ["Bakery", "Center"])
    #expect(!record.trace.isEmpty && record.trace.allSatisfy { $0.field == "n" })
    #expect(explanation.numbers.map(\.number) == [886_255_667_788, 8_862_556_677_880_718])
    #expect(explanation.numbers[0].proposals.map(\.isRepresentative) == [true])
  }

  @Test func aLineInsideARecordIsTheRecord() throws {
    let folder = try folder()
    for line in [4, 5] {
      let records = try explain("old.csv:\(line)", folder).records
      #expect(records.map(\.line) == [4], "line \(line)")
    }
  }

  @Test func aRejectedRecordSaysWhyAndWhatWouldFixIt() throws {
    let explanation = try explain("old.csv:6", folder())
    let record = try #require(explanation.records.first)
    #expect(record.account == "rejected" && record.candidates.isEmpty)
    #expect(record.rejections.count == 1)
    #expect(record.rejections.first?.value.isEmpty == false)
    #expect(explanation.numbers.isEmpty && explanation.isFound)
  }

  @Test(arguments: ["old.csv:99", "02-5566-7799", "123456789"])
  func whatIsNotThereIsNotFound(_ question: String) throws {
    #expect(try !explain(question, folder()).isFound)
  }

  @Test(arguments: ["hello", "other.csv:3", "old.csv:0", "", ":", "02-55"])
  func whatIsNoQuestionIsAnError(_ question: String) throws {
    let folder = try folder()
    let error = #expect(throws: ExplainError.self) { try explain(question, folder) }
    #expect(error?.description.contains("old.csv") == true)
  }

  @Test func elementsOfOneLineAreAllShown() throws {
    let folder = try TestFolder()
    try folder.write("<E><L n=\"02-5566-7788\"/><L n=\"02-5566-7789\"/></E>", to: "a.xml")
    let text = """
      version: 1
      name: small
      region: TW
      sources: [{ name: x, path: a.xml, format: xml, record: /E/L, action: block, columns: { number: "@n" } }]
      slots: { identifiers: [a.b] }
      """
    let file = try PipelineReader.read(text, path: folder.path + "/p.yaml")
    let explanation = try Explainer(file).explain("a.xml:1", threads: 1)
    #expect(explanation.records.map(\.element) == ["/E/L[1]", "/E/L[2]"])
    #expect(explanation.numbers.flatMap { $0.proposals.map(\.fate) } == ["blocked", "blocked"])
  }

  @Test func standardInputCannotBeExplained() throws {
    let file = try PipelineReader.read(
      SamplePipeline.minimal.replacing("a.csv", with: "\"-\""), path: "p.yaml")
    #expect(throws: ExplainError.standardInput(source: "one")) { try Explainer(file) }
  }
}
