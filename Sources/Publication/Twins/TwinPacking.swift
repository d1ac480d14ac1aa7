import DirectoryFormat
import Threads

/// Packs the twins of new chunks beside their writing, while their bytes are in memory.
///
/// Each twin belongs to one of a few threads, which gets the chunk's pieces in their order: so the
/// bytes are the same, however many threads there are. Memory: the columns of at most 32 blocks, and 8
/// pieces a thread that wait.
final class TwinPacking: Sendable {
  /// The twin of a chunk that is being written.
  final class Twin: @unchecked Sendable {
    fileprivate let number: Int
    fileprivate let list: DirectoryList
    /// Of the thread that packs it.
    fileprivate var file: TwinFile?

    fileprivate init(_ number: Int, _ list: DirectoryList) {
      self.number = number
      self.list = list
    }

    /// Gives the room of a twin that is done back.
    fileprivate func giveBack(to rooms: TwinRooms) {
      if let file { rooms.give(back: file.room) }
      file = nil
    }
  }

  private struct Job: @unchecked Sendable {
    enum Kind {
      case lines(UnsafeRawBufferPointer, of: UnsafeMutableBufferPointer<UInt8>)
      case finish(sha256: String, bytes: Int)
      case remove
    }
    let twin: Twin
    let kind: Kind
  }

  private struct State {
    /// By the SHA-256 of the chunk; nil for one whose twin is not worth it.
    var results: [String: Manifest.Packed?] = [:]
    var open = 0
    var begun = 0
  }

  /// What the threads share.
  private final class Shared: Sendable {
    private let state = Locked(State())

    var results: [String: Manifest.Packed?] { state.withLock { $0.results } }

    /// The number of a twin that begins.
    func begin(atMost most: Int) -> Int? {
      state.withLock { state in
        guard state.open < most else { return nil }
        state.open += 1
        state.begun += 1
        return state.begun
      }
    }

    func end(_ sha256: String?, _ twin: Manifest.Packed?) {
      state.withLock { state in
        state.open -= 1
        if let sha256 { state.results[sha256] = .some(twin) }
      }
    }
  }

  private static let mostOpen = 32
  private static let depth = 8

  private let state: Shared
  private let workers: [BackgroundWorker<Job>]

  /// Starts as many threads.
  init(threads: Int, staging: String, pieces: PiecePool, fileSystem: FileSystem) {
    let state = Shared()
    self.state = state
    workers = (0..<max(threads, 1)).map { _ in
      let rooms = TwinRooms()
      return BackgroundWorker(depth: Self.depth) { (job: Job) throws(PublicationError) in
        switch job.kind {
        case .lines(let lines, let piece):
          defer { pieces.give(back: piece) }
          let twin = job.twin
          if twin.file == nil {
            twin.file = try TwinFile(
              "packing-\(twin.number)", staging: staging, fileSystem: fileSystem,
              room: rooms.take())
          }
          try twin.file?.append(lines, of: twin.list)
        case .finish(let sha256, let bytes):
          let made = try job.twin.file?.finish(smallerThan: bytes)
          state.end(sha256, made)
          job.twin.giveBack(to: rooms)
        case .remove:
          try job.twin.file?.remove()
          state.end(nil, nil)
          job.twin.giveBack(to: rooms)
        }
      }
    }
  }

  /// Begins the twin of a chunk; nil where as many are open as memory is meant for: that one is
  /// packed afterwards.
  func begin(_ list: DirectoryList) -> Twin? {
    state.begin(atMost: Self.mostOpen).map { Twin($0, list) }
  }

  /// Packs the lines of a piece, and gives the piece back to the pool.
  func pack(
    _ lines: UnsafeRawBufferPointer, of piece: UnsafeMutableBufferPointer<UInt8>, into twin: Twin
  ) throws(PublicationError) {
    try worker(of: twin).submit(Job(twin: twin, kind: .lines(lines, of: piece)))
  }

  /// Ends the twin of a chunk with such bytes.
  func finish(_ twin: Twin, sha256: String, bytes: Int) throws(PublicationError) {
    try worker(of: twin).submit(Job(twin: twin, kind: .finish(sha256: sha256, bytes: bytes)))
  }

  /// Leaves nothing of a twin.
  func remove(_ twin: Twin) throws(PublicationError) {
    try worker(of: twin).submit(Job(twin: twin, kind: .remove))
  }

  /// Waits for all twins; may be called again.
  func finish() throws(PublicationError) -> [String: Manifest.Packed?] {
    for worker in workers { try worker.finish() }
    return state.results
  }

  private func worker(of twin: Twin) -> BackgroundWorker<Job> {
    workers[twin.number % workers.count]
  }
}
