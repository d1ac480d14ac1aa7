import NumberingPlans

/// The short way for extensions behind a number, up to the end of a cell: 轉12, (ext 123), #831、132, （内線２７５８）.
///
/// It decides nothing of its own: whatever it is not sure of goes through all the rules, and what it accepts they
/// read the same (a property that the tests hold it to).
struct PlainTail: BitwiseCopyable {
  /// What extensions behind a number may be in the region.
  struct Habits: BitwiseCopyable {
    /// Whether cells may end in them: not where those are dialled in place of a switchboard's last digits.
    let areTaken: Bool
    /// Whether they may there, where the number has no dash.
    let takesThoseOfLines: Bool
    /// Whether they may be several.
    let takesLists: Bool
    /// Whether five digits behind a blank and a marker may count something, for mobiles have no extensions.
    let countsBehindBlank: Bool
    /// The fewest digits that may be another number.
    let shortestNumber: Int

    init(_ plan: PlanQuery, _ settings: CellSettings, areTaken: Bool) {
      let isOpen = areTaken && settings.isOn(.extensionMarkers)
      self.areTaken = isOpen && plan.notation.hasPlainMarkers
      takesThoseOfLines = isOpen && plan.hasDirectDialling
      takesLists = settings.isOn(.extensionLists)
      countsBehindBlank = plan.notation.mobilesStandAlone
      shortestNumber = plan.shortestNumber
    }
  }

  private(set) var count = 0
  private var values = SIMD4<Int64>()
  private var digits = SIMD4<Int>()

  /// One digit may count something, six may be another number.
  private static let extensionDigits = 2...5
  /// Of several ones four may be a year or a day, five a postcode.
  private static let listedDigits = 3...4
  /// Bytes of the longest tail with full-width digits.
  private static let longestWide = 48

  /// Reads a tail that is not empty; nil sends the cell through the rules.
  ///
  /// The scratch of `text` has room for `longestWide` bytes more than a marker takes.
  init?(
    _ tail: UnsafeBufferPointer<UInt8>, text: LabelText, plan: PlanQuery
  ) {
    guard var bare = PlainExtension.bare(tail), Self.endsInDigit(bare) else { return nil }
    if Self.hasWideDigits(bare) {
      guard bare.count <= Self.longestWide else { return nil }
      bare = Self.narrow(bare, into: text.scratch + PlainExtension.longestMarker)
    }
    let first = Self.endOfDigits(in: bare)
    guard first > 0 else { return nil }
    let head = UnsafeBufferPointer(rebasing: bare[..<first])
    if let given = text.plainExtension(head) {
      // *1924 may be a year.
      guard bare[0] != UInt8(ascii: "*") || given.digits < 4 else { return nil }
      append(given)
    } else if let given = text.plainExtension(head, shortMarkers: plan.notation.shortMarkers) {
      // est. 1978; behind a sign est. 12 is none, and d.44 may be the door.
      guard given.digits < 4, tail[0] != UInt8(ascii: ";"),
        given.digits > 2 || (head[1] | 0x20) &- 97 < 26
      else { return nil }
      append(given)
    } else {
      return nil
    }
    guard Self.extensionDigits.contains(digits[0]), !isDialled(behind: head),
      first == bare.count || takeOthers(in: bare, from: first, text)
    else { return nil }
  }

  /// Whether digits behind a word for dialling may be a short code: 請撥119.
  private func isDialled(behind head: UnsafeBufferPointer<UInt8>) -> Bool {
    head[0] >= 0xE4 && digits[0] > 2 && head.begins(withOneOf: EmbeddedWords.dial)
  }

  /// Takes the extensions behind the first one, each of as many digits; false for anything else.
  private mutating func takeOthers(
    in bare: UnsafeBufferPointer<UInt8>, from first: Int, _ text: LabelText
  ) -> Bool {
    guard Self.listedDigits.contains(digits[0]) else { return false }
    var index = first
    while index < bare.count {
      let width = Self.lengthOfSign(in: bare, at: index, text)
      guard width > 0, count < values.scalarCount else { return false }
      index &+= width
      if index < bare.count, bare[index] == UInt8(ascii: " ") { index &+= 1 }
      let end = index &+ digits[0]
      guard end <= bare.count, bare[index] &- 48 < 10,
        end == bare.count || bare[end] &- 48 >= 10,
        let next = text.plainExtension(UnsafeBufferPointer(rebasing: bare[index..<end])),
        !isGiven(next)
      else { return false }
      append(next)
      index = end
    }
    return true
  }

  subscript(index: Int) -> PlainExtension {
    PlainExtension(value: values[index], digits: digits[index])
  }

  /// Whether one may be another number, or several are none.
  func isDoubtful(_ habits: Habits, _ plan: PlanQuery) -> Bool {
    let most = digits.max()
    if most >= habits.shortestNumber || count > 1 && !habits.takesLists { return true }
    // Five digits behind a zero.
    if most == 5, habits.countsBehindBlank || values[0] < 10_000 { return true }
    return count > 1 && (0..<count).contains { mayBeOther($0, plan) }
  }

  /// Whether one of several may be a year, or a number of services by its length: 2019, 911.
  private func mayBeOther(_ index: Int, _ plan: PlanQuery) -> Bool {
    let value = values[index]
    if digits[index] == 4 { return 1900...2099 ~= value }
    let text = (UInt8(value / 100) | 48, UInt8(value / 10 % 10) | 48, UInt8(value % 10) | 48)
    return withUnsafeBytes(of: text) { plan.isShortCode($0.bindMemory(to: UInt8.self)) }
  }

  private mutating func append(_ given: PlainExtension) {
    (values[count], digits[count]) = (given.value, given.digits)
    count &+= 1
  }

  private func isGiven(_ next: PlainExtension) -> Bool {
    (0..<count).contains { values[$0] == next.value }
  }

  /// Offset behind the first digits of a text; 0 for none.
  private static func endOfDigits(in text: UnsafeBufferPointer<UInt8>) -> Int {
    var index = 0
    while index < text.count, text[index] &- 48 >= 10 { index &+= 1 }
    guard index < text.count else { return 0 }
    while index < text.count, text[index] &- 48 < 10 { index &+= 1 }
    return index
  }

  /// Length in bytes of a sign or a word between extensions; 0 for others.
  private static func lengthOfSign(
    in text: UnsafeBufferPointer<UInt8>, at index: Int, _ words: LabelText
  ) -> Int {
    switch text[index] {
    case UInt8(ascii: ","): return 1
    // 、 and ，.
    case 0xE3 where text.count > index &+ 2 && text[index &+ 1] == 0x80 && text[index &+ 2] == 0x81,
      0xEF where text.count > index &+ 2 && text[index &+ 1] == 0xBC && text[index &+ 2] == 0x8C:
      return 3
    case 0xE4...0xE9:
      guard let found = words.longestWord(in: text, at: index), found.word == .joiner else {
        return 0
      }
      return found.count
    default: return 0
    }
  }

  private static func endsInDigit(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let last = text[text.count &- 1]
    return last &- 48 < 10 || last & 0xF0 == 0x90 && text.count > 3 && text[text.count &- 3] == 0xEF
  }

  private static func hasWideDigits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text[text.count &- 1] &- 48 >= 10
  }

  /// Writes full-width digits as others are.
  private static func narrow(
    _ text: UnsafeBufferPointer<UInt8>, into scratch: UnsafeMutablePointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    var (index, count) = (0, 0)
    while index < text.count {
      if text[index] == 0xEF, index &+ 2 < text.count, text[index &+ 1] == 0xBC,
        0x90...0x99 ~= text[index &+ 2]
      {
        scratch[count] = text[index &+ 2] &- 0x90 &+ 0x30
        index &+= 3
      } else {
        scratch[count] = text[index]
        index &+= 1
      }
      count &+= 1
    }
    return UnsafeBufferPointer(start: UnsafePointer(scratch), count: count)
  }
}
