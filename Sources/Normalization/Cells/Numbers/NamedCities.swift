import NumberingPlans
import Records

/// The area code of a city, 0 digits for none, and whether nothing but the city can be meant.
struct NamedCity: BitwiseCopyable {
  var area = ReadArea()
  var isSure = false
}

/// Cities beside a later number of a list, whose area code it has, and not that of the number before it:
/// 台中04-22031122、台北25521421, 010-65129988(北京)、54321234(上海).
extension NumberGrammar {
  /// Reads a number behind the area code of the city beside it; nil where none is named that has
  /// another one than the number before, or such a number.
  func readBehindCity(_ start: Int, inherited base: Base?) -> NumberOutcome? {
    guard digits[groups[0].first] != 48,
      facts.kinds.contains(anyOf: .text, .letters, .word),
      let city = cityBefore() ?? cityBehind(base),
      let named = readInherited(start, behind: city.area)
    else { return nil }
    let isWhole = base.map { $0.nextToken == named.nextToken } ?? true
    if city.isSure, isWhole, isOn(.localityAreaCode) {
      var base = named
      base.repair = .localityAreaCode
      base.additions = 1
      return .base(base)
    }
    return base == nil
      ? nil : .rejected(.ambiguous, token: groups[0].token, next: named.nextToken)
  }

  /// The most signs and labels between a city and the number behind it.
  private static let mostBetween = 6

  /// The city before the number; nil for none, or for that of the number before.
  private func cityBefore() -> NamedCity? {
    let first = groups[0].token
    for index in stride(from: first - 1, through: max(first - Self.mostBetween, 0), by: -1) {
      switch tokens[index].kind {
      case let kind where kind.isSignBeforeNumber: continue
      case .word where tokens[index].word == .label: continue
      case .text, .letters: return city(at: index)
      default: return nil
      }
    }
    return nil
  }

  /// The city that stands in brackets behind a number.
  private func cityBehind(_ base: Base?) -> NamedCity? {
    guard let base else { return nil }
    let index = base.nextToken
    guard tokens[index].kind == .open, tokens[index + 2].kind == .close else { return nil }
    return city(at: index + 1)
  }

  /// The city that a text names, of another area than the number before.
  private func city(at index: Int) -> NamedCity? {
    let city = rememberedCity(at: index)
    guard city.area.digits > 0,
      city.area.value != inherited.value || city.area.digits != inherited.digits
    else { return nil }
    return city
  }

  /// The city that a text names, whatever stands before it: several rules ask for it in turn.
  private func rememberedCity(at index: Int) -> NamedCity {
    let memory = context.memory
    if let known = memory.pointee.city(at: index) { return known }
    let city = namedCity(at: index)
    memory.pointee.remember(city, at: index)
    return city
  }

  /// The city that a text names; 0 digits for none.
  private func namedCity(at index: Int) -> NamedCity {
    switch tokens[index].kind {
    case .text:
      let text = text(of: tokens[index])
      return Self.isText(text) ? city(in: text) ?? NamedCity() : NamedCity()
    // New York: of several words none is the name.
    case .letters where tokens[index].count > 3 && tokens[index - 1].kind != .letters:
      return NamedCity(
        area: city(named: letters(of: tokens[index])) ?? ReadArea(), isSure: plan.hasAreaTable)
    default: return NamedCity()
    }
  }

  /// Whether text of ideographs is as long as the names of cities are.
  private static func isText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (6...60).contains(text.count) && text[0] >= 0xE4
  }

  /// The city in ideographs: the whole text, or a name that begins a longer one, as 台北店 does, whose
  /// number may as well be one of the area before.
  private func city(in text: UnsafeBufferPointer<UInt8>) -> NamedCity? {
    if let area = city(named: text) { return NamedCity(area: area, isSure: !Self.isNamesake(text)) }
    for count in stride(from: min(text.count - 3, 12), through: 6, by: -3) {
      let rest = text[count...]
      guard rest.count <= 12, !Self.namesStreet(rest) else { return nil }
      if let area = city(named: UnsafeBufferPointer(rebasing: text[..<count])) {
        return NamedCity(area: area, isSure: false)
      }
    }
    return nil
  }

  /// Whether a name without its kind is that of a province, or of districts elsewhere, as well.
  private static func isNamesake(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.isOne(of: EmbeddedWords.cityOrOther)
  }

  /// Whether the rest of a text is an address, so that its beginning names no city.
  private static func namesStreet(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    stride(from: text.startIndex, to: text.endIndex - 2, by: 3).contains {
      StreetWords.all.contains(UnsafeBufferPointer(rebasing: text[$0..<$0 + 3]))
    }
  }

  /// The area code of a city by its name, which stands beside number after number of a list.
  private func city(named text: UnsafeBufferPointer<UInt8>) -> ReadArea? {
    let area = rememberedArea(named: text)
    return area.digits > 0 ? area : nil
  }

  private func rememberedArea(named text: UnsafeBufferPointer<UInt8>) -> ReadArea {
    guard let key = TextKey(text) else { return context.answer { $0.areaCode(ofLocality: text) } }
    let memory = context.memory
    if let known = memory.pointee.area(named: key) { return known }
    let area = context.answer { $0.areaCode(ofLocality: text) }
    memory.pointee.remember(area, named: key)
    return area
  }
}

extension TailGrammar {
  /// Whether digits behind text are the number of the city that the text names or begins with: 台北02-27123456
  /// 台中22031122.
  func startsNumberOfCity(_ index: Int, behind base: Base) -> Bool {
    guard plan.notation.notesAreChinese, tokens[index].kind == .digits, base.area.digits > 0,
      isOn(.localityAreaCode)
    else { return false }
    var context = context
    context.inherited = base.area
    let grammar = NumberGrammar(list, context, at: index)
    guard grammar.groupCount > 0 else { return false }
    return grammar.readBehindCity(index, inherited: grammar.readInherited(index)) != nil
  }
}

/// The words of streets and districts: Data/words.tsv.
private enum StreetWords {
  static let all = SpellingTable(EmbeddedWords.street)
}
