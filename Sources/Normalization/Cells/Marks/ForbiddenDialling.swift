/// Words for dialling behind a negation: 請勿撥打0912345678, 0912345678(勿撥).
extension TokenWriter {
  /// Takes a word for dialling behind a negation for one that says not to dial the number behind it, or where none
  /// stands there the one before: 請勿撥打0912345678.
  func markForbiddenDialling() {
    for index in 1..<max(tokenCount, 1)
    where isWord(.marker, at: index) && tokens[index - 1].kind == .text {
      let word = text(of: tokens[index])
      guard word.spells("撥") || word.spells("拨"), ends(index - 1, in: ["勿", "不要", "別", "别", "莫"])
      else { continue }
      let dials = tokens[index + 1].kind == .text && text(of: tokens[index + 1]).spells("打")
      let next = dials ? index + 2 : index + 1
      let open = index - 2
      if open > 0, tokens[open].kind == .open, tokens[next].kind == .close {
        guard endsNumberInFull(before: open) else { continue }
        take(index, for: .outOfUse)
      } else if leadsToNumber(next) {
        take(index, for: .former)
      } else {
        guard endsNumberInFull(before: index - 1) else { continue }
        take(index, for: .outOfUse)
      }
      tokens[index - 1].kind = .ordinal
      if dials { tokens[index + 1].kind = .ordinal }
    }
  }

  private func ends(_ index: Int, in words: [StaticString]) -> Bool {
    let written = text(of: tokens[index])
    return words.contains { word in
      UnsafeBufferPointer(rebasing: written.suffix(word.utf8CodeUnitCount)).spells(word)
    }
  }
}
