/// What the readers of cells ask of numbering plans, in the reader's own terms.
struct PlanQuery {
  /// What a plan makes of a string of digits.
  struct Answer: BitwiseCopyable {
    /// Calling code, 1 … 999; 0 when unknown.
    var callingCode: Int64 = 0
    /// The national significant number without its leading zeros.
    var nationalNumber: Int64 = 0
    /// Digits of the national significant number with its leading zeros.
    var nationalDigits = 0
    /// How far the plan agrees.
    var validity = Validity.impossible
    var type = 0
  }

  /// How far a plan agrees with a number.
  enum Validity: UInt8, Comparable {
    case impossible
    case possible
    case valid

    static func < (left: Validity, right: Validity) -> Bool { left.rawValue < right.rawValue }
  }

  let callingCode: Int64
  let region: String
  let migrations: [NumberingMigration]
  let longestDashExtension: Int
  let callingCodeFirstDigit: UInt8

  init?(region: String) {
    let codes: [String: Int64] = ["TW": 886, "CN": 86, "US": 1, "GB": 44]
    guard let code = codes[region] else { return nil }
    callingCode = code
    self.region = region
    migrations = NumberingMigration.all.filter { $0.region == region }
    longestDashExtension = region == "TW" ? 5 : 8
    callingCodeFirstDigit = Array(String(code).utf8)[0]
  }

  func value(_ d: some Collection<UInt8>) -> Int64 {
    var v: Int64 = 0
    for x in d { v = v &* 10 &+ Int64(x &- 48) }
    return v
  }

  func judge(_ code: Int64, _ nsn: some RandomAccessCollection<UInt8>) -> Answer {
    var a = Answer(callingCode: code)
    guard nsn.count > 3, nsn.count < 16 else { return a }
    let v = value(nsn)
    a.nationalNumber = v
    a.nationalDigits = nsn.count
    let n = nsn.count
    let d = Array(nsn.map { Int($0) - 48 })
    switch code {
    case 886:
      a.validity = n == 8 || n == 9 ? .possible : .impossible
      if d[0] == 9, n == 9 { a.validity = .valid; a.type = 1 }
      if d[0] == 8, d[1] == 0, d[2] == 0, n == 9 { a.validity = .valid; a.type = 2 }
      if areaTW(d) > 0 { a.validity = .valid }
    case 86:
      a.validity = (9...11).contains(n) ? .possible : .impossible
      if d[0] == 1, d[1] >= 3, n == 11 { a.validity = .valid; a.type = 1 }
      if d[0] == 4, d[1] == 0, d[2] == 0, n == 10 { a.validity = .valid; a.type = 2 }
      let area = d[0] == 1 || d[0] == 2 ? 2 : 3
      let local = area == 2 || [755, 769, 571].contains(d[0] * 100 + d[1] * 10 + d[2]) ? 8 : 7
      if a.type == 0, n == area + local, d[area] > 1 { a.validity = .valid }
    case 1:
      if n == 10, d[0] > 1, d[3] > 1 { a.validity = .valid }
      if d[0] == 8, d[1] == d[2], d[1] == 0 || d[1] > 5 { a.type = 2 }
    default:
      if n == 10 { a.validity = .valid }
    }
    return a
  }

  func areaTW(_ d: [Int]) -> Int {
    func l(_ n: Int) -> Int { d.count == n ? 1 : 0 }
    switch d[0] {
    case 2: return d[1] > 1 ? l(9) : 0
    case 3: return d[1] == 7 ? 2 * l(8) : l(8)
    case 4:
      return d[1] == 9
        ? (d[2] == 2 ? 2 * l(9) : 0) : d[1] == 2 || d[1] == 3 ? l(9) : d[1] > 6 ? l(8) : 0
    case 5, 6, 7: return d[1] > 1 ? l(8) : 0
    case 8:
      if d[1] == 9 { return 2 * l(8) }
      if d[1] == 2 { return d[2] == 6 ? 3 * l(8) : 2 * l(8) }
      if d[1] == 3, d[2] == 6 { return 3 * l(8) }
      return d[1] > 6 ? l(8) : 0
    default: return 0
    }
  }

  /// Reads digits behind "+".
  func international(_ digits: UnsafeBufferPointer<UInt8>) -> Answer {
    for length in 1...3 where digits.count > length {
      let code = value(digits[..<length])
      guard [1, 7, 86, 886, 44, 49, 81].contains(code) else { continue }
      let a = judge(code, digits[length...])
      if a.validity != .valid, digits[length] == 48 { return judge(code, digits[(length + 1)...]) }
      return a
    }
    return Answer()
  }

  /// Reads digits in national form, with the prefixes of the region.
  func national(_ digits: UnsafeBufferPointer<UInt8>, needsTrunk: Bool) -> Answer {
    if region == "US" {
      if digits[0] == 49 { return judge(1, digits[1...]) }
      return judge(1, digits[...])
    }
    if starts(withCallingCode: digits) {
      let a = international(digits)
      if a.validity == .valid { return a }
    }
    if digits[0] == 48, digits[1] == 48 {
      return international(UnsafeBufferPointer(rebasing: digits[2...]))
    }
    if digits[0] == 48 { return judge(callingCode, digits[1...]) }
    var a = judge(callingCode, digits[...])
    if needsTrunk, a.validity == .valid, a.type != 2, !(callingCode == 86 && a.type == 1) {
      a.validity = .possible
    }
    return a
  }

  func landline(area: CellScan.AreaCode, local: UnsafeBufferPointer<UInt8>) -> Answer {
    var digits = Array(String(area.value).utf8)
    digits += local
    return judge(callingCode, digits[...])
  }

  func areaDigits(of answer: Answer) -> Int {
    if answer.type != 0 { return 0 }
    let d = String(answer.nationalNumber).utf8.map { Int($0) - 48 }
    switch answer.callingCode {
    case 886: return areaTW(d)
    case 86: return d[0] < 3 ? 2 : 3
    case 1: return 3
    default: return 0
    }
  }

  func isLocal(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    switch region {
    case "TW": (6...8).contains(digits.count)
    case "US": digits.count == 7
    default: digits.count == 7 || digits.count == 8
    }
  }

  func isAreaCode(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { digits[0] == 48 }
  func isMobile(_ answer: Answer) -> Bool { answer.validity == .valid && answer.type == 1 }
  func isTollFreeOrPremium(_ answer: Answer) -> Bool { answer.type == 2 }
  func starts(withCallingCode digits: UnsafeBufferPointer<UInt8>) -> Bool {
    digits.starts(with: String(callingCode).utf8)
  }
}

extension PlanQuery {
  func areaCode(ofLocality cell: UnsafeBufferPointer<UInt8>) -> CellScan.AreaCode {
    cell.starts(with: "臺北市".utf8)
      ? CellScan.AreaCode(value: 2, digits: 1, localDigits: 8) : CellScan.AreaCode()
  }
}
