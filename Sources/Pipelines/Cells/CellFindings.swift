/// What came of one phone cell, in words.
package struct CellFindings: Equatable, Sendable {
  /// A number of the cell.
  package struct Number: Equatable, Sendable {
    /// Plus sign, calling code and national number.
    package var e164: String
    /// The extension with its zeros; empty for none.
    package var extensionDigits: String
    /// The number in the directory.
    package var directory: Int64
  }

  /// A correction of the cell.
  package struct Repair: Equatable, Sendable {
    /// Its stable name.
    package var code: String
    /// What the number reads after it.
    package var after: String
  }

  /// A part of the cell that gave no number.
  package struct Rejection: Equatable, Sendable {
    /// The stable name of the reason.
    package var reason: String
    /// 1-based Unicode scalar within the cell at which the trouble starts.
    package var column: Int
    /// The offending text.
    package var value: String
    /// What would fix it.
    package var hint: String
  }

  /// The value after one rule.
  package struct Step: Equatable, Sendable {
    /// The rule's name in the rule book.
    package var rule: String
    /// The value.
    package var value: String
  }

  /// The numbers in order of appearance, an exact repetition once.
  package var numbers: [Number] = []
  /// The corrections made.
  package var repairs: [Repair] = []
  /// The parts that gave no number.
  package var rejections: [Rejection] = []
  /// The value after each rule, if the settings ask for it.
  package var trace: [Step] = []

  /// The findings as `callbook normalize --json` prints them; `trace` only where there is one.
  package func document(input: String) -> DocumentValue {
    var members: [(key: String, value: DocumentValue)] = [
      ("input", .text(input)),
      (
        "numbers",
        .list(
          numbers.map { number in
            .mapping([
              ("e164", .text(number.e164)), ("extension", .text(number.extensionDigits)),
              ("directory", .text(String(number.directory))),
            ])
          })
      ),
      ("repairs", .texts(repairs.map(\.code))),
      (
        "rejections",
        .list(
          rejections.map { rejection in
            .mapping([
              ("reason", .text(rejection.reason)), ("column", .integer(Int64(rejection.column))),
              ("value", .text(rejection.value)), ("hint", .text(rejection.hint)),
            ])
          })
      ),
    ]
    if !trace.isEmpty {
      members.append(
        (
          "trace",
          .list(trace.map { .mapping([("rule", .text($0.rule)), ("value", .text($0.value))]) })
        ))
    }
    return .mapping(members)
  }

  /// The findings on one line: directory numbers, repairs and `reason@column`, a TAB between the
  /// three; `-` for none, except that trailing ones are left out.
  package var line: String {
    var columns = [
      numbers.map { String($0.directory) }, repairs.map(\.code),
      rejections.map { "\($0.reason)@\($0.column)" },
    ].map { $0.joined(separator: " ") }
    while columns.count > 1, columns.last == "" { columns.removeLast() }
    return columns.map { $0.isEmpty ? "-" : $0 }.joined(separator: "\t")
  }
}
