/// Why a report cannot be read.
package enum RejectsError: Error, Equatable, CustomStringConvertible {
  /// It cannot be opened or read.
  case unreadable(path: String, why: String)
  /// A folder without rejects.csv.
  case noReport(folder: String)
  /// The first line is not the header of a report.
  case notAReport(path: String, missing: String)
  /// A quote that is never closed.
  case damaged(path: String, line: Int)
  /// A reason that is not on the closed list; `known` names the nearest.
  case unknownReason(code: String, known: String)
  /// A source or a file that the run did not read; `known` names the nearest.
  case unknownName(option: String, name: String, known: String)
  /// No run of that name or day; `newest` is the name of the last one, if there is one.
  case noRun(option: String, name: String, folder: String, newest: String?)
  /// The run kept no settings.
  case noPipeline(path: String)
  /// A source that was read from standard input, which cannot be read again.
  case standardInput(source: String)
  /// A source whose cells an apostrophe parts or quotes, so that it cannot guard them.
  case apostrophe(source: String)
  /// There is no run before the one that is read.
  case noFormerRun(of: String)

  /// Place, what is wrong and what to do.
  package var description: String {
    switch self {
    case .unreadable(let path, let why): "\(path): cannot be read (\(why)). Check the path."
    case .noReport(let folder):
      "\(folder): holds no rejects.csv. Give the folder of one run, such as report/latest, "
        + "or the output folder of `build`."
    case .notAReport(let path, let missing):
      "\(path):1: no column \"\(missing)\" in the header. Give a rejects.csv that callbook wrote."
    case .damaged(let path, let line):
      "\(path):\(line): a quoted field does not end. The file was cut or changed; build again."
    case .unknownReason(let code, let known):
      "--reason: no reason is called \"\(code)\" \(known). docs/reasons.md lists them."
    case .unknownName(let option, let name, let known):
      "\(option): the run read no \"\(name)\" \(known). Name it as rejects.csv does."
    case .noRun(let option, let name, let folder, let newest):
      "\(option): \(folder) holds no run \"\(name)\""
        + (newest.map { " (newest: \($0))" } ?? "") + ". Its folders are the runs that are kept."
    case .noPipeline(let path):
      "\(path): missing, so the settings of the run are not known. Build once more, and ask again."
    case .standardInput(let source):
      "source \"\(source)\": was read from standard input (expected files, which can be read again). "
        + "Ask for another one with --source."
    case .apostrophe(let source):
      "--for-spreadsheet: source \"\(source)\" has an apostrophe as quote or delimiter (expected text). "
        + "Take its records out without it, and open them as text."
    case .noFormerRun(let run):
      "--against previous: \(run) has no run before it (expected another folder beside it). Name "
        + "one by its day or its folder."
    }
  }
}
