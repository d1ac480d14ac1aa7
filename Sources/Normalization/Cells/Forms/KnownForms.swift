#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Records

/// The forms of cells that the rules were seen to read alike whatever numbers stand in them.
///
/// Belongs to one reader. Memory: 220 KB. A form that comes takes the place of another one: what is known changes
/// how long a cell takes, never what it gives.
struct KnownForms {
  /// What a form gives.
  struct Verdict: BitwiseCopyable, Equatable {
    /// A number that it gives.
    struct Given: BitwiseCopyable, Equatable {
      /// Which of its numbers, from 0.
      var number: UInt8 = 0
      /// Whether the extension is that number's.
      var hasExtension = false
    }

    /// A repair that is listed.
    struct Listed: BitwiseCopyable, Equatable {
      var kind = RepairKind.unusedText
      /// Which of the numbers that it gives stands behind it.
      var given: UInt8 = 0
    }

    var given = InlinePair(Given())
    var repairs = InlinePair(Listed())
  }

  /// At most two of something.
  struct InlinePair<Element: BitwiseCopyable & Equatable>: BitwiseCopyable, Equatable {
    private var first: Element
    private var second: Element
    private(set) var count: UInt8 = 0

    init(_ none: Element) { (first, second) = (none, none) }

    /// Adds one; false where there are two.
    mutating func append(_ element: Element) -> Bool {
      guard count < 2 else { return false }
      if count == 0 { first = element } else { second = element }
      count += 1
      return true
    }

    subscript(index: Int) -> Element { index == 0 ? first : second }
  }

  /// A form that was met.
  struct Entry: BitwiseCopyable {
    fileprivate var count: UInt8 = 0
    /// How often it was met, as far as that is counted.
    fileprivate(set) var sightings: UInt8 = 0
    /// Bit n: with numbers of the n-th combination of types it gives `verdict`.
    fileprivate(set) var proven: UInt64 = 0
    /// The same for combinations that the rules must read.
    fileprivate(set) var refuted: UInt64 = 0
    fileprivate(set) var verdict = Verdict()

    /// Whether it is proven, or was met so often that a trial pays.
    var isWorthReading: Bool {
      proven != 0 || refuted == 0 && sightings >= KnownForms.sightingsBeforeTrial
    }
  }

  /// A trial takes as long as some dozens of cells.
  private static let sightingsBeforeTrial: UInt8 = 64
  private static let size = 2048

  private let entries: UnsafeMutablePointer<Entry>
  private let texts: UnsafeMutablePointer<UInt8>
  /// Where the form of a cell is written.
  let text: UnsafeMutablePointer<UInt8>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
    texts = .allocate(capacity: Self.size * CellForm.longest)
    text = .allocate(capacity: CellForm.longest)
  }

  func deallocate() {
    entries.deallocate()
    texts.deallocate()
    text.deallocate()
  }

  /// The entry of a form, which is a new one where it is not known.
  @inline(__always)
  func entry(of form: CellForm) -> UnsafeMutablePointer<Entry> {
    let place = Self.place(of: form)
    let (entry, known) = (entries + place, texts + place &* CellForm.longest)
    if Int(entry.pointee.count) != form.count || memcmp(known, form.text, form.count) != 0 {
      entry.pointee = Entry(count: UInt8(truncatingIfNeeded: form.count))
      known.update(from: form.text, count: form.count)
    }
    if entry.pointee.sightings < .max { entry.pointee.sightings &+= 1 }
    return entry
  }

  @inline(__always)
  private static func place(of form: CellForm) -> Int {
    var mixed: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<form.count {
      mixed = (mixed ^ UInt64(form.text[index])) &* 0x0000_0100_0000_01B3
    }
    return Int(truncatingIfNeeded: (mixed ^ mixed &>> 32) & UInt64(size - 1))
  }
}

extension KnownForms.Entry {
  /// Keeps what a trial came to, nil for a form that the rules must read.
  mutating func keep(_ verdict: KnownForms.Verdict?, of combination: Int) {
    if let verdict, proven == 0 || verdict == self.verdict {
      self.verdict = verdict
      proven |= 1 << UInt64(combination)
    } else {
      refuted |= 1 << UInt64(combination)
    }
  }

  func isProven(_ combination: Int) -> Bool { proven &>> UInt64(combination) & 1 == 1 }
  func isRefuted(_ combination: Int) -> Bool { refuted &>> UInt64(combination) & 1 == 1 }
}
