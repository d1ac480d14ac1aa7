internal import Display

/// How cells of an export are quoted in the comments of a draft.
enum SketchText {
  /// A cell in quotes, cut to 40 characters, masked unless revealed.
  static func quoted(_ cell: String, revealed: Bool) -> String {
    let shown = Masking.shown(cell, revealed: revealed)
    let cut = shown.count > 40 ? shown.prefix(39) + "…" : shown[...]
    return "\"\(cut)\""
  }
}
