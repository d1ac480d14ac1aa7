/// What the heading of a column of yes and no says of its records.
///
/// A wrong reading publishes the closed places alone. So a heading counts where it is a known word with nothing
/// beside it but words such as `is` and `flag`: a negation or any other word makes it a hint for a person.
enum FlagHeading {
  /// Yes says that a record is in force, or that it is not.
  case inForce, outOfForce
  /// Speaks of a status in words whose sense is not known.
  case doubtful

  /// Reads a heading; nil for one that speaks of no status.
  init?(_ column: SketchColumn) {
    if let word = Self.word(of: column.name) {
      if Self.wordsOfForce.contains(word) {
        self = .inForce
        return
      }
      if Self.wordsOfEnd.contains(word) {
        self = .outOfForce
        return
      }
    }
    let name = column.tokens.joined(separator: " ")
    let isHint =
      column.promise(.inForce) > 0 || column.promise(.outOfForce) > 0
      || RecordWords.doubtful.contains { name.contains($0) }
    guard isHint else { return nil }
    self = .doubtful
  }

  /// What is left of a heading without words that ask; nil where digits or signs stand in it: `!active` says no.
  private static func word(of name: String) -> String? {
    let path = name.hasPrefix("@") ? name.dropFirst() : name[...]
    guard path.first?.isLetter == true,
      path.allSatisfy({ $0.isLetter || " _-?:.()/？：（）".contains($0) })
    else { return nil }
    var tokens = ColumnWords.tokens(of: name)
    // Active (Y/N): the answers themselves.
    if tokens.count > 2, RecordWords.answer(tokens[tokens.count - 2]) == true,
      RecordWords.answer(tokens[tokens.count - 1]) == false
    {
      tokens.removeLast(2)
    }
    if tokens.starts(with: ["has", "been"]) { tokens.removeFirst(2) }
    if tokens.count > 1, asking.contains(tokens[0]) { tokens.removeFirst() }
    if tokens.count > 1, naming.contains(tokens[0]) || naming.contains(tokens[tokens.count - 1]) {
      if naming.contains(tokens[0]) { tokens.removeFirst() } else { tokens.removeLast() }
    }
    var word = tokens.joined(separator: " ")
    // Scripts without blanks ask in front of a word or behind it.
    for head in heads where word.hasPrefix(head) && word != head {
      word = trimmed(word.dropFirst(head.count))
    }
    for tail in tails where word.hasSuffix(tail) && word != tail {
      word = trimmed(word.dropLast(tail.count))
      break
    }
    return word
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// Verbs in front of a word: none of them says no, or speaks of another time.
  private static let asking: Set<String> = [
    "is", "ist", "est", "está", "esta", "es", "è", "é", "jest", "je", "är", "er", "este",
  ]
  /// What such columns are called, in front of the word or behind it.
  private static let naming: Set<String> = [
    "flag", "indicator", "status", "statut", "estado", "stato", "статус", "kennzeichen",
  ]
  private static let heads = ["是否", "已"]
  private static let tails = ["狀態", "状态", "状態", "與否", "与否", "註記", "フラグ", "여부"]

  private static let wordsOfForce: Set<String> = [
    "active", "enabled", "published", "in use", "aktiv", "aktiva", "aktivt", "actif", "activo",
    "activa", "attivo", "attiva", "ativo", "ativa", "actief", "aktywny", "aktywna", "aktywne",
    "aktivní", "aktívny", "aktívna", "aktívne", "aktív", "aktif", "aktyvus", "aktīvs",
    "aktīva", "aktiivne", "activ", "activă", "vigente", "активен", "активна", "активно",
    "активный", "активная", "активний", "действует", "действующий", "действующая", "действующее",
    "ενεργό", "ενεργή", "ενεργός", "有効", "启用", "啟用", "营业", "營業", "營業中", "在营", "활성", "사용", "פעיל",
    "نشط", "فعال",
  ]
  private static let wordsOfEnd: Set<String> = [
    "closed", "inactive", "disabled", "deleted", "blocked", "locked", "suspended", "cancelled",
    "geschlossen", "gesperrt", "inaktiv", "gelöscht", "stillgelegt", "deaktiviert", "fermé",
    "fermée", "bloqué", "bloquée", "inactif", "supprimé", "supprimée", "cerrado", "cerrada",
    "bloqueado", "bloqueada", "inactivo", "inactiva", "encerrado", "encerrada", "inativo",
    "inativa", "chiuso", "chiusa", "bloccato", "bloccata", "inattivo", "inattiva", "gesloten",
    "geblokkeerd", "inactief", "lukket", "spærret", "sperret", "stängd", "spärrad", "suljettu",
    "estetty", "zamknięty", "zamknięta", "zamknięte", "zablokowany", "zablokowana", "nieaktywny",
    "nieaktywna", "zrušen", "zrušeno", "zrušena", "zrušený", "blokován", "blokovaný", "blokovan",
    "megszűnt", "letiltva", "blocat", "închis", "închisă", "kapalı", "закрыт", "закрыта",
    "закрыто", "заблокирован", "заблокирована", "удален", "удалена", "удалён", "неактивен",
    "неактивна", "неактивный", "закрито", "заблоковано", "停用", "停業", "停业", "歇業", "歇业", "关闭",
    "閉店", "閉鎖", "無効", "폐업", "폐점", "סגור", "مغلق",
  ]
}
