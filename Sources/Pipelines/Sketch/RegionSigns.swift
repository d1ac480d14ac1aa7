/// What the text of an export says about its country, beside its numbers.
struct RegionSigns {
  /// Countries of web and mail addresses, by region, in addresses.
  private var addresses: [String: Int] = [:]
  /// Letters that few languages have, by the regions that use them.
  private var letters: [String: Double] = [:]
  /// The share of frequent words that are those of a region's language, by region.
  private var languages: [String: Double] = [:]
  private let isHan: Bool

  /// Letters of scripts and languages, with the regions that write them, the likeliest first.
  private static let alphabets: [(letters: ClosedRange<UInt32>, regions: [String])] = [
    (0xAC00...0xD7A3, ["KR"]), (0x3041...0x30FA, ["JP"]), (0x0E01...0x0E5B, ["TH"]),
    (0x05D0...0x05EA, ["IL"]), (0x0530...0x058F, ["AM"]), (0x10A0...0x10FF, ["GE"]),
    (0x0370...0x03FF, ["GR", "CY"]), (0x0900...0x097F, ["IN", "NP"]), (0x0980...0x09FF, ["BD"]),
    (0x1780...0x17FF, ["KH"]), (0x0E80...0x0EFF, ["LA"]), (0x1000...0x109F, ["MM"]),
    (0x0621...0x064A, ["SA", "EG", "AE", "IQ", "MA", "JO"]),
    (0x0410...0x044F, ["RU", "BY", "BG", "KZ"]),
  ]
  /// Letters that tell languages of one script apart, the others that each writes beyond ASCII, and the
  /// regions that write it.
  private static let singles: [(letters: String, others: String, regions: [String])] = [
    ("łąęśżźćń", "ó", ["PL"]), ("řěů", "áčďéíňóšťúýž", ["CZ"]), ("ľĺŕôä", "áčďéíňóšťúýž", ["SK"]),
    ("őű", "áéíóöúü", ["HU"]), ("ığş", "çöüâîû", ["TR"]), ("ßüä", "ö", ["DE", "AT", "CH"]),
    ("ñ", "áéíóúü", ["ES", "MX", "AR", "CO", "CL", "PE"]), ("ãõ", "áâàçéêíóôúü", ["BR", "PT"]),
    ("êèàç", "éâîôûëïüœù", ["FR", "BE", "CH", "CA"]), ("åæø", "éö", ["NO", "DK"]),
    ("å", "äöé", ["SE", "FI"]), ("ä", "öå", ["FI", "SE"]), ("ơưđạếộ", "", ["VN"]),
    ("ăâîșțş", "ţ", ["RO"]), ("іїєґ", "абвгдежзийклмнопрстуфхцчшщьюя", ["UA"]),
    ("ўі", "абвгдеёжзйклмнопрстуфхцчшыьэюя", ["BY"]),
    ("әғқңөұһ", "абвгдеёжзийклмнопрстуфхцчшщъыіьэюя", ["KZ"]),
    ("ђјљњћџ", "абвгдежзиклмнопрстуфхцчш", ["RS"]), ("پچژگ", "", ["IR"]),
    ("ðþ", "áéíóúýæö", ["IS"]),
    ("ėįųū", "čšžąęė", ["LT"]), ("āēīļņģķ", "čšžū", ["LV"]), ("õ", "äöüšž", ["EE"]),
    ("đć", "čšž", ["HR", "RS", "BA"]), ("čšž", "", ["SI", "HR"]), ("ō", "āēīū", ["NZ"]),
  ]
  /// Ideographs that are written in one way only where the script was not simplified, and the others.
  private static let traditional = Set("電號區縣臺灣學國際廣東醫藥業鄉鎮樓號場館處號務單龍樂網蘇閩陝雞".unicodeScalars)
  private static let simplified = Set("电号区县湾学国际广东医药业乡镇楼场馆处务门设备华单饭宾银联络东车龙乐长网苏闽陕贵头鸡凤诊".unicodeScalars)
    .subtracting(Set("電號區縣臺灣學國際廣東醫藥業鄉鎮樓場館處務".unicodeScalars))

  /// Reads a text.
  init(_ text: String) {
    var counts: [Unicode.Scalar: Int] = [:]
    for scalar in text.unicodeScalars where !scalar.isASCII { counts[scalar, default: 0] += 1 }
    let ideographs = counts.filter { $0.key.properties.isIdeographic }
    isHan = ideographs.values.reduce(0, +) > 50
    let all = Double(max(1, counts.values.reduce(0, +)))
    countLetters(counts, all)
    countIdeographs(ideographs, hasKana: (letters["JP"] ?? 0) > 0.02)
    countAddresses(text)
    countWords(text)
  }

  /// Words that addresses and names of a language are full of, with the regions that speak it.
  private static let words: [(words: Set<String>, regions: [String])] = [
    (
      ["the", "of", "and", "street", "road", "avenue", "st", "rd", "ave", "school", "number"],
      ["US", "GB", "CA", "AU", "IE", "NZ", "ZA", "IN", "SG", "PH", "HK", "MY", "KE", "NG"]
    ),
    (
      ["der", "die", "und", "für", "straße", "strasse", "str", "straße", "am", "platz", "gmbh"],
      ["DE", "AT", "CH", "LU", "LI"]
    ),
    (
      [
        "de", "la", "le", "les", "des", "du", "rue", "et", "sur", "saint", "place", "début",
        "tranche",
      ],
      ["FR", "BE", "CH", "CA", "LU", "CI", "SN", "MA", "TN"]
    ),
    (
      ["de", "la", "el", "los", "del", "calle", "y", "las", "avenida", "plaza", "centro"],
      ["ES", "MX", "AR", "CO", "CL", "PE", "VE", "EC", "UY", "GT"]
    ),
    (["di", "via", "della", "del", "piazza", "comune", "e", "corso", "scuola"], ["IT", "CH"]),
    (
      ["de", "da", "do", "rua", "dos", "e", "praça", "avenida", "escola"], ["BR", "PT", "AO", "MZ"]
    ),
    (["van", "straat", "de", "het", "en", "weg", "laan", "plein"], ["NL", "BE"]),
    (["ul", "ulica", "w", "szkoła", "im", "plac", "al"], ["PL"]),
    (["gatan", "vägen", "och", "kommun", "gata"], ["SE", "FI"]),
    (["vej", "og", "kommune", "gade", "skole"], ["DK"]),
    (["vei", "og", "kommune", "gate", "veien", "gata", "skole"], ["NO"]),
    (["katu", "tie", "ja", "oy", "kaupunki"], ["FI"]),
    (["ulice", "náměstí", "základní", "škola", "s", "o"], ["CZ", "SK"]),
    (["utca", "és", "út", "tér", "kft", "iskola"], ["HU"]),
    (["mah", "cad", "sok", "ve", "no", "mahallesi", "caddesi"], ["TR"]),
    (["str", "strada", "și", "nr", "bulevardul", "scoala"], ["RO", "MD"]),
    (["jalan", "jl", "kec", "kota", "kab", "dan"], ["ID"]), (["jalan", "taman", "bandar"], ["MY"]),
    (["ulica", "i", "škola", "trg", "cesta"], ["HR", "SI", "RS", "BA"]),
    (["eesti", "maakond", "vald", "tee", "tn", "kool", "oü"], ["EE"]),
    (["đường", "phường", "quận", "thành", "phố"], ["VN"]),
  ]

  /// Counts frequent words in the beginning of the text.
  private mutating func countWords(_ text: String) {
    var counts: [Substring: Int] = [:]
    for word in text.prefix(60_000).lowercased().split(whereSeparator: { !$0.isLetter }) {
      counts[word, default: 0] += 1
    }
    let sums = Self.words.map { language in
      let found = language.words.compactMap { counts[Substring($0)] }
      // One word may be that of another language: "di" is a day in German.
      return found.count < 2 ? 0 : found.reduce(0, +)
    }
    guard let most = sums.max(), most >= 10 else { return }
    for (sum, language) in zip(sums, Self.words) where sum > 0 {
      let share = Double(sum) / Double(most)
      for (place, region) in language.regions.enumerated() {
        let part = share * share * (1 - 0.08 * Double(min(place, 8)))
        languages[region] = max(languages[region] ?? 0, part)
      }
    }
  }

  private mutating func countLetters(_ counts: [Unicode.Scalar: Int], _ all: Double) {
    for (range, regions) in Self.alphabets {
      let share = counts.reduce(0) { range.contains($1.key.value) ? $0 + $1.value : $0 }
      note(Double(share) / all, of: regions)
    }
    for (set, others, regions) in Self.singles {
      let own = Double(Self.count(set, in: counts))
      guard own >= 5 else { continue }
      // A language that writes all letters of a text, its own ones among them, is likelier than one
      // that does not know some of them.
      let covered = (own + Double(Self.count(others, in: counts))) / all
      note(covered >= 0.97 && own / all >= 0.02 ? max(own / all, 0.7) : own / all, of: regions)
    }
  }

  private static func count(_ letters: String, in counts: [Unicode.Scalar: Int]) -> Int {
    let members = Set((letters + letters.uppercased()).unicodeScalars)
    return counts.reduce(0) { members.contains($1.key) ? $0 + $1.value : $0 }
  }

  /// The likeliest region gets the whole share, the others a little less each.
  private mutating func note(_ share: Double, of regions: [String]) {
    guard share > 0.02 else { return }
    for (place, region) in regions.enumerated() {
      let part = share * (1 - 0.15 * Double(min(place, 4)))
      letters[region] = max(letters[region] ?? 0, part)
    }
  }

  private mutating func countIdeographs(_ counts: [Unicode.Scalar: Int], hasKana: Bool) {
    guard isHan, !hasKana else { return }
    let old = counts.reduce(0) { Self.traditional.contains($1.key) ? $0 + $1.value : $0 }
    let new = counts.reduce(0) { Self.simplified.contains($1.key) ? $0 + $1.value : $0 }
    note(old > new ? 1 : 0, of: ["TW", "HK", "MO"])
    note(new > old ? 1 : 0, of: ["CN", "SG"])
  }

  /// Counts the last part of each host name behind `@`, `//` or `www.`.
  private mutating func countAddresses(_ text: String) {
    var host: [UInt8] = []
    var isHost = false
    var former: (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
      let isName = lower &- 0x61 < 26 || lower &- 0x30 < 10 || lower == 0x2D || lower == 0x2E
      if isHost {
        if isName, host.count < 100 {
          host.append(lower)
        } else {
          count(host)
          isHost = false
        }
      } else if lower == 0x40 || lower == 0x2F && former.1 == 0x2F
        || lower == 0x2E && former == (0x77, 0x77)
      {
        (isHost, host) = (true, [])
      }
      former = (former.1, lower)
    }
    if isHost { count(host) }
  }

  private mutating func count(_ host: [UInt8]) {
    let parts = host.split(separator: 0x2E)
    guard parts.count >= 2, let last = parts.last, last.count == 2 else { return }
    let domain = String(decoding: last, as: UTF8.self).uppercased()
    // Sold to everybody, wherever they are.
    guard
      !["TV", "ME", "IO", "CO", "AI", "FM", "CC", "WS", "GG", "TO", "LY", "GL", "EU"].contains(
        domain)
    else { return }
    addresses[domain == "UK" ? "GB" : domain, default: 0] += 1
  }

  /// The regions that anything speaks for.
  var regions: [String] { Set(letters.keys).union(languages.keys).union(addresses.keys).sorted() }

  /// What the signs add to the share of fitting numbers, 0 to about 1.
  func weight(of region: String) -> Double {
    0.5 * addressShare(of: region) + 0.3 * (letters[region] ?? 0) + 0.3 * (languages[region] ?? 0)
  }

  /// The signs for a region in words.
  func words(for region: String) -> [String] {
    var words: [String] = []
    if addressShare(of: region) >= 0.2 {
      words.append("\(addresses[region] ?? 0) web and mail addresses of it")
    }
    if (letters[region] ?? 0) >= 0.1 { words.append("its letters") }
    if (languages[region] ?? 0) >= 0.5 { words.append("words of its language") }
    return words
  }

  private func addressShare(of region: String) -> Double {
    let all = addresses.values.reduce(0, +)
    return all < 3 ? 0 : Double(addresses[region] ?? 0) / Double(all)
  }
}
