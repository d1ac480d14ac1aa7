/// The files of a run, each looked at once, and how each is to be read.
///
/// Memory: about a hundred bytes a file beside its path, for a run may have a hundred thousand.
/// One thread at a time has it.
struct OpenedExports: @unchecked Sendable {
  /// How a file is read.
  enum Feed {
    /// By all threads, once its turn has come.
    case plain(PlainText)
    /// From its start to its end, once its turn has come.
    case serial
    case blocks(CSVBlockFeed)
    case open(any RecordReader)
    case done
  }

  /// By file.
  var feeds: [Feed] = []
  /// What each file was when it was first opened; nil for a pipe.
  private(set) var identities: [ExportIdentity?] = []
  /// Stored bytes of all files; nil when a pipe is among them.
  private(set) var bytesTotal: Int? = 0
  /// What is doubtful about the exports, as far as it is known.
  var doubts: DoubtLog
  /// Files that hold the same bytes as another one.
  private(set) var repeated: [RepeatedExports.Pair] = []
  /// The standard input, which stays open.
  private var input: ExportFile?

  /// Looks at every file; the standard input comes last and only where nothing else is wrong, for
  /// it may have to be waited for.
  ///
  /// - Throws: All that is wrong with any of the files.
  init(
    _ files: [ExtractedFile], of sources: [SourceDescription],
    sourceFile: @escaping (ExtractedFile) -> SourceFile
  ) throws(ExtractionErrors) {
    var errors: [ExtractionError] = []
    doubts = DoubtLog()
    feeds = Array(repeating: .done, count: files.count)
    identities = Array(repeating: nil, count: files.count)
    var outlines: [RepeatedExports.Outline?] = Array(repeating: nil, count: files.count)
    for readsInput in [false, true] where errors.isEmpty {
      for (index, file) in files.enumerated() where (file.path == "-") == readsInput {
        do throws(ExtractionError) {
          let looked = try sourceFile(file).look()
          take(looked, at: index)
          guard let size = looked.identity?.size,
            sources[file.source].answer(to: .repeated) != .accept
          else { continue }
          outlines[index] = .init(size: size, beginning: looked.beginning)
        } catch {
          errors.append(error)
        }
      }
    }
    notePartial(files, of: sources)
    errors += doubts.refusals(of: sources)
    guard errors.isEmpty else { throw ExtractionErrors(errors: errors) }
    do throws(ExtractionError) {
      let identities = identities
      repeated = try RepeatedExports { (index) throws(ExtractionError) in
        try sourceFile(files[index]).again(identities[index])
      }.pairs(of: outlines) { isDoubtful($0, files) }
    } catch {
      throw ExtractionErrors(errors: [error])
    }
  }

  /// Looks at one file alone, of which a stretch may be wanted.
  init(
    _ wanted: Int, _ stretch: ExportStretch?, of files: [ExtractedFile],
    sourceFile: (ExtractedFile) -> SourceFile
  ) throws(ExtractionErrors) {
    doubts = DoubtLog()
    feeds = Array(repeating: .done, count: files.count)
    identities = Array(repeating: nil, count: files.count)
    let looked: SourceFile.Looked
    do throws(ExtractionError) { looked = try sourceFile(files[wanted]).look() } catch {
      throw ExtractionErrors(errors: [error])
    }
    take(looked, at: wanted)
    guard let stretch else { return }
    guard case .plain(var text) = looked.feed else {
      throw ExtractionErrors(errors: [
        ExtractionError(
          kind: .data, source: "", path: files[wanted].path,
          problem: "cannot be read in parts (expected plain CSV of UTF-8)",
          remedy: "Split it anew: it is not what it was then.")
      ])
    }
    text.narrow(to: stretch)
    feeds[wanted] = .plain(text)
  }

  /// Looks at nothing: another run has.
  init(_ survey: ExportSurvey, of sources: [SourceDescription]) {
    feeds = Array(repeating: .done, count: survey.exports.count)
    identities = survey.exports
    bytesTotal = survey.exports.reduce(0) { $0 + ($1?.size ?? 0) }
    doubts = DoubtLog(survey.notes, of: sources)
    repeated = survey.repeated
  }

  /// What the look at the files came to.
  var survey: ExportSurvey {
    ExportSurvey(exports: identities, repeated: repeated, notes: doubts.notes)
  }

  private mutating func take(_ looked: SourceFile.Looked, at index: Int) {
    feeds[index] = looked.feed
    // Files of one source are alike: they share what their headers say.
    if case .plain(var text) = looked.feed, index > 0, case .plain(let former) = feeds[index - 1],
      former.layout.isSame(as: text.layout)
    {
      text.layout = former.layout
      feeds[index] = .plain(text)
    }
    identities[index] = looked.identity
    if let input = looked.input {
      self.input = input
      bytesTotal = nil
    } else if let size = looked.identity?.size {
      bytesTotal? += size
    }
  }

  /// Whether two files of the same bytes say that something went wrong: one file that two sources
  /// read, each in its own way, does not.
  private func isDoubtful(_ pair: RepeatedExports.Pair, _ files: [ExtractedFile]) -> Bool {
    guard let one = identities[pair.file], let other = identities[pair.former] else { return false }
    return files[pair.file].source == files[pair.former].source || !one.isSameFile(as: other)
  }

  private mutating func notePartial(_ files: [ExtractedFile], of sources: [SourceDescription]) {
    var looked: [Int: Int] = [:]
    for file in files where sources[file.source].answer(to: .partial) != .accept {
      let place = FilePlace(source: sources[file.source].name, path: file.path)
      if let name = PartialNames.doubt(of: file.path) {
        doubts.note(.partial, source: file.source, place, name)
      } else if looked[file.source, default: 0] < PartialNames.mostNeighbours {
        looked[file.source, default: 0] += 1
        guard let beside = PartialNames.neighbour(of: file.path) else { continue }
        doubts.note(
          .partial, source: file.source, place,
          "lies beside \(beside): another transfer of it has begun or was given up")
      }
    }
  }

  /// What a file has become, where that is not what it was.
  func difference(
    of index: Int, _ place: FilePlace, _ access: ExportFile.Access
  ) -> ExtractionError? {
    if place.path == "-" { return input?.difference() }
    return identities[index].flatMap { ExportFile.difference(place, from: $0) }
  }
}
