import CSQLite

/// The rows of a SQLite rendering, by ascending number.
///
/// Whoever made the file decides what its schema says, and a view or a computed column can run for
/// ever: only a table is asked, for stored columns, and no row may take more steps than a row takes.
enum SQLiteRows {
  /// Steps of SQLite's machine between two looks at whether a row has come.
  private static let patience: Int32 = 1_000_000
  /// Longest value, in bytes: labels are shorter by far.
  private static let longestValue: Int32 = 1 << 20

  /// A file system that answers nothing but EINTR must not hold a reader for ever.
  private static let bounded: Void = callbook_sqlite_bound_interruptions()

  /// Hands over each row until `body` answers false; a database that cannot be read has a row with
  /// the number 0.
  static func forEach(
    of path: String, _ body: (_ number: Int64, _ label: UnsafeRawBufferPointer) -> Bool
  ) {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var database: OpaquePointer?
    _ = bounded
    defer { sqlite3_close_v2(database) }
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      _ = body(0, nothing)
      return
    }
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longestValue)
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: 1) { hasMoved in
      hasMoved.initialize(repeating: true)
      sqlite3_progress_handler(
        database, patience,
        { moved in
          let moved = moved?.assumingMemoryBound(to: Bool.self)
          defer { moved?.pointee = false }
          return moved?.pointee == true ? 0 : 1
        }, hasMoved.baseAddress)
      defer { sqlite3_progress_handler(database, 0, nil, nil) }
      guard isPlainTable(database) else {
        _ = body(0, nothing)
        return
      }
      walk(database, hasMoved, body)
    }
  }

  /// Whether `entries` is a table whose columns are all stored.
  private static func isPlainTable(_ database: OpaquePointer?) -> Bool {
    answer(
      """
      SELECT (SELECT type FROM sqlite_schema WHERE name = 'entries') = 'table'
        AND (SELECT max(hidden) FROM pragma_table_xinfo('entries')) = 0
      """, database) == 1
  }

  private static func answer(_ question: String, _ database: OpaquePointer?) -> Int64? {
    var query: OpaquePointer?
    defer { sqlite3_finalize(query) }
    guard sqlite3_prepare_v2(database, question, -1, &query, nil) == SQLITE_OK,
      sqlite3_step(query) == SQLITE_ROW
    else { return nil }
    return sqlite3_column_int64(query, 0)
  }

  private static func walk(
    _ database: OpaquePointer?, _ hasMoved: UnsafeMutableBufferPointer<Bool>,
    _ body: (_ number: Int64, _ label: UnsafeRawBufferPointer) -> Bool
  ) {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var query: OpaquePointer?
    defer { sqlite3_finalize(query) }
    let statement = "SELECT number, label FROM entries ORDER BY number"
    guard sqlite3_prepare_v2(database, statement, -1, &query, nil) == SQLITE_OK else {
      _ = body(0, nothing)
      return
    }
    while true {
      let step = sqlite3_step(query)
      if step == SQLITE_DONE { return }
      hasMoved[0] = true
      let isNumber = step == SQLITE_ROW && sqlite3_column_type(query, 0) == SQLITE_INTEGER
      let label = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(query, 1), count: Int(sqlite3_column_bytes(query, 1)))
      guard isNumber, body(sqlite3_column_int64(query, 0), label) else {
        if !isNumber { _ = body(0, nothing) }
        return
      }
    }
  }
}
