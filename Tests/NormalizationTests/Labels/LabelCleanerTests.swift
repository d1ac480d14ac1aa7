import CSystem
import Records
import Testing

@testable import Normalization

@Suite("Labels")
struct LabelCleanerTests {
  private struct Cleaned: Equatable {
    var label: String?
    var removed = 0
    var isCopied = false
    var isTooLong = false
  }

  private func clean(_ bytes: [UInt8], always: Bool = false) -> Cleaned {
    var buffer = ElementBuffer<UInt8>()
    var cleaned = Cleaned()
    bytes.withUnsafeBufferPointer { cell in
      let outcome =
        always
        ? LabelCleaner.rewrite(cell, into: &buffer, removed: &cleaned.removed)
        : LabelCleaner.clean(cell, into: &buffer, removed: &cleaned.removed)
      switch outcome {
      case .unchanged(let offset, let count):
        cleaned.label = String(decoding: cell[offset..<offset + count], as: UTF8.self)
      case .cleaned(let offset, let count):
        cleaned.label = String(
          decoding: buffer.elements[offset..<offset + count], as: UTF8.self)
        cleaned.isCopied = true
      case .empty: break
      case .tooLong: cleaned.isTooLong = true
      }
    }
    return cleaned
  }

  private func clean(_ text: String) -> Cleaned { clean(Array(text.utf8)) }

  @Test(
    "clean text is taken as it stands",
    arguments: [
      "Happy Bakery", "幸福麵包店", "喜八咖啡 2F", "ラーメン太郎", "서울식당", "Café Zürich", "台北１０１（總店）",
      "—「茶」—", "🍞麵包", "𠮷野家",
    ])
  func unchanged(_ text: String) {
    #expect(clean(text) == Cleaned(label: text))
  }

  @Test(
    "white space at both ends goes",
    arguments: ["  茶館 ", "\u{3000}茶館\u{3000}", "\u{A0} 茶館\u{A0}", "\t茶館\r\n", "\u{2003}茶館\u{2028}"])
  func trimmed(_ text: String) {
    #expect(clean(text).label == "茶館")
    #expect(clean(text).removed == 0)
  }

  @Test(
    "a run of TAB, CR, LF and separators becomes one space",
    arguments: [
      ("茶\t館", "茶 館"), ("茶\r\n館", "茶 館"), ("茶\n\n\t館", "茶 館"), ("茶 \n 館", "茶   館"),
      ("茶\n\u{200B}\n館", "茶 館"), ("茶\u{2028}\u{2029}館", "茶 館"),
    ])
  func lineBreaks(_ text: String, _ expected: String) {
    #expect(clean(text).label == expected)
  }

  @Test(
    "what cannot be seen goes and is counted",
    arguments: [
      ("茶\u{0}館", "茶館", 1), ("\u{FEFF}茶館", "茶館", 1), ("茶\u{85}館", "茶館", 1),
      ("\u{202E}茶館\u{202C}", "茶館", 2), ("\u{2066}茶\u{2069}館\u{200E}\u{200F}\u{61C}", "茶館", 5),
      ("茶\u{200B}\u{200C}\u{200D}\u{2060}館", "茶館", 4), ("茶\u{AD}館\u{7F}", "茶館", 2),
      ("茶\u{FE0F}館", "茶館", 1), ("a\u{200D}b", "ab", 1), ("1\u{FE0F}2", "12", 1),
      ("葛\u{E0100}", "葛", 1),
      ("\u{FFF9}茶\u{FFFA}ちゃ\u{FFFB}館", "茶ちゃ館", 3),
    ])
  func invisible(_ text: String, _ expected: String, _ removed: Int) {
    #expect(clean(text) == Cleaned(label: expected, removed: removed, isCopied: true))
  }

  @Test(
    "joiners, selectors and tags inside an emoji stay",
    arguments: [
      "👨‍👩‍👧 親子館", "☎️ 總機", "1️⃣ 號店", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 pub", "🏳️‍🌈", "👩🏽‍🍳 廚房", "❤️‍🔥",
    ])
  func emoji(_ text: String) {
    #expect(clean(text).label.map { Array($0.utf8) } == Array(text.utf8))
    #expect(clean(text).removed == 0)
  }

  @Test("a joiner between an emoji and a letter goes, tags without an end go")
  func brokenEmoji() {
    #expect(clean("👨\u{200D}a") == Cleaned(label: "👨a", removed: 1, isCopied: true))
    #expect(clean("🏴\u{E0067}\u{E0062}") == Cleaned(label: "🏴", removed: 2, isCopied: true))
  }

  @Test("text is composed")
  func composed() {
    let cleaned = clean("Cafe\u{301} ハ\u{309A}ン \u{212B}")
    #expect(cleaned.label.map { Array($0.utf8) } == Array("Café パン Å".utf8))
    #expect(clean("\u{F900}").label.map { Array($0.utf8) } == Array("豈".utf8))
    #expect(clean("e\u{200B}\u{301}").label.map { Array($0.utf8) } == Array("é".utf8))
  }

  @Test(
    "nothing left is empty",
    arguments: ["", " ", "\u{3000}", "\u{200B}", "\t\n", " \u{FE0F} ", "\u{2800}"])
  func nothing(_ text: String) {
    #expect(clean(text).label == nil)
  }

  @Test("65 534 bytes are the longest label, after cleaning")
  func length() {
    let most = LabelCleaner.longestInBytes
    let fits = String(repeating: "a", count: most)
    #expect(clean(" " + fits + " ").label == fits)
    #expect(clean(fits + "a").isTooLong)
    #expect(clean(fits + "\u{200B}").label == fits)
    #expect(clean(fits + "a\u{200B}").isTooLong)
    #expect(clean("茶\u{200B}" + fits).isTooLong)
  }

  @Test(
    "what is no character goes", arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFF, 0x10FFFE])
  func noncharacters(_ value: UInt32) throws {
    let scalar = String(Character(try #require(Unicode.Scalar(value))))
    #expect(clean("茶" + scalar + "館") == Cleaned(label: "茶館", removed: 1, isCopied: true))
  }

  @Test("thirty marks stay on a letter")
  func marks() {
    let cleaned = clean("a" + String(repeating: "\u{316}\u{200B}\u{301}", count: 40) + "館")
    #expect(cleaned.label?.unicodeScalars.count == 31)
    #expect(cleaned.label?.hasSuffix("館") == true)
    #expect(cleaned.removed == 80 - 30 + 40)
  }

  @Test("the blank of Braille is a space, and text is not cleaned that is too long anyhow")
  func odd() {
    #expect(clean("茶\u{2800}館").label == "茶 館")
    let accents = LabelCleaner.longestInBytes
    #expect(clean(String(repeating: "e\u{301}", count: 2 * accents)).isTooLong)
    #expect(clean(String(repeating: "e\u{301}", count: accents / 2)).label?.utf8.count == accents)
  }

  @Test("bytes that are no UTF-8 become U+FFFD")
  func invalidBytes() {
    #expect(clean([0x61, 0xFF, 0x62]).label == "a\u{FFFD}b")
    #expect(clean([0xE8, 0x8C]).label == "\u{FFFD}")
    #expect(clean([0xC2]).label == "\u{FFFD}")
  }

  /// Characters that meet in labels, with those that cleaning treats in a special way.
  private static let alphabet: [UInt32] = [
    0x20, 0x41, 0x31, 0x23, 0x9, 0xA, 0xD, 0x0, 0x85, 0xA0, 0xAD, 0xE9, 0x300, 0x301, 0x327, 0x338,
    0x61C, 0x1100, 0x1161, 0x11A8, 0xAC00, 0x200B, 0x200D, 0x200E, 0x2028, 0x202E, 0x2194, 0x20E3,
    0x260E, 0x3000, 0x302A, 0x304B, 0x3099, 0x30CF, 0x309A, 0x3164, 0x8336, 0x9928, 0xF900, 0xFE0E,
    0xFE0F, 0xFEFF, 0xFF23, 0xFFA0, 0xFF9E, 0x1F468, 0x1F469, 0x1F3FD, 0x1F3F4, 0xE0067, 0xE007F,
    0xE0100, 0x20BB7, 0x2F800, 0x2EBE0, 0x212B, 0x2000, 0x2260, 0x1F1F9, 0xE01, 0xE38, 0xE3A, 0xE48,
    0xE49, 0x928, 0x93C, 0x94D, 0xEC9, 0x1E9, 0x1ED9, 0x1025, 0x102E, 0x1037, 0x103A, 0x17D2,
  ]

  @Test("the short cut gives what the long way gives, and cleaning twice changes nothing")
  func properties() {
    let seed: UInt64 = 20_261_121
    var random = SeededNumbers(seed: seed)
    for round in 0..<40_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...7, using: &random) {
        let value = Self.alphabet.randomElement(using: &random) ?? 0x20
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      let bytes = Array(String(text).utf8)
      let short = clean(bytes)
      let long = clean(bytes, always: true)
      let again = clean(Array((short.label ?? "").utf8), always: true)
      let same = short.label.map { Array($0.utf8) } == long.label.map { Array($0.utf8) }
      let still = again.label.map { Array($0.utf8) } == short.label.map { Array($0.utf8) }
      #expect(
        same && short.removed == long.removed && still && again.removed == 0,
        "seed \(seed), round \(round): \(text.map { String($0.value, radix: 16) })")
    }
  }

  private static var tellsAtOnce: Bool {
    #if arch(x86_64)
      true
    #else
      false
    #endif
  }

  @Test("ASCII and ideographs are told at once as they are character by character")
  func manyAtOnce() {
    let seed: UInt64 = 20_261_122
    var random = SeededNumbers(seed: seed)
    var found = 0
    for round in 0..<40_000 {
      var bytes: [UInt8] = []
      let pieces = ["a", "Z", " ", "~", "店", "䀀", "鿿", "鿿婚紗"].map { Array($0.utf8) }
      let count = Int.random(in: 12...64, using: &random)
      while bytes.count < count { bytes += pieces.randomElement(using: &random) ?? [] }
      if round % 2 == 0 {
        // One byte of those at the borders of what is allowed, or one less.
        let odd: [UInt8] = [0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xE3, 0xE4, 0xE9, 0xEA, 0xFF]
        bytes[Int.random(in: 0..<bytes.count, using: &random)] =
          odd.randomElement(using: &random) ?? 0
        if round % 4 == 0 { bytes.removeLast() }
      }
      bytes.withUnsafeBufferPointer { text in
        guard let start = text.baseAddress else { return }
        let isPlain = callbook_is_ascii_and_ideographs(start, text.count) != 0
        found += isPlain ? 1 : 0
        // Other processors leave all texts to the definition.
        if isPlain || Self.tellsAtOnce && round % 2 == 1 && (16...60).contains(text.count) {
          #expect(
            isPlain == CleanText.holdsByCharacter(text), "seed \(seed), round \(round): \(bytes)")
        }
      }
    }
    #expect(found > 10_000 || !Self.tellsAtOnce)
  }

  @Test("every character that the short cut lets through is left alone by the long way")
  func everyScalar() {
    for value in UInt32(0x20)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // Between letters, so that trimming has no part in it, and twice, so that pairs compose.
      for text in ["가\(scalar)\(scalar)k", "가\(scalar)k"] {
        let bytes = Array(text.utf8)
        guard bytes.withUnsafeBufferPointer(CleanText.holds) else { continue }
        let long = clean(bytes, always: true)
        if long.removed > 0 || long.label.map({ Array($0.utf8) }) != bytes {
          Issue.record("U+\(String(value, radix: 16)) is not inert")
        }
      }
    }
  }

  @Test(
    "names in scripts with vowels and tones of their own take the short cut",
    arguments: [
      "Nhà hàng Tiệc cưới Hồng Phúc", "ร้านเสื้อผ้าเจ้าสาว กรุงเทพ", "ที่นี่ปู่ยิ้ม", "शादी की दुकान प्रेम",
      "લગ્ન સ્ટુડિયો", "వివాహ వేదిక", "ຮ້ານແຕ່ງງານ", "မင်္ဂလာဆောင်", "საქორწილო სალონი", "ሰርግ ቤት",
      "ហាងអាពាហ៍ពិពាហ៍", "№ 5 → 100 ℃ ≥ €", "ครู่",
    ])
  func scripts(_ name: String) {
    let bytes = Array(name.utf8)
    #expect(bytes.withUnsafeBufferPointer(CleanText.holds))
    #expect(clean(bytes, always: true).label.map { Array($0.utf8) } == bytes)
  }

  @Test(
    "marks in another order, nuktas, and more marks than stay take the long way",
    arguments: [
      "ก\u{E48}\u{E38}", "\u{92B}\u{93C}ोन", "ক\u{9C7}\u{9BE}",
      "ก" + String(repeating: "\u{E48}", count: 31),
    ])
  func marksOutOfOrder(_ name: String) {
    #expect(!Array(name.utf8).withUnsafeBufferPointer(CleanText.holds))
    let most = "ก" + String(repeating: "\u{E48}", count: 30)
    #expect(Array(most.utf8).withUnsafeBufferPointer(CleanText.holds))
    #expect(clean(Array(most.utf8), always: true).label == most)
  }
}
