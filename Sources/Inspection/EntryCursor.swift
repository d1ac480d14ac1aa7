import DirectoryFormat
import DirectoryLoading
import Signing

/// Walks over the entries of a list, one chunk in memory at a time, and can pass over chunks unread.
struct EntryCursor {
  private let chunks: [Manifest.Chunk]
  private let list: DirectoryList
  private let reader: FileReader<SHA256>
  private var index = 0
  private var isLoaded = false
  private var position = 0
  private var numbers: [Int64] = []
  private var labels: [UInt8] = []
  private var labelEnds: [Int] = []

  init(_ list: DirectoryList, of chunks: [Manifest.Chunk], with reader: FileReader<SHA256>) {
    self.chunks = chunks
    self.list = list
    self.reader = reader
  }

  /// The chunk that begins here; nil in the middle of one and at the end.
  var untouchedChunk: Manifest.Chunk? {
    index < chunks.count && !isLoaded ? chunks[index] : nil
  }

  /// Passes over the chunk that begins here.
  mutating func skipChunk() { index += 1 }

  /// The entry here; nil at the end.
  mutating func entry() throws(LoadError) -> (number: Int64, label: ArraySlice<UInt8>)? {
    guard index < chunks.count else { return nil }
    if !isLoaded { try load() }
    let start = position == 0 ? 0 : labelEnds[position - 1]
    return (numbers[position], labels[start..<labelEnds[position]])
  }

  /// Steps behind the entry here.
  mutating func advance() {
    position += 1
    guard position == numbers.count else { return }
    index += 1
    isLoaded = false
  }

  private mutating func load() throws(LoadError) {
    var numbers: [Int64] = []
    var labels: [UInt8] = []
    var labelEnds: [Int] = []
    try reader.chunk(chunks[index], of: list) { number, label in
      numbers.append(number)
      labels.append(contentsOf: label)
      labelEnds.append(labels.count)
    }
    (self.numbers, self.labels, self.labelEnds) = (numbers, labels, labelEnds)
    position = 0
    isLoaded = true
  }
}
