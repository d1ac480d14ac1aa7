/// Finds the known name that an unknown one was probably meant to be.
enum NearestName {
  /// The known name with the smallest edit distance, if it is near enough to be a slip; of equal
  /// ones the first.
  static func of(_ unknown: String, among known: [String]) -> String? {
    let written = Array(unknown.lowercased().unicodeScalars.prefix(64))
    var best: (name: String, distance: Int)?
    for name in known {
      let distance = editDistance(written, Array(name.lowercased().unicodeScalars))
      if distance < best?.distance ?? Int.max { best = (name, distance) }
    }
    guard let best, best.distance <= max(1, max(written.count, best.name.count) / 2) else {
      return nil
    }
    return best.name
  }

  /// `(nearest: "x")`, or the list of what is known when nothing is near.
  static func phrase(for unknown: String, among known: [String]) -> String {
    if let nearest = of(unknown, among: known) { return "(nearest: \"\(nearest)\")" }
    let shown = known.prefix(20).joined(separator: ", ")
    return known.count > 20 ? "(expected one of: \(shown), …)" : "(expected one of: \(shown))"
  }

  private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var row = Array(0...right.count)
    for (i, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in right.indices {
        let substituted = diagonal + (character == right[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
