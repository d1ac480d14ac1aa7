import DirectoryFormat
import LiveLookup

/// What the published data sets of the lookup have of a number.
///
/// Reads the one file that can hold it, up to its place. Memory: one window of 256 KiB.
struct PublishedRows {
  /// Bundle identifier of the app's lookup extension.
  let identifier: String
  private let lookup: Manifest.LiveLookup
  private let folder: String

  /// Why a file of rows cannot be asked.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// The data sets of a manifest; nil where it has none.
  init?(_ manifest: Manifest, in folder: String) {
    guard let lookup = manifest.liveLookup else { return nil }
    self.lookup = lookup
    self.folder = folder
    identifier = lookup.extensionIdentifier
  }

  /// The lists whose data sets have the number, with its label.
  func entries(_ number: Int64) throws(Unreadable) -> [PublishedNumbers.Entry] {
    var found: [PublishedNumbers.Entry] = []
    for useCase in LookupUseCase.allCases {
      guard let path = path(of: number, useCase) else { continue }
      do throws(LookupReadError) {
        let reader = try LookupRowReader(folder + "/" + path)
        while let row = try reader.row() {
          guard let there = row.number, there < number else {
            if row.number == number { found.append(Self.entry(number, useCase, row)) }
            break
          }
        }
      } catch {
        throw Unreadable(
          description: "\(error). Run `verify`; the next `build` makes the file again.")
      }
    }
    return found
  }

  /// The file that holds the number if any does.
  private func path(of number: Int64, _ useCase: LookupUseCase) -> String? {
    let set = lookup.dataSet(useCase)
    guard set.rows > 0, set.shards > 0 else { return nil }
    guard lookup.isSharded else { return "\(lookup.path)/\(useCase.rawValue).binpb" }
    let hash = Array("+\(number)".utf8).withUnsafeBytes { CallerKeyword.hash(of: $0) }
    let shard = lookup.sharding(of: useCase).shard(of: hash, among: set.shards)
    return "\(lookup.path)/\(useCase.rawValue)-\(shard).binpb"
  }

  private static func entry(
    _ number: Int64, _ useCase: LookupUseCase, _ row: LookupRow.View
  ) -> PublishedNumbers.Entry {
    switch useCase {
    case .identity:
      PublishedNumbers.Entry(
        number: number, list: .identification,
        label: row.name.map { String(decoding: $0, as: UTF8.self) } ?? "")
    case .block: PublishedNumbers.Entry(number: number, list: .blocking, label: "")
    }
  }
}
