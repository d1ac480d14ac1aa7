#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Guesses the character set of the beginning of an export.
///
/// A few lines that do not decode are rows that the build will reject; they say nothing about the
/// file and are left out.
enum EncodingGuess {
  /// Bytes as text, and how far they are text.
  private struct Reading {
    var text: String
    /// The share of lines that decode, among those that are not plain ASCII.
    var share: Double
  }

  /// The share of lines that must decode.
  private static let leastShare = 0.9

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
    let guesses = ["CP950", "GB18030", "CP932", "CP949"].map { name in
      let reading = reading(of: bytes) { convert($0, from: name) }
      return (reading: reading, encoding: name, score: reading.share * score(reading.text))
    }
    // A text in none of these scripts that is no UTF-8 is most likely Western.
    guard
      let best = guesses.filter({ $0.reading.share >= leastShare })
        .max(by: { $0.score < $1.score }), best.score >= 0.01
    else {
      return convert(bytes, from: "windows-1252").map { ($0, "windows-1252") }
    }
    return (best.reading.text, best.encoding)
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

  /// Characters that names and addresses of each script are full of.
  private static let frequent = Set(
    ("的一是區路號鄉鎮縣市電話店公司院臺灣學校名稱地址台北中國"
      + "区号电话县镇学广东深圳大酒店楼有限级"
      + "のをにはがでとする県市町村電番号名称住所アイスンルトリ"
      + "의이다는서시구동로호전화번지국").unicodeScalars)

  /// The share of frequent characters among those that are not ASCII.
  private static func score(_ text: String) -> Double {
    let foreign = text.unicodeScalars.prefix(100_000).filter { !$0.isASCII }
    guard !foreign.isEmpty else { return 0 }
    return Double(foreign.count(where: frequent.contains)) / Double(foreign.count)
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
