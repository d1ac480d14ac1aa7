import DirectoryFormat
import Display
import LiveLookup

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
  /// The published manifest is not known to be what was published.
  case foreignManifest(path: String, directory: String)
  /// No manifest can come after the published one.
  case noSequenceLeft(path: String)
  /// Something was published, and its manifest is gone; `newest` is what `generations/` has.
  case missingManifest(path: String, newest: String?)
  /// The manifest would be larger than readers accept.
  case manifestTooLarge(bytes: Int, chunks: Int, deltas: Int, slots: Int)
  /// So many chunks are sealed, and already they take more of a manifest than readers accept.
  case tooManyChunks(Int)
  /// A file is not what the manifest that is about to be published says, or that is not readable.
  case notAsRead(path: String, reason: String)
  /// Another run published while this one compared.
  case changedMeanwhile(path: String)
  /// A folder that a run wants to itself is a link, or belongs to another user.
  case notOurs(path: String)
  /// In a folder for the files of a run everybody may rename those of others.
  case openToOthers(path: String)
  /// The output is itself part of one: a published directory, or a report.
  case innerFolder(path: String, found: String)
  /// A folder within the output is a link.
  case linkedFolder(path: String, target: String)
  /// A chunk of the former generation is not what its manifest says.
  case damagedChunk(path: String, reason: String)
  /// A file is wanted where something else is: a link, a folder, a pipe, a socket or a device.
  case noFile(path: String, found: String)
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
  /// A published directory is not one that anybody should sign.
  case unsignable(path: String, reason: String)
  /// The roots of trust are not what phones would follow.
  case roots(path: String, reason: String, advice: String)
  /// SQLite refused.
  case rendering(path: String, reason: String)
  /// The data sets of the lookup cannot be made so that a phone would be answered.
  case lookup(reason: String, advice: String)
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
    case .foreignManifest(let path, let directory):
      "\(path): nothing shows that this is what was published (expected the manifest that the last "
        + "build left here, or a signature over it by the key of this build; found neither). Restore "
        + "it from a copy that you trust; or look at it with `callbook verify`, and vouch for it with "
        + "`callbook sign \(directory) --key KEY`. Nothing was published."
    case .noSequenceLeft(let path):
      "\(path): the highest sequence is reached (found \(Manifest.highestSequence)): no reader would "
        + "take a later directory. Restore it from a copy that you trust, or move the whole folder "
        + "away to begin anew. Nothing was published."
    case .missingManifest(let path, let newest):
      "\(path): the published manifest is missing, though something was published here. Put "
        + (newest.map { "it (or \($0), the newest that is kept)" } ?? "it")
        + " in its place, or move the whole folder away to begin anew."
    case .manifestTooLarge(let bytes, let chunks, let deltas, let slots):
      "\(Manifest.fileName): too large for its readers (found \(bytes) bytes for \(chunks) chunks "
        + "and \(deltas) deltas of \(slots) slots, expected at most "
        + "\(Manifest.largestSizeInBytes)). "
        + (deltas > chunks
          ? "Lower `generations`, or use fewer slots."
          : "Raise `chunks.target`, or lower `generations`.")
        + " Nothing was published."
    case .tooManyChunks(let count):
      "\(Manifest.fileName): too large for its readers (found \(count) chunks before all entries had "
        + "one, which take more than the expected \(Manifest.largestSizeInBytes) bytes). Raise "
        + "`chunks.target`. Nothing was published."
    case .notAsRead(let path, let reason):
      "\(path): a reader would refuse the new directory (\(reason)). Nothing was published; "
        + "run it again, and report this defect if it stays."
    case .notOurs(let path):
      "\(path): a link, or not this user's (expected a folder of one's own, or nothing). Remove it, "
        + "or choose another folder. Nothing was published."
    case .openToOthers(let path):
      "\(path): everybody may rename what others have there (expected the sticky bit). Set it (`chmod "
        + "+t`), or name another folder with TMPDIR or --scratch. Nothing was published."
    case .innerFolder(let path, let found):
      "\(path): cannot be an output folder (found \(found), expected the folder that holds it, or another "
        + "one). What a run writes beside its directory would be published. Nothing was."
    case .linkedFolder(let path, let target):
      "\(path): a folder of the output is a link (found a link to \(target), expected the folder "
        + "itself). Move the folder to this place, or let the whole output folder be a link. Nothing "
        + "was published."
    case .changedMeanwhile(let path):
      "\(path): another run published while this one compared. Run the check again."
    case .damagedChunk(let path, let reason):
      "\(path): a published chunk is damaged (\(reason)). Restore the file from a copy, or move "
        + "the whole folder away to begin anew."
    case .noFile(let path, let found):
      "\(path): expected a regular file, found \(found). Name a file."
    case .file:
      complaint + " Nothing was published."
    case .notAscending(let slot, let list, let number, let former):
      "slot \(slot), \(list): entries out of order (found \(Masking.masked(number)) behind "
        + "\(Masking.masked(former)), expected strictly ascending). Please report this defect."
    case .badEntry(let slot, let list, let number, let reason):
      "slot \(slot), \(list): entry \(Masking.masked(number)) is illegal (\(reason)). "
        + "Please report this defect."
    case .overCap(let slot, let entries, let cap, let slotsNeeded):
      "slot \(slot): too many entries (found \(entries), expected at most \(cap)). "
        + "Use \(slotsNeeded) slots."
    case .deltaNotProved(let path, let reason):
      "\(path): the delta does not give the new entries (\(reason)). Nothing was published. "
        + "Run `callbook verify` on what is published: a chunk of it may be damaged. If it is sound, "
        + "please report this defect."
    case .signing(let reason): reason
    case .unsignable(let path, let reason):
      "\(path): cannot be signed (\(reason)). Copy the directory again, or build it again. "
        + "Nothing was signed."
    case .roots(let path, let reason, let advice): "\(path): \(reason). \(advice)"
    case .rendering(let path, let reason):
      "\(path): SQLite cannot write the rendering (\(reason)). Nothing was published."
    case .lookup(let reason, let advice):
      "live lookup: \(reason). \(advice) Nothing was published."
    case .stopped: "the run was stopped"
    }
  }

  /// What went wrong while rows were read back.
  static func lookup(_ error: any Error) -> PublicationError {
    if let error = error as? PublicationError { return error }
    if case .unreadable(let path, let code) = error as? LookupReadError {
      return .file(path: path, operation: "read", code: code)
    }
    return .lookup(reason: "\(error)", advice: "Please report this defect.")
  }

  /// The message of what went wrong where it does not matter for what is published.
  package var complaint: String {
    guard case .file(let path, let operation, let code) = self else { return description }
    return "\(path): cannot \(operation) (\(String(cString: strerror(code)))). \(Self.advice(code))"
  }

  private static func advice(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: "Make room on the disk."
    case EACCES, EPERM, EROFS: "Check who may write there."
    case EMFILE, ENFILE: "Raise the limit of open files (ulimit -n)."
    case EIO, ESTALE: "Look at the disk, or at the server it is on."
    case EAGAIN, ENOMEM: "Raise the limits of threads and memory."
    default: "Check the path."
    }
  }
}
