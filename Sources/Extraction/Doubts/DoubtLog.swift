/// What is doubtful about the exports of a run, counted by source: a run may have a hundred thousand
/// files, and a person reads a line.
struct DoubtLog {
  private struct Entry {
    var count = 0
    /// The first of them, and what is to be said of it.
    var place: FilePlace
    var detail: String
  }

  /// By source and doubt.
  private var entries: [Int: [ExportDoubt: Entry]] = [:]

  /// Notes a doubtful file of a source; `detail` follows its path in a sentence.
  mutating func note(
    _ doubt: ExportDoubt, source: Int, _ place: FilePlace, _ detail: @autoclosure () -> String
  ) {
    if entries[source]?[doubt] == nil {
      entries[source, default: [:]][doubt] = Entry(place: place, detail: detail())
    }
    entries[source]?[doubt]?.count += 1
  }

  /// What was noted, in the order of sources.
  var notes: [ExportSurvey.Note] {
    entries.keys.sorted().flatMap { source in
      ExportDoubt.allCases.compactMap { doubt in
        entries[source]?[doubt].map {
          ExportSurvey.Note(
            source: source, path: $0.place.path, doubt: doubt.rawValue, detail: $0.detail,
            files: $0.count)
        }
      }
    }
  }

  /// Takes over what another run has noted; what it calls a doubt that is none is left out.
  init(_ notes: [ExportSurvey.Note] = [], of sources: [SourceDescription] = []) {
    for note in notes {
      guard let doubt = ExportDoubt(rawValue: note.doubt), sources.indices.contains(note.source)
      else { continue }
      entries[note.source, default: [:]][doubt] = Entry(
        count: note.files,
        place: FilePlace(source: sources[note.source].name, path: note.path), detail: note.detail)
    }
  }

  /// The sentences of all doubts with an answer, in the order of sources.
  private func doubts(
    answered answer: ExportDoubt.Answer, by sources: [SourceDescription]
  ) -> [ExtractionError] {
    entries.keys.sorted().flatMap { source in
      ExportDoubt.allCases.compactMap { doubt in
        guard let entry = entries[source]?[doubt], sources[source].answer(to: doubt) == answer
        else { return nil }
        let more = entry.count > 1 ? ", the first of \(entry.count) files" : ""
        return entry.place.data("\(entry.detail) (\(doubt.rawValue)\(more))", doubt.remedy)
      }
    }
  }

  /// What is said in the summary.
  func warnings(of sources: [SourceDescription]) -> [String] {
    doubts(answered: .warn, by: sources).map(\.description)
  }

  /// What ends the run.
  func refusals(of sources: [SourceDescription]) -> [ExtractionError] {
    doubts(answered: .refuse, by: sources)
  }
}

extension SourceDescription {
  /// What becomes of a doubtful export of this source.
  package func answer(to doubt: ExportDoubt) -> ExportDoubt.Answer {
    doubts[doubt] ?? doubt.usualAnswer
  }
}
