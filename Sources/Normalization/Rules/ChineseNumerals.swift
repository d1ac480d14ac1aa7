import NumberingPlans

/// Reads the digits of an extension that are spelled in Chinese: 轉一二三, 分機八.
///
/// Only behind a marker, or in the extension's own column: elsewhere 一, 二, 三 are parts of names
/// and places. Tens and hundreds (十, 百) are no digits.
extension TokenWriter {
  /// Appends the digits that begin at an ideograph; false when it begins something else.
  func appendNumerals(
    _ scalar: UInt32, in cell: UnsafeBufferPointer<UInt8>, _ start: Int, _ index: inout Int,
    _ column: inout UInt16, _ blank: inout Bool
  ) -> Bool {
    guard var digit = Self.numeral(scalar), isOn(.chineseNumerals),
      scalar != Self.circle || beginsNumeral(cell, at: index),
      awaitsExtension && endsInNumerals(cell, from: index)
        || spellsNumber(from: index, behind: digit, in: cell)
    else { return false }
    var first = start
    // Digits in two scripts are not one extension, unless the first is an ideograph, too: 八0一.
    if tokenCount > 0, tokens[tokenCount - 1].kind == .digits,
      !(0xE3..<0xEA).contains(cell[Int(tokens[tokenCount - 1].start)])
    {
      blank = true
    }
    while true {
      append(digit: digit, first, index, column, &blank)
      awaitedNumeral = tokenCount - 1
      guard index < cell.count else { return true }
      var next = index
      guard let following = Self.numeral(Folding.decode(cell, &next)) else { return true }
      digit = following
      first = index
      index = next
      column += 1
    }
  }

  /// A sign for the right one of several numbers as well, ○0912345678: a zero only before other numerals.
  private static let circle: UInt32 = 0x25CB

  /// Whether a numeral stands at a byte.
  private func beginsNumeral(_ cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var next = start
    return start < cell.count && Self.numeral(Folding.decode(cell, &next)) != nil
  }

  /// Whether an ideograph begins a number in full, in as many digits as a line with its area code has, or a mobile of
  /// China: 〇二-二七一二-三四五六, （〇二）二七一二三四五六, 一三八一二三四五六七八, 幺三八….
  private func spellsNumber(
    from start: Int, behind first: UInt8, in cell: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard first == 48 || first == 49, plan.notation.notesAreChinese else { return false }
    var (index, count) = (start, 1)
    digits: while index < cell.count, count <= Self.mostOfNumber {
      let scalar = Folding.decode(cell, &index)
      if Self.numeral(scalar) != nil {
        count += 1
        continue
      }
      switch Folding.kind(scalar) {
      case .token(.dash), .blank: break
      // （〇二）二七一二三四五六.
      case .token(.close) where count <= Self.mostOfArea: break
      default: break digits
      }
    }
    return first == 48 ? (9...Self.mostOfNumber).contains(count) : count == 11
  }

  /// The most digits of an area code with its trunk 0.
  private static let mostOfArea = 4
  /// The most digits of a number with its trunk 0.
  private static let mostOfNumber = 12

  /// Whether nothing but an extension can follow the tokens so far.
  private var awaitsExtension: Bool {
    if tokenCount == 0 { return context.role == .extensionDigits }
    var last = tokenCount - 1
    while last > 0 {
      if last == awaitedNumeral { return true }
      switch tokens[last].kind {
      case .colon, .dash, .dot, .digits, .enumeration, .comma, .slash, .semicolon: last -= 1
      case .word where tokens[last].word == .joiner || tokens[last].word == .range: last -= 1
      // （〇二）二七一二三四五六.
      case .close where last - 1 == awaitedNumeral: return plan.notation.notesAreChinese
      default: return isMarker(last)
      }
    }
    return last == awaitedNumeral || isMarker(last)
  }

  /// Whether a word or a sign before an extension stands at a token.
  private func isMarker(_ index: Int) -> Bool {
    isWord(.marker, at: index) || tokens[index].kind == .hash || tokens[index].kind == .star
  }

  /// Whether what follows the numerals is no name that begins with them, such as 三重店.
  private func endsInNumerals(_ cell: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var index = start
    while index < cell.count {
      let here = index
      let scalar = Folding.decode(cell, &index)
      if Self.numeral(scalar) != nil { continue }
      guard case .letter = Folding.kind(scalar), Folding.digit(scalar) == nil else { return true }
      switch words.longest(in: cell, at: here)?.word {
      case nil, .unit, .dateUnit, .place: return false
      case .amount: return scalar == 0x865F || scalar == 0x53F7  // 號, 号: 分機八號; not 三樓
      default: return true
      }
    }
    return true
  }

  /// The ASCII digit of an ideograph; 〇 and its look-alike ○ are zeros.
  private static func numeral(_ scalar: UInt32) -> UInt8? {
    switch scalar {
    case 0x3007, 0x25CB, 0x96F6: 48
    case 0x4E00, 0x5E7A: 49  // 幺, as people say it
    case 0x4E8C: 50
    case 0x4E09: 51
    case 0x56DB: 52
    case 0x4E94: 53
    case 0x516D: 54
    case 0x4E03: 55
    case 0x516B: 56
    case 0x4E5D: 57
    default: nil
    }
  }
}
