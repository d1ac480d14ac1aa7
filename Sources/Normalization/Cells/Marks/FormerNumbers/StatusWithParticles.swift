/// Words for out of use with what says no more than they do, before them or behind: 已經停用, 停業中, 閉店しました.
extension StatusWords {
  /// Bytes of the shortest word that is taken for one so, two ideographs, and of the longest text.
  private static let fewestBytes = 6
  private static let mostBytes = 60

  /// What a text says that is one of the words, alone or with such particles; nil for others.
  static func known(_ text: UnsafeBufferPointer<UInt8>) -> StatusWords? {
    StatusWords(rawValue: all.meaning(of: text)) ?? withoutParticles(text)
  }

  /// Whether a text is one of the words that say that nobody is reached, or no longer, without particles.
  static func isBareDeath(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch StatusWords(rawValue: all.meaning(of: text)) {
    case .outOfUse, .gone: true
    default: false
    }
  }

  private static func withoutParticles(_ text: UnsafeBufferPointer<UInt8>) -> StatusWords? {
    guard text.count > fewestBytes, text.count <= mostBytes, text[0] >= 0xE0 else { return nil }
    for before in stride(from: 0, through: StatusParticles.longestBefore, by: 3)
    where before + fewestBytes <= text.count
      && (before == 0 || StatusParticles.before.contains(.init(rebasing: text.prefix(before))))
    {
      let rest = UnsafeBufferPointer(rebasing: text[before...])
      for behind in stride(from: 0, through: StatusParticles.longestBehind, by: 3)
      where behind + fewestBytes <= rest.count
        && (behind == 0 || StatusParticles.behind.contains(.init(rebasing: rest.suffix(behind))))
      {
        let word = all.meaning(of: UnsafeBufferPointer(rebasing: rest.dropLast(behind)))
        switch StatusWords(rawValue: word) {
        case .outOfUse: return .outOfUse
        case .gone: return .gone
        case .moved: return .moved
        default: continue
        }
      }
    }
    return nil
  }
}

extension TokenWriter {
  /// What a word for out of use says: nothing where it is what a desk is about, or when a shop closes, for a time stands
  /// beside it, 閉店20時, 閉店 20:00.
  func statusAlone(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Word? {
    isClosingTime(index, text) || isJoinedToCounterpart(index) ? nil : .outOfUse
  }

  private func isClosingTime(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard ClosingTimes.all.contains(text) else { return false }
    let next = tokens[index + 1].kind == .colon ? index + 2 : index + 1
    return tokens[next].kind == .digits && !startsFullNumber(at: next)
      || index > 0 && tokens[index - 1].kind == .digits && tokens[index - 1].count <= 2
  }
}

private enum ClosingTimes {
  static let all = SpellingTable(EmbeddedWords.closingTime)
}

/// What touches a word for out of use and says no more than it: Data/words.tsv.
enum StatusParticles {
  static let before = SpellingTable(EmbeddedWords.statusBefore)
  static let behind = SpellingTable(EmbeddedWords.statusBehind)
  /// Bytes of the longest ones.
  static let longestBefore = 9
  static let longestBehind = 15
}
