import CSQLite
import Comparison
import DirectoryFormat

/// Writes a list as a SQLite database with the table `entries(number INTEGER PRIMARY KEY, label
/// TEXT)`; blocked numbers have no label.
///
/// Rows go in ascending, so that SQLite appends pages. No journal: the file is published by rename.
enum SQLiteRendering {
  static func write(
    _ reader: LineReader, _ list: DirectoryList, to path: String, fileSystem: FileSystem
  ) throws(PublicationError) {
    try fileSystem.remove(path)
    try fileSystem.pass(.create, path)
    let database = try Database(path: path)
    try database.run(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL; PRAGMA cache_size = -4096;
      CREATE TABLE entries(number INTEGER PRIMARY KEY, label TEXT); BEGIN;
      """)
    let insertion = try database.prepare("INSERT INTO entries VALUES (?1, ?2)")
    defer { sqlite3_finalize(insertion) }
    do {
      while let line = try reader.line(of: list) {
        sqlite3_bind_int64(insertion, 1, line.number)
        if list == .identification {
          // The label stays where it is until the step is done, so SQLite need not copy it.
          sqlite3_bind_text64(
            insertion, 2, line.label.baseAddress?.assumingMemoryBound(to: CChar.self),
            UInt64(line.label.count), nil, UInt8(SQLITE_UTF8))
        }
        guard sqlite3_step(insertion) == SQLITE_DONE, sqlite3_reset(insertion) == SQLITE_OK
        else { throw database.error() }
        reader.consume(line.bytes.count)
      }
    } catch { throw .reading(error) }
    try database.run("COMMIT")
  }

  private final class Database {
    /// A file system that answers nothing but EINTR must not hold a run for ever.
    private static let bounded: Void = callbook_sqlite_bound_interruptions()

    private let path: String
    private var handle: OpaquePointer?

    init(path: String) throws(PublicationError) {
      self.path = path
      _ = Self.bounded
      guard
        sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
          == SQLITE_OK
      else { throw error() }
    }

    deinit { sqlite3_close_v2(handle) }

    func run(_ statements: String) throws(PublicationError) {
      guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw error() }
    }

    func prepare(_ statement: String) throws(PublicationError) -> OpaquePointer? {
      var prepared: OpaquePointer?
      guard sqlite3_prepare_v2(handle, statement, -1, &prepared, nil) == SQLITE_OK
      else { throw error() }
      return prepared
    }

    func error() -> PublicationError {
      .rendering(path: path, reason: String(cString: sqlite3_errmsg(handle)))
    }
  }
}
