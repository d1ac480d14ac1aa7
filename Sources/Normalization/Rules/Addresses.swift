/// Finds e-mail and web addresses, whose digits are no phone number.
extension TokenWriter {
  /// Whether the cell may hold the beginning or the end of an address.
  var mayHoldAddresses: Bool {
    if facts.kinds.contains(.at) || mayHoldDottedAddresses { return true }
    guard letterCount > 1 else { return false }
    return Self.ends.mayHoldSome(of: spelled)
      || digitCount == 0 && Self.countries.mayHoldSome(of: spelled)
  }

  /// Sets addresses aside, from the sign or the word that tells one to where it ends.
  func markAddresses() {
    if mayHoldDottedAddresses { markDottedAddresses() }
    for index in 0..<tokenCount {
      if tokens[index].kind == .at, index > 0, !tokens[index].followsBlank {
        findings.insert(.email)
        markStretch(around: index)
      } else if tokens[index].kind == .letters, startsAddress(index) {
        findings.insert(.url)
        markStretch(from: index)
      } else if tokens[index].kind == .dot, endsHost(index) {
        findings.insert(.url)
        markStretch(around: index)
      }
    }
  }

  /// Whether a scheme or the name of a host begins an address: https:, www.
  private func startsAddress(_ index: Int) -> Bool {
    switch tokens[index + 1].kind {
    case .colon: spells(index, oneOf: Self.schemes)
    case .dot: spells(index, oneOf: Self.hosts)
    default: false
    }
  }

  private static let schemes = SpellingTable(EmbeddedWords.addressScheme)
  private static let hosts = SpellingTable(EmbeddedWords.addressHost)
  private static let domains = SpellingTable(EmbeddedWords.addressDomain)
  private static let ends = SpellingTable(
    EmbeddedWords.addressScheme, EmbeddedWords.addressHost, EmbeddedWords.addressDomain)
  private static let countries = SpellingTable(EmbeddedWords.addressCountry)

  /// Whether a dot parts a host from its top-level domain: example.com, shop.example.com.tw, and
  /// example.de in a cell without digits.
  private func endsHost(_ dot: Int) -> Bool {
    guard dot > 0, !tokens[dot].followsBlank, !tokens[dot + 1].followsBlank,
      isLatin(dot - 1) || tokens[dot - 1].kind == .digits, isLatin(dot + 1)
    else { return false }
    switch tokens[dot + 2].kind {
    case .end, .slash, .comma, .semicolon, .close, .newline, .dot, .colon, .question, .enumeration:
      break
    default: guard tokens[dot + 2].followsBlank else { return false }
    }
    if spells(dot + 1, oneOf: Self.domains) { return true }
    guard digitCount == 0, tokens[dot - 1].kind == .letters, tokens[dot - 1].count >= 3 else {
      return false
    }
    return spells(dot + 1, oneOf: Self.countries)
  }

  /// Whether a token is letters as the names of hosts have them.
  private func isLatin(_ index: Int) -> Bool {
    tokens[index].kind == .letters || tokens[index].kind == .word && tokens[index].count > 0
  }

  private func spells(_ index: Int, oneOf words: SpellingTable) -> Bool {
    words.contains(letters(of: tokens[index]))
  }

  /// Sets an address aside that goes on to both sides of its sign: desk@example.com.
  private func markStretch(around index: Int) {
    var first = index
    while first > 0, !tokens[first].followsBlank, joinsAddress(first - 1) { first -= 1 }
    if isExtension(first, before: index) { first += 1 }
    markStretch(from: first)
  }

  /// Whether digits that letters of an address touch are the extension behind a marker: Ext: 2218name@example.com.
  private func isExtension(_ digits: Int, before sign: Int) -> Bool {
    guard tokens[digits].kind == .digits, tokens[digits].count <= 5, digits + 1 < sign,
      isLatin(digits + 1), digits > 0
    else { return false }
    var marker = digits - 1
    while marker > 0, tokens[marker].kind == .colon || tokens[marker].kind == .dot { marker -= 1 }
    return isWord(.marker, at: marker) && tokens[marker].count > 1
  }

  /// Sets aside what no blank, no line end and, before its path, no other script parts from a token.
  private func markStretch(from first: Int) {
    var last = first
    var hasDot = false
    var hasPath = false
    while last + 1 < tokenCount, !tokens[last + 1].followsBlank, tokens[last + 1].kind != .newline,
      tokens[last + 1].kind != .semicolon, tokens[last + 1].kind != .enumeration,
      hasPath || !isTextOrIdeographs(last + 1)
    {
      last += 1
      hasDot = hasDot || tokens[last].kind == .dot
      hasPath = hasPath || hasDot && tokens[last].kind == .slash
    }
    for marked in first...last { tokens[marked].kind = .note }
  }

  /// Whether a token before the sign of an address may belong to it.
  private func joinsAddress(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .newline, .semicolon, .enumeration, .comma, .colon, .open, .slash: false
    // No name of a host has it: 02-27123456信箱desk@example.com.
    default: !isTextOrIdeographs(index)
    }
  }
}
