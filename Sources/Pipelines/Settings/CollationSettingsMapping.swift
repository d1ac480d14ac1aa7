package import Collation
internal import DirectoryFormat
internal import NumberingPlans

extension PipelineFile {
  /// How candidates are merged and where the entries go.
  ///
  /// - Throws: All numbers under `protect` that cannot be read.
  package func collationSettings() throws -> CollationSettings {
    CollationSettings(
      prefer: pipeline.merge.prefer.map { $0 == .rank ? .rank : .updated },
      ranks: pipeline.sources.map(\.rank), both: both, protected: try protectedNumbers(),
      slots: SlotAssignment(identifiers: pipeline.slots.identifiers), cap: pipeline.slots.cap)
  }

  private var both: BothLists {
    switch pipeline.merge.both {
    case .winner: .winner
    case .block: .block
    case .keep: .keep
    }
  }

  /// Every number that may never be blocked: the emergency numbers of the regions in use and the
  /// numbers of the pipeline, as written and with the country calling code.
  private func protectedNumbers() throws -> Set<Int64> {
    var numbers: Set<Int64> = []
    var diagnostics: [PipelineDiagnostic] = []
    let regions = Set(pipeline.sources.compactMap(pipeline.region(of:)))
    for region in regions {
      for number in NumberingPlan.emergencyNumbers(region: region) {
        numbers.formUnion(Self.bothForms(of: number, region: region))
      }
    }
    for (index, written) in pipeline.protect.enumerated() {
      let forms = regions.reduce(into: Set<Int64>()) { forms, region in
        forms.formUnion(Self.bothForms(of: written, region: region))
        forms.formUnion(read(written, region: region))
      }
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

  /// What a phone cell of the region's first source would give.
  private func read(_ written: String, region: String) -> Set<Int64> {
    guard
      let source = pipeline.sources.first(where: { pipeline.region(of: $0) == region }),
      let inspector = try? CellInspector(pipeline.cellSettings(for: source, region: region))
    else { return [] }
    return Set(inspector.read(written).numbers.map(\.directory))
  }

  /// The digits as written, and behind the country calling code of the region.
  private static func bothForms(of written: String, region: String) -> Set<Int64> {
    let digits = written.filter { ("0"..."9").contains($0) }
    guard let plain = Int64(digits), plain > 0 else { return [] }
    guard let plan = NumberingPlan.plan(region: region),
      let international = Int64("\(plan.callingCode)\(digits)")
    else { return [plain] }
    return [plain, international]
  }
}
