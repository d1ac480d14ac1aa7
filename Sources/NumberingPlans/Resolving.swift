/// ASCII digits on their way: dropping a prefix moves the start, a transform writes a new copy.
private struct Digits: BitwiseCopyable {
  var base: UnsafePointer<UInt8>
  var count: Int

  @inline(__always)
  func dropping(_ length: Int) -> Digits { Digits(base: base + length, count: count - length) }

  @inline(__always)
  func starts(with value: UInt16, length: Int) -> Bool {
    guard count >= length else { return false }
    var head: UInt16 = 0
    for index in 0..<length { head = head &* 10 &+ UInt16(base[index] & 15) }
    return head == value
  }
}

/// What stands before a national number.
private enum Origin {
  case home
  case calling(Int, Digits)
  case failure(Resolution.Impossibility)
}

extension NumberingPlan {
  /// The longest input that is looked at, in digits.
  package static let longestInput = 250

  /// Reads digits as they are written in the region: national, or with an international prefix.
  ///
  /// `isInternational` says that a plus stood before them. Any bytes are fine; nothing is allocated.
  ///
  /// The rules are libphonenumber's `parse`, `is_valid_number`, `number_type` and
  /// `is_possible_number_with_reason`.
  package func resolve(
    _ digits: UnsafeBufferPointer<UInt8>, isInternational: Bool = false
  ) -> Resolution {
    tables.resolve(digits, isInternational: isInternational, foreign: ForeignGroups(plans: plans))
  }

  /// The full rules, without the short way.
  func resolveFully(
    _ digits: UnsafeBufferPointer<UInt8>, isInternational: Bool
  ) -> Resolution {
    tables.resolveFully(
      digits, isInternational: isInternational, foreign: ForeignGroups(plans: plans))
  }
}

/// The tables by which the digits of one region are resolved.
///
/// Plain values and pointers alone, so that nothing is counted on the way; they belong to a
/// `NumberingPlan`, which must outlive them.
struct ResolvingTables: BitwiseCopyable, @unchecked Sendable {
  typealias Region = UnsafePointer<RegionTables>
  typealias Group = UnsafePointer<GroupTables>

  private let home: Region
  private let group: Group
  private let knownCodes: UnsafePointer<Bool>
  let domestic: DomesticPath

  init(home: RegionPlan, group: CallingCodeGroup, plans: NumberingPlans) {
    self.home = home.tables
    self.group = group.tables
    knownCodes = plans.knownCodes
    domestic = DomesticPath(home, group: group)
  }

  /// Resolves digits; `foreign` gives the group of another calling code.
  @inline(__always)
  func resolve(
    _ digits: UnsafeBufferPointer<UInt8>, isInternational: Bool, foreign: ForeignGroups
  ) -> Resolution {
    let quick =
      isInternational ? domestic.resolveInternational(digits) : domestic.resolve(digits)
    if let quick { return quick }
    if !isInternational {
      if let bare = resolveBare(digits) { return bare }
      if domestic.dropsZero(of: digits), let known = resolveBehindZero(digits) { return known }
    }
    return resolveFully(digits, isInternational: isInternational, foreign: foreign)
  }

  /// Digits as a national number, if neither a prefix nor the calling code can begin as they do;
  /// nil where the full rules must decide.
  @inline(never)
  func resolveBare(_ digits: UnsafeBufferPointer<UInt8>) -> Resolution? {
    guard let base = digits.baseAddress, digits.count >= 2, digits.count <= Self.mostNational,
      base[0] != home.pointee.firstCallingCodeDigit, domestic.startsBare(base[0])
    else { return nil }
    for byte in digits where !isDigit(byte) { return nil }
    return classified(Digits(base: base, count: digits.count), group: group)
  }

  /// What the plan does not know behind a 0 that the full rules drop; nil where they must decide.
  @inline(never)
  private func resolveBehindZero(_ digits: UnsafeBufferPointer<UInt8>) -> Resolution? {
    guard let base = digits.baseAddress else { return nil }
    for byte in digits where !isDigit(byte) { return nil }
    let all = Digits(base: base, count: digits.count)
    let national = home.keepsLength(all.count - 1) ? all.dropping(1) : all
    guard national.count <= Self.mostNational else { return .impossible(.tooLong) }
    return classified(national, group: group)
  }

  /// The most digits of a national number.
  private static let mostNational = 17

  /// The full rules, without the short way.
  @inline(never)
  func resolveFully(
    _ digits: UnsafeBufferPointer<UInt8>, isInternational: Bool, foreign: ForeignGroups
  ) -> Resolution {
    guard let base = digits.baseAddress, digits.count >= (isInternational ? 3 : 2) else {
      return .impossible(.notANumber)
    }
    guard digits.count <= NumberingPlan.longestInput else { return .impossible(.tooLong) }
    for byte in digits where !isDigit(byte) { return .impossible(.notANumber) }
    let input = Digits(base: base, count: digits.count)
    // Two transforms may follow one another; a rule adds at most four digits.
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * 288) { scratch in
      guard let spare = scratch.baseAddress else { return .impossible(.notANumber) }
      return resolve(input, isInternational: isInternational, spare: spare, foreign)
    }
  }

  @inline(__always)
  private func resolve(
    _ input: Digits, isInternational: Bool, spare: UnsafeMutablePointer<UInt8>,
    _ foreign: ForeignGroups
  ) -> Resolution {
    var origin: Origin
    if isInternational {
      origin = callingCode(of: input)
      if case .failure = origin {
        // A plus before what is no calling code: perhaps the plus is the mistake.
        origin = nationalOrigin(of: input, spare: spare)
        if case .home = origin { origin = .failure(.unknownCallingCode) }
      }
    } else {
      origin = nationalOrigin(of: input, spare: spare)
    }
    switch origin {
    case .failure(let reason): return .impossible(reason)
    case .home:
      return finish(input, region: home, group: group, spare: spare + 288)
    case .calling(let code, let rest):
      guard let group = code == Int(home.pointee.callingCode) ? group : foreign.group(code) else {
        return .impossible(.unknownCallingCode)
      }
      return finish(rest, region: group.pointee.main, group: group, spare: spare + 288)
    }
  }

  @inline(__always)
  private func callingCode(of digits: Digits) -> Origin {
    guard digits.count > 2 else { return .failure(.tooShort) }
    guard digits.base[0] != 0x30 else { return .failure(.unknownCallingCode) }
    var code = 0
    for length in 1...3 {
      code = code &* 10 &+ Int(digits.base[length &- 1] & 15)
      if knownCodes[code] { return .calling(code, digits.dropping(length)) }
    }
    return .failure(.unknownCallingCode)
  }

  /// Looks for the international prefix of the region, then for its calling code without a plus.
  @inline(__always)
  private func nationalOrigin(of digits: Digits, spare: UnsafeMutablePointer<UInt8>) -> Origin {
    if let prefix = home.pointee.internationalPrefix,
      let match = prefix.match(digits.base, count: digits.count),
      match.length == digits.count || digits.base[match.length] != 0x30
    {
      return callingCode(of: digits.dropping(match.length))
    }
    let length = home.pointee.callingCodeLength
    guard digits.count > 0, digits.base[0] == home.pointee.firstCallingCodeDigit,
      digits.starts(with: home.pointee.callingCode, length: length)
    else { return .home }
    let rest = home.withoutNationalPrefix(digits.dropping(length), spare: spare)
    if !home.matchesGeneral(digits) && home.matchesGeneral(rest)
      || home.possibility(ofLength: digits.count) == .impossible(.tooLong)
    {
      return .calling(Int(home.pointee.callingCode), rest)
    }
    return .home
  }

  private func finish(
    _ digits: Digits, region: Region, group: Group, spare: UnsafeMutablePointer<UInt8>
  ) -> Resolution {
    guard digits.count >= 2 else { return .impossible(.tooShort) }
    var national = region.withoutNationalPrefix(digits, spare: spare)
    if !region.keepsLength(national.count) {
      // What is left is no number of the plan: it may be a short number that keeps its digits.
      national = digits
    }
    guard national.count >= 2 else { return .impossible(.tooShort) }
    guard national.count <= Self.mostNational else { return .impossible(.tooLong) }
    return classified(national, group: group)
  }

  @inline(__always)
  private func classified(_ national: Digits, group: Group) -> Resolution {
    var value: UInt64 = 0
    for index in 0..<national.count {
      value = value &* 10 &+ UInt64(national.base[index] & 15)
    }
    let main = group.pointee.main
    var result = Resolution(
      callingCode: main.pointee.callingCode, nationalNumber: value,
      digitCount: UInt8(truncatingIfNeeded: national.count), region: nil, validity: .valid,
      type: nil)
    if let claimant = group.pointee.claimant(national.base, count: national.count) {
      result.region = claimant.region.pointee.region
      let type = claimant.region.pointee.automaton.facts[Int(claimant.state)].type
      if type != 0 { result.type = NumberType(rawValue: type - 1) }
    }
    if result.type == nil { result.validity = main.possibility(ofLength: national.count) }
    return result
  }
}

extension UnsafePointer<RegionTables> {
  /// What a length alone says.
  func possibility(ofLength count: Int) -> Resolution.Validity {
    guard count < 32 else { return .impossible(.tooLong) }
    let bit: UInt32 = 1 << UInt32(count)
    let possible = pointee.possibleLengths
    if pointee.localOnlyLengths & bit != 0 { return .possibleLocalOnly }
    if possible & bit != 0 { return .possible }
    if possible & (bit - 1) == 0 { return .impossible(.tooShort) }
    return .impossible(possible < bit ? .tooLong : .invalidLength)
  }

  /// Whether digits that lost their prefix are still of a length for a number of the plan, or are
  /// too long for one with the prefix too.
  @inline(__always)
  func keepsLength(_ count: Int) -> Bool {
    guard count < 32 else { return true }
    let bit: UInt32 = 1 << UInt32(count)
    let possible = pointee.possibleLengths
    if pointee.localOnlyLengths & bit != 0 { return false }
    if possible & bit != 0 { return true }
    return possible & (bit - 1) != 0 && possible < bit
  }

  @inline(__always)
  fileprivate func matchesGeneral(_ digits: Digits) -> Bool {
    pointee.automaton.facts[Int(pointee.automaton.walk(digits.base, digits.count))].matchesGeneral
  }

  /// Drops or transforms the national prefix (and carrier code), unless that would spoil a number
  /// that is fine as it is.
  @inline(__always)
  fileprivate func withoutNationalPrefix(
    _ digits: Digits, spare: UnsafeMutablePointer<UInt8>
  ) -> Digits {
    guard let prefix = pointee.nationalPrefix, digits.count > 0,
      prefix.firstDigits >> UInt16(digits.base[0] & 15) & 1 == 1
    else { return digits }
    return droppingPrefix(prefix, digits, spare: spare)
  }

  private func droppingPrefix(
    _ prefix: PrefixMatcher.Tables, _ digits: Digits, spare: UnsafeMutablePointer<UInt8>
  ) -> Digits {
    var rest: Digits
    if prefix.soleDigit != nil {
      rest = digits.dropping(1)
    } else {
      guard let match = prefix.match(digits.base, count: digits.count) else { return digits }
      rest = digits.dropping(match.length)
      if pointee.transform.count > 0, match.captures.ends[prefix.captures] >= 0 {
        rest = transformed(digits, match: match, spare: spare)
      }
    }
    if !matchesGeneral(rest), matchesGeneral(digits) { return digits }
    return rest
  }

  private func transformed(
    _ digits: Digits, match: PrefixMatcher.Match, spare: UnsafeMutablePointer<UInt8>
  ) -> Digits {
    var count = 0
    func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
      for index in 0..<Swift.min(length, 288 - count) { spare[count + index] = bytes[index] }
      count += Swift.min(length, 288 - count)
    }
    for piece in pointee.transform {
      switch piece {
      case .digit(let digit):
        if count < 288 {
          spare[count] = digit
          count += 1
        }
      case .capture(let group):
        let start = Int(match.captures.starts[group])
        let end = Int(match.captures.ends[group])
        if start >= 0, end >= start { append(digits.base + start, end - start) }
      }
    }
    append(digits.base + match.length, digits.count - match.length)
    return Digits(base: UnsafePointer<UInt8>(spare), count: count)
  }
}
