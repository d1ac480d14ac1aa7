/// The keys of `gate`, of the pipeline and of a source.
extension PipelineKeys {
  /// `gate`.
  static let gate = KeySection(
    keys: recordLimits(rejected: "5%", vanished: "10%", relabelled: "20%") + wholeLimits + [
      KeyDeclaration(
        "days", .integer(0...36_500), default: "180",
        "Days between `as_of` and that of the former generation, where records have a validity window."
      ),
      KeyDeclaration("warn", .section(warn), "Limits above which a build warns and publishes."),
    ])

  /// `gate.warn`.
  private static let warn = KeySection(keys: recordLimits() + wholeLimits)

  /// `gate` of a source.
  static let sourceGate = KeySection(
    keys: recordLimits(vanished: "the pipeline's", relabelled: "the pipeline's") + [
      KeyDeclaration(
        "warn", .section(KeySection(keys: recordLimits())),
        "Limits above which a build warns and publishes.")
    ])

  private static func recordLimits(
    rejected: String? = nil, vanished: String? = nil, relabelled: String? = nil
  ) -> [KeyDeclaration] {
    [
      KeyDeclaration(
        "rejected", .shares(PipelineVocabulary.reasons + [PipelineVocabulary.otherReasons]),
        default: rejected,
        "Rejected records of those not blank; or such shares by reason, where `other` stands for all "
          + "reasons that are not named."),
      KeyDeclaration(
        "vanished", .text(.percentage), default: vanished,
        "Numbers of the former generation that are gone: of all, of each list and of each source."),
      KeyDeclaration(
        "relabelled", .text(.percentage), default: relabelled,
        "Labels of the former generation that changed: of all and of each source."),
      KeyDeclaration(
        "ragged", .text(.percentage),
        "Records with more or fewer cells than their header, of those not blank; not asked without it."
      ),
      KeyDeclaration(
        "rejected_growth", .text(.multiple),
        "Rejected records beside those of the last run that published or changed nothing (none counts "
          + "as one)."),
    ]
  }

  private static var wholeLimits: [KeyDeclaration] {
    [
      KeyDeclaration(
        "blocked_growth", .text(.multiple),
        "Blocked numbers beside those of the former generation (none counts as one)."),
      KeyDeclaration(
        "prefix_growth", .text(.multiple),
        "Numbers with the same first five digits beside those of the last run that published or changed "
          + "nothing (fewer than 100 count as 100)."),
      KeyDeclaration(
        "label_growth", .text(.multiple),
        "Numbers with the same label beside those of that run (fewer than 100 count as 100)."),
      KeyDeclaration(
        "slot_fill", .text(.percentage), "Entries of a slot, both lists together, of its cap."),
    ]
  }
}
