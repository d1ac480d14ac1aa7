import NumberingPlans

/// Words that condemn a number, of a number in their brackets, or that people write in parts though their script does not part words: 사용 안 함.
extension TokenWriter {
  /// The most parts of such words, and the most bytes.
  private static let mostParts = 4
  private static let mostBytes = 60

  /// Whether text stands in the cell, and more of it or a word with which it may go on.
  var mayHoldStatusInParts: Bool {
    (facts.repeatedKinds.contains(.text) || facts.kinds.contains(.word))
      && !plan.notation.notesAreChinese
  }

  /// Takes parts that say together that a number is out of use, or not to be dialled, for one word.
  func markStatusInParts() {
    guard mayHoldStatusInParts else { return }
    var index = 0
    while index < tokenCount {
      defer { index += 1 }
      guard isTextOrIdeographs(index), index == 0 || !isTextOrIdeographs(index - 1) else {
        continue
      }
      var last = index
      while last - index + 1 < Self.mostParts, isTextOrIdeographs(last + 1) { last += 1 }
      guard last > index, !isTextOrIdeographs(last + 1), saysOutOfUse(index...last),
        !isWord(.changed, at: last) || !leadsToNumber(last + 1)
      else { continue }
      for part in index...last { passOver(part) }
      let precedesNumber = leadsToNumber(last + 1)
      take(index, for: precedesNumber && tokens[index - 1].kind == .open ? .former : .outOfUse)
      index = last
    }
  }

  private func saysOutOfUse(_ parts: ClosedRange<Int>) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.mostBytes) { joined in
      var count = 0
      for part in parts {
        for byte in text(of: tokens[part]) {
          guard count < Self.mostBytes else { return false }
          joined[count] = byte
          count += 1
        }
      }
      let spelled = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(joined)[..<count])
      switch StatusWords(rawValue: StatusWords.all.meaning(of: spelled)) {
      case .outOfUse, .forbid: return true
      default: return words.exact(spelled) == .outOfUse
      }
    }
  }

  /// Takes a status in a bracket with a number behind it for one of that number: 030 48276118 (abgemeldet 030 48276117).
  func markStatusInBrackets() {
    guard facts.mayHoldNumber, facts.words.contains(.outOfUse), facts.kinds.contains(.open),
      !plan.notation.notesAreChinese
    else { return }
    for index in 2..<max(tokenCount, 2)
    where isWord(.outOfUse, at: index) && tokens[index - 1].kind == .open {
      // (เปลี่ยนเบอร์: B) speaks of A.
      if RenumberedWords.all.contains(text(of: tokens[index])) { continue }
      var next = index + 1
      while tokens[next].kind == .ordinal { next += 1 }
      guard leadsToNumber(next), endsNumberInFull(before: index - 1) else { continue }
      take(index, for: .former)
    }
  }
}
