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
  /// A character set and the languages that are written in it.
  private struct Candidate {
    /// As iconv knows it.
    var name: String
    var languages: [WrittenLanguage]

    init(_ name: String, _ languages: [WrittenLanguage]) {
      self.name = name
      self.languages = languages
    }

    init(_ name: String, _ letters: String) { self.init(name, [WrittenLanguage(letters)]) }
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
  private static let western = [
    WrittenLanguage("éèàçê", rare: "âôîûùëïüœæ", besides: "’°"),
    WrittenLanguage("äöüß", besides: "–"), WrittenLanguage("óíáñé", rare: "úü", besides: "ºª"),
    WrittenLanguage("ãçáéõ", rare: "íóêâôúà"), WrittenLanguage("àèéìòù"),
    WrittenLanguage("åäöæøé"), WrittenLanguage("áíðéó", rare: "úýþæö"),
    WrittenLanguage("äõöü", rare: "šž", besides: "Õ"), WrittenLanguage("ëïéè", rare: "ü"),
  ]
  /// Polish, Czech, Slovak, Hungarian, Croatian, Romanian.
  private static let central = [
    WrittenLanguage("łóąęśżć", rare: "ńź"), WrittenLanguage("íáéěřžýčšů", rare: "úťďňó"),
    WrittenLanguage("áíéčľšžýú", rare: "ťňôäďóĺŕ"), WrittenLanguage("áéöóő", rare: "íüúű"),
    WrittenLanguage("čćđšž"), WrittenLanguage("ăţş", rare: "âî"),
  ]
  private static let baltic = [
    WrittenLanguage("ėšžųįąčū", rare: "ę"), WrittenLanguage("āīēšņļķūž", rare: "ģč"),
  ]
  private static let cyrillic = [
    WrittenLanguage("оеаинтслрвкмдпуя", rare: "ыьгзбчйхжшюцщэёіїєўђјљњћџ")
  ]
  /// Of sets that read the same, the first counts.
  private static let candidates = [
    Candidate("CP950", "的一是區路號鄉鎮縣市電話店公司院臺灣學校名稱地址台北中國新段街大樓醫業"),
    Candidate("GB18030", "的一是区号路电话县镇学广东深圳大酒店楼有限级市中国北京上海公司院名称地址业街"),
    Candidate("CP932", japanese), Candidate("EUC-JP", japanese),
    Candidate("CP949", "의이다는서시구동로호전화번지국도대산원부경학교점남북가리성지상"),
    Candidate("windows-1252", western), Candidate("windows-1250", central),
    Candidate("ISO-8859-2", central), Candidate("windows-1251", cyrillic),
    Candidate("KOI8-R", cyrillic), Candidate("CP866", cyrillic),
    Candidate(
      "windows-1253", [WrittenLanguage("αοιετσνηρκλπςυμά", rare: "ίόέήώύγδθφχβζξψϊϋΐΰ")]),
    Candidate("windows-1254", [WrittenLanguage("ığşçöüâ", besides: "İ")]),
    Candidate("windows-1257", baltic),
    Candidate("windows-1255", [WrittenLanguage("יהואלברתמשנקדחפס", rare: "עגטזכצםןךףץ")]),
    Candidate("windows-1256", [WrittenLanguage("اليمنرتوبةسعدفهك", rare: "قحجشصطخذزأإىضءئ")]),
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
      let characters = WrittenLanguage.Characters(of: reading.text)
      let isWide = candidate.languages.contains(where: \.isWide)
      let best = candidate.languages.map { $0.score(of: characters) }.max() ?? 0
      let score = reading.share * best
      return (reading, candidate.name, score > 0.05 && isWide ? score + 0.5 : score)
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
