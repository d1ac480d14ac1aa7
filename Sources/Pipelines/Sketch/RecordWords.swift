internal import Records

/// Words in cells that say what becomes of a record.
enum RecordWords {
  /// What exports call the three actions.
  static let actions: [Action: [String]] = [
    .identify: ["identify", "label", "show", "allow", "標示", "顯示", "識別", "标识", "显示"],
    .block: ["block", "blocked", "deny", "spam", "封鎖", "封锁", "拦截", "黑名單", "黑名单", "拒接"],
    .remove: ["remove", "delete", "deleted", "刪除", "移除", "删除", "停用"],
  ]

  static func action(of cell: String) -> Action? {
    let word = cell.lowercased()
    return Action.allCases.first { actions[$0]?.contains(word) == true }
  }

  /// What registers call places that are closed.
  static let closed: Set<String> = [
    "歇業", "停業", "撤銷", "廢止", "註銷", "停用", "解散", "歇业", "停业", "撤销", "注销", "吊销", "关闭", "閉店", "廃止",
    "廃業", "休業", "閉鎖", "폐업", "휴업", "폐점", "말소", "closed", "inactive", "disabled", "dissolved",
    "ceased", "cancelled", "canceled", "terminated", "deleted", "revoked", "defunct", "geschlossen",
    "inaktiv", "gelöscht", "erloschen", "aufgelöst", "fermé", "fermée", "inactif", "radié",
    "radiée",
    "cessé", "cessée", "cerrado", "cerrada", "inactivo", "inactiva", "baja", "de baja", "chiuso",
    "chiusa", "cessata", "cessato", "inattivo", "inattiva", "encerrado", "encerrada", "inativo",
    "inativa", "baixada", "fechado", "gesloten", "opgeheven", "inactief", "lukket", "ophørt",
    "nedlagt", "slettet", "stängd", "avregistrerad", "lakannut", "suljettu", "zamknięty",
    "zamknięta", "nieaktywny", "nieaktywna", "wykreślony", "zrušeno", "neaktivní", "zaniklý",
    "zaniknutý", "megszűnt", "inaktív", "zárva", "închis", "radiată", "inactivă", "kapalı", "pasif",
    "закрыт", "закрыта", "закрыто", "ликвидирован", "ликвидирована", "недействующее", "неактивен",
    "закритий", "припинено", "ліквідовано", "заличен", "закрит", "zatvoreno", "ugašen", "neaktivan",
    "likviduota", "išregistruotas", "likvidēts", "slēgts", "kustutatud", "suletud", "κλειστό",
    "ανενεργό", "διαγραφή", "סגור", "לא פעיל", "مغلق", "ملغي", "تعطیل", "tutup", "nonaktif", "ปิด",
    "đóng cửa", "ngừng hoạt động",
  ]

  /// What registers call places that are open.
  static let open: Set<String> = [
    "open", "opened", "active", "ok", "normal", "valid", "current", "live", "registered", "enabled",
    "operating", "in business", "營業", "營業中", "營業狀態", "核准設立", "正常", "有效", "开业", "存续", "在业", "在营",
    "营业",
    "營運中", "営業中", "有効", "영업", "영업중", "정상", "영업/정상", "aktiv", "geöffnet", "offen", "gültig", "actif",
    "active", "ouvert", "en activité", "activo", "activa", "abierto", "vigente", "attivo", "attiva",
    "aperto", "ativo", "ativa", "aberto", "actief", "open", "åben", "åpen", "öppen", "toiminnassa",
    "aktywny", "aktywna", "aktivní", "aktívny", "aktív", "működő", "activă", "în funcțiune",
    "aktif",
    "açık", "действует", "действующее", "действующая", "активен", "активна", "открыт", "открыта",
    "діє",
    "зареєстровано", "работи", "активан", "aktivan", "veikia", "aktīvs", "aktiivne",
    "registrisse kantud",
    "ενεργή", "ενεργό", "פעיל", "نشط", "فعال", "เปิด", "đang hoạt động", "buka",
  ]

  /// Words of statuses, in headings and cells, that say too little to leave a record out.
  static let doubtful: Set<String> = [
    "有效", "無效", "无效", "正常", "異常", "异常", "使用中", "未使用", "in service", "not in service",
    "out of service",
  ]

  /// Whether a cell says yes; nil where it says neither.
  static func answer(_ cell: String) -> Bool? {
    let word = cell.lowercased()
    return yes.contains(word) ? true : no.contains(word) ? false : nil
  }

  private static let yes: Set<String> = [
    "y", "yes", "true", "t", "1", "x", "✓", "ja", "j", "wahr", "oui", "o", "vrai", "sí", "si", "s",
    "verdadero", "sim", "verdadeiro", "vero", "kyllä", "k", "tak", "ano", "áno", "a", "igen", "i",
    "da",
    "d", "evet", "e", "да", "д", "истина", "так", "ναι", "כן", "نعم", "بله", "是", "有", "はい", "예",
    "네", "有効",
    "ya", "có", "ใช่", "jah", "jā", "taip", "on",
  ]
  private static let no: Set<String> = [
    "n", "no", "false", "f", "0", "nein", "falsch", "non", "faux", "falso", "não", "nao", "nee",
    "nej",
    "nei", "ei", "nie", "ne", "nem", "nu", "hayır", "h", "нет", "н", "ложь", "ні", "не", "όχι",
    "לא", "لا",
    "خیر", "否", "無", "无", "いいえ", "아니오", "아니요", "無効", "tidak", "không", "ไม่", "nē", "off",
  ]

  /// Whether headings or labels speak of numbers that nobody wants.
  static func areUnwanted(_ columns: [SketchColumn], label: SketchColumn) -> Bool {
    func isUnwanted(_ text: String) -> Bool {
      let text = text.lowercased()
      return unwanted.contains { text.contains($0) }
    }
    return columns.contains { isUnwanted($0.name) } || label.share(isUnwanted) >= 0.2
      || label.filled.count >= 100 && Set(label.filled).count == 1
  }

  /// Words of lists that people block.
  static let unwanted = [
    "spam", "scam", "fraud", "robocall", "telemarket", "blacklist", "block", "betrug", "rufsperr",
    "werbung", "arnaque", "démarch", "estafa", "denuncia", "truffa", "golpe", "спам", "мошен", "詐騙",
    "诈骗", "推銷", "推销", "騷擾", "骚扰", "黑名", "迷惑", "詐欺", "스팸", "사기",
  ]
}
