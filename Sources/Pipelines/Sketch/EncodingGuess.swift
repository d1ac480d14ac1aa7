#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Guesses the character set of the beginning of an export, by reading it in each.
///
/// A few lines that do not decode are rows that the build will reject; they say nothing about the
/// file and are left out.
enum EncodingGuess {
  /// A character set and the characters that its texts are full of.
  private struct Candidate {
    /// As iconv knows it.
    var name: String
    /// Frequent characters.
    var frequent: Set<Unicode.Scalar>
    /// Whether two bytes make a character: a text in another set seldom reads as such a one.
    var isWide: Bool { frequent.contains { $0.properties.isIdeographic || $0.value >= 0xAC00 } }

    init(_ name: String, _ frequent: String) {
      self.name = name
      self.frequent = Set(frequent.unicodeScalars)
    }
  }

  /// Bytes as text, and how far they are text.
  private struct Reading {
    var text: String
    /// The share of lines that decode, among those that are not plain ASCII.
    var share: Double
  }

  /// The share of lines that must decode.
  private static let leastShare = 0.9

  private static let kana = "のをにはがでとするアイウエオカキクケコサシスセソタチツテトナニネノハヒフホマミムメモラリルレロワンーッャュョ"
  private static let japanese = kana + "県市町村区番号名称住所電話学校病院"
  private static let candidates = [
    Candidate("CP950", "的一是區路號鄉鎮縣市電話店公司院臺灣學校名稱地址台北中國新段街大樓醫業"),
    Candidate("GB18030", "的一是区号路电话县镇学广东深圳大酒店楼有限级市中国北京上海公司院名称地址业街"),
    Candidate("CP932", japanese),
    Candidate("EUC-JP", japanese),
    Candidate("CP949", "의이다는서시구동로호전화번지국도대산원부경학교점남북가리성지상"),
    Candidate("windows-1252", "éèàâçêëîïôöùüäßñóíáúãåæøÉÈÀÖÄÜÑ’–°ºª"),
    Candidate("windows-1250", "łąęśżźćńřěšťďčžýůőűáíéóúöüŁŚŻŠČŽ"),
    Candidate("windows-1251", "оеаинтслрвкмдпуяыьгзбчйхжшюцщэОАСПКРМВНТДГ"),
    Candidate("KOI8-R", "оеаинтслрвкмдпуяыьгзбчйхжшюцщэОАСПКРМВНТДГ"),
    Candidate("windows-1253", "αοιετσνηρκλπςυμάίόέήώύγδθφχΑΕΟΚΠΣΤΝ"),
    Candidate("windows-1254", "ığşİĞŞçöüÇÖÜâ"),
    Candidate("windows-1255", "יהואלברתמשנקדחפסעגטזכצםןךףץ"),
    Candidate("windows-1256", "اليمنرتوبةسعدفهكقحجشصطخذزأإىضءئ"),
    Candidate("windows-874", "านรอกเงมยลวดทสตะปบคหแพชขใไโจซ่้ีิ์ัุู"),
  ]

  /// The text, and the name of its character set; nil when the byte order mark or UTF-8 says it.
  static func decode(_ bytes: ArraySlice<UInt8>) -> (text: String, encoding: String?)? {
    let start = Array(bytes.prefix(2))
    if start == [0xFF, 0xFE] || start == [0xFE, 0xFF] {
      return convert(bytes, from: "UTF-16").map { ($0, nil) }
    }
    let isMarked = Array(bytes.prefix(3)) == [0xEF, 0xBB, 0xBF]
    let withoutMark = isMarked ? bytes.dropFirst(3) : bytes
    if withoutMark.contains(0) { return nil }
    let unicode = reading(of: withoutMark, by: utf8)
    if isMarked || unicode.share >= leastShare { return (unicode.text, nil) }
    let guesses = guesses(bytes)
    // A text in none of these scripts that is no UTF-8 is most likely Western.
    guard
      let best = guesses.filter({ $0.0.share >= leastShare }).max(by: { $0.2 < $1.2 }), best.2 > 0
    else {
      return convert(bytes, from: "windows-1252").map { ($0, "windows-1252") }
    }
    return (best.0.text, best.1)
  }

  /// The text in a character set; nil where the bytes are none in it.
  static func text(_ bytes: ArraySlice<UInt8>, in encoding: String) -> String? {
    let text = convert(bytes, from: encoding)
    return text?.first == "\u{FEFF}" ? text.map { String($0.dropFirst()) } : text
  }

  /// Character sets in which the bytes read as a language, the likeliest first.
  static func ranked(_ bytes: ArraySlice<UInt8>) -> [String] {
    guesses(bytes).filter { $0.2 > 0 }.sorted { $0.2 > $1.2 }.map(\.1)
  }

  private static func guesses(_ bytes: ArraySlice<UInt8>) -> [(Reading, String, Double)] {
    candidates.map { candidate in
      let reading = reading(of: bytes) { convert($0, from: candidate.name) }
      let score = reading.share * score(reading.text, candidate.frequent)
      return (reading, candidate.name, score > 0.05 && candidate.isWide ? score + 0.5 : score)
    }
  }

  /// The whole text, or its lines that decode; LF is never a part of another character here.
  private static func reading(
    of bytes: ArraySlice<UInt8>, by decode: (ArraySlice<UInt8>) -> String?
  ) -> Reading {
    if let text = decode(bytes) { return Reading(text: text, share: 1) }
    let newline = UInt8(ascii: "\n")
    var text = ""
    var (foreign, decoded) = (0, 0)
    for line in bytes.split(separator: newline, omittingEmptySubsequences: false) {
      let isForeign = line.contains { $0 >= 0x80 }
      if isForeign { foreign += 1 }
      guard let part = decode(line) else {
        text += "\n"
        continue
      }
      if isForeign { decoded += 1 }
      text += part + "\n"
    }
    return Reading(text: text, share: foreign > 0 ? Double(decoded) / Double(foreign) : 1)
  }

  /// How much the characters beyond ASCII are those of the language, for each of them: 1 for a
  /// frequent one, less for others, and less than nothing for one that stands in no word of it.
  private static func score(_ text: String, _ frequent: Set<Unicode.Scalar>) -> Double {
    var sum = 0.0
    var count = 0
    var former: Unicode.Scalar = " "
    for scalar in text.unicodeScalars.prefix(200_000) {
      defer { former = scalar }
      guard !scalar.isASCII else {
        if scalar.properties.isLowercase, former.value >= 0x370, former.properties.isAlphabetic {
          sum -= 1
        }
        continue
      }
      count += 1
      sum += value(of: scalar, after: former, isFrequent: frequent.contains(scalar))
    }
    return count == 0 ? 0 : sum / Double(count)
  }

  private static func value(
    of scalar: Unicode.Scalar, after former: Unicode.Scalar, isFrequent: Bool
  ) -> Double {
    let isLatin = scalar.value < 0x250
    // A word is written in one script, and Latin words have few letters with marks in a row.
    if isLatin
      ? former.value >= 0xC0 && former.properties.isAlphabetic
      : former.isASCII && former.properties.isAlphabetic
    {
      return -0.5
    }
    if isFrequent {
      // A capital inside a word is a sign of another character set.
      return scalar.properties.isUppercase && former.properties.isLowercase ? -0.5 : 1
    }
    if scalar.properties.isAlphabetic { return scalar.properties.isIdeographic ? 0.1 : 0 }
    return scalar.value < 0xA0 ? -1 : -0.25
  }

  /// The text without a character that is cut at the end.
  private static func utf8(_ bytes: ArraySlice<UInt8>) -> String? {
    for dropped in 0...min(3, bytes.count) {
      if let text = String(validating: bytes.dropLast(dropped), as: UTF8.self) { return text }
    }
    return nil
  }

  private static func convert(_ bytes: ArraySlice<UInt8>, from name: String) -> String? {
    let descriptor = iconv_open("UTF-8", name)
    guard descriptor != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(descriptor) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
    var left = input.count
    var room = output.count
    let outcome = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var from = input.baseAddress
        var to = output.baseAddress
        let result = iconv(descriptor, &from, &left, &to, &room)
        // A character that is cut at the end is no fault of the guess.
        return result != -1 || (errno == EINVAL && left < 4)
      }
    }
    guard outcome else { return nil }
    return String(validating: output.dropLast(room).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
