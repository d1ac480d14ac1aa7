/// ASCII digits on their way: dropping a prefix moves the start, a transform writes a new copy.
private struct Digits {
  var base: UnsafePointer<UInt8>
  var count: Int

  @inline(__always)
  func dropping(_ length: Int) -> Digits { Digits(base: base + length, count: count - length) }

  func starts(with prefix: [UInt8]) -> Bool {
    guard count >= prefix.count else { return false }
    for index in 0..<prefix.count where base[index] != prefix[index] { return false }
    return true
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
    if !isInternational, let quick = domestic.resolve(digits) { return quick }
    return resolveFully(digits, isInternational: isInternational)
  }

  /// The full rules, without the short way.
  func resolveFully(
    _ digits: UnsafeBufferPointer<UInt8>, isInternational: Bool
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
      return resolve(input, isInternational: isInternational, spare: spare)
    }
  }

  private func resolve(
    _ input: Digits, isInternational: Bool, spare: UnsafeMutablePointer<UInt8>
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
      return finish(input, plan: home, group: group, spare: spare + 288)
    case .calling(let code, let rest):
      guard let group = code == callingCode ? group : plans.group(code) else {
        return .impossible(.unknownCallingCode)
      }
      return finish(rest, plan: group.main, group: group, spare: spare + 288)
    }
  }

  private func callingCode(of digits: Digits) -> Origin {
    guard digits.count > 2 else { return .failure(.tooShort) }
    guard digits.base[0] != 0x30 else { return .failure(.unknownCallingCode) }
    var code = 0
    for length in 1...3 {
      code = code * 10 + Int(digits.base[length - 1] & 15)
      if plans.knownCodes[code] { return .calling(code, digits.dropping(length)) }
    }
    return .failure(.unknownCallingCode)
  }

  /// Looks for the international prefix of the region, then for its calling code without a plus.
  private func nationalOrigin(of digits: Digits, spare: UnsafeMutablePointer<UInt8>) -> Origin {
    if let matcher = home.internationalPrefix,
      let match = matcher.match(digits.base, count: digits.count),
      match.length == digits.count || digits.base[match.length] != 0x30
    {
      return callingCode(of: digits.dropping(match.length))
    }
    guard digits.count > 0, digits.base[0] == home.firstCallingCodeDigit,
      digits.starts(with: home.callingCodeDigits)
    else { return .home }
    let rest = home.withoutNationalPrefix(
      digits.dropping(home.callingCodeDigits.count), spare: spare)
    if !home.matchesGeneral(digits) && home.matchesGeneral(rest)
      || home.possibility(ofLength: digits.count) == .impossible(.tooLong)
    {
      return .calling(callingCode, rest)
    }
    return .home
  }

  private func finish(
    _ digits: Digits, plan: RegionPlan, group: CallingCodeGroup,
    spare: UnsafeMutablePointer<UInt8>
  ) -> Resolution {
    guard digits.count >= 2 else { return .impossible(.tooShort) }
    var national = plan.withoutNationalPrefix(digits, spare: spare)
    switch plan.possibility(ofLength: national.count) {
    case .impossible(.tooShort), .impossible(.invalidLength), .possibleLocalOnly:
      // What is left is no number of the plan: it may be a short number that keeps its digits.
      national = digits
    default: break
    }
    guard national.count >= 2 else { return .impossible(.tooShort) }
    guard national.count <= 17 else { return .impossible(.tooLong) }
    return classified(national, group: group)
  }

  private func classified(_ national: Digits, group: CallingCodeGroup) -> Resolution {
    var value: UInt64 = 0
    for index in 0..<national.count {
      value = value &* 10 &+ UInt64(national.base[index] & 15)
    }
    var result = Resolution(
      callingCode: group.main.callingCode, nationalNumber: value,
      digitCount: UInt8(national.count), region: nil, validity: .valid, type: nil)
    if let claimant = group.claimant(national.base, count: national.count) {
      result.region = claimant.region
      let automaton = claimant.automaton
      let type = automaton.facts(of: automaton.walk(national.base, national.count)).type
      if type != 0 { result.type = NumberType(rawValue: type - 1) }
    }
    if result.type == nil {
      result.validity = group.main.possibility(ofLength: national.count)
    }
    return result
  }
}

extension RegionPlan {
  /// What a length alone says.
  func possibility(ofLength count: Int) -> Resolution.Validity {
    guard count < 32 else { return .impossible(.tooLong) }
    let bit: UInt32 = 1 << UInt32(count)
    if localOnlyLengths & bit != 0 { return .possibleLocalOnly }
    if possibleLengths & bit != 0 { return .possible }
    if possibleLengths & (bit - 1) == 0 { return .impossible(.tooShort) }
    return .impossible(possibleLengths < bit ? .tooLong : .invalidLength)
  }

  fileprivate func matchesGeneral(_ digits: Digits) -> Bool {
    automaton.facts(of: automaton.walk(digits.base, digits.count)).matchesGeneral
  }

  /// Drops or transforms the national prefix (and carrier code), unless that would spoil a number
  /// that is fine as it is.
  fileprivate func withoutNationalPrefix(
    _ digits: Digits, spare: UnsafeMutablePointer<UInt8>
  ) -> Digits {
    guard let matcher = nationalPrefixForParsing, digits.count > 0 else { return digits }
    var rest: Digits
    if let sole = matcher.soleDigit {
      guard digits.base[0] & 15 == sole else { return digits }
      rest = digits.dropping(1)
    } else {
      guard let match = matcher.match(digits.base, count: digits.count) else { return digits }
      rest = digits.dropping(match.length)
      if !transform.isEmpty, match.captures.ends[matcher.captures] >= 0 {
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
      for index in 0..<min(length, 288 - count) { spare[count + index] = bytes[index] }
      count += min(length, 288 - count)
    }
    for piece in transform {
      switch piece {
      case .digits(let literal):
        literal.withUnsafeBufferPointer { bytes in
          if let base = bytes.baseAddress { append(base, bytes.count) }
        }
      case .capture(let group):
        let start = Int(match.captures.starts[group])
        let end = Int(match.captures.ends[group])
        if start >= 0, end >= start { append(digits.base + start, end - start) }
      }
    }
    append(digits.base + match.length, digits.count - match.length)
    return Digits(base: UnsafePointer(spare), count: count)
  }
}
