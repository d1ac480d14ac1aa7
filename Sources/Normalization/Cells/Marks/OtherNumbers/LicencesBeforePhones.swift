/// Tells the number of a licence or an account from a telephone number by the label of the one behind it.
extension TokenWriter {
  /// The fewest digits of such a number that nothing parts.
  private static let fewestDigitsOfLicence: UInt16 = 7

  /// Whether unparted digits and then a label with a number in full follow: Lic 3038712254 ph 303-871-2260.
  func isBeforeLabelledNumber(_ index: Int) -> Bool {
    guard tokens[index].kind == .digits, tokens[index].count >= Self.fewestDigitsOfLicence,
      isWord(.label, at: index + 1)
    else { return false }
    let number = token(afterSigns: index + 2)
    return tokens[number].kind == .digits && startsFullNumber(at: number)
  }
}
