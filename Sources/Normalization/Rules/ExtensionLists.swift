import Records

/// Reads several extensions of one number: #312、313, 轉1200或1035, *217-220.
extension TailGrammar {
  /// The most extensions that a range with both ends spelled out may stand for.
  static let widestExtensionRange: Int64 = 100

  /// Adds the extensions behind the last one up to the end that a token gives.
  func readExtensionRange(_ tail: inout Tail, to index: Int) {
    let first = tail.extensions.last
    let last = value(of: tokens[index])
    guard isOn(.extensionLists), Int(tokens[index].count) == first.digits, last > first.value,
      tail.alternates == 0
    else {
      return tail.fail(.ambiguous, at: index, "a range of extensions, or two extensions")
    }
    guard last - first.value <= Self.widestExtensionRange,
      last - first.value < context.expansionBudget
    else { return tail.fail(.rangeTooLarge, at: index) }
    var value = first.value
    while value < last {
      value += 1
      guard tail.extensions.hasRoom else {
        return tail.fail(.rangeTooLarge, at: index)
      }
      tail.extensions.append(
        ReadExtension(value: value, digits: first.digits))
    }
    tail.next = index + 1
  }

  /// Whether digits in a list behind an extension are another extension of the same number.
  func continuesExtensions(_ tail: Tail, _ token: Token) -> Bool {
    guard isOn(.extensionLists), tail.extensions.count > 0 else { return false }
    let count = Int(token.count)
    return count <= 5 || count == tail.extensions.last.digits
  }
}
