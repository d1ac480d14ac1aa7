import CellProperties
import DirectoryFormat
import Extraction
import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A reader of bytes that come from elsewhere, held against random ones.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case manifest, timestamp, chunk, delta, twin, csv, xml, cell

  /// Reads `input`; what must hold of every input is a precondition.
  package func read(_ input: UnsafeRawBufferPointer) {
    switch self {
    case .manifest: Self.manifest(input)
    case .timestamp: Self.timestamp(input)
    case .chunk: Self.chunk(input)
    case .delta: Self.delta(input)
    case .twin: Self.twin(input)
    case .csv: Self.csv(input)
    case .xml: Self.xml(input)
    case .cell: Self.cell(input)
    }
  }

  /// What decodes is encoded to something that decodes to the same.
  private static func manifest(_ input: UnsafeRawBufferPointer) {
    guard let manifest = try? Manifest.decode([UInt8](input)) else { return }
    let again = try? Manifest.decode(manifest.encode())
    precondition(again == manifest, "encoding a manifest changed it")
  }

  /// The same of a timestamp.
  private static func timestamp(_ input: UnsafeRawBufferPointer) {
    guard let timestamp = try? DirectoryTimestamp.decode([UInt8](input)) else { return }
    let again = try? DirectoryTimestamp.decode(timestamp.encode())
    precondition(again == timestamp, "encoding a timestamp changed it")
  }

  /// The first two bytes are the size of the file it stands for: no more than that is ever given, and
  /// the same in pieces of any length.
  private static func twin(_ input: UnsafeRawBufferPointer) {
    guard input.count > 2 else { return }
    let bytes = Int(input[0]) << 8 | Int(input[1])
    let text = [UInt8](input.dropFirst(2))
    let results = [text.count, 1].map { step -> [UInt8]? in
      var rest = text[...]
      var given: [UInt8] = []
      let unpacked: Void? = try? TwinReader.unpack(bytes: bytes) {
        defer { rest = rest.dropFirst(step) }
        return Array(rest.prefix(step))
      } into: {
        given.append(contentsOf: $0)
        precondition(given.count <= bytes, "a twin gave more than its file holds")
      }
      return unpacked == nil ? nil : given
    }
    precondition(results[0] == results[1], "the pieces changed what a twin gives")
  }

  /// The first byte chooses list and window; entries do not depend on the window.
  private static func chunk(_ input: UnsafeRawBufferPointer) {
    guard let choice = input.first else { return }
    let list: DirectoryList = choice & 1 == 0 ? .identification : .blocking
    let text = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    let results = [text.count, Int(choice >> 1) + 1].map { step -> (entries: Int, last: Int64) in
      var reader = ChunkReader(list: list)
      _ = Self.windows(text, step: step) { window, isLast in
        try? reader.read(window, isLast: isLast) { _, _ in }
      }
      return (reader.entries, reader.last)
    }
    precondition(results[0] == results[1], "the window changed the entries of a chunk")
  }

  private static func delta(_ input: UnsafeRawBufferPointer) {
    guard let choice = input.first else { return }
    let text = UnsafeRawBufferPointer(rebasing: input.dropFirst())
    let results = [text.count, Int(choice) + 1].map { step -> (Int, Int) in
      var reader = DeltaReader()
      _ = Self.windows(text, step: step) { window, isLast in
        try? reader.read(window, isLast: isLast) { _ in }
      }
      return (reader.removals, reader.additions)
    }
    precondition(results[0] == results[1], "the window changed the lines of a delta")
  }

  /// Hands over windows that grow by `step` bytes behind what was used; false at the first error.
  private static func windows(
    _ text: UnsafeRawBufferPointer, step: Int, _ read: (UnsafeRawBufferPointer, Bool) -> Int?
  ) -> Bool {
    var start = 0
    var end = 0
    while end < text.count {
      end = min(text.count, end + max(step, 1))
      let window = UnsafeRawBufferPointer(rebasing: text[start..<end])
      guard let used = read(window, end == text.count) else { return false }
      start += used
    }
    return true
  }

  /// Both lanes read the same.
  private static func csv(_ input: UnsafeRawBufferPointer) {
    let digests = [false, true].map { strict in
      digest(
        input, .csv(CSVOptions(hasHeader: false, strictLibCSV: strict)),
        columns: [
          MappedColumn(field: .number, selector: .position(1)),
          MappedColumn(field: .label, selector: .position(2)),
        ])
    }
    precondition(digests[0] == digests[1], "the lanes differ: \(digests)")
  }

  /// Both lanes read the same, of the input alone and of the input behind records that are plain.
  private static func xml(_ input: UnsafeRawBufferPointer) {
    let plain = "<Line did='1'>a<Owner><Name>b</Name></Owner><Extension/></Line>\n"
    let head = "<Export xmlns:p='urn:p'>" + String(repeating: plain, count: 8)
    for text in [Array(input), Array(head.utf8) + input] {
      let digests = text.withUnsafeBytes { bytes in
        [false, true].map { strict in
          digest(
            bytes, .xml(XMLOptions(recordPath: "//Line", strictLibXML2: strict)),
            columns: ["@did", "Owner/Name", "."].map {
              MappedColumn(field: .number, selector: .path($0))
            })
        }
      }
      precondition(digests[0] == digests[1], "the lanes differ: \(digests)")
    }
  }

  /// A digest of all records that these bytes hold; nil when they are refused.
  private static func digest(
    _ input: UnsafeRawBufferPointer, _ format: SourceFormat, columns: [MappedColumn]
  ) -> UInt64? {
    guard input.count <= ScratchPipe.largest else { return nil }
    let pipe = ScratchPipe(input)
    let source = SourceDescription(
      name: "fuzz", files: ["-"], format: format, columns: columns, maxRecordInBytes: 4096)
    let opened = try? Extractor(
      sources: [source], blockSizeInBytes: 1 << 16, standardInput: pipe.reading)
    guard let extractor = opened else { return nil }
    let batch = RecordBatch()
    // FNV-1a.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: UInt64) { digest = (digest ^ value) &* 0x0000_0100_0000_01B3 }
    do {
      while try extractor.next(into: batch) {
        for record in batch.records.elements {
          for value in [record.line, record.byteOffset, UInt64(record.cellCount)] { add(value) }
          add(record.state == .cells ? 1 : 0)
          for place in 0..<record.cellCount {
            let cell = batch.cells[Int(record.firstCell + place)]
            add(UInt64(cell.column))
            for byte in batch.bytes(of: cell) { add(UInt64(byte)) }
          }
        }
      }
      return digest
    } catch {
      return nil
    }
  }

  private nonisolated(unsafe) static let properties = CellProperties()

  /// Everything that `CellProperties` holds of a cell.
  private static func cell(_ input: UnsafeRawBufferPointer) {
    let problem = input.withMemoryRebound(to: UInt8.self) { bytes in
      Result { try properties.violation(of: bytes) }
    }
    switch problem {
    case .success(nil): return
    case .success(let found?): print(found)
    case .failure(let error): print(error)
    }
    // A build with optimisation would not print the message of a precondition.
    fflush(nil)
    abort()
  }
}
