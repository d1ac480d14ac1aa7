internal import Records

/// One row for each finding; `line` and `column` are those of the file.
struct CSVListing: Listing {
  /// What keeps cells from being formulas in a spreadsheet; nil: they stand there as they are.
  var formulaGuard: FormulaGuard?

  private static let header =
    "fingerprint,night,level,code,source,path,line,column,element,field,value,hint\n"

  func start(count: Int) -> String { Self.header }

  func text(of finding: ListedFinding, isFirst: Bool) -> String {
    var line = CSVLine()
    var buffer = ElementBuffer<UInt8>(minimumCapacity: 256)
    let fields = [
      finding.fingerprint, finding.night?.rawValue ?? "", finding.level.rawValue, finding.code,
      finding.source, finding.path, finding.line.map(String.init) ?? "",
      finding.column.map(String.init) ?? "", finding.element, finding.field, finding.value,
      finding.hint,
    ]
    for field in fields { line.field(formulaGuard?.guarded(field) ?? field, to: &buffer) }
    line.end(in: &buffer)
    return String(decoding: UnsafeBufferPointer(buffer.elements), as: UTF8.self)
  }

  func end() -> String { "" }
}
