/// Rows of words as Data/words.tsv has them: `cvr=8 cvrnr=8 senr`.
enum WordRows {
  /// Calls `body` with the bytes of every word and with the number behind it, 0 for none.
  ///
  /// Words are parted by blanks and lines; whoever embeds them has looked at their form.
  static func forEachWord(
    in rows: StaticString, _ body: (UnsafeBufferPointer<UInt8>, UInt8) -> Void
  ) {
    rows.withUTF8Buffer { text in
      var start = 0
      while start < text.count {
        var end = start
        while end < text.count, text[end] > 0x20, text[end] != UInt8(ascii: "=") { end += 1 }
        let word = UnsafeBufferPointer(rebasing: text[start..<end])
        var number: UInt8 = 0
        while end < text.count, text[end] > 0x20 {
          if text[end] != UInt8(ascii: "=") { number = number &* 10 &+ (text[end] &- 0x30) }
          end += 1
        }
        if !word.isEmpty { body(word, number) }
        start = end + 1
      }
    }
  }
}
