/// What to do about cells that hold a number and yet cannot be read; stands in place of the hint of
/// `junk`.
enum JunkNote {
  static let touchingLetters: StaticString =
    "Letters touch the digits; part them by a blank, or write the number in digits alone."
  static let spelledDigits: StaticString =
    "Letters stand in place of digits; write the number in digits."
  static let formerNumber: StaticString =
    "A word says that the number is in use no more; write the one in its place."
  static let textAmid: StaticString =
    """
    Text parts the number from further digits; if it marks an extension, name it under \
    words.extension, else write the numbers alone.
    """
  static let signAmid: StaticString =
    "A sign parts the number from further digits; write the numbers alone."
  static let manyParts: StaticString =
    "So many parts before it are no new number that the rest is not read; write the numbers alone."
  static let unusedText: StaticString =
    "Text stands beside the number, and the rule unused-text is off; write the number alone."
}
