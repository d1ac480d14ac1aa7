/// Keeps spreadsheets from taking text for formulas, and takes back what that added.
///
/// A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`, in full width too, behind blanks
/// too, and where a cell begins is up to it: it may part lines at other characters than their writer. So
/// an apostrophe is put in front wherever a cell could begin: at the start, and behind `,` `;` `|`, a tab, a
/// line end, a quote and the source's own delimiter and quote. Apostrophes that stand there already get one more,
/// and so `unguarded` gives back every text that `guarded` was given.
package struct FormulaGuard: Sendable, Equatable {
  private static let mark = UInt8(ascii: "'")
  private let separators: [UInt8]

  /// A guard for text in which these characters part and quote cells.
  package init(delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8? = nil) {
    separators = Array(",;|\t\n\r\"".utf8) + [delimiter] + (quote.map { [$0] } ?? [])
  }

  /// Whether an apostrophe is text where it is used: it parts and quotes nothing.
  package var isUsable: Bool { !separators.contains(Self.mark) }

  /// The text with an apostrophe in front of whatever could be a formula.
  package func guarded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var output: [UInt8] = []
      let didChange = walk(bytes) { place, marks in
        if marks == nil {
          output.append(bytes[place])
        } else {
          output += [Self.mark, bytes[place]]
        }
      }
      return didChange ? String(decoding: output, as: UTF8.self) : nil
    } ?? text
  }

  /// The text without the apostrophes that `guarded` adds; nil where there are none.
  package func unguarded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard bytes.contains(Self.mark) else { return nil }
    var output: [UInt8] = []
    var isChanged = false
    _ = walk(bytes) { place, marks in
      if let marks, marks > 0 { isChanged = true } else { output.append(bytes[place]) }
    }
    return isChanged ? output : nil
  }

  /// The text without the apostrophes that `guarded` adds.
  package func unguarded(_ text: String) -> String {
    var copy = text
    return copy.withUTF8 { unguarded($0) }.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Goes over the bytes, and gives whether a formula could begin somewhere.
  ///
  /// There `marks` is how many apostrophes stand before it; elsewhere it is nil.
  private func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, _ body: (_ place: Int, _ marks: Int?) -> Void
  ) -> Bool {
    var isStart = true
    var isFound = false
    for place in bytes.indices {
      let marks = isStart ? self.marks(bytes, at: place) : nil
      if marks != nil { isFound = true }
      body(place, marks)
      isStart = separators.contains(bytes[place])
    }
    return isFound
  }

  /// Apostrophes from a place on, if a sign of a formula follows them, behind blanks at most.
  private func marks(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var place = start
    while place < bytes.count, bytes[place] == Self.mark { place += 1 }
    let marks = place - start
    while let length = blank(bytes, at: place) { place += length }
    return isSign(bytes, at: place) ? marks : nil
  }

  /// Bytes of a blank at a place; a separator is none.
  private func blank(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
    let rest = bytes[min(place, bytes.count)...]
    if rest.first == 0x20 { return separators.contains(0x20) ? nil : 1 }
    // U+00A0 and U+3000.
    if rest.starts(with: [0xC2, 0xA0]) { return 2 }
    return rest.starts(with: [0xE3, 0x80, 0x80]) ? 3 : nil
  }

  private func isSign(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place < bytes.count else { return false }
    switch bytes[place] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): return true
    // U+FF1D, U+FF0B, U+FF0D, U+FF20.
    case 0xEF:
      guard place + 2 < bytes.count else { return false }
      let tail = (bytes[place + 1], bytes[place + 2])
      return tail.0 == 0xBC && [0x9D, 0x8B, 0x8D, 0xA0].contains(tail.1)
    default: return false
    }
  }
}
