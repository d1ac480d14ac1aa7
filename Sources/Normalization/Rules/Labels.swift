/// The words of phone cells: labels, extension markers, joiners, units, placeholders.
final class WordBook: Sendable {
  /// A spelling found in a cell.
  struct Found {
    /// Its meaning.
    var word: Word
    /// Its length in bytes.
    var count: Int
    /// Its length in Unicode scalars.
    var scalars: UInt16
  }

  /// Known spellings; Latin and Cyrillic ones in lower case, matched as whole words.
  static let spellings: [(Word, String)] = [
    (
      .marker,
      "轉分機 转分机 轉接分機 转分机号 轉分機號 总机转 總機轉 轉接 转接 轉 转 囀 分機號碼 分机号码 分機號 分机号 分機 分机 內線番号 内線番号 內線電話 内線電話"
        + " 內線 内線 内线 內 内 請轉 请转 請撥 请拨 按 撥 拨 ext exte exts extn extns xtn extension extensions extention exten ex x xt pabx poste interno interni int anexo anexos ramal ramais"
        + " extensión extensiones toestel durchwahl durchw dw nst nebenstelle nebenst internnr internnummer apparat wew wewn wewnętrzny dahili dah mellék mellek linka klapka"
        + " tst loc local interior ankn anknytning pesawat psw ekstensi sambungan samb lẻ nhánh máy εσωτ εσωτερικό вътр"
        + " доб добав добавочный добавочные добавочн доп внутр внутренний вн дод внутрішній שלוחה שלוחות שלו"
        + " एक्सटेन्सन एक्सटेंशन विस्तार ایکسٹینشن داخلى შიდა ներքին extensão extensao extens เบอร์ภายใน"
        + " تحويلة تحويله التحويلة تحويلات داخلي داخلی 내선번호 내선 교환 구내 ต่อ ต่อภายใน"
    ),
    (
      .label,
      "電話號碼 电话号码 電話番号 聯絡電話 連絡電話 联系电话 聯繫電話 連繫電話 緊急連絡電話 緊急聯絡電話 緊急連繫電話 緊急聯繫電話 緊集連絡電話"
        + " 服務電話 服务电话 辦公電話 办公电话 代表電話 預約電話 预约电话 預約專線 预约专线 服務專線 服务专线 客服專線 客服热线 訂房專線 專線 专线 热线 熱線"
        + " 電話 电话 電話： 手機號碼 手机号码 手機 手机 行動電話 行動 移动电话 携帯電話 携帯 大哥大 市話 座机 固话 固定电话"
        + " 代表號 代表号 代表番号 代表 代 總機 总机 總台 总台 前台 前臺 櫃台 柜台 客服中心 客服 預約 预约 預訂中心 预订中心 预订 訂位 語音掛號 语音挂号 掛號 挂号"
        + " 免付費電話 免费电话 門診預約 门诊预约 門診 辦公室 办公室 警衛室 校安中心 服務台 服务台 服務中心 服务中心 值班 夜間 日間 總公司 總務處 教務處 學務處 請先電話連繫 緊急連絡 緊急聯絡"
        + " 纠错 專人 直撥 直拨 電 电 fone fones tel telephone telefon telefono teléfono téléphone telefax/tel phone ph t o m h"
        + " office home mobile mob cell cellphone handy gsm hotline main voice work tty tdd call direct switchboard"
        + " toll free tollfree tf pbx mobil móvil celular celulare zentrale tél telp telpon telepon tlf tfn puh puhelin sími simi simu ffôn τηλ τηλέφωνο τηλεφωνο فون هاتف تلفون تلفن ت טל טלפון ফোন फोन फ़ोन тел телефон т моб 전화 전화번호 대표 대표번호 대표전화 휴대폰 핸드폰 휴대전화 โทร โทรศัพท์"
    ),
    (
      .fax,
      "傳真號碼 传真号码 傳真電話 传真电话 傳真專線 传真专线 傳真熱線 传真热线 傳真號 传真号 傳真線 传真线 傳真機 传真机 傳真 传真 圖文傳真 图文传真"
        + " fax faxes telefax faxnr faxno faxnummer faxnumber faxline faxmile facsimile facsimil facsímil facsimiles"
        + " telecopie télécopie télécopieur telecopieur téléc téléfax telécopia telecopia faximile faximil faks faksi faksas"
        + " fakss faksimile faksimili faksimil belgeç belgegeçer belgegecer telefaks telefaxnummer telekopio phonefax"
        + " φαξ φάξ τηλεομοιοτυπία τηλεομοιοτυπια факс факсы факсимиле факсимільний телефакс ֆաքս ფაქსი ფაქს"
        + " فاکس فاكس الفاكس والفاكس فاكسميلي فکس دورنگار نمابر פקס בפקס פקסימיליה फैक्स फ़ैक्स ফ্যাক্স ဖက်စ် ໂທລະສານ ແຟັກ"
        + " โทรสาร แฟกซ์ แฟ็กซ์ ទូរសារ f ф ファックス番号 FAX番号 ファックス ファクシミリ ファクシミリー ファクス ファツクス 팩스번호 팩스 팩시밀리 모사전송"
        + " テレファックス 펙스 傳 传 真 電傳 电传 facs ffacs faics faxa faxe faxi faxtel fx tfx fakso faksa faksu"
        + " telefaksi fernkopie fernkopierer télécop telecop facsimilé símile simile similé telefacsímil telefacsímile"
        + " bréfsími bréfasími myndsendir myndsími τηλεομοιότυπο nukushi факса факсу факсом факсын ناسوخ ف بفكس دورنویس فیکس فيكس"
        + " טלפקס פאקס फॅक्स ફેક્સ ਫੈਕਸ தொலைநகல் ஃபேக்ஸ் பேக்ஸ் ఫ్యాక్స్ ಫ್ಯಾಕ್ಸ್ ഫാക്സ് ෆැක්ස් ፋክስ 📠 🖷 🖨 ℻"
        + " efax telecopier telecopy faxanschluss faxgerät फ्याक्स ហ្វាក់ فاكسيميلي τηλεομ feks 전송 傳眞"
    ),
    (
      .ordinal,
      "no number num nr nro numero número numéro nummer nomor nomer númer broj číslo cislo szám номер ном № ℡ 번호 番号 番號 ナンバー số"
    ),
    (
      .joiner,
      "暨 및 och en 或者 或是 或 以及 及 和 與 与 跟 並 兼 또는 または or and oder und ou et y o/r и или або lub או أو و یا ή veya ve atau hoặc"
    ),
    (.range, "至 到 to thru through bis до à al do até tot til から まで"),
    (
      .unit,
      "小時 小时 時間 分鐘 分钟 時 时 點半 点半 點 点 hr hrs hour heures heure horas hora uhr ore uur hod hodin godz óra am pm 시"
    ),
    (.amount, "號 号 位 人 線 线 元 隻 支"),
    (
      .place,
      "樓 楼 層 层 室 巷 弄 段 階 층 호실 號室 号室 호"
        + " room rm suite ste floor flr level lvl bldg building block unit apt zimmer zi raum haus stock etage bureau porte"
        + " étage chambre kamer lokaal verdieping pok pokój piętro kat oda daire каб кабинет комн комната оф офис этаж эт"
        + " våning rum kontor huone kerros stanza piano scala ufficio sala piso planta oficina despacho andar conj conjunto"
        + " bloco szoba emelet kancelář dveře patro soba camera etaj γραφείο όροφος γραφ חדר קומה غرفة الدور طابق مكتب"
        + " lantai ruang ruangan bilik tingkat aras phòng tầng option opt since seit depuis desde"
    ),
    (.dateUnit, "年 月 日 년 월 일"),
    (
      .hours,
      "營業時間 营业时间 開放時間 上班時間 服務時間 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 星期 禮拜一 禮拜 礼拜 週一 週二 週三 週四 週五 週六 週日"
        + " 周一 周二 周三 周四 周五 周六 周日 週 周 全天候 全天 全日 全年 每日 每天 整天 上午 下午 早上 晚上 中午 凌晨 白天 假日 例假日 國定假日 平日 無休 无休 開放 营业 營業"
        + " 休館 休息 公休 正常上班日 辦公日 上班日 mon tue wed thu fri sat sun monday tuesday wednesday thursday"
        + " friday saturday sunday daily hours open closed from after nach ab dopo después despues après apres efter från vanaf klo od po с от после hétfő kedd szerda csütörtök péntek szombat vasárnap pondělí úterý středa čtvrtek pátek maandag dinsdag woensdag donderdag vrijdag zaterdag zondag weekdays weekday weekend weekends montag dienstag"
        + " mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lun ven"
        + " lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica"
        + " segunda terça quarta quinta sexta пн вт ср чт пт сб вс 土日祝 曜日 평일 주말 월요일 화요일 수요일 목요일 금요일 토요일 일요일"
    ),
    (
      .postcode,
      "〒 〶 郵便番号 郵遞區號 郵政區號 邮政编码 邮编 郵編 우편번호 индекс індекс postcode zip zipcode plz cep eircode"
    ),
    (
      .identity,
      "統一編號 统一编号 統編 統一社會信用代碼 统一社会信用代码 會員編號 会员编号 員工編號 员工编号 工號 工号 學號 学号 帳號 账号 帐号 賬號 银行账号"
        + " 身分證 身份证 身份证号 身分證字號 證號 证号 訂單編號 订单编号 訂單號 订单号 税号 稅號 会員番号 法人番号 口座番号 社員番号 登録番号 注文番号"
        + " 사업자등록번호 사업자번호 계좌번호 회원번호 등록번호 주문번호"
        + " qq cvr ustid ustidnr steuernr steuernummer stnr kto kontonr kontonummer iban bic bsnr lanr kundennr kundennummer"
        + " mitgliedsnr mitgliedsnummer handelsregister iva piva siret siren finess adeli rpps tva acct vat utr abn acn npi ssn"
        + " gstin aadhaar tckn vergi mst cnpj cpf nif cif dni ruc rut rfc curp contribuinte regon nip pesel krs ičo dič ičp ičz"
        + " cui oib pib jmbg emšo tunnus orgnr personnummer γεμη αφμ инн огрн огрнип кпп снилс егрюл іпн єдрпоу рнокпп"
        + " steuerid steueridnr uidnr iknr institutionskennzeichen kdnr bestellnr bestellnummer auftragsnr auftragsnummer"
        + " rechnungsnr rechnungsnummer vertragsnr vertragsnummer personalnr personalnummer aktenzeichen svnr ahvnr"
        + " cvrnr senr ytunnus orgnummer organisasjonsnummer kennitala kvk bsn cuit cuil nit cedula cédula cnp adószám"
        + " cegjegyzékszám vkn mersis cmnd cccd npwp αργεμη 顧客番号 お客様番号 고객번호 會員號 会员号 客戶編號 客户编号"
        + " עוסק מורשה"
    ),
    (
      .placeholder,
      "無電話 无电话 無資料 無 无 没有 沒有 暫無 暂无 未提供 不提供 不詳 不详 未知 未填 同上 略 空白 保密 なし 無し 不明 非公開 未設置 未定 待補 待补 尚無 尚无 联系方式 聯絡方式 없음"
        + " na none null nil unknown tbd tba tbc nan undefined void private withheld"
        + " нет отсутствует немає yok néant neant aucun aucune nãoinformado nãotem nãopossui notiene sintelefono sinteléfono"
        + " ka keineangabe keineangaben nichtbekannt unbekannt nonrenseigné geen onbekend brak inget"
        + " notavailable available unlisted nd nc s/n keine inconnu missing empty"
    ),
  ]

  /// The one book: it never changes, and making it takes milliseconds.
  static let shared = WordBook()

  /// A spelling in `bytes`.
  private struct Entry: BitwiseCopyable {
    var offset: UInt16
    var count: UInt8
    var scalars: UInt8
    var word: Word
  }

  // Plain memory: a look-up runs for every ideograph and must not count references.
  nonisolated(unsafe) private let entries: UnsafePointer<Entry>
  nonisolated(unsafe) private let bytes: UnsafePointer<UInt8>
  /// Where the entries of a bucket start, and behind the last bucket the end.
  nonisolated(unsafe) private let starts: UnsafePointer<UInt16>
  private static let buckets = 1024
  /// The same spellings by the whole word.
  private let wholeWords: SpellingTable

  /// Sorts the spellings so that a look-up costs one bucket; those of a pipeline come first.
  init(adding words: CellWords = CellWords()) {
    var text: [UInt8] = []
    var entries: [Entry] = []
    func add(_ word: Word, _ spelling: ArraySlice<UInt8>) {
      entries.append(
        Entry(
          offset: UInt16(text.count), count: UInt8(spelling.count),
          scalars: UInt8(spelling.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }), word: word))
      text += spelling
    }
    for (word, spelling) in words.spellings { add(word, Array(spelling.utf8)[...]) }
    for (word, list) in Self.spellings {
      for spelling in Array(list.utf8).split(separator: 0x20) {
        for form in KanaForms.forms(of: spelling) { add(word, form) }
      }
    }
    let sorted = Buckets(entries, count: Self.buckets) { entry in
      let start = Int(entry.offset)
      let second = entry.count > 1 ? text[start + 1] : 0
      return Self.bucket(text[start], second, entry.count > 2 ? text[start + 2] : 0)
    } isBefore: {
      // The longest first; of equal ones the first in the list.
      $0.count > $1.count
    }
    wholeWords = SpellingTable(
      text, entries.map { (Int($0.offset)..<Int($0.offset) + Int($0.count), $0.word.rawValue) })
    self.entries = Self.copy(sorted.elements)
    bytes = Self.copy(text)
    starts = Self.copy(sorted.starts)
  }

  deinit {
    wholeWords.deallocate()
    entries.deallocate()
    bytes.deallocate()
    starts.deallocate()
  }

  private static func copy<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    memory.initialize(from: elements, count: elements.count)
    return UnsafePointer(memory)
  }

  @inline(__always)
  private static func bucket(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    first < 0x80 ? Int(first) : (Int(second) &* 37 &+ Int(third)) & (buckets - 1)
  }

  @inline(__always)
  private func matches(_ entry: Entry, _ text: UnsafePointer<UInt8>) -> Bool {
    let spelling = bytes + Int(entry.offset)
    // Many begin alike.
    guard spelling[Int(entry.count) &- 1] == text[Int(entry.count) &- 1] else { return false }
    var offset = 0
    while offset < Int(entry.count), spelling[offset] == text[offset] { offset &+= 1 }
    return offset == Int(entry.count)
  }

  /// The longest known spelling at a byte of a cell; for scripts that do not part words.
  @inline(__always)
  func longest(in cell: UnsafeBufferPointer<UInt8>, at start: Int) -> Found? {
    guard let base = cell.baseAddress, start + 2 < cell.count else { return nil }
    let text = base + start
    let bucket = Self.bucket(text[0], text[1], text[2])
    for index in Int(starts[bucket])..<Int(starts[bucket + 1]) {
      let entry = entries[index]
      guard start + Int(entry.count) <= cell.count, matches(entry, text) else { continue }
      return Found(word: entry.word, count: Int(entry.count), scalars: UInt16(entry.scalars))
    }
    return nil
  }

  /// The meaning of a whole word in lower case.
  func exact(_ word: UnsafeBufferPointer<UInt8>) -> Word {
    Word(rawValue: wholeWords.meaning(of: word)) ?? .none
  }
}
