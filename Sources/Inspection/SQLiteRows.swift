import CSQLite

/// The rows of a SQLite rendering, by ascending number.
enum SQLiteRows {
  /// Hands over each row until `body` answers false; a database that cannot be read has a row with
  /// the number 0.
  static func forEach(
    of path: String, _ body: (_ number: Int64, _ label: UnsafeRawBufferPointer) -> Bool
  ) {
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    var query: OpaquePointer?
    defer { sqlite3_finalize(query) }
    let statement = "SELECT number, label FROM entries ORDER BY number"
    guard
      sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, statement, -1, &query, nil) == SQLITE_OK
    else {
      _ = body(0, nothing)
      return
    }
    while true {
      let step = sqlite3_step(query)
      if step == SQLITE_DONE { return }
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
