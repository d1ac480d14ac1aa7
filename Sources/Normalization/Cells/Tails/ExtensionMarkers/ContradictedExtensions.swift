import NumberingPlans
import Records

/// Doubts an extension that the word right before its marker speaks against, or puts in the place of another one:
/// 勿轉218, #215→#318, 分機215改分機318.
extension TailGrammar {
  /// Fails at the marker of such an extension, and keeps the number where it has no other one; false for others.
  func doubtsContradicted(_ tail: inout Tail, _ base: Base, marker: Int) -> Bool {
    guard plan.notation.notesAreChinese, marker > base.nextToken,
      isContradicted(marker, hasOther: tail.extensions.count > 0)
    else { return false }
    tail.fail(.ambiguous, at: marker, "an extension that is dialled no more, or not to be dialled")
    tail.keepsNumber =
      tail.isEmpty && base.repair == nil
    return true
  }

  /// Takes back the extension that text behind it says to be dead, 轉215(離職), #215 無此分機, and keeps the number where
  /// it has no other one; false for others.
  func takesBackExtension(_ tail: inout Tail, _ base: Base) -> Bool {
    guard plan.notation.notesAreChinese, tail.hasExtensions,
      let end = endOfDeath(from: tail.next)
    else { return false }
    var digits = tail.next - 1
    while digits > base.nextToken, tokens[digits].kind != .digits { digits -= 1 }
    tail.fail(.ambiguous, at: digits, "an extension that is dialled no more")
    tail.next = end
    if tail.extensions.count == 1 { tail.removeExtensions() }
    tail.keepsNumber =
      tail.isEmpty && base.repair == nil
    return true
  }

  /// The token behind text that says that nobody is reached, maybe behind a name, and behind which no other extension
  /// stands; nil for others.
  private func endOfDeath(from start: Int) -> Int? {
    if isForbiddenBehind(start) { return start + 2 }
    var (index, isDead) = (start, false)
    while tokens[index].kind == .text || isWord(.label, at: index) || isWord(.changed, at: index) {
      let spelled = text(of: tokens[index])
      isDead =
        isDead
        || tokens[index].kind == .text
          && (StatusWords.isDeath(spelled) || ContradictingWords.dead.contains(spelled)
            || tokens[index - 1].kind == .open && PersonWords.gone.contains(spelled))
      index += 1
    }
    guard isDead else { return nil }
    switch tokens[index].kind {
    case .digits, .hash, .star: return startsFullNumber(at: index) ? index : nil
    case .word where tokens[index].word == .marker: return nil
    default: return index
    }
  }

  /// Whether text and a marker behind an extension, and nothing more, say not to dial it: #301 勿轉.
  private func isForbiddenBehind(_ index: Int) -> Bool {
    isWord(.marker, at: index + 1) && !tokens[index + 1].followsBlank
      && tokens[index + 2].kind.endsItemOrBracket && forbids(index)
  }

  /// Whether text says not to dial the extension behind it.
  private func forbids(_ index: Int) -> Bool {
    guard tokens[index].kind == .text else { return false }
    if ContradictingWords.forbid.contains(text(of: tokens[index])) { return true }
    return list.cell[..<Int(tokens[index].end)].ends(inOneOf: EmbeddedWords.extensionRefusedBy)
  }

  /// Whether text between two extensions speaks against one of them, so that it is no name.
  func contradicts(_ index: Int) -> Bool {
    forbids(index)
      || tokens[index].kind == .text && ContradictingWords.between.contains(text(of: tokens[index]))
  }

  /// Whether signs that touch an extension, and have nothing behind them, mask its last digits: 轉8__, 轉8….
  func masksDigits(from start: Int, to end: Int, _ tail: Tail) -> Bool {
    guard tail.extensions.count > 0, plan.notation.notesAreChinese, !tokens[start].followsBlank,
      tokens[start - 1].kind == .digits, tokens[end].kind == .end
    else { return false }
    if tokens[start].kind == .dash { return end > start + 1 }
    return tokens[start].kind == .dot && text(of: tokens[start]).spells("…")
  }

  /// Whether an x that touches an extension, and has nothing behind it, masks its last digit: #21x.
  func masksDigit(_ marker: Int, _ tail: Tail) -> Bool {
    plan.notation.notesAreChinese && tail.extensions.count > 0 && isLetter("x", at: marker)
      && !tokens[marker].followsBlank && tokens[marker - 1].kind == .digits
  }

  /// Whether text says that nobody is reached, maybe before what leads on to another extension: 已離職改.
  private func isDeath(_ spelled: UnsafeBufferPointer<UInt8>) -> Bool {
    if StatusWords.isDeath(spelled) { return true }
    let last = UnsafeBufferPointer(rebasing: spelled.suffix(3))
    return last.isOne(of: EmbeddedWords.givesWay) && spelled.count > 6
      && StatusWords.isDeath(UnsafeBufferPointer(rebasing: spelled.dropLast(3)))
  }

  /// Whether a bracket says of who stands before it, by name, that nobody is reached: 王小姐(離職).
  private func isGoneByName(_ close: Int) -> Bool {
    guard close > 3, tokens[close - 2].kind == .open, tokens[close - 3].kind == .text,
      namesPerson(close - 3)
    else { return false }
    if isWord(.outOfUse, at: close - 1) { return true }
    let spelled = text(of: tokens[close - 1])
    return tokens[close - 1].kind == .text
      && (StatusWords.isDeath(spelled) || PersonWords.gone.contains(spelled))
  }

  /// Whether what stands right before a marker speaks against the extension behind it.
  private func isContradicted(_ marker: Int, hasOther: Bool) -> Bool {
    let before = marker - 1
    switch tokens[before].kind {
    case .word:
      switch tokens[before].word {
      case .changed, .new, .former, .outOfUse, .contrast: return hasOther
      default: return false
      }
    case .text:
      let spelled = text(of: tokens[before])
      // #12王離職 #15.
      if hasOther, ContradictingWords.between.contains(spelled) || isDeath(spelled) { return true }
      return !tokens[marker].followsBlank && forbids(before)
    // 王小姐(離職) #12.
    case .close: return isGoneByName(before)
    // #215 x #318.
    case .digits: return hasOther && isTimes(marker) && tokens[marker + 1].kind == .hash
    default: return false
    }
  }
}

/// The whole text beside an extension that speaks against it: Data/words.tsv.
private enum ContradictingWords {
  /// Of the one before it.
  static let dead = SpellingTable(EmbeddedWords.extensionGone)
  /// Of the one behind it.
  static let forbid = SpellingTable(EmbeddedWords.extensionRefused)
  /// Of one of the two that it stands between.
  static let between = SpellingTable(EmbeddedWords.extensionReplaced)
}
