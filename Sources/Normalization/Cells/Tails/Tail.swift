import Records

/// What stands behind a complete number, as far as it was read.
struct Tail {
  /// The next token to look at.
  var next: Int
  /// Why the number cannot be used after all, and where the trouble starts.
  var problem: (reason: RejectionReason, token: Int)?
  /// What the problem says beside its reason.
  var note: StaticString = ""
  /// Whether the number before the problem is complete whatever that is.
  var keepsNumber = false
  /// Whether a run of lines follows, and the last digits of its end.
  var run: ReadExtension?
  /// Whether that begins with the last alternate, and not with the number.
  var runsFromAlternate = false
  /// Whether a dummy extension follows.
  var hasDummy = false
  /// Whether the number is a fax number.
  var isFax = false
  /// Whether a word behind the number says that it is a former one.
  var isFormer = false
  /// The extensions, and behind them the alternates.
  private(set) var extensions = ExtensionList()
  /// Last digits of the base in whose place the extensions stand; 0 where they stand behind it.
  var replaced = 0
  /// How many of the extensions from the back are alternates.
  private(set) var alternates = 0
  /// Whether a label that stands behind the number was read.
  var hasLabel = false
  /// Whether a fax label behind the number may stand for what follows.
  var leavesFaxLabel = false
  /// What stands there beside extensions.
  var findings = Findings()
  /// The rule that found the extensions.
  var rule = Rule.extensionMarkers
  /// Whether the tail ended because another number begins.
  var isDone = false

  /// Ends the tail where trouble starts, and says why.
  mutating func fail(_ reason: RejectionReason, at token: Int, _ note: StaticString = "") {
    problem = (reason, token)
    self.note = note
    isDone = true
  }

  /// Fails at digits that are an extension or something else, behind a number that is sure.
  mutating func doubt(
    _ token: Int, behind base: Base, in grammar: TailGrammar, _ note: StaticString
  ) {
    fail(.ambiguous, at: token, note)
    keepsNumber = isOpen && grammar.isSure(base, before: token)
  }

  /// Fails at digits that are an extension or something else, behind a number that is whole without them, unless it
  /// needed a correction.
  mutating func doubt(_ token: Int, keeping base: Base, _ note: StaticString) {
    fail(.ambiguous, at: token, note)
    keepsNumber = isOpen && base.repair == nil
  }

  /// Whether an extension stands there, and not only the last digits of other numbers.
  var hasExtensions: Bool { extensions.count > alternates }
  /// Whether neither a run of lines nor a dummy stands there, behind which nobody knows whose an extension is.
  var isOpen: Bool { run == nil && !hasDummy }
  /// Whether the last digits of no other number stand there, either.
  var isOfOneNumber: Bool { isOpen && alternates == 0 }
  /// Whether nothing stands there that goes on with the number.
  var isEmpty: Bool { isOpen && extensions.count == 0 }

  /// Leaves what stands before a token unused.
  mutating func leave(upTo end: Int) {
    findings.insert(.unusedText)
    next = end
  }

  /// Ends at the token at which another number begins.
  mutating func end(at token: Int) {
    next = token
    isDone = true
  }

  /// Adds an extension of the number; there is room.
  mutating func append(_ given: ReadExtension) { extensions.append(given) }

  /// Puts more digits in place of those of the last extension; there is one.
  mutating func replaceLast(_ value: Int64, digits: Int) {
    let last = extensions.last
    extensions.removeLast()
    extensions.append(ReadExtension(value: value, digits: digits, replaces: last.replaces))
  }

  /// Takes out the last extension or alternate, and a run that begins with it; there is one.
  mutating func removeLast() {
    extensions.removeLast()
    if alternates > 0 {
      alternates -= 1
      endRunOfAlternate()
    }
  }

  /// Takes out all extensions and alternates, and a run that begins with one.
  mutating func removeExtensions() {
    extensions.removeAll()
    alternates = 0
    endRunOfAlternate()
  }

  /// Forgets a run whose first line is taken out: the emission would ask for it.
  private mutating func endRunOfAlternate() {
    if runsFromAlternate { (run, runsFromAlternate) = (nil, false) }
  }

  /// Adds a number that has these last digits in place of as many of the base.
  mutating func append(alternate value: Int64, digits: Int) {
    append(alternate: value, digits: digits, inPlaceOf: digits)
  }

  /// Adds a number that has these digits in place of so many last ones of the base.
  mutating func append(alternate value: Int64, digits: Int, inPlaceOf replaced: Int) {
    extensions.append(ReadExtension(value: value, digits: digits, replaces: replaced))
    alternates += 1
  }
}
