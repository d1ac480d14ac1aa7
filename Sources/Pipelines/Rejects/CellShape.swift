/// The shape of a cell: what cells that a person would correct in one way have in common.
///
/// Every digit is a `9`; a run of words is one `a`, a run of ideographs, kana and hangul one `字`; other
/// signs stay. So `(202) 514-FOIA` is `(999) 999-a`, and free text is a handful of shapes.
enum CellShape {
  /// Scalars of a cell that its shape looks at; `…` stands for what follows.
  static let mostScalars = 80

  /// The most bytes of a shape.
  private static let mostBytes = mostScalars * 4 + "…".utf8.count

  /// Lends the shape of a cell in UTF-8.
  static func lend<Result>(
    of cell: UnsafeBufferPointer<UInt8>, to body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mostBytes) { shape in
      guard let base = shape.baseAddress else { return body(UnsafeBufferPointer(shape)) }
      var writer = Writer(base: base)
      write(cell, to: &writer)
      return body(UnsafeBufferPointer(start: base, count: writer.count))
    }
  }

  /// Where a shape is written.
  private struct Writer {
    let base: UnsafeMutablePointer<UInt8>
    var count = 0

    @inline(__always)
    mutating func append(_ byte: UInt8) {
      base[count] = byte
      count &+= 1
    }

    mutating func append(contentsOf bytes: some Sequence<UInt8>) {
      for byte in bytes { append(byte) }
    }
  }

  private static func write(_ cell: UnsafeBufferPointer<UInt8>, to output: inout Writer) {
    var run = Run.none
    var at = writeFigures(cell, to: output.base)
    var scalars = at
    output.count = at
    while at < cell.count {
      if scalars == mostScalars { return output.append(contentsOf: "…".utf8) }
      scalars += 1
      let byte = cell[at]
      guard byte < 0x80 else {
        let (scalar, length) = decode(cell, at)
        append(scalar, after: &run, to: &output)
        at += length
        continue
      }
      at += 1
      if byte &- 48 < 10 {
        run = .none
        output.append(UInt8(ascii: "9"))
        while at < cell.count, scalars < mostScalars, cell[at] &- 48 < 10 {
          output.append(UInt8(ascii: "9"))
          at += 1
          scalars += 1
        }
      } else if (byte | 0x20) &- 97 < 26 {
        if run != .letters { output.append(UInt8(ascii: "a")) }
        run = .letters
      } else if byte != UInt8(ascii: " ") || run != .letters || !startsWord(cell, at) {
        run = .none
        output.append(byte)
      }
    }
  }

  /// Writes the shape of the bytes in front that are figures and signs, eight at once; gives how many
  /// those are, which its shape has, too.
  @inline(__always)
  private static func writeFigures(
    _ cell: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard cell.count >= 8, let start = UnsafeRawPointer(cell.baseAddress) else { return 0 }
    let shape = UnsafeMutableRawPointer(output)
    let most = min(cell.count, mostScalars)
    var at = 0
    while at &+ 8 <= most {
      guard writeEight(start + at, to: shape + at) else { return at }
      at &+= 8
    }
    // The last ones lie in eight of which some are written already.
    let last = cell.count &- 8
    return most == cell.count && writeEight(start + last, to: shape + last) ? most : at
  }

  /// Writes the shape of eight bytes of ASCII without a letter; false for others.
  @inline(__always)
  private static func writeEight(
    _ from: UnsafeRawPointer, to place: UnsafeMutableRawPointer
  ) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = from.loadUnaligned(as: UInt64.self)
    let small = word | ones &* 0x20
    let letters = (small &+ ones &* 0x1F) & ~(small &+ ones &* 0x05)
    guard (word | letters) & (ones &<< 7) == 0 else { return false }
    let digits = ((word &+ ones &* 0x50) & ~(word &+ ones &* 0x46)) &>> 7 & ones
    let mask = digits &* 0xFF
    place.storeBytes(of: word & ~mask | ones &* 0x39 & mask, as: UInt64.self)
    return true
  }

  /// The shape of a text.
  static func of(_ text: String) -> String {
    var text = text
    return text.withUTF8 { lend(of: $0) { String(decoding: $0, as: UTF8.self) } }
  }

  private enum Run { case none, letters, ideographs }

  /// Whether another word of ASCII follows: the blank in front of it belongs to the run.
  private static func startsWord(_ cell: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    guard at < cell.count else { return false }
    let byte = cell[at] | 0x20
    return byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }

  private static func append(
    _ scalar: Unicode.Scalar, after run: inout Run, to output: inout Writer
  ) {
    let kind = kind(of: scalar)
    switch kind {
    case .digit:
      run = .none
      output.append(UInt8(ascii: "9"))
    case .letter:
      if run != .letters { output.append(UInt8(ascii: "a")) }
      run = .letters
    case .ideograph:
      if run != .ideographs { output.append(contentsOf: "字".utf8) }
      run = .ideographs
    case .mark: if run == .none { output.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped) }
    case .sign:
      run = .none
      output.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
    }
  }

  private enum Kind { case digit, letter, ideograph, mark, sign }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    // Kana, bopomofo, hangul and everything between CJK radicals and the last ideographs.
    case 0x3041...0x30FF, 0x3105...0x318E, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0x1100...0x11FF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFD, 0x3005,
      0x3007:
      return .ideograph
    default: break
    }
    switch scalar.properties.generalCategory {
    // Numbers in circles and brackets, raised ones, Roman ones.
    case .decimalNumber, .otherNumber, .letterNumber: return .digit
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
    case .otherSymbol: return kindOfSymbol(scalar)
    default: return .sign
    }
  }

  /// Letters and words in circles, squares and brackets are letters: a name can be written in them.
  private static func kindOfSymbol(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x249C...0x24E9, 0x1F100...0x1F1FF: return .letter
    // Of CJK, and months, units and eras that are one sign.
    case 0x3200...0x33FF, 0x1F200...0x1F2FF: return .ideograph
    default: return .sign
    }
  }

  /// The scalar at an offset, U+FFFD for what is not UTF-8, and how many bytes it takes.
  private static func decode(
    _ cell: UnsafeBufferPointer<UInt8>, _ at: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    let first = UInt32(cell[at])
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard length > 1, at + length <= cell.count else { return ("\u{FFFD}", 1) }
    var value = first & (0x7F >> UInt32(length))
    for place in 1..<length { value = value << 6 | UInt32(cell[at + place] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
