package import Collation
internal import DirectoryFormat
internal import NumberingPlans

extension PipelineFile {
  /// How candidates are merged and where the entries go.
  ///
  /// - Throws: All numbers under `protect` that cannot be read.
  package func collationSettings() throws -> CollationSettings {
    var settings = CollationSettings(
      prefer: pipeline.merge.prefer.map { $0 == .rank ? .rank : .updated },
      ranks: pipeline.sources.map(\.rank), both: both, protected: try protectedNumbers(),
      slots: SlotAssignment(identifiers: pipeline.slots.identifiers), cap: pipeline.slots.cap)
    settings.lookupOnly = lookupOnlyRule
    return settings
  }

  private var both: BothLists {
    switch pipeline.merge.both {
    case .winner: .winner
    case .block: .block
    case .keep: .keep
    }
  }

  /// Every number that may never be blocked: the emergency numbers of the regions in use and the
  /// numbers of the pipeline, in the forms in which a directory could hold them.
  private func protectedNumbers() throws -> Set<Int64> {
    var numbers: Set<Int64> = []
    var diagnostics: [PipelineDiagnostic] = []
    let regions = Set(pipeline.sources.compactMap(pipeline.region(of:)))
    for region in regions {
      for number in NumberingPlan.emergencyNumbers(region: region) {
        numbers.formUnion(Self.shortForms(of: number, region: region))
      }
    }
    // Readers know whole numbering plans: one for each region, not for each number.
    let inspectors = pipeline.protect.isEmpty ? [:] : inspectors(of: regions)
    for (index, written) in pipeline.protect.enumerated() {
      let forms = forms(of: written, by: inspectors)
      if forms.isEmpty {
        diagnostics.append(
          diagnostic(
            at: "protect[\(index)]", problem: "\"\(written)\" is not a number",
            advice: "Write digits, such as 110 or 02-5566-7788."))
      }
      numbers.formUnion(forms)
    }
    if !diagnostics.isEmpty { throw PipelineErrors(diagnostics) }
    return numbers
  }

  /// The forms of a number under `protect`.
  ///
  /// What a phone cell with the text would give; of a short number also the digits as written, with
  /// and without the country calling code. Digits that no region reads are a directory number.
  private func forms(of written: String, by inspectors: [String: CellInspector?]) -> Set<Int64> {
    var forms: Set<Int64> = []
    for (region, inspector) in inspectors {
      forms.formUnion(inspector?.read(written).numbers.map(\.directory) ?? [])
      forms.formUnion(Self.shortForms(of: written, region: region))
    }
    guard forms.isEmpty, let plain = Self.digits(of: written), !plain.hasPrefix("0"),
      let number = Int64(plain), number < Int64.max
    else { return forms }
    return [number]
  }

  /// What reads the phone cells of each region's first source; nil for a region that has no reader.
  private func inspectors(of regions: Set<String>) -> [String: CellInspector?] {
    var inspectors: [String: CellInspector?] = [:]
    for region in regions {
      let source = pipeline.sources.first { pipeline.region(of: $0) == region }
      inspectors.updateValue(
        source.flatMap { try? CellInspector(pipeline.cellSettings(for: $0, region: region)) },
        forKey: region)
    }
    return inspectors
  }

  /// The digits of a short number (110) as written and behind the country calling code of the
  /// region; nothing for digits too many to be a short number.
  private static func shortForms(of written: String, region: String) -> Set<Int64> {
    guard let digits = digits(of: written), digits.utf8.count <= mostShortDigits,
      let number = Int64(digits), number > 0
    else { return [] }
    guard let plan = NumberingPlan.plan(region: region),
      let international = Int64("\(plan.callingCode)\(number)")
    else { return [number] }
    return [number, international]
  }

  /// Short codes of numbering plans have at most six digits (116117).
  private static let mostShortDigits = 6

  private static func digits(of written: String) -> String? {
    let digits = written.filter { ("0"..."9").contains($0) }
    return digits.isEmpty ? nil : digits
  }
}
