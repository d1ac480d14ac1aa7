import NumberingPlans
import Records

/// One label for a phone and a fax before two numbers, of which one may be the fax: 電話/傳真：A / B.
enum PairedLabels: BitwiseCopyable {
  /// The last labels are none.
  case none
  /// 電話/傳真: the second number may be the fax.
  case faxLast
  /// 傳真/電話: the first one may be.
  case faxFirst
}

extension CellReading {
  /// What the labels around a fax label say of two numbers behind them; none where a word says that a line is both:
  /// 電話兼傳真.
  func pairedLabels(_ fax: Int) -> PairedLabels {
    guard isOn(.faxNumbers), !context.labelsFollow else { return .none }
    if isCombinedLabel(fax), fax > 0 {
      return saysBoth(before: fax) ? .none : .faxLast
    }
    return isCombinedWithNext(fax) && !saysBoth(before: fax + 2) ? .faxFirst : .none
  }

  /// Whether a word before a label says that one line is both.
  private func saysBoth(before label: Int) -> Bool {
    guard label > 0, isWord(.joiner, at: label - 1), tokens[label - 1].isOfIdeographs else {
      return false
    }
    return text(of: tokens[label - 1]).isOne(of: EmbeddedWords.bothInOne)
  }

  /// Doubts the number of two that may be the fax, and says whether that is this one: the other one is given.
  ///
  /// A mobile is no fax. Of three and more nobody knows what they are.
  func doubtPaired(_ base: Base, _ tail: inout Tail) {
    guard fax.pair != .none, !tail.isFax, tail.problem == nil else { return }
    fax.numbersOfPair += 1
    let isSecond = fax.numbersOfPair == 2
    guard isSecond ? isSecondOfPair(base, tail) : mayBeFirstOfPair(base, tail) else { return }
    if !isSecond, tail.alternates == 1, fax.pair == .faxLast {
      // 電話/傳真：02-27123456/57.
      tail.removeLast()
      tail.fail(.ambiguous, at: tail.next - 1, Self.noteOnPair)
      tail.keepsNumber = true
      return
    }
    tail.fail(.ambiguous, at: base.firstToken, Self.noteOnPair)
  }

  /// Whether another number begins at a token behind a problem: a mobile behind a number that is given all the same, or
  /// the phone behind what may be the fax.
  func goesOn(at start: Int, isKept: Bool) -> Bool {
    if fax.pair == .faxFirst, fax.numbersOfPair == 1, startsFullNumber(at: start) { return true }
    return isKept && beginsMobile(start)
  }

  private static var noteOnPair: StaticString { "the fax number, or a second line" }

  /// Whether a number is the second and last of two behind labels of which the last one is for a fax.
  private func isSecondOfPair(_ base: Base, _ tail: Tail) -> Bool {
    fax.pair == .faxLast
      && lastNumber.base.map { !isNoFax(base, beside: $0) && !base.isSame(as: $0) } ?? false
      && tail.alternates == 0 && token(behindList: lastNumber.end) == base.firstToken
      && !listsLines(before: base.firstToken) && !hasLabelOfItsOwn(base)
      && !leadsOn(tail.next)
  }

  /// Whether a number is the first of two behind such labels, and may be the fax.
  private func mayBeFirstOfPair(_ base: Base, _ tail: Tail) -> Bool {
    if tail.alternates > 0 { return tail.alternates == 1 && !leadsOn(tail.next) }
    guard fax.pair == .faxFirst else { return false }
    let second = token(behindList: tail.next)
    guard leadsOn(tail.next) else { return false }
    let grammar = NumberGrammar(list, context, at: second)
    guard case .base(let other) = grammar.read(at: second), !isNoFax(base, beside: other) else {
      return false
    }
    return !leadsOn(TailGrammar(list: list, context: context).readTail(of: other).next)
  }

  /// Whether a comma or a semicolon, unlike the slash of the labels, goes on with lines that are both: тел/факс: A, B.
  private func listsLines(before number: Int) -> Bool {
    guard !plan.notation.notesAreChinese, number > 0 else { return false }
    switch tokens[number - 1].kind {
    case .comma, .semicolon: return true
    default: return false
    }
  }

  /// Whether a number is a mobile beside a line.
  private func isNoFax(_ base: Base, beside other: Base) -> Bool {
    base.answer.type == .mobile && other.answer.type != .mobile
  }

  /// Whether a further number stands behind signs of a list.
  private func leadsOn(_ end: Int) -> Bool {
    let next = token(behindList: end)
    switch tokens[next].kind {
    case .digits: return tokens[next].count > 2 || startsFullNumber(at: next)
    case .plus, .open: return tokens[next + 1].kind == .digits
    default: return false
    }
  }

  /// The first token that is no sign of a list and no word that joins numbers.
  private func token(behindList start: Int) -> Int {
    var index = start
    while true {
      switch tokens[index].kind {
      case .comma, .enumeration, .slash, .semicolon, .ampersand, .newline, .dash, .dot, .close:
        index += 1
      case .word where tokens[index].word == .joiner: index += 1
      default: return index
      }
    }
  }
}
