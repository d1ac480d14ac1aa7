internal import NumberingPlans

/// Guesses in which region the national numbers of an export are to be read.
///
/// The rules of every region are tried on some of its cells. Many plans take the same digits, so
/// what else the export says is counted too: its script, the countries of the web and mail addresses in
/// it, the titles of its columns, names and coordinates of places, and whether area codes are those of the places beside them.
struct RegionGuess {
  /// A region and what speaks for it.
  struct Candidate {
    /// ISO 3166 code.
    var region: String
    /// Higher is better.
    var score: Double
    /// Share of the tried cells that are numbers of the region.
    var share: Double
    /// What else speaks for it, in words.
    var signs: [String]
  }

  /// The regions, best first; regions that fit nothing are left out.
  let candidates: [Candidate]

  /// Cells that are tried in each region.
  private static let mostCells = 60
  /// How much better the best region must be than the next one for no doubt to be left.
  private static let margin = 0.08

  /// The regions whose exports are most often met, the first ones most of all; others need better
  /// signs.
  private static let frequent = [
    "US", "DE", "GB", "FR", "CN", "JP", "TW", "IN", "BR", "IT", "ES", "RU", "KR", "CA", "AU", "MX",
    "NL",
    "PL", "TR", "ID", "SE", "CH", "AT", "BE", "AR", "UA", "CZ", "RO", "PT", "GR", "HU", "DK", "FI",
    "NO",
    "IE", "IL", "HK", "SG", "MY", "TH", "VN", "PH", "ZA", "NZ", "CL", "CO", "SK", "BG", "HR", "SI",
    "EE",
    "LV", "LT", "RS", "SA", "AE", "EG", "KE", "PE",
  ]

  private static func prior(of region: String) -> Double {
    frequent.firstIndex(of: region).map { 0.12 - 0.001 * Double($0) } ?? 0
  }

  /// Tries all regions on columns that may hold phone numbers, with columns that may hold their
  /// area codes, and those of the same table.
  init(phones: [SketchColumn], areaCodes: [SketchColumn], table: [SketchColumn], text: String) {
    let signs = RegionSigns(text)
    let marks = RegionMarks(table)
    let places = RegionPlaces(table)
    let evidence = PlaceEvidence(phone: phones.first, beside: table)
    var found: [Candidate] = []
    for code in NumberingPlans.live.callingCodes {
      let regions = NumberingPlans.live.regions(ofCallingCode: code).filter { !$0.hasPrefix("+") }
      guard let main = regions.first else { continue }
      // The regions of one calling code share most of their plan: the main one is tried first.
      let share = Self.share(of: phones, areaCodes, in: main, prefix: "+\(code)")
      for region in regions {
        var words = signs.words(for: region) + marks.words(for: region)
        words += places.words(for: region)
        guard region == main || !words.isEmpty else { continue }
        let own =
          region == main
          ? share : Self.share(of: phones, areaCodes, in: region, prefix: "+\(code)") - 0.01
        guard own > 0.2 else { continue }
        let beside = evidence.share(in: region, prefix: "+\(code)")
        if beside > 0 {
          words.append(
            "\(Int((beside * 100).rounded())) % have the area code of the place beside them")
        }
        let score =
          own + signs.weight(of: region) + marks.weight(of: region) + places.weight(of: region)
          + 0.6 * beside + Self.prior(of: region)
        found.append(Candidate(region: region, score: score, share: own, signs: words))
      }
    }
    candidates = found.sorted { ($1.score, $0.region) < ($0.score, $1.region) }
  }

  /// The best region; nil where no plan knows the numbers.
  var best: Candidate? { candidates.first }

  /// The regions that fit about as well as the best, itself first; one where there is no doubt.
  var contenders: [String] {
    guard let best else { return [] }
    return candidates.prefix(6).filter { $0.score > best.score - Self.margin }.map(\.region)
  }

  /// Why the best region was chosen, in words.
  var words: String {
    guard let best else { return "no numbering plan knows these numbers" }
    var text = "\(Int((best.share * 100).rounded())) % of the numbers are its own"
    if !best.signs.isEmpty { text += "; " + best.signs.joined(separator: "; ") }
    let others = contenders.dropFirst()
    if !others.isEmpty { text += ". In doubt: " + others.joined(separator: ", ") }
    return text
  }

  /// The share of what stands in some cells that are numbers of a region, alone or with one of the
  /// area codes beside them; numbers that had to be repaired count less.
  private static func share(
    of phones: [SketchColumn], _ areaCodes: [SketchColumn], in region: String, prefix: String
  ) -> Double {
    guard let inspector = PhoneTrial.inspector(of: region) else { return 0 }
    let shares = phones.flatMap { column in
      ([nil] + areaCodes).map { areas -> Double in
        let trial = PhoneTrial(
          column, areaCodes: areas, by: inspector, prefix: prefix, atMost: mostCells)
        return trial.domesticShare * (1 - 0.2 * min(1, trial.repairShare))
      }
    }
    return shares.max() ?? 0
  }
}
