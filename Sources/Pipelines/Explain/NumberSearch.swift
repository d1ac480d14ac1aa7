internal import Collation
internal import Extraction
internal import Foundation
internal import Normalization
internal import Records
internal import Threads

/// Finds every record that proposes one of a few numbers, in one pass over the exports.
struct NumberSearch: Sendable {
  private let explainer: Explainer

  init(_ explainer: Explainer) { self.explainer = explainer }

  /// What is to be said of the numbers that anybody proposes, ascending.
  func contests(for numbers: Set<Int64>, threads: Int) throws -> [NumberExplanation] {
    let extractor = try Extractor(sources: explainer.sources)
    let contests = try numbers.reduce(into: [Int64: Contest]()) {
      $0[$1] = try Contest(number: $1, settings: explainer.collation)
    }
    let findings = Findings(contests)
    try Crew.run(threads, watch: { try extractor.checkWaiting() }) { _ in
      do {
        try search(extractor, for: numbers, found: findings.add)
      } catch {
        findings.fail(error)
      }
    }
    let found = try findings.get()
    try extractor.finish()
    return found.values.filter { $0.total > 0 }.sorted { $0.number < $1.number }
      .map { NumberExplanation($0, explainer, files: extractor.files.map(\.path)) }
  }

  /// What the threads found.
  private final class Findings: Sendable {
    private let state: Locked<(contests: [Int64: Contest], failure: (any Error)?)>

    init(_ contests: [Int64: Contest]) { state = Locked((contests, nil)) }

    func add(_ contender: Contender, to number: Int64) {
      state.withLock { $0.contests[number]?.add(contender) }
    }

    func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

    func get() throws -> [Int64: Contest] {
      let (contests, failure) = state.withLock { ($0.contests, $0.failure) }
      if let failure { throw failure }
      return contests
    }
  }

  private func search(
    _ extractor: Extractor, for numbers: Set<Int64>, found: (Contender, Int64) -> Void
  ) throws {
    let batch = RecordBatch()
    let normalized = NormalizedBatch()
    var normalizer = CurrentNormalizer(explainer.normalization)
    while try extractor.next(into: batch) {
      let rules = try normalizer.of(source: batch.source)
      var next = 0
      while next < batch.records.count {
        normalized.removeAll()
        next = rules.normalize(batch, from: next, into: normalized)
        for candidate in normalized.candidates.elements where numbers.contains(candidate.number) {
          found(Self.contender(candidate, normalized, batch), candidate.number)
        }
      }
    }
  }

  private static func contender(
    _ candidate: Candidate, _ normalized: NormalizedBatch, _ batch: RecordBatch
  ) -> Contender {
    Contender(
      label: Array(normalized.label(of: candidate, in: batch)), action: candidate.action,
      baseDigits: Int(candidate.baseDigits), isValid: candidate.isValid,
      isRepresentative: candidate.isRepresentative, updated: candidate.updated,
      source: batch.source, file: batch.file,
      line: Int(clamping: batch.records[Int(candidate.record)].line))
  }
}
