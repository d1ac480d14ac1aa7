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
    /// Its calling code: regions that share one read numbers alike.
    var callingCode: Int
    /// Higher is better.
    var score: Double
    /// Share of what stands in the tried cells that are numbers of the region.
    var share: Double
    /// Which of the columns with phones speaks most for it.
    var column: Int
    /// What letters, words, addresses, titles and places add to it.
    var evidence: Double
    /// What else speaks for it, in words.
    var signs: [String]

    /// Takes the share of numbers that have the area code of the place beside them.
    mutating func add(_ places: Double) {
      evidence += 0.6 * places
      guard places > 0 else { return }
      signs.append(
        "\(Int((places * 100).rounded())) % have the area code of the place beside them")
    }

    /// Why it may be the one.
    var words: String {
      let share = "\(Int((share * 100).rounded())) % of the numbers are its own"
      return ([share] + signs).joined(separator: "; ")
    }
  }

  /// The regions, best first; regions that fit nothing are left out.
  let candidates: [Candidate]
  /// The region for which letters, words and titles speak most, whether its numbers fit or not.
  private let spoken: (region: String, evidence: Double)?

  /// Whether many numbers are written with their calling codes: the region matters little.
  private let isInternational: Bool
  /// Share of the tried cells that give a number in the best region, whatever else stands in them.
  private let fittingCells: Double

  /// Cells that are tried in each region.
  private static let mostCells = 60
  /// How much better the best region must be than the next one for no doubt to be left.
  private static let margin = 0.08
  /// By how much more than how often it is met the best region must win.
  private static let difference = 0.02
  /// A share of cells with a number below which something else must speak for a region, and how much.
  private static let leastFitting = 0.85
  private static let leastEvidence = 0.1

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

  /// Tries all regions on columns that may hold phone numbers, each with columns that may hold their
  /// area codes; `text` is the whole export.
  init(_ phones: PhoneCandidates, text: String) {
    let signs = RegionSigns(text)
    let table = phones.columns.first?.table ?? []
    let marks = RegionMarks(table)
    let geography = RegionPlaces(table)
    let country = CountryColumn(table)
    isInternational =
      phones.columns.first?.column.share { $0.hasPrefix("+") || $0.hasPrefix("00") } ?? 0 >= 0.3
    let places = phones.columns.map { PlaceEvidence(phone: $0.column, beside: $0.table) }
    var found: [Candidate] = []
    for code in NumberingPlans.live.callingCodes {
      let regions = NumberingPlans.live.regions(ofCallingCode: code).filter { !$0.hasPrefix("+") }
      guard let main = regions.first else { continue }
      // The regions of one calling code share most of their plan: the main one is tried first.
      let shares = Self.shares(of: phones, in: main, prefix: "+\(code)")
      for region in regions {
        var words = signs.words(for: region) + marks.words(for: region)
        words += geography.words(for: region)
        if country?.only == region { words.append("a column says so") }
        guard region == main || !words.isEmpty else { continue }
        let own =
          region == main
          ? shares : Self.shares(of: phones, in: region, prefix: "+\(code)").map { $0 - 0.01 }
        guard let best = Self.best(of: phones, own) else { continue }
        var evidence =
          signs.weight(of: region) + marks.weight(of: region) + geography.weight(of: region)
        if code == 1, phones.columns[best].column.share(CellLook.isGroupedByThreeThreeFour) > 0.9 {
          evidence += 0.1
          words.append("groups of three, three and four digits")
        }
        if region == "KR", phones.columns[best].column.isGroupedAsInKorea {
          evidence += 0.15
          words.append("groups of digits as Korea writes them")
        }
        if country?.only == region { evidence += 0.6 }
        if phones.columns[best].column.hasCallingCodes(Int(code)) {
          evidence += 0.3
          words.append("its calling code in front of the numbers")
        }
        var candidate = Candidate(
          region: region, callingCode: Int(code), score: 0, share: own[best], column: best,
          evidence: evidence, signs: words)
        candidate.add(places[best].share(in: region, prefix: "+\(code)"))
        candidate.score =
          own[best] + phones.columns[best].weight + candidate.evidence + Self.prior(of: region)
        found.append(candidate)
      }
    }
    candidates = found.sorted { ($1.score, $0.region) < ($0.score, $1.region) }
    fittingCells = candidates.first.map { Self.fittingCells(of: phones, $0) } ?? 0
    spoken = (signs.regions + marks.regions).map { region in
      (region: region, evidence: signs.weight(of: region) + marks.weight(of: region))
    }
    .max { ($0.evidence, $1.region) < ($1.evidence, $0.region) }
  }

  /// The column that speaks most for a region; nil where none has its numbers.
  private static func best(of phones: PhoneCandidates, _ shares: [Double]) -> Int? {
    let fitting = shares.indices.filter { shares[$0] > 0.2 }
    return fitting.max { one, other in
      let (first, second) = (
        shares[one] + phones.columns[one].weight, shares[other] + phones.columns[other].weight
      )
      return (first, other) < (second, one)
    }
  }

  /// The best region; nil where no plan knows the numbers.
  var best: Candidate? { candidates.first }

  /// The regions that fit about as well as the best, itself first; one where there is no doubt.
  var contenders: [String] {
    guard let best else { return [] }
    let near =
      candidates.prefix(6).filter { $0.score > best.score - Self.margin }.map(\.region)
      + equals(of: best).filter { $0.score <= best.score - Self.margin }.prefix(3).map(\.region)
    guard let spoken, disagrees, !near.contains(spoken.region) else { return near }
    return near + [spoken.region]
  }

  /// Whether the best region must not be taken without asking: only digits and how often a region is
  /// met speak for it and others fit as well or many cells do not, or the language of the export is
  /// that of another one.
  var isOpen: Bool {
    guard let best else { return false }
    let isUnsure =
      !isInternational && fittingCells < Self.leastFitting && best.evidence < Self.leastEvidence
    return isUnsure || !equals(of: best).isEmpty || disagrees
  }

  /// Regions with another calling code for which as much speaks, how often they are met left aside.
  private func equals(of best: Candidate) -> [Candidate] {
    candidates.dropFirst().filter { other in
      other.callingCode != best.callingCode
        && other.share + other.evidence > best.share + best.evidence - Self.difference
    }
  }

  /// Whether letters, words and titles are those of another region by far.
  private var disagrees: Bool {
    guard let best, let spoken else { return false }
    return spoken.evidence > best.evidence + 0.15
  }

  /// What speaks for each region that may be meant, a line each.
  var choices: [String] {
    contenders.map { region in
      guard let candidate = candidates.first(where: { $0.region == region }) else {
        return "\(region): its letters, words or titles, but not the numbers"
      }
      return "\(region): " + candidate.words
    }
  }

  /// Why the best region was chosen, in words.
  var words: String {
    guard let best else { return "no numbering plan knows these numbers" }
    let others = contenders.dropFirst()
    return others.isEmpty
      ? best.words : best.words + ". In doubt: " + others.joined(separator: ", ")
  }

  /// The share of cells that give a number in a region, alone or with one of the area codes beside them.
  private static func fittingCells(of phones: PhoneCandidates, _ candidate: Candidate) -> Double {
    guard let inspector = PhoneTrial.inspector(of: candidate.region) else { return 0 }
    let (phone, prefix) = (phones.columns[candidate.column], "+\(candidate.callingCode)")
    let shares = ([nil] + PhoneCandidates.areaCodes(of: phone, prefix: prefix)).map { areas in
      PhoneTrial(
        phone.column, areaCodes: areas, by: inspector, prefix: prefix, atMost: mostCells
      ).usedShare
    }
    return shares.max() ?? 0
  }

  /// For each column the share of what stands in some cells that are numbers of a region, alone or with
  /// one of the area codes beside them; numbers that had to be repaired count less.
  private static func shares(
    of phones: PhoneCandidates, in region: String, prefix: String
  ) -> [Double] {
    guard let inspector = PhoneTrial.inspector(of: region) else {
      return phones.columns.map { _ in 0 }
    }
    return phones.columns.map { phone in
      let areaCodes = PhoneCandidates.areaCodes(of: phone, prefix: prefix)
      let shares = ([nil] + areaCodes).map { areas -> Double in
        let trial = PhoneTrial(
          phone.column, areaCodes: areas, by: inspector, prefix: prefix, atMost: mostCells)
        return trial.domesticShare * (1 - 0.2 * min(1, trial.repairShare))
      }
      return shares.max() ?? 0
    }
  }
}
