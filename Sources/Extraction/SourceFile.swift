/// One file of a source, and how to open it.
struct SourceFile {
  let source: SourceDescription
  let path: String
  let blockSize: Int
  let counter: ByteCounter

  struct Opened {
    var feed: Extractor.Feed
    /// Size of the stored file; nil for pipes.
    var sizeInBytes: Int?
  }

  private var place: FilePlace { FilePlace(source: source.name, path: path) }

  /// Opens the file and checks what can be checked before its records are read.
  ///
  /// A file that can be opened again is closed until its turn comes: thousands of files must not
  /// hold thousands of descriptors. `rereads` says that its turn has come.
  func open(rereads: Bool = false) throws(ExtractionError) -> Opened {
    let stream = try TextStream(
      place, encoding: source.encoding, isXML: isXML, counter: counter, isCheck: !rereads)
    let reader: any RecordReader
    switch source.format {
    case .csv(let options):
      let header = CSVHeader(
        place: place, options: options, columns: source.columns,
        maxRecord: source.maxRecordInBytes)
      let csv = try SerialCSVReader(stream: stream, header: header, blockSize: blockSize)
      if let size = stream.bytes.sizeInBytes, stream.isLinear, !stream.bytes.isGzip {
        return Opened(
          feed: .blocks(
            CSVBlockFeed(
              place: place, layout: csv.layout, dataStart: csv.carryOffset, line: csv.line,
              fileEnd: size, blockSize: blockSize, counter: counter)),
          sizeInBytes: size)
      }
      reader = csv
    case .xml(let options):
      reader = try XMLReader(
        stream: stream, place: place, options: options, columns: source.columns,
        maxText: source.maxRecordInBytes, blockSize: blockSize)
    }
    if rereads || !stream.bytes.isRegular {
      return Opened(feed: .open(reader), sizeInBytes: stream.bytes.sizeInBytes)
    }
    return Opened(feed: .closed(self), sizeInBytes: stream.bytes.sizeInBytes)
  }

  private var isXML: Bool {
    if case .xml = source.format { return true }
    return false
  }
}
