/// Words for out of use that name what a desk, a paper or a service is about, and no status of a number: 註銷登記 02-27123456,
/// 02-712-3456 해지 안내.
extension TokenWriter {
  /// Makes text of such a word, and of the noun behind it that would take digits for something else: 作廢發票.
  func markTopics() {
    guard facts.words.contains(.outOfUse) || facts.kinds.contains(.text) else { return }
    var index = 0
    while index < tokenCount {
      defer { index += 1 }
      guard mayLeadToTopic(index) else { continue }
      guard isStatusWord(index), let end = endOfTopic(index) else {
        takeNounOfStatus(index)
        continue
      }
      for token in index..<max(end, index + 1) {
        tokens[token].kind = .text
        tokens[token].word = .none
      }
      // Of a script that parts words both are one text: 해지 안내.
      if tokens[index + 1].kind == .text, tokens[index + 1].followsBlank {
        tokens[index].end = tokens[index + 1].end
        passOver(index + 1)
      } else if isWord(.label, at: index + 1), tokens[index + 1].followsBlank {
        // A noun that is a label names the number all the same: 해지 문의 02-712-3456.
        passOver(index)
        findings.insert(.unusedText)
      }
      facts.kinds.insert(.text)
    }
  }

  /// Takes the noun of what was done, or goes on, for part of its status, so that it stands right before a number:
  /// 已註銷登記 02-27123456, 註銷登記中 02-27123456.
  private func takeNounOfStatus(_ index: Int) {
    let noun = index + 1
    guard isWord(.outOfUse, at: index), tokens[index].isOfIdeographs, noun < tokenCount,
      tokens[noun].kind == .text, !tokens[noun].followsBlank
    else { return }
    let start = Int(tokens[noun].start)
    guard let end = TopicWords.end(in: cell, at: start) ?? endOfWholeTopic(index) else { return }
    let isDone = text(of: tokens[index]).begins(withOneOf: EmbeddedWords.already)
    guard isDone && end >= Int(tokens[noun].end) || TopicWords.goesOn(in: cell, at: end) else {
      return
    }
    passOver(noun)
  }

  /// The byte behind the topic that a status and its noun are together, with or without the word for already before it.
  private func endOfWholeTopic(_ index: Int) -> Int? {
    let start = Int(tokens[index].start)
    let isDone = text(of: tokens[index]).begins(withOneOf: EmbeddedWords.already)
    let end = TopicWords.end(in: cell, at: isDone ? start + 3 : start)
    return end.flatMap { $0 > Int(tokens[index].end) ? $0 : nil }
  }

  /// Whether a noun may stand behind a word, or behind a text, or before a word; asked before any word is looked up.
  private func mayLeadToTopic(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .word:
      index > 0 && isWordOrText(index - 1) || tokens[index].word == .outOfUse && index > 1
        || index + 1 < tokenCount && isWordOrText(index + 1) && mayBeNoun(index + 1)
    case .text: index + 1 < tokenCount && isWordOrText(index + 1) && mayBeNoun(index + 1)
    default: false
    }
  }

  /// Whether a text or a word touches what stands before it, or is of a script whose words blanks part.
  private func mayBeNoun(_ index: Int) -> Bool {
    !tokens[index].followsBlank || isOfHangul(index)
  }

  private func isStatusWord(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .word where tokens[index].isOfIdeographs:
      // 已註銷 speaks of what was done.
      (tokens[index].word == .outOfUse || tokens[index].word == .former)
        && !text(of: tokens[index]).begins(withOneOf: EmbeddedWords.already)
    case .text: StatusWords.isDeath(text(of: tokens[index]))
    default: false
    }
  }

  /// The token behind the noun of a topic that begins with a status; nil for others.
  private func endOfTopic(_ index: Int) -> Int? {
    let start = Int(tokens[index].start)
    let next = index + 1
    if isTopicBehindNoun(index) || isJoinedToCounterpart(index) { return next }
    guard next < tokenCount, isWordOrText(next), mayBeNoun(next) else { return nil }
    let behind = Int(tokens[next].start)
    guard let end = TopicWords.end(in: cell, at: behind) ?? TopicWords.end(in: cell, at: start),
      end > behind, !TopicWords.goesOn(in: cell, at: end)
    else { return nil }
    return tokens[next].kind == .word && tokens[next].word != .label ? next + 1 : next
  }

  /// Whether a status with the noun before it begins the cell before a number, or a label touches it: 掛失停用專線.
  private func isTopicBehindNoun(_ index: Int) -> Bool {
    guard index > 0, isWordOrText(index - 1), !tokens[index].followsBlank,
      TopicWords.endBehindNoun(in: cell, at: Int(tokens[index].end))
    else { return false }
    return index == 1 && leadsToNumber(2)
      || isWord(.label, at: index + 1) && !tokens[index + 1].followsBlank
  }

  /// Whether the cell has a word for what people do at a desk beside that for which a status may stand.
  func hasCounterpart() -> Bool { (0..<tokenCount).contains { isCounterpart($0) } }

  private func isCounterpart(_ index: Int) -> Bool {
    isWordOrText(index) && tokens[index].isOfIdeographs
      && TopicWords.counterparts.contains(text(of: tokens[index]))
  }

  /// Whether a sign joins a status to such a word, so that both are what a desk is about: 開業・廃業, 預約/取消.
  func isJoinedToCounterpart(_ index: Int) -> Bool {
    func isSign(_ index: Int) -> Bool {
      switch tokens[index].kind {
      case .enumeration, .slash, .dot, .other, .ampersand: true
      default: false
      }
    }
    return index > 1 && isSign(index - 1) && isCounterpart(index - 2)
      || index + 2 < tokenCount && isSign(index + 1) && isCounterpart(index + 2)
  }

  private func isOfHangul(_ index: Int) -> Bool {
    tokens[index].isOfIdeographs && cell[Int(tokens[index].start)] >= 0xEA
  }
}

/// The nouns of what a desk is about: Data/words.tsv.
private enum TopicWords {
  static let counterparts = SpellingTable(
    EmbeddedWords.counterpart, EmbeddedWords.counterpartElsewhere)
  private static let nouns = SpellingTable(EmbeddedWords.topic, EmbeddedWords.topicElsewhere)
  private static let behindNouns = SpellingTable(EmbeddedWords.topicBehind)
  /// Bytes of the longest one.
  private static let longest = 60

  /// The byte behind the longest one that begins at a byte of a cell; nil for none.
  static func end(in cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    for end in stride(
      from: start + (min(longest, cell.count - start) / 3) * 3, to: start, by: -3)
    where nouns.contains(UnsafeBufferPointer(rebasing: cell[start..<end])) {
      return end
    }
    return nil
  }

  /// Whether one that has its status behind it ends before a byte.
  static func endBehindNoun(in cell: UnsafeBufferPointer<UInt8>, at end: Int) -> Bool {
    stride(from: max(end - longest, end % 3), to: end, by: 3).contains { start in
      behindNouns.contains(UnsafeBufferPointer(rebasing: cell[start..<end]))
    }
  }

  /// Whether what was done to a noun goes on at a byte, so that it is a status for all that: 註銷登記中.
  static func goesOn(in cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    let isCentre = UnsafeBufferPointer(rebasing: cell[start...])
      .begins(withOneOf: EmbeddedWords.centre)
    return !isCentre
      && [3, 6].contains { count in
        start + count <= cell.count
          && StatusParticles.behind.contains(
            UnsafeBufferPointer(rebasing: cell[start..<start + count]))
      }
  }
}
