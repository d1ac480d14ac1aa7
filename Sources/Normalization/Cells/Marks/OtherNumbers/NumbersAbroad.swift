import NumberingPlans
import Records

/// Numbers behind the name of another country, or of a city there, which are dialled in that country: 越南
/// 0912345678, 曼谷 02-234-5678.
extension TokenWriter {
  /// Rejects those that would be numbers of the region, too; true when the cell has no other number.
  func rejectsNumbersAbroad(into result: CellResult) -> Bool {
    guard plan.notation.notesAreChinese, facts.kinds.contains(.text) else { return false }
    // Looked for once: a cell may be full of places.
    var first: Int?
    for index in 1..<max(tokenCount, 1) where tokens[index].kind == .digits {
      guard let place = endOfPlace(before: index), namesAbroad(place), !leadsAbroad(index) else {
        continue
      }
      let end = behindNumber(index)
      if first == nil { first = firstNumberInFull() }
      guard
        startsFullNumber(at: index) || mayBeFormer(index, upTo: end)
          || mayBeLine(index, upTo: end, behind: first ?? index)
      else { continue }
      reject(
        .ambiguous, token: index, to: end, note: "a number of the region, or of one abroad",
        into: result)
      guard hasNumber(besides: index..<end) else { return true }
      mark(index..<end, as: .amount)
    }
    return false
  }

  private func hasNumber(besides range: Range<Int>) -> Bool {
    (0..<tokenCount).contains {
      tokens[$0].kind == .digits && !range.contains($0) && startsFullNumber(at: $0)
    }
  }

  /// Whether digits with a trunk 0 are as many as numbers of an old plan had, which would be renewed: 02-234-5678.
  private func mayBeFormer(_ index: Int, upTo end: Int) -> Bool {
    let count = (index..<end).reduce(0) {
      $0 + (tokens[$1].kind == .digits ? Int(tokens[$1].count) : 0)
    }
    return digits[Int(tokens[index].first)] == 48 && count == 9
  }

  /// Whether digits are as many as a line of the area of a number before them: 02-27123456 日本：8123-4567.
  private func mayBeLine(_ index: Int, upTo end: Int, behind first: Int) -> Bool {
    guard first < index else { return false }
    let count = (index..<end).reduce(0) {
      $0 + (tokens[$1].kind == .digits ? Int(tokens[$1].count) : 0)
    }
    return (7...8).contains(count) && digits[Int(tokens[index].first)] != 48
  }

  /// Where the first number in full begins; behind the last token where none does.
  private func firstNumberInFull() -> Int {
    (0..<tokenCount).first { tokens[$0].kind == .digits && startsFullNumber(at: $0) } ?? tokenCount
  }

  /// The last token of the text before digits and their label; nil where none stands there.
  private func endOfPlace(before index: Int) -> Int? {
    var last = index - 1
    while last >= 0 {
      switch tokens[last].kind {
      case .colon, .open: last -= 1
      case .word where tokens[last].word == .label && tokens[last].isOfIdeographs: last -= 1
      case .text: return last
      default: return nil
      }
    }
    return nil
  }

  /// Whether text that ends at a token is the name of a place abroad, or of a country and a city there.
  private func namesAbroad(_ last: Int) -> Bool {
    var first = last
    while !tokens[first].followsBlank, first > 0, mayNamePlace(first - 1) { first -= 1 }
    let bytes = Int(tokens[first].start)..<Int(tokens[last].end)
    let name = UnsafeBufferPointer(rebasing: list.cell[bytes])
    if SharedWords.abroad.contains(name) { return true }
    return stride(from: 6, to: min(name.count, 15), by: 3).contains {
      SharedWords.abroad.contains(UnsafeBufferPointer(rebasing: name.prefix($0)))
        && SharedWords.abroad.contains(UnsafeBufferPointer(rebasing: name.dropFirst($0)))
    }
  }

  /// Whether a token is text, or a word that a name may hold, as 日本 holds 日.
  private func mayNamePlace(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .text: return true
    case .word where tokens[index].isOfIdeographs:
      return tokens[index].word == .dateUnit || tokens[index].word == .hours
    default: return false
    }
  }

  /// Whether digits begin with the zeros of a call abroad.
  private func leadsAbroad(_ index: Int) -> Bool {
    let first = Int(tokens[index].first)
    return tokens[index].count > 1 && digits[first] == 48 && digits[first + 1] == 48
  }
}
