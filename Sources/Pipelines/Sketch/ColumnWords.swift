/// Words in the names of columns, in the languages of the exports that people have.
///
/// They decide where cells alone cannot: which of two phone columns is the fax, which of two texts
/// the name. Sources: the headers of public registers of some thirty countries.
enum ColumnWords {
  /// What the name of a column promises.
  enum Topic {
    case phone, number, international, fax, areaCode, extensionDigits, label, locality, action,
      status
    /// Whether a record is in force, or is not.
    case inForce, outOfForce
    case updated, validFrom, validTo, rangeFirst, rangeLast
    /// Parts of a person's name, which make a label together.
    case givenName, familyName
    /// Something that is no phone number though it may look like one.
    case noPhone
    /// Digits of postcodes, of companies, persons and accounts, and of places on a map.
    case postcode, identity, coordinate
    /// The country of a record, by its name or its calling code.
    case country, callingCode
    /// Somebody else than the record speaks of: who reported it, or looks after it.
    case otherParty
    /// How somebody wants to be reached, which says nothing of the number.
    case preference
    /// Something that is no name though it is text.
    case noLabel
  }

  private static let words: [Topic: [String]] = [
    .phone: [
      "phone", "telefon", "teléfono", "télép", "telef", "telep", "téléphone", "puhelin", "mobile",
      "cellphone", "cell", "gsm", "handy", "móvil", "movil", "celular", "cellulare", "portable",
      "hotline", "msisdn", "e164", "did", "rufnummer", "tel", "tél", "tlf", "tfno", "fono", "fon",
      "caller", "телефон", "тел", "電話", "电话", "座机", "固话", "手機", "手机", "代表號", "代表号", "聯絡電話", "联系方式",
      "携帯", "전화", "연락처", "휴대", "โทร", "τηλ", "טלפון", "هاتف", "تليفون", "تلفون", "جوال", "تلفن",
      "điện thoại",
      "dien thoai", "landline", "festnetz", "fijo", "fixe", "fisso", "centralino", "switchboard",
      "conmutador", "växel", "sentralbord", "telp", "hp", "門號", "专线", "telno", "phoneno",
      "mobil", "mob", "natel", "cep", "κινητό", "κινητο", "κιν", "whatsapp", "viber", "tālrunis",
      "talrunis", "tfn",
      "telefoon", "моб", "нареч", "נייד", "موبايل", "موبایل", "محمول", "همراه", "มือถือ", "di động",
      "didong", "matkapuh", "puh", "ponsel", "selular", "kom", "komórk", "celul", "telemóvel",
      "telemovel", "telefone", "ტელეფონ", "հեռախոս", "फोन", "फ़ोन", "मोबाइल", "ফোন", "மொபைல்",
      "tlm", "telm", "telem.", "ໂທ", "ទូរស័ព្ទ", "ဖုန်း", "утас", "fones", "sími", "line", "lijn", "固话",
      "座机",
    ],
    .number: ["number", "numéro", "numero", "número", "nummer", "號碼", "号码", "番号", "번호", "номер"],
    .international: ["msisdn", "e164", "e.164", "international"],
    .callingCode: [
      "dial code", "dialcode", "dialing code", "dialling code", "calling code", "country code",
      "country_code", "countrycode", "ddi", "isd", "länderkennzahl", "ländervorwahl",
      "landesvorwahl",
      "indicatif pays", "código de país", "código do país", "prefisso internazionale",
      "код страны", "國碼", "國際碼", "国家代码", "国际区号", "国番号", "국가번호",
    ],
    .otherParty: [
      "reporter", "reported by", "reported_by", "reportedby", "complainant", "informant",
      "submitter", "submitted by", "account manager", "sales rep", "agent", "emergency",
      "next of kin", "melder", "plaignant", "signalé par", "denunciante", "denunciado por",
      "segnalante", "заявитель", "檢舉人", "举报人", "申訴人", "投诉人", "通報人", "緊急", "紧急", "業務員",
      "业务员", "신고자", "通報者", "申告者",
    ],
    .preference: ["prefer", "偏好", "bevorzug", "préfér", "favorite", "希望"],
    .country: [
      "country", "countrycode", "country_code", "nation", "land", "staat", "pays", "país", "pais",
      "paese", "nazione", "kraj", "země", "krajina", "ország", "țara", "tara", "ülke", "χώρα",
      "страна", "країна", "държава", "zemlja", "država", "држава", "šalis", "valsts", "riik", "maa",
      "الدولة", "البلد", "מדינה", "ארץ", "کشور", "देश", "ประเทศ", "quốc gia", "negara", "國家", "国家",
      "國別", "国别", "国名", "국가",
    ],
    .fax: [
      "fax", "telefax", "faxnummer", "faxnumber", "faxno", "faks", "télécopie", "facsimile", "факс",
      "傳真", "传真", "ファクス", "ファックス", "팩스",
    ],
    .areaCode: [
      "areacode", "area_code", "area code", "dial code", "dialling", "std", "vorwahl", "indicatif",
      "indicativo", "prefijo", "prefisso", "lada", "ddd", "區碼", "区号", "區域碼", "市外局番", "지역번호",
      "код города", "код міста", "körzet", "kierunkowy", "předvolba", "predvoľba",
      "alan kodu", "riktnr", "riktnummer", "suuntanumero", "retningsnr", "kengetal", "netnummer",
      "prefix", "предномер", "κωδικός περιοχής", "קידומת", "مفتاح", "پیش‌شماره", "کد شهر", "mã vùng",
      "รหัสพื้นที่", "kode area", "kod kawasan", "area", "長途區號", "长途区号",
    ],
    .extensionDigits: [
      "extension", "extn", "ext", "分機", "分机", "內線", "内線", "내선", "durchwahl", "nebenstelle",
      "dw", "nst", "klappe", "ramal", "anexo", "interno", "доб", "dahili", "lokal", "local",
      "poste", "toestel", "vnitř", "vnitr",
      "klapka", "linka", "vidinis", "wew", "wewn", "mellék", "anknytn", "pesawat", "máy lẻ",
    ],
    .label: [
      "店家名稱", "店名", "姓名", "名稱", "名称", "商號", "商号", "機構", "机构", "單位", "单位", "公司", "店鋪", "施設",
      "事業所", "名前", "상호", "명칭", "기관", "업소", "이름", "label", "title", "company", "business",
      "organisation", "organization", "organizacja", "organizace", "name", "nombre", "nome", "nom",
      "naam", "navn", "namn", "nimi", "nazwa", "název", "naziv", "név", "nume", "firma",
      "unternehmen",
      "raison", "denominaz", "denominación", "denominacion", "razón", "ragione", "enseigne",
      "établissement", "etablissement", "bezeichnung", "einrichtung", "agency", "facility",
      "hospital",
      "school", "shop", "store", "branch", "provider", "owner", "operator", "opérateur",
      "operateur", "betreiber", "holder", "entity", "organisatie", "entidad",
      "entidade", "virksomhet", "virksomhed", "kurum", "unvan", "назва",
      "название",
      "наименование", "имя", "ชื่อ", "tên", "اسم", "שם", "όνομα", "επωνυμία",
    ],
    .givenName: [
      "firstname", "first name", "first_name", "vorname", "prénom", "prenom", "given", "fornavn",
      "förnamn", "etunimi", "eesnimi", "voornaam", "imię", "imie", "jméno", "meno", "ime",
      "keresztnév", "prenume", "имя", "ім'я", "nama depan", "vardas", "vārds",
    ],
    .familyName: [
      "lastname", "last name", "last_name", "nachname", "surname", "family", "apellido", "cognome",
      "efternavn", "etternavn", "efternamn", "sukunimi", "perekonnanimi", "achternaam", "nazwisko",
      "příjmení", "prijmeni", "priezvisko", "prezime", "vezetéknév", "фамилия", "прізвище", "soyad",
      "nama belakang", "pavardė", "uzvārds",
    ],
    .locality: [
      "縣市", "城市", "city", "town", "地址", "address", "住所", "所在地", "locality", "municipality", "ort",
      "stadt", "ville", "commune", "ciudad", "localidad", "municipio", "comune", "город", "адрес",
      "주소",
    ],
    .action: ["動作", "动作", "action"],
    .status: [
      "狀態", "状态", "状態", "營業狀況", "status", "state of business", "zustand", "statut", "état",
      "etat", "estado", "situación", "situação", "stato", "статус", "состояние", "стан", "stav",
      "stan", "állapot", "stare", "durum", "tila", "tilstand", "상태", "영업", "κατάσταση", "סטטוס",
      "الحالة", "وضعیت", "สถานะ", "trạng thái",
    ],
    .inForce: [
      "active", "aktiv", "actif", "activo", "activa", "attivo", "attiva", "ativo", "ativa",
      "actief",
      "aktywn", "aktivní", "aktívn", "aktív", "aktif", "aktyvus", "aktīvs", "aktiivne", "activ",
      "enabled", "in use", "in_use", "published", "vigente", "активн", "действу", "действ",
      "активен",
      "ενεργ", "有効", "启用", "啟用", "是否营业", "是否營業", "營業中", "在营", "활성", "사용여부", "פעיל", "نشط", "فعال",
    ],
    .outOfForce: [
      "closed", "inactive", "disabled", "deleted", "blocked", "locked", "suspended", "cancelled",
      "geschlossen", "gesperrt", "inaktiv", "gelöscht", "stillgelegt", "deaktiviert", "fermé",
      "bloqué",
      "inactif", "supprimé", "cerrado", "cerrada", "bloqueado", "bloqueada", "inactivo",
      "encerrado",
      "encerrada", "inativo", "chiuso", "chiusa", "bloccato", "inattivo", "gesloten", "geblokkeerd",
      "inactief", "lukket", "spærret", "sperret", "stängd", "spärrad", "suljettu", "estetty",
      "zamknięt",
      "zablokowan", "nieaktywn", "zrušen", "blokován", "blokovan", "megszűnt", "letiltva", "blocat",
      "închis", "kapalı", "закрыт", "заблокирован", "удален", "удалён", "неактивн", "закрито",
      "заблоковано", "停用", "停業", "停业", "歇業", "歇业", "已关闭", "閉店", "閉鎖", "無効", "폐업", "폐점", "סגור",
      "مغلق",
    ],
    .updated: [
      "updated", "modified", "changed", "last update", "last_update", "lastupdate", "last change",
      "更新", "修改日", "異動", "异动", "修正日", "변경", "수정", "갱신", "aktualisier", "geändert", "änderung",
      "stand", "modifié", "modification", "mis à jour", "mise à jour", "maj", "màj", "actualiza",
      "modificad", "modifica", "aggiorna", "atualiza", "alterad", "alteração", "gewijzigd",
      "bijgewerkt", "wijziging", "ändrad", "ändring", "uppdatera", "endret", "oppdatert", "ændret",
      "opdatere", "muokattu", "muutettu", "päivit", "zmian", "zmodyfik", "aktualizac", "změn",
      "zmenen", "upraven", "módosít", "frissít", "actualizat", "actualizare", "güncelle",
      "değiştir", "измен", "обновл", "оновлен", "змінен", "ажурира", "ažurira", "izmjen", "izmen",
      "posodob", "spremen", "променен", "обновен", "ενημέρωσ", "τροποπο", "עודכן", "עדכון",
      "تحديث", "تعديل", "به‌روز", "diperbarui", "diubah", "cập nhật", "sửa đổi", "ปรับปรุง", "แก้ไข",
      "muudetud", "uuendatud", "atnaujin", "pakeist", "atjauni", "mainīt", "uppfært",
    ],
    .validFrom: ["valid_from", "validfrom", "起日", "生效"],
    .validTo: [
      "valid_to", "validto", "valid to", "valid until", "迄日", "失效", "歇業日", "停業日", "终止日", "終止日",
      "歇业日", "廃止日", "廃止年月日", "閉店日", "폐업일", "closed on", "close date", "closing date",
      "date closed", "closed date", "date de fermeture", "date de cessation", "fecha de baja",
      "fecha baja", "fecha de cierre", "data cessazione", "data encerramento", "schließdatum",
      "schliessdatum", "дата закрытия", "дата ликвидации", "data zakończenia", "data wykreślenia",
    ],
    .rangeFirst: [
      "debut", "début", "from", "first", "start", "von", "desde", "inicio", "inicial", "起", "begin",
      "low", "min", "od", "от", "начало", "algus", "alkaen", "fra", "van",
    ],
    .rangeLast: [
      "fin", "to", "last", "end", "bis", "hasta", "final", "迄", "訖", "止", "high", "max", "do", "до",
      "конец", "til", "lopp", "tot", "till", "päättyen",
    ],
    .noPhone: [
      "id", "code", "zip", "plz", "postal", "postcode", "postleitzahl", "cp", "lat", "lon", "lng",
      "latitude", "longitude", "geo", "date", "datum", "year", "siren", "siret", "vat", "tax",
      "license",
      "licence", "ref", "uuid", "key", "inn", "ogrn", "nip", "regon", "rut", "cnpj", "cif", "nif",
      "gln",
      "統編", "統一編號", "邮编", "郵遞區號", "郵便番号", "우편", "代碼", "代码", "證號", "许可", "序號", "編號", "编号",
      "population", "amount", "price",
    ],
    .postcode: [
      "postal", "postcode", "post code", "postnr", "postnummer", "postinumero", "postleitzahl",
      "plz",
      "psč", "psc", "irsz", "irányítószám", "kod pocztowy", "zip", "zipcode", "pincode", "pin code",
      "pin", "cap", "cp", "cep", "индекс", "індекс", "т.к", "τ.κ", "τκ", "posta kodu", "מיקוד",
      "الرمز البريدي", "کد پستی", "کدپستی", "mã bưu", "ไปรษณีย์", "kode pos", "kodepos", "poskod",
      "pašto kod", "pasta indekss", "sihtnumber", "poštov", "poštn", "poštan", "пощенски", "поштан",
      "поштен", "eircode", "우편", "郵便番号", "郵遞", "邮编", "邮政", "póstnúmer",
    ],
    .identity: [
      "org.nr", "orgnr", "org nr", "org.-nr", "organisationsnr", "organisationsnum",
      "organisasjonsn",
      "reģ", "reg.nr", "reg. nr", "regnr", "reg no", "reg.no", "registrikood", "registr", "cvr",
      "kvk",
      "siren", "siret", "finess", "rpps", "vat", "btw", "tva", "iva", "piva", "nif", "nipc", "cif",
      "nie",
      "nit", "rut", "ruc", "rfc", "cuit", "cnpj", "cpf", "nip", "regon", "krs", "pesel", "ičo",
      "ico",
      "dič", "dic", "cui", "cod fiscal", "codice fiscale", "oib", "pib", "mbs", "emšo", "davčn",
      "matičn", "matični", "инн", "огрн", "кпп", "снилс", "єдрпоу", "едрпоу", "еик", "булстат",
      "унп", "пиб", "бин", "αφμ", "α.φ.μ", "γεμη", "vkn", "vergi", "mersis", "tckn", "ח.פ", "ח\"פ",
      "ע.מ", "السجل", "سجل", "الرقم الضريبي", "شناسه", "کد ملی", "gstin", "pan", "cin", "npwp",
      "nib",
      "mst", "mã số", "mã st", "taxid", "tax id", "เลขทะเบียน", "เลขประจำตัว", "abn", "acn", "nzbn",
      "uen", "brn", "crn", "ein", "npi", "gln", "iban", "imei", "isbn", "統編", "統一編號", "統一社會信用",
      "统一社会信用", "信用代码", "法人番号", "登録番号", "機関コード", "사업자", "등록번호", "证号", "證號", "許可證",
      "ondernemingsn", "kbo", "bce", "steuernum", "ust-id", "ustid", "uid", "handelsreg", "ytunnus",
      "y-tunnus", "adószám", "cégjegyzék", "įmonės kodas", "kodas", "company no", "company number",
      "account", "rekening", "cuenta", "uuid",
    ],
    .coordinate: [
      "coord", "latit", "longit", "lat", "lon", "lng", "geo", "gps", "wgs84", "szer",
      "koordin",
      "коорд", "широта", "долгота", "緯度", "経度", "經度", "纬度", "经度",
    ],
    .noLabel: [
      "type", "typ", "category", "kategorie", "catégorie", "categorie", "categoría", "categoria",
      "motivo", "motif", "英文", "english", "grund", "類別", "类别",
      "種類",
      "分類", "address", "adress", "adresse", "adres", "adresa", "adresas", "adrese", "adresă",
      "osoite",
      "aadress", "alamat", "morada", "endereço", "endereco", "logradouro", "domicilio", "cím",
      "utca",
      "ulica", "ulice", "straat", "gade", "vej", "gata", "улица", "вулиця", "адреса", "διεύθυνση",
      "địa chỉ",
      "ที่อยู่", "العنوان", "כתובת", "نشانی", "所在地", "direccion", "dirección", "indirizzo", "地址", "住所",
      "주소",
      "адрес", "street", "straße", "strasse", "rue", "calle", "via", "city", "town", "ort", "ville",
      "ciudad", "county", "region", "région", "district", "縣市", "鄉鎮", "行政區", "country", "land",
      "state", "province", "provincia", "email", "mail", "url", "web", "website", "網址", "contact",
      "manager", "負責人", "负责人", "法人", "director", "first", "last", "surname", "user", "id", "code",
      "代碼", "代码", "date", "time", "hours", "時間", "时间", "備註", "备注", "note", "notes", "comment",
      "description", "說明", "rating", "fax", "lat", "lon", "parent", "sector", "語言", "language",
      "territoire", "territory", "subject", "topic", "reason", "kind", "art", "soort", "tipo",
      "tip", "türü",
      "кабинет", "кабінет", "zimmer", "raum",
      "тип", "вид", "категория", "категорія", "rodzaj", "druh", "típus", "tyyppi", "typ", "luokka",
      "plaats", "miasto", "miejscowość", "obec", "město", "mesto", "település", "város",
      "localitate",
      "oraș", "judet", "județ", "kommune", "kommun", "poststed", "postort", "kunta", "kaupunki",
      "comune", "município", "municipio", "bairro", "cidade", "concelho", "il", "ilçe", "şehir",
      "город", "місто", "град", "область", "πόλη", "עיר", "المدينة", "مدينة", "شهر", "استان",
      "จังหวัด", "tỉnh", "quận", "kota", "kabupaten", "도시", "시도", "市区町村", "都道府県",
    ],
  ]

  /// A name as its words are looked for.
  struct Name {
    /// Its words in small letters.
    let tokens: [String]
    fileprivate let folded: String
    fileprivate let set: Set<String>

    init(_ name: String) {
      // Nobody reads a heading that is longer; a quote without end makes one.
      let name = String(name.prefix(ColumnWords.longestName))
      folded = ColumnWords.half(name.lowercased())
      tokens = ColumnWords.tokens(of: name)
      set = Set(tokens)
    }
  }

  /// Most characters of a name that are looked at.
  private static let longestName = 300

  /// How well a column's name fits a topic: 0 not at all, more for a word earlier in its list.
  static func fit(_ name: Name, _ topic: Topic) -> Double {
    let list = words[topic] ?? []
    guard !name.folded.isEmpty, let place = place(of: name, in: list, topic) else { return 0 }
    return 1 - 0.3 * Double(place) / Double(list.count)
  }

  /// How well one word of a cell fits a topic.
  static func fit(_ word: String, _ topic: Topic) -> Double { fit(Name(word), topic) }

  private static func place(of name: Name, in list: [String], _ topic: Topic) -> Int? {
    list.firstIndex { word in
      isWhole(word, topic) ? name.set.contains(word) : name.folded.contains(word)
    }
  }

  /// Whether a word counts as a whole one alone: short ones of an alphabet may stand inside any other.
  private static func isWhole(_ word: String, _ topic: Topic) -> Bool {
    if word.utf8.count <= 4, word.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x20 }) { return true }
    // Кабинет is no БИН. Stems of phone headings, such as моб, begin longer words.
    return topic == .identity && word.utf8.count <= 8
      && word.unicodeScalars.allSatisfy { (0x400...0x52F).contains($0.value) }
  }

  /// The words of a name: `officePhone2`, `office_phone` and `Office Phone` have the same.
  static func tokens(of name: String) -> [String] {
    var tokens: [String] = []
    var token = ""
    var former: Character?
    for character in half(name) {
      let isHump = character.isUppercase && former?.isLowercase == true
      // FAX番号: one of the two is a word of another script.
      let isOther = former.map {
        $0.isLetter && $0.isASCII != character.isASCII && isWide(former: $0, character)
      }
      if isHump || isOther == true || !character.isLetter, !token.isEmpty {
        tokens.append(token.lowercased())
        token = ""
      }
      if character.isLetter { token.append(character) }
      former = character
    }
    return token.isEmpty ? tokens : tokens + [token.lowercased()]
  }

  private static func isWide(former: Character, _ character: Character) -> Bool {
    [former, character].contains { $0.unicodeScalars.contains { $0.value >= 0x3000 } }
  }

  /// Full-width letters as plain ones.
  private static func half(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      view.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
    }
    return String(view)
  }
}
