/// What two columns of one table are to each other.
extension SketchColumn {
  /// Whether one of the two is a part of the other: its path has conditions where the other's has none.
  func isPart(with other: SketchColumn) -> Bool {
    guard !path.isEmpty, !other.path.isEmpty else { return false }
    let condition = #/\[[^\]]*\]/#
    let (plain, alsoPlain) = (
      path.replacing(condition, with: ""), other.path.replacing(condition, with: "")
    )
    return plain == alsoPlain && (path == plain || other.path == plain)
  }

  /// Whether the two are first and last numbers of ranges: as many digits, the first never above.
  func isRange(to last: SketchColumn) -> Bool {
    guard last.promise(.rangeLast) > 0 else { return false }
    let pairs = zip(cells, last.cells).filter { !$0.isEmpty && !$1.isEmpty }
    let good = pairs.count { from, to in
      let (low, high) = (from.filter(\.isNumber), to.filter(\.isNumber))
      return low.count >= 3 && low.count == high.count && low <= high
    }
    return pairs.count >= 2 && good * 10 >= pairs.count * 9
  }

  /// Whether numbers end with the digits of this column in eight of ten rows.
  func isEnd(of numbers: SketchColumn) -> Bool {
    let pairs = zip(numbers.cells, cells).filter { !$0.isEmpty && !$1.isEmpty }
    let ends = pairs.count { $0.filter(\.isNumber).hasSuffix($1.filter(\.isNumber)) }
    return pairs.count >= 3 && ends * 10 >= pairs.count * 8
  }

  /// Whether both headings begin alike: 收件人 has 收件電話, not 訂購人.
  func isHeaded(like other: SketchColumn) -> Bool {
    let (mine, its) = (name.lowercased(), other.name.lowercased())
    let common = mine.prefix(zip(mine, its).prefix { $0 == $1 }.count)
    if common.unicodeScalars.first.map({ $0.value >= 0x3000 }) == true { return common.count >= 2 }
    let (words, others) = (ColumnWords.tokens(of: mine), ColumnWords.tokens(of: its))
    guard mine != its, let word = words.first, let first = others.first else { return false }
    if word == first { return common.count >= 3 }
    // Empfänger has Empfängertelefon, and получатель has "телефон получателя".
    return words.count == 1
      && others.contains { other in
        let same = zip(word, other).prefix { $0 == $1 }.count
        return same >= 5 && same + 1 >= word.count
      }
  }
}
