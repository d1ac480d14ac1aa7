import Testing

@testable import Normalization

/// What the reader and the rules alone make of a cell: with its trace kept, a reader takes no short way.
struct BothWays {
  private let region: String
  private let short: CellReader
  private let long: CellReader
  private let result = CellResult()

  init(region: String) throws {
    self.region = region
    var settings = CellSettings(region: region)
    short = try CellReader(settings: settings)
    settings.keepsTrace = true
    long = try CellReader(settings: settings)
  }

  /// The reader's text of a cell, and that of the rules, perhaps with an extension column or a locality beside it.
  func texts(
    of cell: String, extensionCell: String = "", locality: String = ""
  ) -> (short: String, long: String) {
    (
      text(of: cell, extensionCell, locality, by: short),
      text(of: cell, extensionCell, locality, by: long)
    )
  }

  /// Expects the same of drawn cells, each alone, beside an extension and beside a locality; gives those in which a
  /// number was read.
  func expectSame(
    _ count: Int, seed: UInt64, draw: (inout SeededNumbers) -> String
  ) -> [String] {
    var random = SeededNumbers(seed: seed)
    var read: [String] = []
    for _ in 0..<count {
      let cell = draw(&random)
      for (extensionCell, locality) in [("", ""), ("12", ""), ("", Self.localities[region] ?? "")] {
        let texts = texts(of: cell, extensionCell: extensionCell, locality: locality)
        #expect(
          texts.short == texts.long,
          "seed \(seed), \(region): \"\(cell)\", extension \"\(extensionCell)\", \(locality)")
        if extensionCell + locality == "", texts.short.hasPrefix("+") { read.append(cell) }
      }
    }
    return read
  }

  /// A place with an area code, not the one of most drawn cells.
  private static let localities = [
    "TW": "台中市", "CN": "成都市", "JP": "札幌市", "DE": "Leipzig", "FR": "Lyon", "AT": "Graz",
    "GB": "Leeds",
    "US": "Boston", "KR": "부산",
  ]

  private func text(
    of cell: String, _ extensionCell: String, _ locality: String, by reader: CellReader
  ) -> String {
    Array(cell.utf8).withUnsafeBufferPointer { cell in
      Array(extensionCell.utf8).withUnsafeBufferPointer { extensionCell in
        Array(locality.utf8).withUnsafeBufferPointer { locality in
          reader.read(cell, extensionCell: extensionCell, locality: locality, into: result)
        }
      }
    }
    return Reading.text(result)
  }
}
