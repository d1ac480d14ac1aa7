import Records
import Testing

@testable import Normalization

/// Cells of only digits, dashes, blanks and a bracket that are no number.
@Suite("Refused cells")
struct RefusedCellsTests {
  /// First digits of numbers that are assigned and of some that are not, by region.
  private static let heads = [
    "TW": ["02", "021", "02 0", "03", "037", "07 0", "0912", "0800", "0204", "2712", "886", "852"],
    "CN": ["010", "0755", "0571", "138", "142", "199", "400", "852", "95"],
    "JP": ["03", "090", "0120", "050", "184", "81", "0422"],
    "US": ["212", "800", "911", "1", "555", "011", "199", "(212)"],
    "DE": ["030", "0171", "0900", "01", "06221", "49", "112"],
    "GB": ["020", "0161", "07", "0100", "44", "0845"],
    "IT": ["06", "347", "02", "0", "39", "800"], "KR": ["02", "031", "010", "15", "070"],
    "AR": ["011", "15", "0351", "11", "9"], "HK": ["2", "9", "133", "852", "1357"],
    "BR": ["011", "11", "21", "0800", "0", "90"], "RU": ["8", "495", "7", "89", "0"],
    "VN": ["08", "024", "09", "18", "84"], "SG": ["6", "9", "65", "1800"],
  ]
  private static let ends = [
    "0000", "00", "2024", "1998", "1730", "0900", "1200", "12-25", "09-12",
  ]

  /// A reader that takes short ways, and one of all the rules.
  private struct Readers {
    private let one = CellResult()
    private let other = CellResult()
    private let short: CellReader
    private let long: CellReader

    init(_ settings: CellSettings) throws {
      var settings = settings
      short = try CellReader(settings: settings)
      settings.keepsTrace = true
      long = try CellReader(settings: settings)
    }

    /// What each makes of a cell, with the place of every rejection.
    func read(_ cell: String, beside extensionCell: String = "") -> ([String], [String]) {
      Array(cell.utf8).withUnsafeBufferPointer { bytes in
        Array(extensionCell.utf8).withUnsafeBufferPointer { beside in
          short.read(bytes, extensionCell: beside, into: one)
          long.read(bytes, extensionCell: beside, into: other)
        }
      }
      return (RefusedCellsTests.places(one), RefusedCellsTests.places(other))
    }
  }

  @Test("are refused as the rules refuse them", arguments: heads.keys.sorted())
  func sameAsTheRules(region: String) throws {
    let seed: UInt64 = 20_261_126
    var random = SeededNumbers(seed: seed)
    let readers = try Readers(CellSettings(region: region))
    let plan = try #require(PlanQuery(region: region))
    var refused = 0
    for _ in 0..<8_000 {
      let cell = Self.cell(of: region, using: &random)
      let (short, long) = readers.read(cell)
      #expect(short == long, "seed \(seed), \(region): \"\(cell)\"")
      Array(cell.utf8).withUnsafeBufferPointer { refused += Self.reason($0, plan) == nil ? 0 : 1 }
    }
    #expect(refused > 800, "\(region): \(refused)")
  }

  @Test("are refused as the rules refuse them where one is off", arguments: Rule.allCases)
  func rulesOff(rule: Rule) throws {
    let seed: UInt64 = 20_261_127
    var random = SeededNumbers(seed: seed)
    for region in ["TW", "CN", "US", "DE", "IT"] {
      var settings = CellSettings(region: region)
      settings.rules[rule] = !rule.isOnByDefault
      let readers = try Readers(settings)
      for _ in 0..<400 {
        let cell = Self.cell(of: region, using: &random)
        let (short, long) = readers.read(cell)
        #expect(short == long, "seed \(seed), \(region), \(rule): \"\(cell)\"")
      }
    }
  }

  @Test("are refused beside an extension as the rules refuse them", arguments: ["TW", "CN", "US"])
  func besideExtensions(region: String) throws {
    let seed: UInt64 = 20_261_128
    var random = SeededNumbers(seed: seed)
    let readers = try Readers(CellSettings(region: region))
    for _ in 0..<2_000 {
      let cell = Self.cell(of: region, using: &random)
      let column = ["", " ", "12", "#301", "12/13", "x", "02-27718643"]
      let beside = column.randomElement(using: &random) ?? ""
      let (short, long) = readers.read(cell, beside: beside)
      #expect(short == long, "seed \(seed), \(region): \"\(cell)\", \"\(beside)\"")
    }
  }

  @Test(
    "take the short way",
    arguments: [
      ("02-18990608", RejectionReason.unassigned), ("02-2345-678901234567890", .impossibleLength),
      ("0912-345", .unassigned), ("(02)0982-9111", .unassigned), ("02-271", .innerLineOnly),
      ("2712-345", .missingAreaCode),
    ])
  func shortWay(cell: String, reason: RejectionReason) throws {
    let plan = try #require(PlanQuery(region: "TW"))
    Array(cell.utf8).withUnsafeBufferPointer { bytes in
      #expect(Self.reason(bytes, plan) == reason)
    }
  }

  @Test(
    "leave the short way",
    arguments: [
      "02-2712-3456", "02-5461010", "02-1200-1300", "02-1899-2024", "02-0000000", "02-0912345678",
      "(02)02-27123456", "271-2345", "886-2-2712345", "02 - 1899 0608", "02-1899-0608#1",
      "5 02-18990608", "00886218990608", "+886218990608", "1203 0912345678", "4216-5671-1234-5678",
    ])
  func longWay(cell: String) throws {
    let plan = try #require(PlanQuery(region: "TW"))
    Array(cell.utf8).withUnsafeBufferPointer { #expect(Self.reason($0, plan) == nil) }
  }

  @Test("are refused only by a plan that counts, without what stands beside the cell")
  func settings() throws {
    #expect(try Reading(validation: .length).of("02-18990608").hasPrefix("+"))
    #expect(try Reading(off: .validation).of("02-18990608").hasPrefix("+"))
    #expect(try Reading(extensionCell: "12").of("02-18990608") == "?unassigned@1")
    #expect(try Reading(locality: "台北市").of("2712-3456") == "+886227123456 !locality-area-code")
    #expect(try Reading(areaCode: "02").of("2712-3456") == "+886227123456")
  }

  /// Why the short way refuses a cell of which nothing is told yet.
  private static func reason(
    _ cell: UnsafeBufferPointer<UInt8>, _ plan: PlanQuery
  ) -> RejectionReason? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { digits in
      guard let first = digits.baseAddress,
        let habits = RefusedCell.Habits(plan, CellSettings(region: "ZZ"))
      else { return nil }
      digits.initialize(repeating: 0)
      var plain = PlainCell(digits: first)
      _ = plain.read(cell, plan: plan)
      var refused = RefusedCell(digits: first, habits: habits)
      return refused.read(cell, plain.told, plan: plan)
    }
  }

  /// What a cell gave, with the place of every rejection and its note.
  fileprivate static func places(_ result: CellResult) -> [String] {
    (0..<result.numbers.count).map { "\(result.numbers[$0])" }
      + (0..<result.repairs.count).map { "\(result.repairs[$0].kind)" }
      + (0..<result.rejections.count).map {
        let found = result.rejections[$0]
        let note = (0..<Int(found.noteCount)).map {
          result.bytes[Int(found.noteOffset) + $0]
        }
        return "\(found.reason) \(found.role) \(found.column) \(found.valueOffset) "
          + "\(found.valueCount) \(String(decoding: note, as: UTF8.self))"
      }
  }

  /// Drawn digits behind some that numbers begin with, in groups.
  private static func cell(of region: String, using random: inout SeededNumbers) -> String {
    var text = heads[region, default: []].randomElement(using: &random) ?? ""
    if Bool.random(using: &random), !text.hasPrefix("("), !text.contains(" ") {
      text = Bool.random(using: &random) ? "(\(text))" : text + "-"
    }
    let most = Int.random(in: 3...16, using: &random)
    var digits = 0
    while digits < most {
      let size = Int.random(in: 1...8, using: &random)
      for _ in 0..<size { text += String(Int.random(in: 0...9, using: &random)) }
      digits += size
      guard digits < most else { break }
      text += ["-", "-", " ", "", " - ", ") "].randomElement(using: &random) ?? ""
    }
    if Int.random(in: 0..<10, using: &random) == 0 {
      text += ["-", " ", ""].randomElement(using: &random) ?? ""
      text += ends.randomElement(using: &random) ?? ""
    }
    return text
  }
}
