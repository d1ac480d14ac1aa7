internal import Collation
internal import Extraction
internal import Normalization

/// Says what the stages make of one record or one number.
///
/// A number takes one pass over the exports, a record the part of its file before it and then one
/// pass. Memory: the blocks being read, and a few thousand candidates of the numbers asked for.
package struct Explainer: Sendable {
  /// Numbers of a record whose competitors are looked for.
  package static let mostNumbers = 100

  let pipeline: Pipeline
  let sources: [SourceDescription]
  let normalization: [NormalizationSettings]
  let collation: CollationSettings

  /// Prepares the settings of a build; opens nothing yet.
  ///
  /// - Throws: What is wrong with the pipeline; `ExplainError.standardInput`.
  package init(_ file: PipelineFile) throws {
    pipeline = file.pipeline
    sources = try file.sourceDescriptions()
    normalization = file.pipeline.normalizationSettings()
    collation = try file.collationSettings()
    for source in sources where source.files.contains("-") {
      throw ExplainError.standardInput(source: source.name)
    }
  }

  /// Answers a question as `ExplainQuestion` reads it, with a number of threads.
  ///
  /// - Throws: `ExplainError` where it is none; what is wrong with the exports.
  package func explain(_ text: String, threads: Int) throws -> Explanation {
    let explanation = try explain([text], threads: threads)[0]
    if let problem = explanation.problem { throw problem }
    return explanation
  }

  /// Answers several questions with one pass over the exports, in their order.
  ///
  /// What is no question is said in its answer.
  ///
  /// - Throws: What is wrong with the exports.
  package func explain(_ texts: [String], threads: Int) throws -> [Explanation] {
    let files = sources.flatMap(\.files)
    var explanations = try texts.map { text in
      var explanation = Explanation(question: text)
      do {
        switch try ExplainQuestion(text, of: pipeline, files: files) {
        case .numbers(let asked): explanation.readAs = asked.sorted()
        case .place(let path, let line):
          explanation.records = try RecordLookup(self).records(at: line, of: path)
          let proposed = explanation.records.flatMap { $0.candidates.map(\.number) }
          explanation.readAs = Set(proposed.prefix(Self.mostNumbers)).sorted()
        }
      } catch let error as ExplainError {
        explanation.problem = error
      }
      return explanation
    }
    let numbers = Set(explanations.flatMap(\.readAs))
    guard !numbers.isEmpty else { return explanations }
    let found = try NumberSearch(self).contests(for: numbers, threads: threads)
    for index in explanations.indices {
      let asked = Set(explanations[index].readAs)
      explanations[index].numbers = found.filter { asked.contains($0.number) }
    }
    return explanations
  }
}

/// The answer to a question: empty when nothing was found.
package struct Explanation: Sendable {
  /// The question as it was asked.
  package let question: String
  /// Why it cannot be answered; nil where it can.
  package var problem: ExplainError?
  /// The directory numbers that it was read as, or that the records on its line propose; ascending.
  package var readAs: [Int64] = []
  /// The records on the line asked for.
  package var records: [RecordExplanation] = []
  /// The numbers that somebody proposes, ascending.
  package var numbers: [NumberExplanation] = []

  /// Whether there is anything to say.
  package var isFound: Bool { !records.isEmpty || !numbers.isEmpty }

  /// The members of the answer as `--json` prints it.
  package var members: [(key: String, value: DocumentValue)] {
    if let problem {
      return [("question", .text(question)), ("problem", .text(problem.description))]
    }
    return [
      ("question", .text(question)), ("read_as", .texts(readAs.map(String.init))),
      ("records", .list(records.map(\.document))), ("numbers", .list(numbers.map(\.document))),
    ]
  }

  /// The answer as a person reads it, without a final newline.
  package var text: String {
    let read = readAs.map(String.init).joined(separator: " ")
    let head = "question\t\(quoted(question))\tread as \(read.isEmpty ? "no number" : read)"
    return ([head] + records.map(\.text) + numbers.map(\.text)).joined(separator: "\n")
  }
}
