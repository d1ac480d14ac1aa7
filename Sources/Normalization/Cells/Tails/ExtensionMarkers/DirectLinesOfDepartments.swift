import NumberingPlans
import Records

/// Direct lines of departments and persons behind a switchboard, in place of whose 0 they are dialled: 0711 216-0,
/// Durchwahl -235, (0345) 221-0; Sekretariat: App. 1100, Durchwahl Frau Maier 17.
extension TailGrammar {
  /// The most words of the name between a marker and the digits of who has them.
  private static let mostWordsOfHolder = 5

  /// The most digits of a direct line.
  private static let mostDigitsOfLine = 6

  /// The digits behind the name of who has them, between a marker and them: Durchwahl Frau Maier 17; nil for others.
  func digitsBehindHolder(_ start: Int) -> Int? {
    guard plan.notation.hasDirectDialling, tokens[start].kind == .letters,
      tokens[start].followsBlank, tokens[start].count > 1
    else { return nil }
    var index = start
    while index - start < Self.mostWordsOfHolder, isOfHolder(index) { index += 1 }
    let digits = tokens[index]
    guard digits.kind == .digits, digits.followsBlank || tokens[index - 1].kind == .dash,
      (2...5).contains(digits.count), !beginsWithZero(index), !isYear(digits),
      tokens[index + 1].kind.endsItemOrBracket
    else { return nil }
    return index
  }

  /// Whether a token may belong to the name of a person or a department, or stand between it and digits.
  private func isOfHolder(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .letters, .colon, .dot: true
    case .dash: tokens[index].followsBlank && tokens[index + 1].kind == .digits
    case .word: tokens[index].word == .label
    default: false
    }
  }

  /// Whether a direct line may stand beside a switchboard and those of other departments.
  func mayHaveDirectLine(_ tail: Tail, _ base: Base) -> Bool {
    tail.isOpen && !tail.hasExtensions && endsInSwitchboard(base)
  }

  /// Whether a marker behind direct lines is that of one more.
  func isOfNextDepartment(_ marker: Int, _ tail: Tail) -> Bool {
    plan.notation.hasDirectDialling && tail.isOpen && !tail.hasExtensions && isItem(marker)
  }

  /// Whether a sign of lists stands between a marker and the digits before it.
  func isItem(_ marker: Int) -> Bool {
    var index = marker - 1
    while index > 0 {
      switch tokens[index].kind {
      case .comma, .semicolon, .newline, .enumeration: return true
      case .letters, .colon, .dot: index -= 1
      case .word where tokens[index].word == .label: index -= 1
      default: return false
      }
    }
    return false
  }

  /// Adds the number that has digits in place of the 0 of a switchboard.
  func addDirectLine(_ tail: inout Tail, token index: Int) {
    guard tokens[index].count <= Self.mostDigitsOfLine else {
      return tail.fail(.tooLong, at: index)
    }
    tail.replaced = 1
    tail.append(alternate: value(of: tokens[index]), digits: Int(tokens[index].count), inPlaceOf: 1)
    tail.next = index + 1
  }

  /// Reads one more direct line of as many digits behind the one with the marker; false for others.
  ///
  /// 0711 216-0, App. 1100 oder 1200.
  func readsNextDirectLine(_ tail: inout Tail, at index: Int) -> Bool {
    guard tail.replaced > 0, tail.alternates > 0, tail.isOpen, !tail.hasExtensions,
      tail.extensions.hasRoom, tokens[index].kind == .digits,
      Int(tokens[index].count) == tail.extensions.last.digits, !beginsWithZero(index),
      !startsFullNumber(at: index)
    else { return false }
    switch tokens[index + 1].kind {
    case .digits, .dash, .dot, .colon: return false
    default: break
    }
    addDirectLine(&tail, token: index)
    return true
  }

  /// Whether a number in full with its trunk 0 stands behind a marker, which is none of its extensions: Durchwahl:
  /// 0711 216-235.
  func leadsToDirectNumber(_ index: Int) -> Bool {
    plan.notation.hasDirectDialling && tokens[index].count > 2 && beginsWithZero(index)
      && tokens[index - 1].kind != .dash && startsFullNumber(at: index)
  }
}
