/// Places of one country in the columns of an export: names of its parts and largest cities, and
/// coordinates.
///
/// They decide where the digits do not and the numbering plan knows no places. Common knowledge, not
/// taken from a list: large cities and parts of countries, and boxes that are wider than the country.
/// So they add to what else speaks for a region, and never decide against a clear plan.
struct RegionPlaces {
  /// By region, 0 to 1.
  private var names: [String: Double] = [:]
  private var coordinates: [String: Double] = [:]

  /// Names in small letters that hardly any other country has, without those that a plan finds by itself.
  private static let known: [String: Set<String>] = [
    "AE": ["dubai", "abu dhabi", "sharjah", "ajman", "fujairah"],
    "AR": ["buenos aires", "córdoba", "rosario", "mendoza", "tucumán", "la plata"],
    "AU": [
      "nsw", "vic", "qld", "tas", "new south wales", "queensland", "tasmania", "sydney",
      "melbourne",
      "brisbane", "adelaide", "canberra",
    ],
    "BR": ["são paulo", "rio de janeiro", "belo horizonte", "salvador", "brasília", "curitiba"],
    "CA": [
      "ontario", "québec", "quebec", "alberta", "manitoba", "saskatchewan", "british columbia",
      "toronto", "montréal", "montreal", "calgary", "vancouver",
    ],
    "CH": [
      "zürich", "zurich", "genève", "basel", "bern", "lausanne", "luzern", "st. gallen", "aargau",
      "vaud", "ticino", "winterthur", "lugano",
    ],
    "CL": ["santiago de chile", "valparaíso", "concepción", "antofagasta", "biobío", "ñuble"],
    "CO": ["bogotá", "medellín", "cali", "barranquilla", "antioquia", "cundinamarca"],
    "EG": ["cairo", "alexandria", "giza", "القاهرة", "الإسكندرية", "الجيزة"],
    "FR": [
      "métropole", "paris", "lyon", "marseille", "toulouse", "bordeaux", "nantes", "guadeloupe",
      "martinique", "guyane", "la réunion", "mayotte",
    ],
    "HK": [
      "hong kong", "kowloon", "new territories", "mong kok", "tsim sha tsui", "wan chai",
      "causeway bay", "kwun tong", "sha tin", "tsuen wan", "yuen long", "tuen mun",
    ],
    "SG": [
      "singapore", "jurong", "tampines", "bedok", "woodlands", "ang mo kio", "toa payoh",
      "bukit timah",
      "orchard road", "geylang", "yishun", "punggol", "sengkang", "hougang", "clementi",
    ],
    "GB": [
      "london", "birmingham", "manchester", "glasgow", "edinburgh", "leeds", "cardiff", "belfast",
    ],
    "ID": [
      "jakarta", "surabaya", "bandung", "medan", "semarang", "jawa barat", "jawa timur", "bali",
    ],
    "IE": ["dublin", "cork", "galway", "limerick", "waterford", "co. dublin", "co. cork"],
    "IN": [
      "mumbai", "delhi", "new delhi", "bengaluru", "bangalore", "chennai", "kolkata", "hyderabad",
      "pune", "ahmedabad", "maharashtra", "karnataka", "gujarat", "tamil nadu", "kerala",
    ],
    "KE": ["nairobi", "mombasa", "kisumu", "nakuru", "eldoret", "kiambu"],
    "KZ": ["алматы", "астана", "шымкент", "қарағанды", "караганда"],
    "MX": [
      "ciudad de méxico", "cdmx", "guadalajara", "monterrey", "jalisco", "nuevo león", "puebla",
    ],
    "MY": [
      "selangor", "kuala lumpur", "johor", "pulau pinang", "penang", "sabah", "sarawak", "perak",
    ],
    "NG": ["lagos", "abuja", "kano", "ibadan", "port harcourt", "rivers"],
    "NZ": ["auckland", "wellington", "christchurch", "dunedin", "tauranga", "waikato", "otago"],
    "PE": ["lima", "arequipa", "trujillo", "cusco", "piura", "callao"],
    "PH": [
      "manila", "quezon city", "makati", "taguig", "pasig", "cebu", "cebu city", "davao",
      "davao city",
      "metro manila", "ncr", "cavite", "laguna", "bulacan",
    ],
    "PK": ["karachi", "lahore", "islamabad", "faisalabad", "rawalpindi", "sindh"],
    "SA": ["riyadh", "jeddah", "dammam", "الرياض", "جدة", "الدمام"],
    "UA": ["київ", "харків", "одеса", "дніпро", "львів"],
    "ZA": [
      "gauteng", "western cape", "eastern cape", "kwazulu-natal", "kwazulu natal", "limpopo",
      "mpumalanga", "free state", "north west", "northern cape", "johannesburg", "cape town",
      "durban",
      "pretoria", "soweto", "gqeberha", "bloemfontein",
    ],
  ]

  /// West, south, east and north ends of a country's main land, in degrees.
  private static let borders: [String: [Double]] = [
    "AE": [51.5, 22.6, 56.4, 26.1], "AR": [-73.6, -55.1, -53.6, -21.7],
    "AT": [9.5, 46.3, 17.2, 49.1], "AU": [112.9, -43.7, 153.7, -10.6],
    "BE": [2.5, 49.5, 6.4, 51.6], "BG": [22.3, 41.2, 28.7, 44.3],
    "BR": [-74.1, -33.8, -34.7, 5.3], "CA": [-141.1, 41.6, -52.6, 83.2],
    "CH": [5.9, 45.8, 10.5, 47.9], "CL": [-75.7, -55.7, -66.9, -17.5],
    "CN": [73.6, 18.1, 134.8, 53.6], "CO": [-79.1, -4.3, -66.8, 12.5],
    "CZ": [12.2, 48.5, 18.9, 51.1], "DE": [5.9, 47.3, 15.1, 55.1],
    "DK": [8.0, 54.6, 12.8, 57.8], "EE": [23.3, 57.4, 28.2, 59.7],
    "EG": [24.7, 21.9, 36.9, 31.7], "ES": [-9.4, 35.9, 4.4, 43.8],
    "FI": [20.6, 59.8, 31.6, 70.1], "FR": [-5.0, 41.3, 9.6, 51.2],
    "GB": [-8.2, 49.9, 1.8, 58.7], "GR": [19.3, 34.8, 28.3, 41.8],
    "HK": [113.8, 22.1, 114.5, 22.6], "HR": [13.4, 42.3, 19.5, 46.6],
    "HU": [16.1, 45.7, 22.9, 48.6], "ID": [95.0, -11.0, 141.1, 6.0],
    "IE": [-10.5, 51.4, -6.0, 55.4], "IL": [34.2, 29.5, 35.9, 33.4],
    "IN": [68.1, 7.9, 97.4, 35.5], "IT": [6.6, 36.6, 18.6, 47.2],
    "JP": [129.4, 30.9, 145.6, 45.6], "KE": [33.8, -4.7, 41.9, 5.1],
    "KR": [125.9, 33.1, 129.6, 38.7], "LT": [20.9, 53.9, 26.9, 56.4],
    "LV": [20.9, 55.6, 28.3, 58.1], "MX": [-117.2, 14.5, -86.8, 32.8],
    "MY": [99.6, 0.8, 119.3, 7.4], "NL": [3.3, 50.7, 7.3, 53.6],
    "NO": [4.9, 57.9, 31.3, 71.2], "NZ": [166.5, -46.7, 178.6, -34.4],
    "PE": [-81.5, -18.4, -68.6, 0.0], "PH": [117.1, 5.5, 126.6, 18.6],
    "PL": [14.0, 49.0, 24.1, 54.9], "PT": [-9.6, 36.8, -6.3, 42.3],
    "RO": [20.2, 43.6, 29.7, 48.3], "RS": [18.8, 42.2, 23.0, 46.2],
    "RU": [27.3, 41.1, 180.0, 77.7], "SA": [34.6, 16.3, 55.7, 32.2],
    "SE": [11.0, 55.3, 24.0, 69.2], "SG": [103.6, 1.2, 104.1, 1.5],
    "SI": [13.6, 45.4, 16.6, 46.9], "SK": [16.8, 47.7, 22.6, 49.6],
    "TH": [97.3, 5.6, 105.6, 20.5], "TR": [26.0, 35.8, 44.8, 42.2],
    "TW": [119.9, 21.9, 122.1, 25.4], "UA": [22.0, 44.3, 40.2, 52.4],
    "US": [-125.0, 24.9, -66.9, 49.5], "VN": [102.1, 8.5, 109.4, 23.4],
    "ZA": [16.3, -34.9, 32.9, -22.1],
  ]
  private static let mostRows = 200

  /// Looks at the columns of one table.
  init(_ columns: [SketchColumn]) {
    for column in columns {
      let cells = column.filled.prefix(Self.mostRows).map { $0.lowercased() }
      guard cells.count >= 5 else { continue }
      var counts: [String: Int] = [:]
      for cell in cells { for region in Self.regions(in: cell) { counts[region, default: 0] += 1 } }
      for (region, count) in counts {
        let share = Double(count) / Double(cells.count)
        if share >= 0.2 { names[region] = max(names[region] ?? 0, share) }
      }
    }
    if let (longitude, latitude) = Self.place(in: columns) { note(longitude, latitude) }
  }

  /// By each name, the regions that know it.
  private static let regions: [String: [String]] = known.reduce(into: [:]) { regions, one in
    for place in one.value { regions[place, default: []].append(one.key) }
  }
  private static let mostWords = 4

  /// The regions of which a cell is a place, has it between commas, or ends with it: streets begin with
  /// names of places that are elsewhere.
  private static func regions(in cell: String) -> Set<String> {
    var found = Set(regions[cell] ?? [])
    guard cell.contains(where: { !$0.isLetter }) else { return found }
    for part in cell.split(separator: ",") { found.formUnion(regions[trimmed(part)] ?? []) }
    let words = cell.split(separator: " ", omittingEmptySubsequences: false)
    for count in 1..<max(1, min(words.count, mostWords + 1)) {
      let place = words.suffix(count).joined(separator: " ")
      // Words of few letters stand for something else within addresses.
      if place.count > 4 { found.formUnion(regions[place] ?? []) }
    }
    return found
  }

  /// A part of an address without the postcode beside its place.
  private static func trimmed(_ part: Substring) -> String {
    part.split(separator: " ").filter { !$0.contains(where: \.isNumber) }.joined(separator: " ")
  }

  /// The smallest country around a place is the likeliest; the boxes of its neighbours reach into it.
  private mutating func note(_ longitude: Double, _ latitude: Double) {
    let around = Self.borders.filter { _, ends in
      (ends[0]...ends[2]).contains(longitude) && (ends[1]...ends[3]).contains(latitude)
    }
    func area(_ ends: [Double]) -> Double { (ends[2] - ends[0]) * (ends[3] - ends[1]) }
    let byArea = around.sorted { (area($0.value), $0.key) < (area($1.value), $1.key) }
    for (rank, found) in byArea.enumerated() { coordinates[found.key] = rank == 0 ? 1 : 0.6 }
  }

  /// The place in the middle of all; nil where there are no coordinates.
  private static func place(in columns: [SketchColumn]) -> (longitude: Double, latitude: Double)? {
    func middle(_ values: [Double], _ most: Double) -> Double? {
      let sound = values.filter { abs($0) <= most && $0 != 0 }.sorted()
      return sound.count >= 5 ? sound[sound.count / 2] : nil
    }
    func values(_ titles: Set<String>) -> [Double] {
      let column = columns.first { titles.contains($0.title.lowercased().filter(\.isLetter)) }
      return column?.filled.prefix(mostRows).compactMap { Double($0) } ?? []
    }
    if let longitude = middle(values(["lon", "lng", "long", "longitude"]), 180),
      let latitude = middle(values(["lat", "latitude"]), 90)
    {
      return (longitude, latitude)
    }
    // KML writes longitude, latitude and perhaps height into one cell.
    for column in columns where column.title.lowercased().hasSuffix("coordinates") {
      let parts = column.filled.prefix(mostRows).map {
        $0.split(separator: ",").prefix(2).compactMap { Double($0) }
      }.filter { $0.count == 2 }
      if let longitude = middle(parts.map { $0[0] }, 180),
        let latitude = middle(parts.map { $0[1] }, 90)
      {
        return (longitude, latitude)
      }
    }
    return nil
  }

  /// What the places add to the share of fitting numbers, 0 to about 0.7.
  func weight(of region: String) -> Double {
    0.4 * (names[region] ?? 0) + 0.35 * (coordinates[region] ?? 0)
  }

  /// The places of a region in words.
  func words(for region: String) -> [String] {
    var words: [String] = []
    if names[region] != nil { words.append("names of its places") }
    if coordinates[region] != nil { words.append("coordinates within its borders") }
    return words
  }
}
