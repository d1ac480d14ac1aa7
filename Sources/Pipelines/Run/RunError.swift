#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What stops a run beside the errors of the stages.
package enum RunError: Error, CustomStringConvertible {
  /// The account of records or of candidates does not balance: a defect of callbook.
  case unbalanced(what: String, left: Int, right: Int)
  /// Every record of a source lacks its number; `path` is the first of its files.
  case emptyNumberColumn(source: String, column: String, path: String, records: Int, files: Int)
  /// The pipeline goes on from a published directory, and there is none.
  case nothingToContinue(directory: String)
  /// The run has come to more than a limit allows; `key` is that of the limit.
  case overLimit(key: String, what: String, limit: String, advice: String)

  /// `--scratch` names no folder that can be written.
  case unusableScratch(path: String, errno: Int32)
  /// The page of a run cannot be written.
  case cannotWrite(path: String, errno: Int32)
  /// A file that is to tell of the run is one that it reads or writes itself.
  case forbiddenPlace(path: String, what: String)
  /// The clock that names the report gives no moment.
  case badTime(what: String, found: String)

  /// Whether the pipeline, an option or the choice of files is at fault, not the data in them.
  package var isConfiguration: Bool {
    switch self {
    case .emptyNumberColumn, .unusableScratch, .forbiddenPlace, .badTime: true
    case .unbalanced, .cannotWrite, .overLimit, .nothingToContinue: false
    }
  }

  /// The place, what is wrong there (found, expected), and what to do.
  package var description: String {
    switch self {
    case .unusableScratch(let path, let errno):
      "--scratch: \(path.isEmpty ? "no folder" : path) cannot be used "
        + "(\(String(cString: strerror(errno))), expected a folder that can be written). "
        + "Make it, or name another."
    case .cannotWrite(let path, let errno):
      "\(path): cannot be written (\(String(cString: strerror(errno)))). Look at the folder and "
        + "the room on the disk."
    case .forbiddenPlace(let path, let what):
      "\(path): belongs to the run (found \(what), expected a file for nothing else). Name another."
    case .badTime(let what, let found):
      "\(what): not a moment (found \(found), expected seconds since 1970, at most the year 9999). "
        + "Mend it, or give --now."
    case .unbalanced(let what, let left, let right):
      "ledger: \(what) do not balance (found \(left), expected \(right)). "
        + "Nothing was published; please report this with the pipeline file."
    case .nothingToContinue(let directory):
      "\(directory): nothing is published there (expected the directory that phones hold, as the "
        + "pipeline has `continues: yes`). Nothing was published: phones refuse a sequence that begins "
        + "anew. Restore the directory, or give --least-sequence."
    case .overLimit(let key, let what, let limit, let advice):
      "\(key): \(what) (expected at most \(limit)). Nothing was published. \(advice)"
    case .emptyNumberColumn(let source, let column, let path, let records, let files):
      "\(path): source \"\(source)\": column \"\(column)\" is empty in all \(records) records"
        + (files > 1 ? " of \(files) files" : "")
        + " (expected phone numbers). Check `columns.number` and the export."
    }
  }
}
