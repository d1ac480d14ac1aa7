/// What a byte, or the bytes of a full-width form, are beside numbers.
struct CellSign: BitwiseCopyable {
  /// `dash` is a blank and a dot as well.
  enum Kind: BitwiseCopyable {
    case digit, plus, open, close, dash, slash, text
  }

  var kind: Kind
  /// Its bytes.
  var width: Int
  /// The ASCII that it is, or of which it is the full-width form.
  var ascii: UInt8

  @inline(__always)
  init(_ cell: UnsafeBufferPointer<UInt8>, at index: Int) {
    let byte = cell[index]
    if byte < 0x80 {
      self.init(kind: Self.kind(of: byte), width: 1, ascii: byte)
    } else if byte == 0xEF, index &+ 2 < cell.count, cell[index &+ 1] == 0xBC,
      cell[index &+ 2] >= 0x81, cell[index &+ 2] <= 0x99
    {
      // The full-width forms of ! … 9.
      let ascii = cell[index &+ 2] &- 0x60
      self.init(kind: Self.kind(of: ascii), width: 3, ascii: ascii)
    } else {
      self.init(kind: .text, width: 1, ascii: byte)
    }
  }

  private init(kind: Kind, width: Int, ascii: UInt8) {
    (self.kind, self.width, self.ascii) = (kind, width, ascii)
  }

  @inline(__always)
  private static func kind(of byte: UInt8) -> Kind {
    switch byte {
    case 48...57: .digit
    case UInt8(ascii: "+"): .plus
    case UInt8(ascii: "("): .open
    case UInt8(ascii: ")"): .close
    case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "."): .dash
    case UInt8(ascii: "/"): .slash
    default: .text
    }
  }
}
