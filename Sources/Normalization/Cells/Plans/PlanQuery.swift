import NumberingPlans

/// What the readers of cells ask of numbering plans, in the reader's own terms.
///
/// Belongs to one reader; not safe to share between threads.
final class PlanQuery {
  /// What a plan makes of a string of digits.
  ///
  /// Two words, so that it is handed on in registers.
  struct Answer: BitwiseCopyable {
    /// The national significant number without its leading zeros.
    var nationalNumber: Int64 = 0
    /// The calling code; 0 when unknown.
    var code: UInt16 = 0
    var digitCount: UInt8 = 0
    /// Digits of the area code of a line of the region; 0 when it has none or none is known.
    var areaDigits: UInt8 = 0
    /// How far the plan agrees.
    var validity = Validity.impossible
    /// Type of a valid number.
    var type: NumberType?

    init() {}

    /// What a plan says, without how far it agrees.
    @inline(__always)
    fileprivate init(_ resolution: Resolution) {
      nationalNumber = Int64(truncatingIfNeeded: resolution.nationalNumber)
      code = resolution.callingCode
      digitCount = resolution.digitCount
      type = resolution.type
    }

    /// Calling code, 1 … 999; 0 when unknown.
    var callingCode: Int64 { Int64(code) }
    /// Digits of a calling code that is known.
    @inline(__always)
    var callingCodeDigits: Int { code > 99 ? 3 : code > 9 ? 2 : 1 }
    /// Digits of the national significant number with its leading zeros.
    var nationalDigits: Int { Int(digitCount) }

    /// Whether the national digits begin with ASCII digits; leading zeros are none of them.
    func begins(with head: [UInt8]) -> Bool {
      var value: Int64 = 0
      for digit in head { value = value &* 10 &+ Int64(digit &- 48) }
      return nationalNumber / powerOfTen(max(nationalDigits &- head.count, 0)) == value
        || head.isEmpty
    }

    /// A number is the same if calling code and national number are.
    func isSame(as other: Answer) -> Bool {
      callingCode == other.callingCode && nationalNumber == other.nationalNumber
        && nationalDigits == other.nationalDigits
    }
  }

  /// How far a plan agrees with a number.
  enum Validity: UInt8, Comparable, BitwiseCopyable {
    case impossible
    case possible
    case valid

    static func < (left: Validity, right: Validity) -> Bool { left.rawValue < right.rawValue }
  }

  /// The region's calling code.
  let callingCode: Int64
  /// Its digits.
  let callingCodeDigits: [UInt8]
  let callingCodeLength: Int
  /// The migrations of the region.
  let migrations: [NumberingMigration]
  /// Which digits in national form may be a number of an old plan of the region.
  let formerHeads: FormerHeads
  /// How numbers are written in the region.
  let notation: Notation
  /// The most digits that are an extension behind a dash.
  let longestDashExtension: Int
  /// Bit n: numbers whose type has the raw value n have an area code of a fixed place.
  private let areaTypes: UInt32
  /// Digits of all these area codes; 0 where they differ.
  let soleAreaDigits: Int

  /// Whether 00 and nothing else begins a call abroad.
  let dialsAbroadWithTwoZeros: Bool

  /// Whether 00 before the region's own calling code leads home: in Singapore 006 is the prefix of a carrier.
  let zerosLeadHome: Bool

  let resolver: NumberResolver
  /// The trunk prefix of one digit, in ASCII; 0 for any other.
  private let trunk: UInt8
  /// The fewest digits that begin another number in a cell: eight, or what lines of a plan without
  /// trunk prefix have.
  let shortestNumber: Int
  /// Whether national numbers have no trunk prefix at all.
  let lacksTrunkPrefix: Bool
  /// Whether the zero before area codes belongs to the numbers, as in Italy.
  let keepsZeros: Bool
  /// What was dialled before every national number and is dialled no more, of more digits than one zero.
  let formerTrunks: [[UInt8]]
  /// Whether extensions are dialled in place of the last digits of a number.
  let hasDirectDialling: Bool
  /// Whether former area codes begin other numbers now.
  let reusesAreas: Bool
  /// Whether the groups of a number in full may leave it in doubt: a day of birth, or a 0 that was an area code.
  let doubtsGroups: Bool
  /// Bit n: n digits are the form of a number that lacks its area code.
  let localLengths: UInt32
  /// First digits that lead to another calling code; see the rule `overseas-departments`.
  let overseas: OverseasDepartments?
  /// Bit n: n digits may be dialled overseas.
  private let overseasLengths: UInt32
  /// Bit n: n digits that begin with 0 may be a number; a hint, which may say yes too often.
  let lengthsBehindZero: UInt32
  let areas: AreaTable
  /// Whether digits always end in those of the number: prefixes are dropped, never replaced.
  private let endsInNumber: Bool
  /// Whether national numbers of lines and mobiles are written behind a 0.
  let hasTrunkZero: Bool
  /// Numbers that nobody has, though the metadata knows them.
  let notGiven: NotGivenNumbers
  let hotlines: AreaHotlines
  let emergencyCodes: [Int64]
  /// Whether numbers of companies and services are written without that 0.
  private let hasBareServices: Bool
  /// Bit n: a number whose type has the raw value n is not complete without that 0.
  private let trunkTypes: UInt32

  /// The plan of a region; nil for an unknown one.
  init?(region: String, dialsOverseas: Bool = true) {
    guard let plan = NumberingPlan.plan(region: region) else { return nil }
    resolver = NumberResolver(plan)
    overseas = dialsOverseas ? OverseasDepartments(plan.notation) : nil
    overseasLengths = overseas?.lengths ?? 0
    lengthsBehindZero = overseas == nil ? resolver.lengthsBehindZero : .max
    notation = plan.notation
    notGiven = NotGivenNumbers(plan.notation)
    hotlines = plan.notation.areaHotlines
    emergencyCodes = plan.emergencyNumbers.compactMap { Int64($0) }
    (areaTypes, soleAreaDigits) = (plan.notation.areaTypes, plan.notation.soleAreaDigits)
    shortestNumber = Self.shortestNumber(plan)
    lacksTrunkPrefix = plan.nationalPrefix == nil
    keepsZeros =
      plan.nationalPrefix == nil
      && plan.examples.contains {
        ($0.type == .fixedLine || $0.type == .mobile) && $0.digits.utf8.first == 48
      }
    formerTrunks = plan.migrations.filter { $0.oldPrefix.isEmpty && $0.inserted.isEmpty }
      .flatMap(\.domestic).filter { $0.count > 1 && $0[0] == 48 }
    (hasDirectDialling, reusesAreas) = (plan.notation.hasDirectDialling, plan.notation.reusesAreas)
    doubtsGroups =
      plan.notation.hasBirthNumbers || plan.migrations.contains { $0.oldPrefix == [48] }
    localLengths = plan.areaLocalLengths | plan.notation.localLengths
    areas = AreaTable(plan)
    endsInNumber = plan.onlyDropsPrefixes
    callingCode = Int64(plan.callingCode)
    callingCodeDigits = Array(String(plan.callingCode).utf8)
    callingCodeLength = callingCodeDigits.count
    migrations = plan.migrations
    formerHeads = FormerHeads(plan.migrations, isInternational: false)
    zerosLeadHome = ([48, 48] + callingCodeDigits).withUnsafeBufferPointer {
      [0, 2].contains(plan.internationalPrefixLength($0))
    }
    let prefix = Array((plan.nationalPrefix ?? "").utf8)
    trunk = prefix.count == 1 ? prefix[0] : 0
    hasTrunkZero = plan.nationalPrefix == "0" && !plan.notation.allLackTrunk
    hasBareServices = plan.notation.servicesLackTrunk
    trunkTypes = !hasTrunkZero ? 0 : Self.trunkTypes(plan.notation)
    dialsAbroadWithTwoZeros = plan.internationalPrefixPattern == "00"
    longestDashExtension = plan.notation.dashExtension ?? 6
  }

  /// The fewest digits of another number behind one: those of a line or a mobile without trunk prefix, 4 … 8.
  private static func shortestNumber(_ plan: NumberingPlan) -> Int {
    let isBare = plan.notation.linesLackTrunk && plan.notation.mobilesLackTrunk
    let lengths = plan.examples.filter { $0.type == .fixedLine || $0.type == .mobile }
      .map(\.digits.utf8.count)
    // All numbers of a small plan are shorter: 247-1234 in MH. In PM 041 12 34 041 may be a number of France.
    let longest = plan.nationalPrefix == "0" ? 8 : min(lengths.max() ?? 8, 8)
    guard plan.nationalPrefix == nil || isBare else { return longest }
    return min(max(lengths.min() ?? 8, 4), 8)
  }

  deinit {
    areas.deallocate()
    formerHeads.deallocate()
  }

  /// Whether the region's area codes are known.
  var hasAreaTable: Bool { !areas.isEmpty }

  /// Reads digits behind "+".
  func international(_ digits: UnsafeBufferPointer<UInt8>) -> Answer {
    answer(resolver.resolve(digits, isInternational: true), digits)
  }

  /// Reads a number of so many digits, its calling code included.
  func international(_ number: Int64, digits count: Int) -> Answer {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { written in
      var left = number
      for place in stride(from: count - 1, through: 0, by: -1) {
        written[place] = UInt8(left % 10) + 48
        left /= 10
      }
      return international(UnsafeBufferPointer(written))
    }
  }

  /// Reads digits in national form, with the prefixes of the region.
  ///
  /// With `needsTrunk`, a line or mobile that lacks the region's trunk 0 is only possible, and so is any other number
  /// that may be a line without area code then: 838 1476 in New Zealand, beside 0838 1476.
  func national(_ digits: UnsafeBufferPointer<UInt8>, needsTrunk: Bool) -> Answer {
    if overseas != nil, let answer = dialledOverseas(digits) { return answer }
    var answer = answer(resolver.resolve(digits, isInternational: false), digits)
    if answer.validity == .valid {
      if needsTrunk, trunkTypes != 0, answer.callingCode == callingCode,
        answer.nationalDigits == digits.count, lacksTrunk(answer) || mayBeLocal(answer, digits)
      {
        answer.validity = .possible
      }
      return answer
    }
    guard digits.count > 8, digits[0] == 48, digits[1] == 48, digits[2] != 48 else { return answer }
    let abroad = international(UnsafeBufferPointer(rebasing: digits[2...]))
    return abroad.validity == .valid ? abroad : answer
  }

  /// Whether digits in national form are no valid number; false where only `national` tells.
  func refuses(_ digits: UnsafeBufferPointer<UInt8>) -> Bool { resolver.refuses(digits) }

  /// Bit n: the first n of digits in national form may be a valid number; what has no bit is none.
  func possibleLengths(of digits: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard digits.count > 3 else { return .max }
    guard digits[0] == 48, digits[1] == 48, digits[2] != 48 else {
      return resolver.lengths(of: digits, withoutBare: trunkTypes) | overseasLengths
    }
    // Behind 00 a calling code is read wherever the region dials abroad with other digits, too.
    let abroad = resolver.lengths(
      international: UnsafeBufferPointer(rebasing: digits[2..<min(digits.count, 31)]))
    guard abroad != .max else { return .max }
    let home =
      dialsAbroadWithTwoZeros ? 0 : resolver.lengths(of: digits, withoutBare: trunkTypes)
    return home | abroad << 2 | 0b111 | overseasLengths
  }

  private func lacksTrunk(_ answer: Answer) -> Bool {
    guard let type = answer.type else { return false }
    return trunkTypes >> UInt32(type.rawValue) & 1 == 1
  }

  /// Whether a number of a company or service may be a line without area code instead.
  ///
  /// Those that begin with 1 are written so: 1588-1234 in Korea, 1900 1234 in Vietnam.
  private func mayBeLocal(_ answer: Answer, _ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !hasBareServices, digits[0] > 49 else { return false }
    switch answer.type {
    case nil, .fixedLine?, .mobile?, .fixedLineOrMobile?: return false
    default: return isLocal(digits)
    }
  }

  private static func trunkTypes(_ notation: Notation) -> UInt32 {
    var types: UInt32 = 0
    if !notation.linesLackTrunk { types |= 1 << UInt32(NumberType.fixedLine.rawValue) }
    if !notation.mobilesLackTrunk { types |= 1 << UInt32(NumberType.mobile.rawValue) }
    return types == 0 ? 0 : types | 1 << UInt32(NumberType.fixedLineOrMobile.rawValue)
  }

  @inline(__always)
  private func answer(
    _ resolution: Resolution, _ digits: UnsafeBufferPointer<UInt8>
  ) -> Answer {
    var answer = Answer(resolution)
    switch resolution.validity {
    case .valid:
      answer.validity =
        notGiven.mayHold(answer.nationalNumber) && isNotGiven(answer) ? .possible : .valid
      guard case .fixedLine? = resolution.type else { break }
      guard answer.callingCode == callingCode else {
        if !NumberingPlan.fitsAreas(resolution) { answer.validity = .possible }
        break
      }
      guard !areas.isEmpty else { break }
      answer.areaDigits = areaDigits(of: answer, written: digits)
      if answer.areaDigits == 0 { answer.areaDigits = hotlines.areaDigits(of: answer, areas) }
      if answer.areaDigits == 0 { answer.validity = .possible }
    case .possible: answer.validity = .possible
    case .possibleLocalOnly, .impossible: break
    }
    return answer
  }

  /// Digits of the area code of a fixed line of the region that stands at the end of digits.
  @inline(__always)
  private func areaDigits(
    of answer: Answer, written digits: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    let count = answer.nationalDigits
    guard endsInNumber, count > 4, count <= digits.count, let base = digits.baseAddress else {
      return UInt8(truncatingIfNeeded: areas.areaDigits(answer.nationalNumber, digits: count))
    }
    let area = areas.area(of: base + (digits.count &- count))
    return area.nationalLengths &>> UInt32(count) & 1 == 1 ? area.digits : 0
  }

  /// Reads a local number behind an area code without trunk prefix; uses no memory.
  func landline(area: ReadArea, local: UnsafeBufferPointer<UInt8>) -> Answer {
    withWhole(area, local) { national($0, needsTrunk: true) }
  }

  /// Asks `question` of an area code without trunk prefix and a local number as they are written in national form,
  /// in memory of 40 bytes; what is too long is no number.
  @inline(__always)
  func withWhole(
    _ area: ReadArea, _ local: UnsafeBufferPointer<UInt8>,
    _ question: (UnsafeBufferPointer<UInt8>) -> Answer
  ) -> Answer {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 40) { whole in
      guard area.digits <= 6, local.count <= 30 else { return Answer() }
      var count = 0
      if hasTrunkZero {
        whole[0] = 48
        count = 1
      }
      var value = area.value
      for index in stride(from: count + area.digits - 1, through: count, by: -1) {
        whole[index] = UInt8(value % 10) + 48
        value /= 10
      }
      count += area.digits
      for digit in local {
        whole[count] = digit
        count += 1
      }
      return question(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(whole)[..<count]))
    }
  }

  /// Digits of the area code of a number; 0 when it has none or none is known.
  @inline(__always)
  func areaDigits(of answer: Answer) -> Int {
    if areas.isEmpty {
      return answer.callingCode == callingCode ? placedAreaDigits(of: answer) : 0
    }
    return Int(answer.areaDigits)
  }

  /// Whether a number is no line and no mobile, in a region whose area codes are known.
  @inline(__always)
  func lacksArea(_ answer: Answer) -> Bool {
    guard !areas.isEmpty, answer.areaDigits == 0, answer.callingCode == callingCode else {
      return false
    }
    if case .mobile? = answer.type { return false }
    return true
  }

  /// Digits of the area code in the plans whose area codes have a fixed place; 0 for every other.
  private func placedAreaDigits(of answer: Answer) -> Int {
    guard areaTypes != 0 else { return 0 }
    if areaTypes != .max {
      guard let type = answer.type, areaTypes >> UInt32(type.rawValue) & 1 == 1 else { return 0 }
    }
    if soleAreaDigits > 0 { return answer.nationalDigits > 8 ? soleAreaDigits : 0 }
    for (head, digits) in notation.areaDigits where answer.nationalDigits > 8 {
      if answer.begins(with: head) { return digits }
    }
    return 0
  }

  /// Whether the area code can be told from how a number is written before so many digits: (0161)
  /// 4960000; of a mobile number only what brackets set apart.
  func writesArea(_ answer: Answer, before local: Int, set isSetApart: Bool) -> Bool {
    guard areas.isEmpty, answer.callingCode == callingCode else { return false }
    switch answer.type {
    case .fixedLine, .fixedLineOrMobile:
      return hasTrunkZero || localLengths >> UInt32(local) & 1 == 1 || isSetApart
    case .mobile: return isSetApart
    default: return false
    }
  }

  /// Whether the digits behind the last dash of a number are the extension within it, where it is.
  func dialsDirectly(_ answer: Answer) -> Bool {
    if answer.callingCode == callingCode { return notation.hasDirectDialling }
    return resolver.dialsDirectly(callingCode: Int(answer.callingCode))
  }

  /// Whether a digit is the region's trunk prefix.
  func isTrunk(_ digit: UInt8) -> Bool { digit == trunk }

  /// Whether digits are a short code: 110, 1922.
  func isShortCode(_ digits: UnsafeBufferPointer<UInt8>) -> Bool { resolver.isShortCode(digits) }

  /// Whether digits begin with the region's own international prefix.
  func leadsAbroad(_ digits: UnsafeBufferPointer<UInt8>) -> Bool { resolver.leadsAbroad(digits) }
}
