/// What a look at all exports of a run came to, for runs that read them in parts elsewhere.
package struct ExportSurvey: Sendable {
  /// By file: what it was; nil for a pipe.
  package var exports: [ExportIdentity?]
  /// Files that hold the same bytes as another one.
  package var repeated: [Repetition]
  /// What is doubtful by then, in the order of sources.
  package var notes: [Note]

  /// Creates a survey.
  package init(exports: [ExportIdentity?], repeated: [Repetition], notes: [Note]) {
    self.exports = exports
    self.repeated = repeated
    self.notes = notes
  }

  /// A file and the earlier one that it repeats, as 0-based indices of files.
  package struct Repetition: Sendable, Codable, Equatable {
    /// The later one.
    package var file: Int
    /// The earlier one.
    package var former: Int

    init(file: Int, former: Int) {
      self.file = file
      self.former = former
    }
  }

  /// A doubt about files of one source.
  package struct Note: Sendable, Codable, Equatable {
    /// 0-based index of the source.
    package var source: Int
    /// The first of the files.
    package var path: String
    /// Which doubt, as pipelines call it.
    package var doubt: String
    /// What is said of the first file, behind its path.
    package var detail: String
    /// How many files.
    package var files: Int
  }
}

/// A part of a plain CSV file that begins and ends where a record begins.
package struct ExportStretch: Sendable, Equatable {
  /// 0-based offset of the first record.
  package var start: Int
  /// Offset behind the last one.
  package var end: Int
  /// 1-based physical line of the first record.
  package var line: UInt64
  /// Records of the file before the first one.
  package var ordinal: UInt64

  /// Creates a stretch.
  package init(start: Int, end: Int, line: UInt64, ordinal: UInt64) {
    self.start = start
    self.end = end
    self.line = line
    self.ordinal = ordinal
  }
}

/// Which of the exports of a run an extractor reads.
package enum ExtractionScope: Sendable {
  /// All of them.
  case everything
  /// One file by its 0-based index, all of it or a stretch.
  case file(Int, ExportStretch?)
  /// None: they were looked at, and are read, elsewhere.
  case elsewhere(ExportSurvey)
}
