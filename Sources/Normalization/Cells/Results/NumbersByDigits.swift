import Records

/// Where each number of a cell stands in its result, so that a repetition is found at once: a cell of 4 096 bytes has
/// hundreds of numbers.
///
/// 8 KiB, cleared for a cell that has more than a few.
final class NumbersByDigits {
  /// Twice as many places as there are numbers to find.
  private static let placeBits = 12
  /// The most numbers that are looked at one after the other.
  static let fewNumbers = 16
  /// The most numbers that are held against each other.
  static let mostNumbers = 2048

  /// The numbers by a mix of their digits, counted from 1; 0 is a free place.
  private let places = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << placeBits)
  /// How many of the result have their place.
  private var count = 0

  init() { places.initialize(repeating: 0, count: 1 << Self.placeBits) }

  deinit { places.deallocate() }

  /// Forgets the numbers of the cell before.
  @inline(__always)
  func removeAll() { if count > 0 { clear() } }

  private func clear() {
    places.update(repeating: 0, count: 1 << Self.placeBits)
    count = 0
  }

  /// The index of a number among those of a result, which has at most `mostNumbers` and has only grown since the last
  /// question; nil without it.
  func index(of number: ReadNumber, in result: CellResult) -> Int? {
    while count < result.numbers.count {
      let place = place(of: result.numbers[count], in: result)
      count &+= 1
      if places[place] == 0 { places[place] = UInt16(count) }
    }
    let found = places[place(of: number, in: result)]
    return found > 0 ? Int(found) - 1 : nil
  }

  /// The place of a number, or the free one that it would take.
  private func place(of number: ReadNumber, in result: CellResult) -> Int {
    let mixed = UInt64(bitPattern: number.number) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(mixed >> UInt64(64 - Self.placeBits))
    while places[place] > 0, result.numbers[Int(places[place]) - 1] != number {
      place = (place &+ 1) & (1 << Self.placeBits - 1)
    }
    return place
  }
}
