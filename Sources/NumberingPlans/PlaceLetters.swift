/// How letters are folded: Latin, Greek, Cyrillic, Armenian, Arabic and Thai letters, kana and
/// full-width forms; all others stand for themselves.
///
/// Memory: 60 KB.
final class PlaceLetters: @unchecked Sendable {
  /// By index of scalar: offset in `results` times 16, and length; `stays` for a letter that stays.
  private let entries: UnsafeMutablePointer<UInt32>
  private let results: UnsafeMutablePointer<UInt8>
  private var resultCount = 0
  private static let stays = UInt32.max
  private static let entryCount = 0x3100 + 0xF0
  private static let resultCapacity = 8192

  /// How ASCII letters fold, and nothing else.
  init() {
    entries = .allocate(capacity: Self.entryCount)
    entries.initialize(repeating: Self.stays, count: Self.entryCount)
    results = .allocate(capacity: Self.resultCapacity)
    for byte in UInt8(0)..<0x80 {
      switch byte {
      case 0x30...0x39, 0x61...0x7A: continue
      case 0x41...0x5A: set([byte | 0x20], for: UInt32(byte)...UInt32(byte))
      case 0x09, 0x0A, 0x28, 0x29, 0x2C, 0x2F, 0x3B, 0x7C:
        set([PlaceText.comma], for: UInt32(byte)...UInt32(byte))
      default: set([0x20], for: UInt32(byte)...UInt32(byte))
      }
    }
  }

  deinit {
    entries.deallocate()
    results.deallocate()
  }

  /// Takes a result, and the scalars that fold to it in hexadecimal, as `C0-C5,E0`.
  ///
  /// False for what cannot be read. Only before anyone folds.
  func take(_ result: [UInt8], _ scalars: some StringProtocol) -> Bool {
    for item in scalars.split(separator: ",") {
      let ends = item.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      guard let first = ends.first, let last = ends.last, first <= last, result.count < 16,
        resultCount + result.count <= Self.resultCapacity, Self.index(first) != nil,
        Self.index(last) != nil
      else { return false }
      set(result, for: first...last)
    }
    return true
  }

  private func set(_ result: [UInt8], for scalars: ClosedRange<UInt32>) {
    let entry = UInt32(resultCount) << 4 | UInt32(result.count)
    for byte in result {
      results[resultCount] = byte
      resultCount += 1
    }
    for scalar in scalars {
      if let index = Self.index(scalar) { entries[index] = entry }
    }
  }

  private static func index(_ scalar: UInt32) -> Int? {
    if scalar < 0x3100 { return Int(scalar) }
    return (0xFF00..<0xFFF0).contains(scalar) ? Int(scalar) - 0xFF00 + 0x3100 : nil
  }

  /// What a scalar folds to, nil for one that stays.
  ///
  /// Nothing for a mark, a blank between words, a comma between parts. Valid as long as the letters
  /// live.
  func folded(_ scalar: UInt32) -> UnsafeBufferPointer<UInt8>? {
    guard let index = Self.index(scalar), entries[index] != Self.stays else { return nil }
    let entry = entries[index]
    return UnsafeBufferPointer(start: results + Int(entry >> 4), count: Int(entry & 15))
  }
}
