/// A cell's text as runs of digits, words, and what stands between them.
struct CellText: Equatable {
  /// What a run of scalars is.
  enum Kind {
    /// Decimal digits of any script.
    case digits
    /// Letters and ideographs.
    case word
    /// Everything else; it stays.
    case other
  }

  /// A run of one kind.
  struct Run: Equatable {
    var kind: Kind
    var text: String
  }

  private(set) var runs: [Run] = []

  /// Takes a text apart.
  init(_ text: String) {
    for scalar in text.unicodeScalars {
      let kind: Kind =
        scalar.properties.numericType == .decimal
        ? .digits : scalar.properties.isAlphabetic ? .word : .other
      if runs.last?.kind == kind {
        runs[runs.count - 1].text.unicodeScalars.append(scalar)
      } else {
        runs.append(Run(kind: kind, text: String(scalar)))
      }
    }
  }

  /// The whole text.
  var text: String {
    runs.reduce(into: "") { $0 += $1.text }
  }

  /// Writes another text wherever a run of the kind has the given one.
  mutating func replace(_ former: Run, with text: String) {
    for index in runs.indices where runs[index] == former { runs[index].text = text }
  }
}
