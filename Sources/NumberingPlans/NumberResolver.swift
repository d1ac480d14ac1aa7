/// Resolves the digits of one region for one thread, without locks or reference counts.
///
/// What `NumberingPlan.resolve` says, and faster where numbers of other calling codes come often.
/// Memory: 12 KB. Not safe to share between threads.
package final class NumberResolver {
  /// The plan whose digits are resolved.
  package let plan: NumberingPlan
  private let tables: ResolvingTables
  private let foreign: ForeignGroups
  /// The places of the region; read when a locality is first looked for.
  private lazy var places = PlaceCatalogue.live.names(of: plan.region)
  private let lengths: LengthsByHead
  /// The region's short codes, and the most digits of one.
  private let codes: PrefixMatcher.Tables?
  private let longestCode: Int
  /// By their value, whether three digits are one, as most that are asked for; filled at the first question.
  private var codesOfThree: UnsafeMutablePointer<Bool>?
  private let abroad: PrefixMatcher.Tables?

  /// Prepares to resolve digits under a plan.
  package init(_ plan: NumberingPlan) {
    self.plan = plan
    tables = plan.tables
    let groups = UnsafeMutablePointer<UnsafePointer<GroupTables>?>.allocate(capacity: 1000)
    groups.initialize(repeating: nil, count: 1000)
    foreign = ForeignGroups(plans: plan.plans, met: groups)
    lengths = LengthsByHead(plan.home, group: plan.group)
    codes = plan.home.shortCodes?.tables
    longestCode = plan.home.shortCodes?.longestMatch ?? 0
    abroad = plan.home.internationalPrefix?.tables
  }

  deinit {
    foreign.met?.deallocate()
    codesOfThree?.deallocate()
    lengths.deallocate()
  }

  /// Reads digits as `NumberingPlan.resolve` does.
  @inline(__always)
  package func resolve(
    _ digits: UnsafeBufferPointer<UInt8>, isInternational: Bool = false
  ) -> Resolution {
    tables.resolve(digits, isInternational: isInternational, foreign: foreign)
  }

  /// Which first digits are a valid number written with the region's trunk prefix 0; nil where
  /// prefixes are more than that, and every length must be resolved.
  ///
  /// Digits are ASCII digits; what is longer than 18 of them is not looked at.
  package func completeLengths(of digits: UnsafeBufferPointer<UInt8>) -> CompleteLengths? {
    tables.domestic.completeLengths(of: digits)
  }

  /// How many of the last digits say nothing of a number but its value.
  ///
  /// With any other ASCII digits in their place the answer is of the same validity and type. May
  /// say too few.
  package func freeDigits(
    of digits: UnsafeBufferPointer<UInt8>, isInternational: Bool
  ) -> Int {
    tables.domestic.freeDigits(of: digits, isInternational: isInternational)
  }

  /// Bit n: n digits that begin with 0 may be a number in national form; all bits where their
  /// number says nothing.
  package var lengthsBehindZero: UInt32 { tables.domestic.lengths }

  /// Whether digits begin with the trunk prefix 0 and cannot lead abroad, so that `lengthsBehindZero` holds for them.
  package func dropsZero(of digits: UnsafeBufferPointer<UInt8>) -> Bool {
    tables.domestic.dropsZero(of: digits)
  }

  /// The area code of a city's name or an address in UTF-8 (`臺北市`, `100台北市中正區…`, `40210
  /// Düsseldorf`, `Boise, ID`); nil when no known place, or more than one, is named.
  ///
  /// A name that may mean two places is not known; nor is any name of a region without places.
  package func areaDigits(ofLocality text: UnsafeBufferPointer<UInt8>) -> AreaDigits? {
    if let area = plan.areaCode(ofLocality: text) {
      return UInt32(area.digits).map {
        AreaDigits(value: $0, count: UInt8(truncatingIfNeeded: area.digits.utf8.count))
      }
    }
    return places?.area(of: text)
  }

  /// Whether digits are a short code of the region (110, 165, 1922 …), and no more than that.
  package func isShortCode(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let codes, digits.count <= longestCode, let base = digits.baseAddress,
      digits.allSatisfy(isDigit)
    else { return false }
    guard digits.count == 3 else {
      return codes.match(base, count: digits.count, whole: true) != nil
    }
    let value = Int(base[0] & 15) &* 100 &+ Int(base[1] & 15) &* 10 &+ Int(base[2] & 15)
    return (codesOfThree ?? findCodesOfThree(codes))[value]
  }

  private func findCodesOfThree(_ codes: PrefixMatcher.Tables) -> UnsafeMutablePointer<Bool> {
    let table = UnsafeMutablePointer<Bool>.allocate(capacity: 1000)
    for value in 0..<1000 {
      let digits = [value / 100, value / 10 % 10, value % 10].map { UInt8($0) + 48 }
      let isCode = digits.withUnsafeBufferPointer { digits in
        digits.baseAddress.map { codes.match($0, count: 3, whole: true) != nil }
      }
      (table + value).initialize(to: isCode ?? false)
    }
    codesOfThree = table
    return table
  }

  /// Whether digits begin with the region's international prefix, as
  /// `NumberingPlan.internationalPrefixLength` says.
  package func leadsAbroad(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let abroad, let base = digits.baseAddress,
      let match = abroad.match(base, count: digits.count),
      match.length == digits.count || base[match.length] != 0x30
    else { return false }
    return match.length > 0
  }

  /// Bit n: the first n of digits in national form may be a valid number; what has no bit is none.
  ///
  /// A number without any prefix whose type's raw value is a bit of `types` does not count.
  package func lengths(
    of digits: UnsafeBufferPointer<UInt8>, withoutBare types: UInt32 = 0
  ) -> UInt32 {
    switch lengths.beginning(of: digits) {
    case .unknown: return .max
    case .home: return lengths.lengths(of: digits, withoutBare: types) | lengths.lengthsOfPrefix
    case .abroad(let prefix):
      let rest = UnsafeBufferPointer(rebasing: digits[prefix..<min(digits.count, 31)])
      let abroad = self.lengths(international: rest)
      return abroad == .max ? .max : abroad << UInt32(prefix) | lengths.lengthsOfPrefix
    }
  }

  /// Whether the extension of a line is dialled as the end of its number in the main region of a
  /// calling code, 1 … 999.
  package func dialsDirectly(callingCode: Int) -> Bool {
    foreign.group(callingCode)?.pointee.main.pointee.dialsDirectly ?? false
  }

  /// Bit n: the first n of digits behind "+" may be a valid number; what has no bit is none.
  package func lengths(international digits: UnsafeBufferPointer<UInt8>) -> UInt32 {
    // A zero behind "+" may be of a prefix: +0049.
    guard digits.count > 3, digits[0] != 48 else { return .max }
    var code = 0
    for length in 1...3 {
      code = code &* 10 &+ Int(digits[length &- 1] & 15)
      guard code < 1000, plan.plans.knownCodes[code] else { continue }
      guard let group = foreign.group(code) else { return .max }
      let lengths = group.pointee.lengths(of: UnsafeBufferPointer(rebasing: digits[length...]))
      return lengths == .max ? .max : lengths << UInt32(length) | (1 << UInt32(length) - 1)
    }
    return .max
  }

  /// Whether digits without any prefix are no valid number; false where only resolving tells.
  package func refuses(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    lengths.refuses(digits) || tables.domestic.refuses(digits)
  }

  /// Whether digits behind "+" are no valid number, by their length; false where only resolving
  /// tells.
  package func refuses(international digits: UnsafeBufferPointer<UInt8>) -> Bool {
    !lengths.mayBeInternational(digits)
      || digits.count < 32 && lengths(international: digits) >> UInt32(digits.count) & 1 == 0
  }
}

/// Where the groups of foreign calling codes come from, as plain values; must not outlive the plans.
struct ForeignGroups: BitwiseCopyable {
  private let plans: Unmanaged<NumberingPlans>
  /// By calling code, the groups that one thread has met; nil asks the plans every time.
  let met: UnsafeMutablePointer<UnsafePointer<GroupTables>?>?

  init(plans: NumberingPlans, met: UnsafeMutablePointer<UnsafePointer<GroupTables>?>? = nil) {
    self.plans = Unmanaged.passUnretained(plans)
    self.met = met
  }

  /// The group of a calling code 1…999; nil when nobody has it.
  @inline(__always)
  func group(_ code: Int) -> UnsafePointer<GroupTables>? { met?[code] ?? firstMet(code) }

  @inline(never)
  private func firstMet(_ code: Int) -> UnsafePointer<GroupTables>? {
    // The plans keep every group that they have compiled.
    let group = plans.takeUnretainedValue().group(code)?.tables
    met?[code] = group
    return group
  }
}
