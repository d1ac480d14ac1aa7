internal import NumberingPlans
internal import Foundation

/// A column that says of which country each record is.
struct CountryColumn {
  /// A country, as the column spells it.
  struct Country {
    /// ISO 3166 code.
    var region: String
    /// What its cells read, in order.
    var spellings: [String]
    /// Rows that say so.
    var rows: Int
  }

  let column: SketchColumn
  /// The countries, that of most rows first.
  let countries: [Country]
  /// Filled cells that name no country.
  let unknown: [String]

  /// Most countries that one export is parted by.
  static let most = 40

  /// Finds such a column in a table: by its heading, and because nine of ten cells name a country or are
  /// its calling code.
  init?(_ table: [SketchColumn]) {
    let topics = [ColumnWords.Topic.country, .callingCode]
    for column in topics.flatMap({ topic in table.filter { $0.promise(topic) > 0 } }) {
      let spellings = Set(column.filled)
      guard column.filled.count >= 5, spellings.count <= 2 * Self.most else { continue }
      var regions: [String: String] = [:]
      for spelling in spellings { regions[spelling] = CountryNames.region(of: spelling) }
      var rows: [String: Int] = [:]
      for cell in column.filled { if let region = regions[cell] { rows[region, default: 0] += 1 } }
      guard rows.values.reduce(0, +) * 10 >= column.filled.count * 9 else { continue }
      self.column = column
      countries = rows.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { region, count in
        let own = regions.filter { $0.value == region }.keys.sorted()
        return Country(region: region, spellings: own, rows: count)
      }
      unknown = column.filled.filter { regions[$0] == nil }
      return
    }
    return nil
  }

  /// The one country of nearly all rows; nil where there are several.
  var only: String? {
    guard let first = countries.first, first.rows * 100 >= column.filled.count * 95 else {
      return nil
    }
    return first.region
  }
}

/// Names of countries in the languages of exports, from the system's locale data.
enum CountryNames {
  /// The region that a cell names, by its code or by a name that means no other; nil without one.
  static func region(of cell: String) -> String? {
    let key = folded(cell)
    if let code = Int(cell.drop { $0 == "+" || $0 == "0" }) {
      let regions = NumberingPlans.live.regions(ofCallingCode: code)
      return regions.first { !$0.hasPrefix("+") }
    }
    return codes[key] ?? names[key]
  }

  private static let languages = [
    "en", "de", "fr", "es", "it", "pt", "nl", "da", "sv", "nb", "fi", "pl", "cs", "sk", "hu", "ro",
    "tr", "el", "ru", "uk", "bg", "hr", "sl", "sr", "lt", "lv", "et", "ar", "he", "fa", "hi", "th",
    "vi", "id", "ms", "zh_Hans", "zh_Hant", "ja", "ko",
  ]

  /// Codes of two letters, and other ones that exports have.
  private static let codes: [String: String] = {
    var codes = [
      "uk": "GB", "gbr": "GB", "usa": "US", "deu": "DE", "ger": "DE", "fra": "FR", "esp": "ES",
      "ita": "IT", "nld": "NL", "ned": "NL", "bel": "BE", "che": "CH", "aut": "AT", "chn": "CN",
      "twn": "TW", "hkg": "HK", "jpn": "JP", "kor": "KR", "sgp": "SG", "aus": "AU", "nzl": "NZ",
      "can": "CA", "mex": "MX", "bra": "BR", "ind": "IN", "irl": "IE", "prt": "PT", "pol": "PL",
      "great britain": "GB", "england": "GB", "scotland": "GB", "wales": "GB", "holland": "NL",
      "united states of america": "US", "the netherlands": "NL", "czech republic": "CZ",
      "turkey": "TR", "viet nam": "VN", "russian federation": "RU", "republic of korea": "KR",
      "korea": "KR", "r o c": "TW", "p r china": "CN", "hong kong": "HK", "macau": "MO",
      "台湾": "TW", "臺灣": "TW", "中國大陸": "CN", "香港": "HK",
    ]
    for region in regions { codes[region.lowercased()] = region }
    return codes
  }()

  private static let names: [String: String] = {
    var names: [String: String] = [:]
    var twofold = Set<String>()
    for language in languages {
      let locale = Locale(identifier: language)
      for region in regions {
        guard let name = locale.localizedString(forRegionCode: region).map(folded) else { continue }
        if let other = names[name], other != region { twofold.insert(name) }
        names[name] = region
      }
    }
    for name in twofold { names[name] = nil }
    return names
  }()

  private static let regions: [String] = NumberingPlans.live.callingCodes.flatMap {
    NumberingPlans.live.regions(ofCallingCode: $0).filter { !$0.hasPrefix("+") }
  }

  /// Small letters, with a blank for what parts words.
  private static func folded(_ text: String) -> String {
    text.lowercased().split { ". ,()".contains($0) }.joined(separator: " ")
  }
}
