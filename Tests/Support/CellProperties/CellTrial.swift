import Normalization
import Records

/// One phone cell with its settings and the cells beside it, as bytes tell them.
///
/// Byte 0 chooses the region, byte 1 the settings; then the phone cell, and behind bytes 0xFE (which
/// UTF-8 never has) the extension, the area code and the locality.
struct CellTrial: CustomStringConvertible {
  static let regions = [
    "TW", "CN", "US", "DE", "IT", "HK", "JP", "KR", "SG", "GB", "FR", "AR", "BR", "MX", "IN", "RU",
    "AU", "CI",
  ]
  static let separator: UInt8 = 0xFE

  let key: Int
  let settings: CellSettings
  let readsRange: Bool
  var cell: [UInt8]
  var extensionCell: [UInt8]?
  var areaCode: [UInt8]?
  var locality: [UInt8]?

  init?(_ input: UnsafeBufferPointer<UInt8>) {
    guard input.count >= 2 else { return nil }
    let region = Int(input[0]) % Self.regions.count
    let variant = Int(input[1]) % (8 + Rule.allCases.count)
    key = region << 8 | variant
    readsRange = variant == 7
    settings = Self.settings(region: Self.regions[region], variant: variant)
    let parts = input.dropFirst(2)
      .split(separator: Self.separator, maxSplits: 3, omittingEmptySubsequences: false)
      .map(Array.init)
    cell = parts.first ?? []
    extensionCell = parts.count > 1 ? parts[1] : nil
    areaCode = parts.count > 2 ? parts[2] : nil
    locality = parts.count > 3 ? parts[3] : nil
  }

  /// A number in one of the forms in which it was emitted, alone.
  private init(like other: CellTrial, cell: String, extensionCell: String? = nil) {
    key = other.key
    settings = other.settings
    readsRange = false
    self.cell = Array(cell.utf8)
    self.extensionCell = extensionCell.map { Array($0.utf8) }
  }

  private static func settings(region: String, variant: Int) -> CellSettings {
    var settings = CellSettings(region: region)
    settings.expansionBudget = 200
    switch variant {
    case 0, 7: break
    case 1: settings.rules[.lineRunExpansion] = true
    case 2: settings.extensionWidth = 4
    case 3: settings.validation = .length
    case 4: settings.validation = .none
    case 5: settings.refusedTypes = ["mobile"]
    case 6:
      for rule in [
        Rule.doubledAreaCode, .fillerZero, .strayAreaCode, .lostZero, .obsoleteNumbering,
        .localityAreaCode, .lineRuns, .unusedText, .spreadsheetDamage,
      ] {
        settings.rules[rule] = false
      }
    default:
      let rule = Rule.allCases[variant - 8]
      settings.rules[rule] = !rule.isOnByDefault
    }
    return settings
  }

  /// Settings, cell and neighbours, for a report.
  var description: String {
    let neighbours = [extensionCell, areaCode, locality].map { text in
      text.map { "\"\(String(decoding: $0, as: UTF8.self))\"" } ?? "none"
    }
    return "\(settings.region) settings \(key & 255) \"\(String(decoding: cell, as: UTF8.self))\""
      + " beside \(neighbours.joined(separator: ", "))"
  }

  /// Reads the cell, or the range from it to the extension cell.
  func read(by reader: CellReader, into result: CellResult) -> CellOutcome {
    Self.lend(cell) { cell in
      Self.lend(extensionCell) { second in
        Self.lend(areaCode) { area in
          Self.lend(locality) { locality in
            guard let cell else { return }
            if readsRange, let second {
              reader.readRange(first: cell, last: second, into: result)
              result.takeMore(Int.max)
            } else {
              reader.read(
                cell, extensionCell: second, areaCode: area, locality: locality, into: result)
            }
          }
        }
      }
    }
    return CellOutcome(result)
  }

  /// Reads something else that leaves as much behind as it can: digits and words, then, by the cell's
  /// length, letters that mean something alone.
  func disturb(_ reader: CellReader, into result: CellResult) {
    let letters = ["h", "m", "d w ", "a", "e", "hours", "may", "am"][cell.count % 8]
    for text in [
      "傳真 04-22289111#12、13 電話 0755-28091234 24小時 王 ext 9",
      String(repeating: letters, count: 60),
    ] {
      let before = CellTrial(like: self, cell: text, extensionCell: "#77")
      _ = before.read(by: reader, into: result)
    }
  }

  /// The ways to write an emitted number down that must read as that number.
  func forms(of number: ReadNumber) -> [CellTrial] {
    guard number.hasExtension else { return [CellTrial(like: self, cell: number.e164)] }
    var forms: [CellTrial] = []
    if settings.isOn(.extensionMarkers) {
      forms.append(CellTrial(like: self, cell: "\(number.e164);ext=\(number.extensionText)"))
    }
    // As many digits as a local number are a second number, not an extension.
    if settings.isOn(.extensionPause), number.extensionDigits <= 4 {
      forms.append(CellTrial(like: self, cell: "\(number.e164),\(number.extensionText)"))
    }
    // A bare 0 in the extension's own column is a filler, and seven digits may be a telephone number.
    if settings.isOn(.extensionColumn), number.extensionText != "0", number.extensionDigits < 7 {
      forms.append(
        CellTrial(like: self, cell: number.e164, extensionCell: number.extensionText))
    }
    return forms
  }

  /// What a result breaks by its own shape; nil when it is sound.
  func problem(of result: CellResult) -> String? {
    if result.numbers.count + result.rejections.count == 0 {
      return "\(self): neither number nor rejection"
    }
    if readsRange, extensionCell != nil, result.numbers.count > 0, result.rejections.count > 0 {
      return "\(self): a range gives numbers and a rejection"
    }
    if result.numbers.count > max(settings.expansionBudget, cell.count) * 4 {
      return "\(self): \(result.numbers.count) numbers"
    }
    for index in 0..<result.numbers.count {
      let number = result.numbers[index]
      let digits = String(number.number).utf8.count
      if number.number <= 0 || number.number == .max || number.callingCodeDigits < 1
        || digits != Int(number.baseDigits) + Int(number.extensionDigits)
      {
        return "\(self): \(number)"
      }
    }
    var additions = 0
    for index in 0..<result.repairs.count {
      let repair = result.repairs[index]
      guard Int(repair.afterOffset) + Int(repair.afterCount) <= result.bytes.count else {
        return "\(self): \(repair) outside \(result.bytes.count) bytes"
      }
      let adds: [RepairKind] = [.localityAreaCode, .lostZero, .obsoleteNumbering]
      if adds.contains(repair.kind) { additions += 1 }
    }
    // Numbers that a list repeats are emitted once and repaired each time.
    if additions > 0, result.numbers.count == 0, result.rejections.count == 0 {
      return "\(self): repaired into nothing"
    }
    return rejectionProblem(of: result)
  }

  private func rejectionProblem(of result: CellResult) -> String? {
    for index in 0..<result.rejections.count {
      let rejection = result.rejections[index]
      let text = bytes(of: rejection.role)
      let end = Int(rejection.valueOffset) + Int(rejection.valueCount)
      if rejection.column < 1 || Int(rejection.column) > text.count + 1 || end > text.count
        || Int(rejection.noteOffset) + Int(rejection.noteCount) > result.bytes.count
      {
        return "\(self): \(rejection) outside its cell"
      }
      // What is quoted of a readable cell stays readable.
      if String(validating: text, as: UTF8.self) != nil,
        String(validating: text[Int(rejection.valueOffset)..<end], as: UTF8.self) == nil
      {
        return "\(self): \(rejection) cuts a character"
      }
      if rejection.reason == .missingNumber, result.numbers.count + result.rejections.count > 1 {
        return "\(self): blank and yet more than that"
      }
    }
    return nil
  }

  private func bytes(of role: CellRole) -> [UInt8] {
    switch role {
    case .number, .first: cell
    case .extensionDigits, .last: extensionCell ?? []
    case .areaCode: areaCode ?? []
    case .locality: locality ?? []
    }
  }

  private static func lend(
    _ bytes: [UInt8]?, _ body: (UnsafeBufferPointer<UInt8>?) -> Void
  ) {
    guard let bytes else { return body(nil) }
    bytes.withUnsafeBufferPointer { body($0) }
  }
}
