/// The kinds of number patterns in the data: the types, and the general pattern all must match.
enum NumberKind: UInt8, CaseIterable {
  case general
  case fixedLine
  case mobile
  case tollFree
  case premiumRate
  case sharedCost
  case voip
  case personalNumber
  case pager
  case uan
  case voicemail

  /// The kind of a spelling of the data; nil for an unknown one.
  init?(spelling: some StringProtocol) {
    if spelling == "general" {
      self = .general
      return
    }
    guard let type = NumberType(spelling: spelling),
      let kind = NumberKind.order.first(where: { $0.type == type })?.kind
        ?? (type == .fixedLine ? .fixedLine : type == .mobile ? .mobile : nil)
    else { return nil }
    self = kind
  }

  /// The special kinds, first match wins; lines and mobiles come after them.
  private static let order: [(kind: NumberKind, type: NumberType)] = [
    (.premiumRate, .premiumRate), (.tollFree, .tollFree), (.sharedCost, .sharedCost),
    (.voip, .voip), (.personalNumber, .personalNumber), (.pager, .pager), (.uan, .uan),
    (.voicemail, .voicemail),
  ]

  /// The one type of a number that matches several kinds (bit = raw value); nil: not valid.
  static func type(of kinds: UInt16, sharesFixedAndMobile: Bool) -> NumberType? {
    func has(_ kind: NumberKind) -> Bool { kinds >> UInt16(kind.rawValue) & 1 == 1 }
    guard has(.general) else { return nil }
    if let special = order.first(where: { has($0.kind) }) { return special.type }
    if has(.fixedLine) {
      return sharesFixedAndMobile || has(.mobile) ? .fixedLineOrMobile : .fixedLine
    }
    return has(.mobile) && !sharesFixedAndMobile ? .mobile : nil
  }
}
