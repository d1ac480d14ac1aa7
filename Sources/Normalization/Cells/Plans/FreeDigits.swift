import NumberingPlans

extension PlanQuery {
  /// How many of the last digits say nothing of a number but its value.
  ///
  /// What `international`, or `national`, says of it with any others in their place differs in
  /// `nationalNumber` alone. May be too few.
  func freeDigits(
    of digits: UnsafeBufferPointer<UInt8>, isInternational: Bool, _ answer: Answer
  ) -> Int {
    // Overseas, and behind 00, `national` knows more than the region's plan.
    guard overseas == nil, isInternational || digits.count > 1 && digits[1] != 48 else { return 0 }
    // An area code, and the lengths behind it, are told by the first five national digits.
    let free = min(
      resolver.freeDigits(of: digits, isInternational: isInternational),
      max(answer.nationalDigits &- 5, 0))
    return notGiven.isEmpty ? free : freeDigits(free, of: answer)
  }
}
