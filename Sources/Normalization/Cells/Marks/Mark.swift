extension RuleBook.Mark {
  /// Whether a cell may hold what the rule looks for, by its facts alone.
  @inline(__always)
  func mayHold(_ writer: TokenWriter) -> Bool {
    switch self {
    case .tags: writer.mayHoldTags
    case .patterns: writer.mayHoldPattern
    case .spreadsheetDamage: writer.facts.kinds.contains(anyOf: .dot, .letters, .comma)
    case .spacedWords: writer.facts.kinds.contains(anyOf: .word, .letters, .text)
    case .formerNumbers: writer.mayHoldFormerNumbers
    case .otherNumbers: writer.mayHoldOtherNumbers
    case .namedExtensions: writer.facts.words.contains(.marker)
    case .announcements: writer.mayAnnounceNumbers
    case .faxNumbers: writer.facts.words.contains(.fax)
    case .shortMarkers: writer.mayHoldShortMarkers
    case .labels: writer.mayJoinOrNumberLabels
    case .postcodes: writer.mayHoldBarePostcodes
    case .addresses: writer.mayHoldAddresses
    case .datesAndHours: writer.mayHoldDatesAndHours
    case .lists: writer.mayHoldLists
    }
  }

  /// Sets tokens aside; false when the cell was rejected.
  func mark(_ writer: TokenWriter, _ result: CellResult) -> Bool {
    switch self {
    case .tags: return writer.markTags(into: result)
    case .patterns: return !writer.rejectsPattern(into: result)
    case .spreadsheetDamage: return writer.mendSpreadsheet(into: result)
    case .spacedWords: writer.joinWords()
    case .formerNumbers: return writer.markFormerNumbers(into: result)
    case .otherNumbers: return writer.markOtherNumbers(into: result)
    case .namedExtensions: writer.markNamedExtensions()
    case .announcements: writer.markAnnouncements()
    case .faxNumbers: writer.markFaxNumbers()
    case .shortMarkers: writer.markShortMarkers()
    case .labels: writer.markLabels()
    case .postcodes: writer.markBarePostcodes()
    case .addresses: writer.markAddresses()
    case .datesAndHours: writer.markDatesCountsAndHours()
    case .lists: writer.markLists()
    }
    return true
  }
}
