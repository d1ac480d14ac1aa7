/// The one block of a PEM text (RFC 7468), read and written.
enum PEMBlock {
  /// The bytes of the first block with `label`, or nil when there is none or it is not Base64.
  static func decode(_ text: String, label: String) -> [UInt8]? {
    var inside = false
    var encoded: [UInt8] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let trimmed = line.filter { !$0.isWhitespace || $0 == " " }
      if trimmed.hasPrefix("-----BEGIN \(label)-----") {
        inside = true
      } else if trimmed.hasPrefix("-----END \(label)-----") {
        return inside ? base64(encoded) : nil
      } else if inside {
        encoded.append(contentsOf: line.utf8.filter { $0 != 0x20 && $0 != 0x09 })
      }
    }
    return nil
  }

  /// A PEM text of one block, 64 characters a line.
  static func encode(_ bytes: [UInt8], label: String) -> String {
    var lines = ["-----BEGIN \(label)-----"]
    var encoded = base64Text(bytes)[...]
    while !encoded.isEmpty {
      lines.append(String(decoding: encoded.prefix(64), as: UTF8.self))
      encoded = encoded.dropFirst(64)
    }
    lines.append("-----END \(label)-----")
    return lines.joined(separator: "\n") + "\n"
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func base64Text(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value: UInt32 = 0
      for index in 0..<3 { value = value << 8 | UInt32(group.dropFirst(index).first ?? 0) }
      for index in 0..<4 {
        let digit = alphabet[Int(value >> UInt32(18 - 6 * index) & 63)]
        text.append(index <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return text
  }

  private static func base64(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var value: UInt32 = 0
    for (index, character) in text.dropLast(padding).enumerated() {
      guard let digit = alphabet.firstIndex(of: character) else { return nil }
      value = value << 6 | UInt32(digit)
      if index % 4 == 3 {
        bytes += [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
        value = 0
      }
    }
    switch padding {
    case 1: bytes += [UInt8(value >> 10 & 255), UInt8(value >> 2 & 255)]
    case 2: bytes.append(UInt8(value >> 4 & 255))
    default: break
    }
    return bytes
  }
}
