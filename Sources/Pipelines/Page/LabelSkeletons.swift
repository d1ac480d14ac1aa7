internal import Foundation

/// Labels of printable ASCII and of the ideographs of Unicode's first block for them: most of those
/// that are published.
enum PlainLabel {
  /// Whether a label, valid UTF-8, holds nothing else.
  static func isPlain(_ label: ArraySlice<UInt8>) -> Bool {
    label.withUnsafeBufferPointer { isPlain($0) }
  }

  private static func isPlain(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while at < label.count {
      let byte = label[at]
      if (0x20..<0x7F).contains(byte) {
        at += 1
      } else if isIdeograph(label, at) {
        at += 3
      } else {
        return false
      }
    }
    return true
  }

  /// Whether one of U+4E00 to U+9FFF begins here: three bytes from E4 B8 80 to E9 BF BF.
  @inline(__always)
  private static func isIdeograph(_ label: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    let byte = label[at]
    return (0xE4...0xE9).contains(byte) && at + 2 < label.count
      && (byte != 0xE4 || label[at + 1] >= 0xB8)
  }
}

/// What is left of labels for the eye: no case, width, accents, blanks or marks, Cyrillic and Greek
/// letters as the Latin ones they look like.
///
/// Asking Unicode's tables for twenty thousand names of Germany or Japan took longer than the rest of their
/// build: what is left of a character is kept. Memory: some 100 bytes a character that was met, at most 4 MB.
struct LabelSkeletons {
  /// What is left of a character that no other one changes.
  private var known: [Unicode.Scalar: [UInt8]] = [:]

  /// The skeleton of a label, UTF-8; what looks alike has the same.
  mutating func of(_ label: ArraySlice<UInt8>) -> [UInt8] {
    if PlainLabel.isPlain(label) { return Self.ofPlain(label) }
    let text = label.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    guard text.unicodeScalars.allSatisfy(Self.standsAlone) else {
      return Array(Self.of(text).utf8)
    }
    var skeleton: [UInt8] = []
    skeleton.reserveCapacity(label.count)
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let kept = Self.plainForms[Int(scalar.value)]
        if kept != 0 { skeleton.append(kept) }
        continue
      }
      if known[scalar] == nil { known[scalar] = Array(Self.of(String(scalar)).utf8) }
      skeleton += known[scalar] ?? []
    }
    return skeleton
  }

  /// Whether the same is left of a character whatever stands beside it: letters of Europe, kana without sound
  /// marks of their own, ideographs, syllables of Hangul, and signs.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x1E00...0x1EFF, 0x2010...0x2027,
      0x2030...0x205E, 0x20A0...0x20BF, 0x2100...0x27BF, 0x3000...0x3029, 0x3030...0x3098,
      0x309B...0x312F, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9D:
      true
    default: false
    }
  }

  /// The same by Unicode's properties, whatever the label holds.
  static func of(_ label: String) -> String {
    let folded = label.folding(
      options: [.caseInsensitive, .widthInsensitive, .diacriticInsensitive], locale: nil)
    var output = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars
    where scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
      output.append(twins[scalar] ?? scalar)
    }
    return String(output)
  }

  private static func ofPlain(_ label: ArraySlice<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: label.count) { output, count in
      for byte in label {
        let kept = plainForms[Int(byte)]
        output[count] = kept
        count += kept == 0 ? 0 : 1
      }
    }
  }

  /// By a byte of a plain label: what is left of it, 0 for nothing.
  private static let plainForms = (0...UInt8.max).map { byte -> UInt8 in
    switch byte {
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "1"): UInt8(ascii: "l")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "2")...UInt8(ascii: "9"), 0x80...:
      byte
    default: 0
    }
  }

  /// Unicode's confusables (UTS 39) of the letters that Latin labels are made of.
  private static let twins: [Unicode.Scalar: Unicode.Scalar] = [
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ѕ": "s",
    "ј": "j", "к": "k", "м": "m", "н": "h", "в": "b", "т": "t", "α": "a", "ο": "o", "ρ": "p",
    "ν": "v", "ι": "i", "κ": "k", "υ": "u", "0": "o", "1": "l",
  ]
}
