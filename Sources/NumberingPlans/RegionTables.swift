/// What resolving asks of one region: plain values and pointers alone, so that asking costs no
/// reference counting.
///
/// Belongs to a `RegionPlan`, which it must not outlive.
struct RegionTables: BitwiseCopyable {
  let region: RegionCode
  let callingCode: UInt16
  /// Digits of the calling code: 1…3.
  let callingCodeLength: Int
  /// The first of them, in ASCII.
  let firstCallingCodeDigit: UInt8
  let nationalPrefix: PrefixMatcher.Tables?
  /// Empty where the prefix is only dropped.
  let transform: UnsafeBufferPointer<RegionPlan.TransformPiece>
  let internationalPrefix: PrefixMatcher.Tables?
  let leadingDigits: PrefixMatcher.Tables?
  let automaton: DigitAutomaton.Tables
  /// Bit n: numbers of n digits are possible.
  let possibleLengths: UInt32
  /// Bit n: n digits are possible inside an area only.
  let localOnlyLengths: UInt32
  /// By the two digits behind a leading 0: whether an international prefix may begin so.
  let foreignStarts: UnsafePointer<Bool>
  /// Whether the extension of a line is dialled as the end of its number.
  let dialsDirectly: Bool

  /// Bit n: numbers of n digits are possible and stand on their own.
  @inline(__always)
  var soundLengths: UInt32 { possibleLengths & ~localOnlyLengths }

  init(
    region: RegionCode, callingCode: UInt16, callingCodeLength: Int, firstCallingCodeDigit: UInt8,
    nationalPrefix: PrefixMatcher.Tables?, transform: [RegionPlan.TransformPiece],
    internationalPrefix: PrefixMatcher.Tables?, leadingDigits: PrefixMatcher.Tables?,
    automaton: DigitAutomaton.Tables, possibleLengths: UInt32, localOnlyLengths: UInt32,
    foreignStarts: [Bool], dialsDirectly: Bool
  ) {
    self.region = region
    self.callingCode = callingCode
    self.callingCodeLength = callingCodeLength
    self.firstCallingCodeDigit = firstCallingCodeDigit
    self.nationalPrefix = nationalPrefix
    let pieces = UnsafeMutableBufferPointer<RegionPlan.TransformPiece>.allocate(
      capacity: transform.count)
    _ = pieces.initialize(from: transform)
    self.transform = UnsafeBufferPointer(pieces)
    self.internationalPrefix = internationalPrefix
    self.leadingDigits = leadingDigits
    self.automaton = automaton
    self.possibleLengths = possibleLengths
    self.localOnlyLengths = localOnlyLengths
    let starts = UnsafeMutablePointer<Bool>.allocate(capacity: foreignStarts.count)
    starts.initialize(from: foreignStarts, count: foreignStarts.count)
    self.foreignStarts = UnsafePointer(starts)
    self.dialsDirectly = dialsDirectly
  }

  static func allocate(_ value: RegionTables) -> UnsafePointer<RegionTables> {
    let tables = UnsafeMutablePointer<RegionTables>.allocate(capacity: 1)
    tables.initialize(to: value)
    return UnsafePointer(tables)
  }

  static func deallocate(_ tables: UnsafePointer<RegionTables>) {
    tables.pointee.transform.deallocate()
    tables.pointee.foreignStarts.deallocate()
    tables.deallocate()
  }
}
