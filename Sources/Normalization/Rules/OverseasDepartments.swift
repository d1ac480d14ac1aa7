import NumberingPlans

/// Reads numbers that France and its overseas departments dial alike, though their calling codes
/// differ: 0590 90 12 34 is +590 590 90 12 34; those of a neighbour behind a head of their own, as 048
/// 9012 3456 of Ireland for +44 28; and mobiles that nobody can tell from those of a neighbour.
struct OverseasDepartments {
  /// First digits and where they lead, the longest first.
  private let heads: [Notation.Overseas]
  /// By the two digits behind the zero, how many of the first heads cannot begin so: all where none leads overseas.
  ///
  /// Most numbers are of the region itself, and going through the list took a tenth of a build.
  private let skipped: [UInt8]

  /// The common dialling of a region; nil where there is none.
  init?(_ notation: Notation) {
    guard !notation.overseas.isEmpty else { return nil }
    let heads = notation.overseas
    self.heads = heads
    skipped = (0..<100).map { digits in
      let written = [48, 48 + UInt8(digits / 10), 48 + UInt8(digits % 10)]
      return UInt8(
        heads.firstIndex { $0.head.starts(with: written.prefix($0.head.count)) } ?? heads.count)
    }
  }

  /// Asks for the number behind the right calling code; nil when the region's own plan decides.
  func international(
    _ digits: UnsafeBufferPointer<UInt8>,
    _ ask: (UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer
  ) -> PlanQuery.Answer? {
    let begins = Int(digits[1] &- 48) &* 10 &+ Int(digits[2] &- 48)
    for lead in heads[Int(skipped[begins])...]
    where digits.count == lead.digits && digits.starts(with: lead.head) {
      return international(digits, lead, ask)
    }
    return nil
  }

  /// Bit n: n digits may be dialled into another calling code.
  var lengths: UInt32 { heads.reduce(0) { $0 | 1 << UInt32($1.digits) } }

  /// Whether digits may as well be dialled in another country: 06 12 34 56 78 in Monaco.
  func isShared(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
    digits.count == 10 && heads.contains { $0.callingCode == 0 && digits.starts(with: $0.head) }
  }

  /// Asks for a number behind the calling code that its first digits lead to.
  private func international(
    _ digits: UnsafeBufferPointer<UInt8>, _ lead: Notation.Overseas,
    _ ask: (UnsafeBufferPointer<UInt8>) -> PlanQuery.Answer
  ) -> PlanQuery.Answer {
    if lead.callingCode == 0 { return PlanQuery.Answer() }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { whole in
      var count = 0
      for digit in String(lead.callingCode).utf8 {
        whole[count] = digit
        count += 1
      }
      for digit in digits.dropFirst(lead.dropped) {
        whole[count] = digit
        count += 1
      }
      return ask(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(whole)[..<count]))
    }
  }
}

extension PlanQuery {
  /// What the number is whose first digits lead to another calling code in the dialling of the region.
  func dialledOverseas(_ digits: UnsafeBufferPointer<UInt8>) -> Answer? {
    guard let overseas, (10...11).contains(digits.count), digits[0] == 48 else { return nil }
    return overseas.international(digits) { international($0) }
  }
}
