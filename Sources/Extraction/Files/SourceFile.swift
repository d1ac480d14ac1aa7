/// One file of a source, and how to open it.
struct SourceFile {
  let source: SourceDescription
  let path: String
  let blockSize: Int
  let counter: ByteCounter
  let access: ExportFile.Access

  /// What the beginning of a file tells.
  struct Looked {
    /// How it is to be read.
    var feed: OpenedExports.Feed
    /// What the file is; nil for a pipe.
    var identity: ExportIdentity?
    /// CRC-32 of its first bytes.
    var beginning: UInt32 = 0
    /// The standard input, which stays open.
    var input: ExportFile?
  }

  private var place: FilePlace { FilePlace(source: source.name, path: path) }

  /// Opens the file and checks what can be checked before its records are read.
  ///
  /// A file that can be opened again is closed until its turn comes: thousands of files must not
  /// hold thousands of descriptors.
  func look() throws(ExtractionError) -> Looked {
    let file = try open(former: nil)
    let stream = try text(of: file, isCheck: true)
    let beginning = stream.bytes.beginning
    guard let identity = file.identity, file.isRegular else {
      return Looked(feed: .open(try reader(of: stream)), input: file)
    }
    guard case .csv(let options) = source.format else {
      _ = try reader(of: stream)
      return Looked(feed: .serial, identity: identity, beginning: beginning)
    }
    let csv = try csvReader(of: stream, options)
    guard stream.isLinear, !stream.bytes.isCompressed else {
      return Looked(feed: .serial, identity: identity, beginning: beginning)
    }
    let text = PlainText(
      layout: csv.layout, dataStart: csv.carryOffset, dataEnd: identity.size, line: csv.line,
      fileEnd: identity.size)
    return Looked(feed: .plain(text), identity: identity, beginning: beginning)
  }

  /// Opens a plain file whose turn has come.
  func feed(of text: PlainText, former: ExportIdentity?) -> CSVBlockFeed {
    CSVBlockFeed(text, blockSize: blockSize, counter: counter) {
      () throws(ExtractionError) in try open(former: former)
    }
  }

  /// Opens the file once more, to look at all of it.
  func again(_ identity: ExportIdentity?) throws(ExtractionError) -> ExportFile {
    try open(former: identity)
  }

  /// Opens another file whose turn has come.
  func reader(former: ExportIdentity?) throws(ExtractionError) -> any RecordReader {
    try reader(of: text(of: open(former: former), isCheck: false))
  }

  private func open(former: ExportIdentity?) throws(ExtractionError) -> ExportFile {
    var access = access
    access.root = source.root
    return try ExportFile(
      place, seconds: source.timeoutInSeconds, access: access, former: former)
  }

  private func text(of file: ExportFile, isCheck: Bool) throws(ExtractionError) -> TextStream {
    try TextStream(
      ByteStream(file, counter: counter, isCheck: isCheck), encoding: source.encoding,
      isXML: isXML, wideDelimiter: wideDelimiter)
  }

  private func reader(of stream: TextStream) throws(ExtractionError) -> any RecordReader {
    switch source.format {
    case .csv(let options): try csvReader(of: stream, options)
    case .xml(let options):
      try XMLReader(
        stream: stream, place: place, options: options, columns: source.columns,
        maxText: source.maxRecordInBytes, blockSize: blockSize)
    }
  }

  private func csvReader(
    of stream: TextStream, _ options: CSVOptions
  ) throws(ExtractionError) -> SerialCSVReader {
    var options = options
    if wideDelimiter != nil { options.delimiter = WideDelimiter.standIn }
    let header = CSVHeader(
      place: place, options: options, columns: source.columns,
      maxRecord: source.maxRecordInBytes)
    return try SerialCSVReader(
      stream: stream, header: header, wideDelimiter: wideDelimiter, blockSize: blockSize)
  }

  private var wideDelimiter: WideDelimiter? {
    guard case .csv(let options) = source.format else { return nil }
    return WideDelimiter(options)
  }

  private var isXML: Bool {
    if case .xml = source.format { return true }
    return false
  }
}
