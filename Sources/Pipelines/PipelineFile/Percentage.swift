/// A share between 0 % and 100 %, exact to a millionth.
package struct Percentage: Equatable, Sendable, CustomStringConvertible {
  /// Millionths: 50 000 is 5 %.
  package let partsPerMillion: Int

  /// Creates a share of whole percents, 0 … 100.
  package init(wholePercent: Int) {
    precondition((0...100).contains(wholePercent), "a share is between 0 and 100 percent")
    partsPerMillion = wholePercent * 10_000
  }

  /// Reads `5%`, `0.5 %` or `100%`: at most four decimals; nil for anything else.
  package init?(_ text: String) {
    guard text.last == "%" else { return nil }
    var digits = text.dropLast()
    while digits.last == " " { digits = digits.dropLast() }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Self.number(parts[0], mostDigits: 3) else { return nil }
    var millionths = whole * 10_000
    if parts.count == 2 {
      guard let fraction = Self.number(parts[1], mostDigits: 4) else { return nil }
      let scale = [10_000, 1_000, 100, 10, 1][parts[1].utf8.count]
      millionths += fraction * scale
    }
    guard millionths <= 1_000_000 else { return nil }
    partsPerMillion = millionths
  }

  /// Whether `part` of `total` (both at least 0) is more than this share.
  package func isExceeded(by part: Int, of total: Int) -> Bool {
    guard total > 0 else { return false }
    let scaledPart = part.multipliedFullWidth(by: 1_000_000)
    let limit = total.multipliedFullWidth(by: partsPerMillion)
    return (scaledPart.high, scaledPart.low) > (limit.high, limit.low)
  }

  /// The shortest form that reads back as the same share.
  package var description: String {
    let whole = partsPerMillion / 10_000
    var fraction = String(partsPerMillion % 10_000 + 10_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    return fraction.isEmpty ? "\(whole)%" : "\(whole).\(fraction)%"
  }

  private static func number(_ text: Substring, mostDigits: Int) -> Int? {
    guard !text.isEmpty, text.utf8.count <= mostDigits,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}
