internal import Normalization

/// What an export says of a number beside it: that it is a fax, or a phone of some kind.
enum NumberKind: Equatable {
  case phone, fax

  /// The kind that a text names, as `fax_work`, `TEL`, `home` and `自宅` do; nil for any other text.
  init?(_ text: String) {
    // Addresses of kinds end with the word: http://schemas.google.com/g/2005#work_fax.
    let word = text.split(separator: "#").last.map(String.init) ?? text
    let tokens = ColumnWords.tokens(of: word)
    guard (1...3).contains(tokens.count), word.count <= 30, CellLook.digits(word) <= 2 else {
      return nil
    }
    if ColumnWords.fit(word, .fax) > 0
      || tokens.contains(where: { $0.count > 2 && HeadingWords.fax.contains($0) })
    {
      self = .fax
    } else if tokens.allSatisfy(Self.isPhone), !tokens.allSatisfy(HeadingWords.ordinal.contains) {
      // Every word: Home Depot is a name.
      self = .phone
    } else {
      return nil
    }
  }

  private static func isPhone(_ word: String) -> Bool {
    ColumnWords.fit(word, .phone) > 0 || places.contains(word) || HeadingWords.label.contains(word)
      || HeadingWords.ordinal.contains(word)
  }

  /// Whether texts tell faxes from phones, or phones apart: few different ones, most of them kinds.
  static func areKinds(_ texts: [String]) -> Bool {
    let distinct = Set(texts)
    guard texts.count >= 3, distinct.count <= most, distinct.count * 2 <= texts.count else {
      return false
    }
    let kinds = Dictionary(uniqueKeysWithValues: distinct.map { ($0, NumberKind($0) != nil) })
    return texts.count { kinds[$0] == true } * 2 >= texts.count
  }

  private static let most = 20

  /// Where a phone stands or what it is for, in the words of address books.
  private static let places: Set<String> = [
    "work", "home", "main", "private", "personal", "business", "office", "other", "direct",
    "voice", "company", "arbeit", "privat", "geschäftlich", "dienstlich", "büro", "zentrale",
    "haupt", "sonstige", "maison", "travail", "domicile", "bureau", "professionnel", "principal",
    "trabajo", "casa", "oficina", "particular", "lavoro", "ufficio", "abitazione", "thuis", "werk",
    "zakelijk", "hjem", "arbejde", "arbeid", "hem", "arbete", "koti", "työ", "dom", "praca",
    "prywatny", "służbowy", "domů", "práce", "iş", "ev", "домашний", "рабочий", "основной",
    "домашній", "робочий", "公司", "住家", "住宅", "家用", "單位", "单位", "办公", "辦公室", "自宅",
    "勤務先", "会社", "職場", "市話", "집", "회사", "직장", "사무실", "บ้าน", "ที่ทำงาน", "منزل",
    "عمل",
  ]
}
