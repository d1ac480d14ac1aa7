/// What of a cell was understood, or left unused, beside its numbers.
struct Findings: OptionSet, BitwiseCopyable {
  let rawValue: UInt16

  /// Text that no rule understands.
  static let unusedText = Findings(rawValue: 1)
  /// A fax number that was left out.
  static let droppedFax = Findings(rawValue: 1 << 1)
  /// Hours.
  static let hours = Findings(rawValue: 1 << 2)
  /// A word that says that there is no number.
  static let placeholder = Findings(rawValue: 1 << 3)
  /// A date.
  static let date = Findings(rawValue: 1 << 4)
  /// An e-mail address.
  static let email = Findings(rawValue: 1 << 5)
  /// A web address.
  static let url = Findings(rawValue: 1 << 6)
  /// A decimal zero of a spreadsheet that was taken off.
  static let decimals = Findings(rawValue: 1 << 7)
  /// A number that ends in the zeros of a switchboard, in whose place extensions are dialled.
  static let switchboardZero = Findings(rawValue: 1 << 8)
  /// A number that ends in the extension that is dialled in place of that 0.
  static let directLine = Findings(rawValue: 1 << 9)

  /// The zeros of a switchboard are two of them, or three.
  static let twoZeros = Findings(rawValue: 1 << 10)
  static let threeZeros = Findings(rawValue: 1 << 11)

  /// How many zeros at the end of a number extensions are dialled in place of; 0 for none.
  var switchboardZeros: Int {
    if !contains(.switchboardZero) { return 0 }
    return contains(.threeZeros) ? 3 : contains(.twoZeros) ? 2 : 1
  }

  /// Everything that is left unused beside a number.
  static let unused: Findings = [.unusedText, .hours, .url, .email, .date]
}

extension Findings {
  /// What a token tells that is part of no number.
  init(of kind: Token.Kind) {
    switch kind {
    case .letters, .text, .other, .percent, .caret, .question, .at, .amount: self = .unusedText
    case .hours: self = .hours
    case .date: self = .date
    default: self = []
    }
  }
}
