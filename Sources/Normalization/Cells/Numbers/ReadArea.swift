/// An area code as it was read, without trunk prefix.
struct ReadArea: BitwiseCopyable, Equatable {
  private var code: UInt32 = 0
  private var count: UInt8 = 0
  private var localCount: UInt8 = 0
  /// Whether it was read before digits that make a mobile of a line, so that only those go on with it: (011) 15-5690-9484.
  var isOfMobile = false

  init(value: Int64 = 0, digits: Int = 0, localDigits: Int = 0) {
    self.value = value
    self.digits = digits
    self.localDigits = localDigits
  }

  /// An area code of ASCII digits.
  init(_ digits: some Collection<UInt8>, localDigits: Int = 0) {
    self.init(value: digits.decimalValue, digits: digits.count, localDigits: localDigits)
  }

  /// Its value, of at most six digits.
  var value: Int64 {
    get { Int64(code) }
    set { code = UInt32(truncatingIfNeeded: newValue) }
  }
  /// Number of its digits.
  var digits: Int {
    get { Int(count) }
    set { count = UInt8(truncatingIfNeeded: newValue) }
  }
  /// Digits of the local number behind which it was read; 0 when unknown.
  var localDigits: Int {
    get { Int(localCount) }
    set { localCount = UInt8(truncatingIfNeeded: newValue) }
  }
}
