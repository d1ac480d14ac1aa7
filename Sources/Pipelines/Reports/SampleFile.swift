internal import DirectoryFormat
internal import Publication

/// `sample.csv` in the report of a run: a sample of the entries of each source and list, as digests.
///
/// The next run that publishes or changes nothing tells from it what a source lost and relabelled. A
/// digest by itself gives no number, but whoever holds the file can try numbers: it is as private as
/// the rest of the report.
enum SampleFile {
  static let name = "sample.csv"
  /// Also says the version: with other digests the columns get other names.
  private static let header = "source,list,number_digest,label_digest"
  /// Bytes that are read of it; the largest that is written has some 30 MB.
  private static let limit = 64 << 20

  /// Writes the sample of a run.
  static func write(
    _ sampler: EntrySampler, sources: [String], to report: ReportFolder
  ) throws(PublicationError) {
    let file = try report.file(name)
    try file.add(header + "\n")
    try sampler.forEach { (source, list, row) throws(PublicationError) in
      try file.add(
        "\(sources[source]),\(list.rawValue),\(hex(row.digest, 16)),\(hex(UInt64(row.label), 8))\n")
    }
    try file.finish()
  }

  /// Reads the sample of a run; an empty one where there is none, or none of this version.
  ///
  /// - Throws: Where it cannot be read, which is not the same as missing.
  static func read(
    _ run: ReportRun, on shelf: ReportShelf
  ) throws(PublicationError) -> FormerSample {
    let path = shelf.folder(of: run) + "/" + name
    guard let text = try shelf.fileSystem.read(path, limit: limit) else { return FormerSample() }
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, first.elementsEqual(header.utf8) else { return FormerSample() }
    var sample: [(source: String, list: DirectoryList, row: EntrySampler.Row)] = []
    sample.reserveCapacity(lines.count)
    for line in lines.dropFirst() {
      let cells = line.split(separator: UInt8(ascii: ",")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard cells.count == 4, let list = DirectoryList(rawValue: cells[1]),
        let digest = UInt64(cells[2], radix: 16), let label = UInt32(cells[3], radix: 16)
      else { return FormerSample() }
      sample.append((cells[0], list, EntrySampler.Row(digest: digest, label: label)))
    }
    return FormerSample(sample)
  }

  private static func hex(_ value: UInt64, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
