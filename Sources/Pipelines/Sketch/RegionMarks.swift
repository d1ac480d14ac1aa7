/// Words of one country's registers, and forms of its postcodes, in the columns of an export.
///
/// A column that is called `KvK`, `ABN` or `ЄДРПОУ` is in an export of that country, whatever its
/// numbers look like. Two letters that several countries use are left out.
struct RegionMarks {
  /// By region, 0 to 1.
  private var shares: [String: Double] = [:]
  /// By region: what was found.
  private var found: [String: String] = [:]

  /// Lowercased words of column titles, with the regions that use them, the likeliest first.
  private static let words: [(words: Set<String>, regions: [String])] = [
    (["kvk", "plaats", "plaatsnaam"], ["NL"]),
    (["klant", "mobiel", "bedrijfsnaam", "vestiging"], ["NL", "BE"]),
    (["uen"], ["SG"]), (["fono"], ["CL"]),
    (["telefoonnummer", "gemeente", "straat"], ["NL", "BE"]),
    (["kbo", "ondernemingsnummer"], ["BE"]), (["btw", "telefoon", "naam"], ["BE", "NL"]),
    (["abn", "acn"], ["AU"]), (["suburb"], ["AU", "NZ", "ZA"]), (["nzbn"], ["NZ"]),
    (["eircode"], ["IE"]), (["barangay"], ["PH"]),
    (["gstin", "ifsc", "micr", "pincode", "taluka", "tehsil", "mandal"], ["IN"]),
    (["npwp", "kabupaten", "kecamatan", "kelurahan", "telepon", "alamat"], ["ID"]),
    (["negeri", "poskod", "daerah"], ["MY"]), (["nama"], ["ID", "MY"]),
    (
      [
        "telefonszám", "adószám", "irányítószám", "irsz", "település", "megye", "üzlet", "város",
        "körzetszám", "cím", "név", "cégnév", "megnevezés",
      ], ["HU"]
    ),
    (["oib", "mjesto", "županija"], ["HR"]), (["naziv"], ["HR", "RS", "BA", "SI"]),
    (["pib", "пиб", "назив", "место"], ["RS"]), (["naslov", "davčna"], ["SI"]),
    (
      [
        "pavadinimas", "telefonas", "telefonai", "adresas", "kodas", "įmonė", "miestas",
        "savivaldybė",
      ], ["LT"]
    ),
    (["nosaukums", "tālrunis", "pilsēta", "reģ", "uzņēmums", "iestāde"], ["LV"]),
    (["aadress", "registrikood", "maakond", "ettevõte", "nimetus"], ["EE"]),
    (["puhelin", "puhelinnumero", "osoite", "postinumero", "tunnus", "kunta"], ["FI"]),
    (
      [
        "organisationsnummer", "postadress", "telefonnr", "postort", "företag", "riktnr",
        "anknytning",
      ], ["SE"]
    ),
    (
      ["organisasjonsnummer", "poststed", "kommunenavn", "virksomhet", "bedrift", "orgnummer"],
      ["NO"]
    ),
    (["cvr", "virksomhed", "kommunenr", "forretning", "mobilnr"], ["DK"]),
    (["namn", "tfn"], ["SE", "FI"]),
    (["orgnr"], ["SE", "NO"]), (["navn"], ["DK", "NO"]),
    (["sími", "kennitala", "nafn", "heimilisfang"], ["IS"]),
    (["tlf", "postnr"], ["DK", "NO"]),
    (
      ["nip", "regon", "krs", "ulica", "miejscowość", "województwo", "gmina", "nazwa", "placówka"],
      ["PL"]
    ),
    (["ičo", "psč"], ["CZ", "SK"]), (["název", "obec", "ulice", "pracoviště", "spojení"], ["CZ"]),
    (["názov", "mesto", "prevádzka"], ["SK"]),
    (
      ["cui", "denumire", "localitate", "județ", "judet", "telefoane", "adresă", "societate"],
      ["RO"]
    ),
    (["еик", "булстат"], ["BG"]), (["наименование"], ["RU", "BG"]),
    (["єдрпоу", "назва", "місто", "адреса", "область"], ["UA"]),
    (["инн", "кпп", "огрн", "название", "город"], ["RU"]), (["унп"], ["BY"]),
    (["бин", "атауы", "мекенжайы"], ["KZ"]),
    (["vkn", "ilçe", "mahalle", "telefonu", "işletme", "ünvan", "unvan", "adı", "şehir"], ["TR"]),
    (["αφμ", "δήμος", "νομός"], ["GR"]), (["نشانی", "استان", "کد"], ["IR"]),
    (
      [
        "nipc", "morada", "concelho", "freguesia", "telemóvel", "telemovel", "distrito",
        "localidade",
      ], ["PT"]
    ),
    (["tlm", "telm", "telem"], ["PT"]),
    (["cnpj", "cpf", "bairro", "uf", "ddd", "loja", "fantasia"], ["BR"]),
    (["cif", "municipio"], ["ES", "MX"]), (["rfc", "colonia"], ["MX"]), (["cuit"], ["AR"]),
    (["rut", "comuna"], ["CL"]), (["nit"], ["CO"]), (["ruc", "distrito"], ["PE"]),
    (["piva", "comune", "indirizzo", "cap"], ["IT"]),
    (["siren", "siret", "finess"], ["FR"]), (["commune"], ["FR", "BE"]),
    (["kanton", "canton"], ["CH"]), (["bundesland"], ["AT", "DE"]),
    (["ustid", "handelsregister"], ["DE"]),
    (["zip", "npi", "ein", "zipcode"], ["US"]), (["nhs", "postcode", "county"], ["GB", "IE"]),
    (["郵便番号", "都道府県", "電話番号", "市外局番", "名称", "フリガナ", "ﾌﾘｶﾞﾅ"], ["JP"]), (["사업자등록번호"], ["KR"]),
    (["統一編號"], ["TW"]), (["统一社会信用代码"], ["CN"]), (["mst"], ["VN"]), (["ordination"], ["AT"]),
    (["natel"], ["CH"]),
    (["telefono", "cellulare", "cognome", "ragione", "denominazione"], ["IT", "CH"]),
    (["teléfono", "nombre", "dirección", "razón"], ["ES", "MX", "AR", "CO", "CL", "PE"]),
    (["telefone", "nome"], ["BR", "PT"]),
    (["téléphone", "adresse", "nom"], ["FR", "BE", "CH", "CA"]),
    (["rufnummer", "vorwahl", "anschrift", "straße", "bezeichnung"], ["DE", "AT", "CH"]),
    (["תלפון", "טלפון", "שם"], ["IL"]), (["telefono", "impresa"], ["IT"]), (["שלוחה"], ["IL"]),
  ]

  /// Looks at columns of one table.
  init(_ columns: [SketchColumn]) {
    let titles = Set(
      columns.flatMap { $0.name.lowercased().split { !$0.isLetter } }.map(String.init))
    for (words, regions) in Self.words {
      guard let word = words.intersection(titles).min() else { continue }
      note(regions, "a column \"\(word)\"")
    }
    for column in columns {
      noteCompanies(column)
      noteStreets(column)
      if let region = Self.regionOfVAT(column) { note([region], "its VAT numbers") }
      for (form, region) in Self.postcodes where Self.isOf(column, form) {
        note([region], "its postcodes")
      }
    }
  }

  /// Forms of companies as names end with them, with the regions whose law has them, the likeliest first.
  private static let companies: [(form: String, regions: [String])] = [
    ("pte ltd", ["SG"]), ("sdn bhd", ["MY"]), ("pty ltd", ["AU", "ZA"]), ("pvt ltd", ["IN", "PK"]),
    ("gmbh", ["DE", "AT", "CH"]), ("b v", ["NL"]), ("bv", ["NL", "BE"]), ("bvba", ["BE"]),
    ("s p a", ["IT"]), ("s r l", ["IT", "RO"]), ("s a de c v", ["MX"]), ("sa de cv", ["MX"]),
    ("ltda", ["BR", "CL", "CO"]), ("lda", ["PT"]), ("sarl", ["FR", "LU", "CH"]),
    ("sas", ["FR", "CO"]),
    ("kft", ["HU"]), ("sp z o o", ["PL"]), ("s r o", ["CZ", "SK"]),
    ("d o o", ["HR", "SI", "RS", "BA"]),
    ("oy", ["FI"]), ("a s", ["DK", "CZ", "TR"]), ("aps", ["DK"]), ("as", ["NO"]), ("ab", ["SE"]),
    ("uab", ["LT"]), ("sia", ["LV"]), ("oü", ["EE"]), ("inc", ["US", "CA", "PH"]),
    ("llc", ["US", "AE"]), ("plc", ["GB"]), ("еоод", ["BG"]), ("оод", ["BG"]), ("тоо", ["KZ"]),
    ("ооо", ["RU"]), ("тов", ["UA"]), ("tbk", ["ID"]), ("a ş", ["TR"]), ("ltd şti", ["TR"]),
    ("בע\"מ", ["IL"]), ("αε", ["GR"]),
  ]

  /// How streets end, with the regions that call them so, the likeliest first.
  private static let streets: [(ending: String, regions: [String])] = [
    ("strasse", ["CH", "DE", "AT"]), ("straße", ["DE", "AT"]), ("straat", ["NL", "BE"]),
    ("laan", ["NL", "BE"]), ("gatan", ["SE"]), ("vägen", ["SE"]), ("vej", ["DK"]), ("gade", ["DK"]),
    ("veien", ["NO"]), ("katu", ["FI"]), ("stræti", ["IS"]),
  ]

  /// Looks for the endings of streets in the words of a column.
  private mutating func noteStreets(_ column: SketchColumn) {
    let cells = column.filled.prefix(200).map { cell in
      cell.lowercased().split { !$0.isLetter }
    }
    guard cells.count >= 5 else { return }
    for (ending, regions) in Self.streets {
      let found = cells.count { words in
        words.contains { $0.count > ending.count && $0.hasSuffix(ending) }
      }
      if found * 10 >= cells.count * 3 { note(regions, "streets that end in \"\(ending)\"") }
    }
  }

  /// The region whose code stands in front of all numbers of a column that is called so; nil without.
  private static func regionOfVAT(_ column: SketchColumn) -> String? {
    let names: Set<String> = [
      "vat", "ust", "ustid", "uid", "tva", "iva", "btw", "moms", "dič", "nip",
    ]
    guard !names.isDisjoint(with: column.tokens), column.filled.count >= 5,
      let first = column.filled.first?.prefix(2), PipelineVocabulary.isRegion(String(first)),
      column.share({ $0.hasPrefix(first) && CellLook.digits($0) >= 7 }) >= 0.95
    else { return nil }
    return String(first)
  }

  /// Looks how the names of a column end.
  private mutating func noteCompanies(_ column: SketchColumn) {
    let names = column.filled.prefix(200).map { cell in
      " " + cell.lowercased().split { " .,".contains($0) }.joined(separator: " ")
    }
    guard names.count >= 5 else { return }
    for (form, regions) in Self.companies {
      let share = Double(names.count { $0.hasSuffix(" " + form) }) / Double(names.count)
      if share >= 0.3 { note(regions, "companies that end in \"\(form)\"") }
    }
  }

  /// Forms of postcodes with letters in them, which no other country writes.
  private static var postcodes: [(form: Regex<Substring>, region: String)] {
    [
      (/[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]/, "CA"), (/[1-9][0-9]{3} ?[A-Z]{2}/, "NL"),
      (/[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}/, "GB"), (/[A-Z][0-9][0-9W] ?[A-Z0-9]{4}/, "IE"),
      (/LT-[0-9]{5}/, "LT"), (/LV-[0-9]{4}/, "LV"),
    ]
  }

  private static func isOf(_ column: SketchColumn, _ form: Regex<Substring>) -> Bool {
    let sample = column.filled.prefix(50)
    return sample.count >= 5
      && sample.count { $0.wholeMatch(of: form) != nil } * 10 >= sample.count * 9
  }

  /// The likeliest region gets the whole share, the others a little less each.
  private mutating func note(_ regions: [String], _ what: String) {
    // What many countries have says less of each.
    let whole = regions.count >= 5 ? 0.6 : 1
    for (place, region) in regions.enumerated() {
      let share = whole * (1 - 0.2 * Double(min(place, 4)))
      guard share > shares[region] ?? 0 else { continue }
      shares[region] = share
      found[region] = what
    }
  }

  /// The regions that anything speaks for.
  var regions: [String] { shares.keys.sorted() }

  /// What the marks add to the share of fitting numbers, 0 to 0.35.
  func weight(of region: String) -> Double { 0.35 * (shares[region] ?? 0) }

  /// The mark of a region in words.
  func words(for region: String) -> [String] { found[region].map { [$0] } ?? [] }
}
