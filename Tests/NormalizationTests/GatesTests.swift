import Records
import Testing

@testable import Normalization

/// What spares a rule its walk, or a grammar its making, must say no only where that would find nothing.
///
/// The readers of every property test share these gates, so that no comparison of readers sees one that is
/// too tight.
@Suite("Gates of rules")
struct GatesTests {
  private static let pieces = [
    "0", "02", "2712", "3456", "27123456", "0755", "28091234", "13912345678", "555", "+886", "+49",
    "00",
    "1", "9", "12", "123", "7", "-", " ", " ", "(", ")", "#", "*", "~", "、", ",", ";", "/", ".",
    ":", "轉",
    "分機", "ext ", "x", "電話", "傳真", "tel ", "fax ", "或", "e", "a", "am", "E+11", "Uhr", "h", "GMT+8",
    "€", "$", "Rp ", "元", "樓", "F", "Zimmer ", "@", "www.", "a.b", "com", "Mai ", "08:30", "9.00",
    "24/7",
    "Nr.", "item ", "CVR ", "№", "舊", "new ", "無", "[0-9]", "^", "**", "=", "\"", "'", "\n", "１",
    "王",
    "IK", "n", "Mo-Fr ", "1.2.", "2024-01-31", "line:", "wx", "No. ", "室", "人", "old ", "ramal ",
    "区号", "→", "(", "B1", "9 a 17", "8am-5pm", "24 h", "12 e 14", "Jan 5", "PO 12", "C.I.F. ",
    "LINE ab1 ", "USD 50",
    "r. 12", "(錯)", "查無此人 ", "02-27123456->", "× ", "12/03 ", "3) ", "2000-3000元", "2024-2025",
    "14-18 Uhr", "(8/1起停用)", " 9-17", "(9-5)", "Local 3", "est. 1978 ", " #03-12", "(#1)", "(#2)",
    " 120 seats", "350 m² ", "+4",
  ]
  private static let regions = ["TW", "CN", "DE", "US", "VN", "BR", "IT", "ES", "SG"]

  /// Drawn cells, each with its writer behind the folding.
  private func forEachCell(
    of region: String, _ count: Int,
    _ body: (TokenWriter, UnsafeBufferPointer<UInt8>, CellResult, String) throws -> Void
  ) throws {
    var random = SeededNumbers(seed: 20_261_125)
    try CellWriting.withWriter(of: region) { writer, _ in
      let result = CellResult()
      for _ in 0..<count {
        let cell = (0..<Int.random(in: 1...9, using: &random)).map { _ in
          Self.pieces.randomElement(using: &random) ?? ""
        }.joined()
        try Array(cell.utf8).withUnsafeBufferPointer { bytes in
          writer.fold(bytes)
          result.removeAll()
          try body(writer, bytes, result, cell)
        }
      }
    }
  }

  private func tokens(_ writer: TokenWriter) -> [String] {
    (0...writer.tokenCount).map { "\(writer.tokens[$0])" }
  }

  @Test("marks that are passed over would set nothing aside", arguments: regions)
  func marks(region: String) throws {
    var passed = [Int](repeating: 0, count: RuleBook.Mark.allCases.count)
    try forEachCell(of: region, 4_000) { writer, _, result, cell in
      for (index, mark) in RuleBook.Mark.allCases.enumerated() {
        if mark.mayHold(writer) {
          guard mark.mark(writer, result) else { return }
          continue
        }
        passed[index] += 1
        let before = tokens(writer)
        let isKept = mark.mark(writer, result)
        #expect(isKept && tokens(writer) == before, "\(region) \(mark.rule): \"\(cell)\"")
      }
    }
    #expect(passed.allSatisfy { $0 > 20 }, "\(passed)")
  }

  @Test("repairs that are passed over would make no number", arguments: regions)
  func repairs(region: String) throws {
    var passed = [Int](repeating: 0, count: RuleBook.Repair.allCases.count)
    try forEachCell(of: region, 4_000) { writer, _, result, cell in
      guard let list = writer.marked(into: result) else { return }
      for start in 0..<list.tokenCount where list.tokens[start].kind == .digits {
        let grammar = NumberGrammar(list, writer.context, at: start)
        let first = grammar.digits[grammar.groups[0].first]
        for hasPlus in [false, true] {
          for (index, repair) in RuleBook.Repair.allCases.enumerated()
          where (repair.isForInternational || !hasPlus)
            && (!repair.begins.fits(first) || !repair.mayHelp(grammar, hasPlus))
          {
            for count in 1...grammar.groupCount {
              let digits = grammar.digits(of: 0..<count)
              guard (5...NumberGrammar.mostDigits).contains(digits.count) else { continue }
              let given = RuleBook.Digits(all: digits, groups: count, hasPlus: hasPlus)
              passed[index] += 1
              #expect(
                repair.propose(grammar, given).answer.validity != .valid,
                "\(region) \(repair.rule), \(count) groups from token \(start): \"\(cell)\"")
            }
          }
        }
      }
    }
    #expect(passed.allSatisfy { $0 > 20 }, "\(passed)")
  }

  /// Words of which a rule asks whether the cell has them anywhere, and not only whether to look for them.
  private static let meaningWords: [Word] = [
    .former, .formerBesideNew, .new, .changed, .outOfUse, .hours, .fax,
  ]

  /// Facts of a cell that might hold anything, but for words that mean something wherever they stand.
  private func everything(beside facts: CellFacts) -> CellFacts {
    var all = facts
    for raw in 0...UInt8(63) {
      if let kind = Token.Kind(rawValue: raw) {
        all.insert(kind)
        all.insert(kind)
      }
      if let word = Word(rawValue: raw), !Self.meaningWords.contains(word) {
        all.words.insert(word)
      }
    }
    for count in 0...UInt16(31) {
      all.insert(digits: count)
      all.insert(digits: count)
    }
    for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
      [letter].withUnsafeBufferPointer { all.insert(letters: $0) }
    }
    Array("xx".utf8).withUnsafeBufferPointer { all.insert(letters: $0) }
    all.insertWideLetter()
    all.insertIdeograph()
    return all
  }

  /// A word of each bucket that `SpelledWords` has.
  private static let wordsOfAllBuckets: [[UInt8]] = {
    let met = SpelledWords()
    defer { met.deallocate() }
    var words: [[UInt8]] = []
    for first in UInt8.min...UInt8.max {
      for last in UInt8.min...UInt8.max {
        [first, last].withUnsafeBufferPointer { word in
          if met.mayHold(word) { return }
          met.insert(word)
          words.append(Array(word))
        }
      }
    }
    return words
  }()

  /// What a cell gives: numbers, and rejections with their reasons and places.
  private func read(_ writer: TokenWriter, _ result: CellResult) -> [String] {
    result.removeAll()
    guard writer.marked(into: result) != nil else { return ["rejected"] }
    let reading = CellReading(writer.list, writer.context)
    reading.begin(writer.context, findings: writer.findings)
    reading.readTokens(into: result)
    return (0..<result.numbers.count).map { "\(result.numbers[$0])" }
      + (0..<result.rejections.count).map {
        let rejection = result.rejections[$0]
        return "\(rejection.reason) \(rejection.column) \(rejection.valueCount)"
      }
  }

  @Test("facts that claim more than a cell holds change nothing", arguments: regions)
  func openFacts(region: String) throws {
    #expect(Self.wordsOfAllBuckets.count == 512)
    try forEachCell(of: region, 4_000) { writer, bytes, result, cell in
      let told = read(writer, result)
      writer.fold(bytes)
      writer.facts = everything(beside: writer.facts)
      for word in Self.wordsOfAllBuckets {
        word.withUnsafeBufferPointer { writer.spelled.insert($0) }
      }
      #expect(read(writer, result) == told, "\(region): \"\(cell)\"")
    }
  }

  @Test("what is remembered of a note holds for its place alone, and only once tokens are final")
  func notes() {
    var memory = RememberedAnswers()
    let (area, other) = (ReadArea(value: 2, digits: 1), ReadArea(value: 3, digits: 1))
    memory.removeAll()
    memory.remember(startsNumber: true, at: 7, behindNotes: 1, area)
    #expect(memory.startsNumber(at: 7, behindNotes: 1, area) == nil)
    memory.fixTokens()
    memory.remember(startsNumber: true, at: 7, behindNotes: 1, area)
    #expect(memory.startsNumber(at: 7, behindNotes: 1, area) == true)
    #expect(memory.startsNumber(at: 7, behindNotes: 2, area) == nil)
    #expect(memory.startsNumber(at: 7, behindNotes: 1, other) == nil)
    #expect(memory.startsNumber(at: 71, behindNotes: 1, area) == nil)
    memory.removeAll()
    #expect(memory.startsNumber(at: 7, behindNotes: 1, area) == nil)
  }
}
