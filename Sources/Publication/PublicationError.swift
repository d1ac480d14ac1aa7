#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why nothing was published; the former generation is whole.
package enum PublicationError: Error, Equatable, CustomStringConvertible {
  /// Another run holds the output folder.
  case locked(path: String, holder: Int32?)
  /// The published manifest cannot be read.
  case damagedManifest(path: String, reason: String)
  /// A chunk of the former generation is not what its manifest says.
  case damagedChunk(path: String, reason: String)
  /// An operation on a file failed.
  case file(path: String, operation: String, code: Int32)
  /// The entries did not come in ascending order.
  case notAscending(slot: Int, list: String, number: Int64, former: Int64)
  /// An entry that no directory may hold.
  case badEntry(slot: Int, list: String, number: Int64, reason: String)
  /// A slot holds more entries than it may.
  case overCap(slot: String, entries: Int, cap: Int, slotsNeeded: Int)
  /// A delta did not turn the old entries into the new ones.
  case deltaNotProved(path: String, reason: String)
  /// The manifest cannot be signed.
  case signing(reason: String)
  /// SQLite refused.
  case rendering(path: String, reason: String)
  /// The run was stopped for a test, as by a kill.
  case stopped

  /// The message: `where: what (found, expected). What to do.`.
  package var description: String {
    switch self {
    case .locked(let path, let holder):
      "\(path): another run is writing this directory"
        + (holder.map { " (process \($0))" } ?? "") + ". Wait until it has ended."
    case .damagedManifest(let path, let reason):
      "\(path): the published manifest is damaged (\(reason)). Put the newest file of "
        + "generations/ in its place, or move the whole folder away to begin anew."
    case .damagedChunk(let path, let reason):
      "\(path): a published chunk is damaged (\(reason)). Restore the file from a copy, or move "
        + "the whole folder away to begin anew."
    case .file(let path, let operation, let code):
      "\(path): cannot \(operation) (\(String(cString: strerror(code)))). "
        + "\(Self.advice(code)) Nothing was published."
    case .notAscending(let slot, let list, let number, let former):
      "slot \(slot), \(list): entries out of order (found \(Self.masked(number)) behind "
        + "\(Self.masked(former)), expected strictly ascending). Please report this defect."
    case .badEntry(let slot, let list, let number, let reason):
      "slot \(slot), \(list): entry \(Self.masked(number)) is illegal (\(reason)). "
        + "Please report this defect."
    case .overCap(let slot, let entries, let cap, let slotsNeeded):
      "slot \(slot): too many entries (found \(entries), expected at most \(cap)). "
        + "Use \(slotsNeeded) slots."
    case .deltaNotProved(let path, let reason):
      "\(path): the delta does not give the new entries (\(reason)). Nothing was published; "
        + "please report this defect."
    case .signing(let reason): reason
    case .rendering(let path, let reason):
      "\(path): SQLite cannot write the rendering (\(reason)). Nothing was published."
    case .stopped: "the run was stopped"
    }
  }

  private static func advice(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: "Make room on the disk."
    case EACCES, EPERM, EROFS: "Check who may write there."
    default: "Check the path."
    }
  }

  /// Logs never show a whole number: the last four digits are hidden.
  private static func masked(_ number: Int64) -> String {
    let digits = String(number)
    return digits.count > 4 ? digits.dropLast(4) + "****" : "****"
  }
}
