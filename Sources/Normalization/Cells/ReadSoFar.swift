import Records

/// What the fax labels of a cell came to as far as it was read.
struct FaxesOfCell: BitwiseCopyable {
  /// Whether a number was read under the last label.
  var hasRead = false
  /// The last label that belongs to the fax label before it; -1 for none.
  var lastOfLabel = -1
  /// How far the numbers of the last label were read.
  var numbers = ReadFaxes.none
  /// Whether the last of them is a mobile.
  var endsInMobile = false
  /// Whether the last label is one for a phone with one for a fax in brackets: 電話（傳真）.
  var pairsLabels = false
  /// Whether the last labels are one for a phone and one for a fax before numbers of both.
  var pair = PairedLabels.none
  /// How many numbers were read behind those.
  var numbersOfPair = 0
}

/// What the former numbers of a cell came to as far as it was read.
struct FormerNumbersOfCell: BitwiseCopyable {
  /// The token behind one that a word before it names, as far as a list goes on; else -1.
  var end = -1
  /// The token behind the last word that belongs to one before it.
  var taken = 0
  /// Whether one was left out.
  var isMet = false
}

/// The digits of extensions that stand before their number.
struct LeadingExtensions: BitwiseCopyable {
  /// The token of the first or only one; -1 for none.
  var first = -1
  /// The token of the last of several; -1 for none.
  var last = -1
}

/// The number of a cell that was read last, to which further extensions may belong.
struct LastNumber: BitwiseCopyable {
  /// The number; nil before any.
  var base: Base?
  /// The token behind it.
  var end = 0
  /// Whether its label made a mobile of a line.
  var isMobileByLabel = false
  /// What was given for it, even if that only repeats another.
  var read = ReadNumber(
    number: 0, baseDigits: 0, extensionDigits: 0, callingCodeDigits: 0, isValid: false)
  /// The highest number of the result, with its extension.
  var highest: Int64 = 0
  /// The index of the number that was repeated last; -1 for none.
  var repeated = -1
}
