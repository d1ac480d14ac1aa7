import NumberingPlans

/// Reads numbers that France and its overseas departments dial alike, though their calling codes
/// differ: 0590 90 12 34 is +590 590 90 12 34; those of a neighbour behind a head of their own, as 048
/// 9012 3456 of Ireland for +44 28; and mobiles that nobody can tell from those of a neighbour.
struct OverseasDepartments {
  /// First digits and where they lead, the longest first.
  private let heads: [(head: [UInt8], callingCode: Int)]

  /// The common dialling of a region; nil where there is none.
  init?(_ notation: Notation) {
    guard !notation.overseas.isEmpty else { return nil }
    heads = notation.overseas
  }

  /// Asks for the number behind the right calling code; nil when the region's own plan decides.
  func international(
    _ digits: UnsafeBufferPointer<UInt8>,
    _ ask: (UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer
  ) -> PlanQuery.Answer? {
    for (head, code) in heads where digits.starts(with: head) {
      let isArea = Self.holdsArea(code)
      guard digits.count == (isArea ? head.count + Self.digitsBehindArea : Self.digitsOfNumber)
      else { continue }
      return international(digits, behind: code, dropping: isArea ? head.count : 1, ask)
    }
    return nil
  }

  /// Digits of a number with its trunk 0, and behind a head that stands for an area code, too.
  private static let digitsOfNumber = 10
  private static let digitsBehindArea = 8

  /// Whether a head stands for a calling code with an area code behind it: 048 of Ireland for +44 28.
  private static func holdsArea(_ code: Int) -> Bool { code > 999 }

  /// Bit n: n digits may be dialled into another calling code.
  var lengths: UInt32 {
    heads.reduce(0) {
      $0 | 1
        << UInt32(
          Self.holdsArea($1.callingCode)
            ? $1.head.count + Self.digitsBehindArea : Self.digitsOfNumber)
    }
  }

  /// Whether digits may as well be dialled in another country: 06 12 34 56 78 in Monaco.
  func isShared(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    digits.count == 10 && heads.contains { $0.callingCode == 0 && digits.starts(with: $0.head) }
  }

  private func international(
    _ digits: UnsafeBufferPointer<UInt8>, behind code: Int, dropping first: Int,
    _ ask: (UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer
  ) -> PlanQuery.Answer {
    if code == 0 { return PlanQuery.Answer() }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 12) { whole in
      var count = 0
      for digit in String(code).utf8 {
        whole[count] = digit
        count += 1
      }
      // +508 counts six digits behind 0508.
      for digit in digits.dropFirst(code == 508 && digits[1] == 53 ? 4 : first) {
        whole[count] = digit
        count += 1
      }
      return ask(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(whole)[..<count]))
    }
  }
}

extension PlanQuery {
  /// What the number is that France dials with a four-digit head of another calling code.
  func dialledOverseas(_ digits: UnsafeBufferPointer<UInt8>) -> Answer? {
    guard let overseas, (10...11).contains(digits.count), digits[0] == 48 else { return nil }
    return overseas.international(digits) { international($0) }
  }
}
