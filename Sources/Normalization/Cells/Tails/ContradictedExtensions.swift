import NumberingPlans
import Records

/// Doubts an extension that the word right before its marker speaks against, or puts in the place of another one:
/// 勿轉218, #215→#318, 分機215改分機318.
extension TailGrammar {
  /// Fails at the marker of such an extension, and keeps the number where it has no other one; false for others.
  func doubtsContradicted(_ tail: inout Tail, _ base: Base, marker: Int) -> Bool {
    guard plan.notation.namesTouchNumbers, marker > base.nextToken,
      isContradicted(marker, hasOther: tail.extensions.count > 0)
    else { return false }
    tail.fail(.ambiguous, at: marker, "an extension that is dialled no more, or not to be dialled")
    tail.keepsNumber =
      tail.extensions.count == 0 && tail.run == nil && !tail.hasDummy && base.repair == nil
    return true
  }

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
      if hasOther, ContradictingWords.between.contains(spelled) { return true }
      return !tokens[marker].followsBlank && ContradictingWords.forbid.contains(spelled)
    default: return false
    }
  }
}

/// The whole text before a marker that speaks against an extension.
private enum ContradictingWords {
  /// Of the one behind it.
  static let forbid = SpellingTable("勿 請勿 请勿 不用 免 別 别 請別 请别 不 不要 不可 無需 无需 不必")
  /// Of one of the two that it stands between.
  static let between = SpellingTable(
    "不是 非 不通 打不通 離職 离职 已離職 已离职 退休 取消 已取消 刪除 删除 改轉 改转 換成 换成 變更 变更 已改為 已改为 改為 改为")
}
