internal import Display

/// The line in which `build` tells how the rejections of a night stand to the run before.
package enum NightLine {
  /// Columns that the shape may take.
  private static let shapeWidth = 40

  /// The line, or nil where there is no run before, or neither has any rejection.
  ///
  /// `14 → 4 865 rejections; new: junk 99-9999999字999, 1 708 in branch2.csv`: how many there were and
  /// are, and the largest group of new ones: its reason, the shape of its cells, and the file that has
  /// most of it. A log holds no cell: whose name stands in one is nobody's guess.
  ///
  /// - Parameter result: Groups by `keys`, beside those of the run before.
  package static func text(of result: RejectsGroupingResult) -> String? {
    let before = result.matched - result.new + result.fixed
    guard result.formerPath != nil, before + result.matched > 0 else { return nil }
    let counts = "\(grouped(before)) → \(grouped(result.matched)) rejections"
    guard let news = news(of: result) else { return counts + "; none is new" }
    return counts + "; new: " + news
  }

  /// What the groups share that the line is made of.
  static let keys: [RejectsGrouping.Key] = [.source, .file, .shape]

  private static func news(of result: RejectsGroupingResult) -> String? {
    var kinds: [String: (count: Int, top: RejectsGroupingResult.Group)] = [:]
    for group in result.groups where group.new > 0 {
      let kind = group.reason + "\n" + group.names[2]
      let former = kinds[kind]
      let top = former.map { $0.top.new >= group.new ? $0.top : group } ?? group
      kinds[kind] = ((former?.count ?? 0) + group.new, top)
    }
    let largest = kinds.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.value
    guard let largest else { return nil }
    let name = largest.top.names[1].split(separator: "/").last.map(String.init) ?? ""
    let cell = DisplayWidth.cut(Escaping.escaped(largest.top.names[2]), to: shapeWidth)
    let sample = cell.isEmpty ? "" : " " + cell
    return
      "\(largest.top.reason)\(sample), \(grouped(largest.top.new)) in \(Escaping.escaped(name))"
  }

  /// Digits in groups of three.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return text
  }
}
