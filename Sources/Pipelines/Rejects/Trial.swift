internal import Normalization
internal import NumberingPlans
internal import Records

/// One setting of a pipeline, changed.
struct Trial: Sendable {
  /// The setting and its value, as the pipeline file would say it.
  var setting: String
  /// The area code that it gives every record whose source knows none; nil: another change.
  var areaCode: String?
  /// Makes the change.
  var change: @Sendable (inout Pipeline) -> Void
}

extension Trial {
  /// What may be changed about a pipeline whose records are rejected for these reasons, and which
  /// words their cells hold; in a fixed order.
  static func all(
    of pipeline: Pipeline, reasons: [String: Int], words: RejectedWords
  ) -> [Trial] {
    self.words(words, of: pipeline) + validation(of: pipeline) + rules(of: pipeline)
      + others(of: pipeline, reasons: reasons) + areaCodes(of: pipeline, reasons: reasons)
  }

  /// Area codes that are tried; of regions with more the shortest, which are those of large cities.
  private static let mostAreaCodes = 24

  /// Where numbers lack one, each area code of the regions for sources that have none.
  private static func areaCodes(of pipeline: Pipeline, reasons: [String: Int]) -> [Trial] {
    guard reasons[RejectionReason.missingAreaCode.code] ?? 0 > 0 else { return [] }
    let regions = Set(
      pipeline.sources.filter { !$0.maps(.areaCode) }.compactMap { pipeline.region(of: $0) })
    return regions.sorted().flatMap { region -> [Trial] in
      let codes = (NumberingPlan.plan(region: region)?.areaCodes ?? []).map(\.digits)
      let shortest = codes.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
      return shortest.prefix(mostAreaCodes).map { code in
        let place = regions.count > 1 ? " (region \(region))" : ""
        return Trial(setting: "constants.area_code: \"\(code)\"\(place)", areaCode: code) {
          pipeline in
          for index in pipeline.sources.indices
          where !pipeline.sources[index].maps(.areaCode)
            && pipeline.region(of: pipeline.sources[index]) == region
          {
            pipeline.sources[index].constants.append(
              Pipeline.Constant(field: .areaCode, text: code))
          }
        }
      }
    }
  }

  private static func words(_ words: RejectedWords, of pipeline: Pipeline) -> [Trial] {
    let known = ([pipeline.words] + pipeline.sources.map(\.words)).reduce(into: Set<String>()) {
      $0.formUnion($1.byKey.flatMap(\.words))
    }
    func isNew(_ word: String) -> Bool { !known.contains(word) && CellWords.isUsable(word) }
    return words.mostFrequent(\.amidDigits).filter(isNew).map { word in
      Trial(setting: "words.extension: [\(word)]") { $0.words.extensionMarker.append(word) }
    }
      + words.mostFrequent(\.beforeDigits).filter(isNew).map { word in
        Trial(setting: "words.label: [\(word)]") { $0.words.label.append(word) }
      }
  }

  private static func validation(of pipeline: Pipeline) -> [Trial] {
    Pipeline.Normalizing.Validation.allCases.filter { $0 != pipeline.normalize.validate }.map {
      way in
      Trial(setting: "normalize.validate: \(way.rawValue)") { $0.normalize.validate = way }
    }
  }

  private static func rules(of pipeline: Pipeline) -> [Trial] {
    PipelineVocabulary.ruleDefaults.map { rule in
      let isOn = pipeline.normalize.rules[rule.name] ?? rule.isOn
      return Trial(setting: "normalize.rules.\(rule.name): \(isOn ? "off" : "on")") {
        $0.normalize.rules[rule.name] = !isOn
      }
    }
  }

  private static func others(of pipeline: Pipeline, reasons: [String: Int]) -> [Trial] {
    func count(_ reason: RejectionReason) -> Int { reasons[reason.code] ?? 0 }
    var trials: [Trial] = []
    if count(.refusedType) > 0 {
      for type in pipeline.normalize.refusedTypes {
        trials.append(
          Trial(setting: "normalize.refuse: without \(type)") {
            $0.normalize.refusedTypes.removeAll { $0 == type }
          })
      }
    }
    if count(.rangeTooLarge) > 0 {
      let budget = min(pipeline.normalize.expansionBudget * 10, 10_000_000)
      trials.append(
        Trial(setting: "normalize.expansion_budget: \(budget)") {
          $0.normalize.expansionBudget = budget
        })
    }
    if count(.badDate) > 0 {
      for format in Pipeline.Source.DateFormat.allCases {
        trials.append(
          Trial(setting: "date_format: \(format.rawValue)") { pipeline in
            for index in pipeline.sources.indices { pipeline.sources[index].dateFormat = format }
          })
      }
    }
    return trials
  }
}

/// Words of rejected cells that the rules do not know, by how often they occur.
struct RejectedWords: Sendable {
  /// Between digits: what may mark an extension.
  private(set) var amidDigits: [String: Int] = [:]
  /// Touching the digits behind it: what may be a label.
  private(set) var beforeDigits: [String: Int] = [:]

  /// Different words of each kind that are counted; later ones are passed over.
  private static let most = 10_000
  /// Words of each kind that are tried.
  private static let mostTried = 8
  /// Bytes of a cell that are looked at.
  private static let longestCell = 200

  /// Counts the words of a cell.
  mutating func add(_ cell: UnsafeBufferPointer<UInt8>) {
    guard cell.count <= Self.longestCell else { return }
    var word = ""
    var hasDigits = false
    var touches = false
    for scalar in String(decoding: cell, as: UTF8.self).unicodeScalars {
      if scalar.properties.numericType == .decimal {
        if !word.isEmpty {
          if hasDigits {
            Self.count(word, in: &amidDigits)
          } else if touches {
            Self.count(word, in: &beforeDigits)
          }
        }
        (word, hasDigits) = ("", true)
      } else if scalar.properties.isAlphabetic {
        if !touches { word = "" }
        word.unicodeScalars.append(scalar)
        touches = true
        continue
      } else if !" .:#-".unicodeScalars.contains(scalar) {
        word = ""
      }
      touches = false
    }
  }

  private static func count(_ word: String, in counts: inout [String: Int]) {
    let word = word.lowercased()
    if counts[word] == nil, counts.count >= most { return }
    counts[word, default: 0] += 1
  }

  /// Adds the words of another thread.
  static func += (sum: inout RejectedWords, more: RejectedWords) {
    sum.amidDigits.merge(more.amidDigits, uniquingKeysWith: +)
    sum.beforeDigits.merge(more.beforeDigits, uniquingKeysWith: +)
  }

  /// The words to try, the most frequent first.
  func mostFrequent(_ kind: KeyPath<RejectedWords, [String: Int]>) -> [String] {
    self[keyPath: kind].sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.mostTried).map(\.key)
  }
}
