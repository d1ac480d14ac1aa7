import DirectoryLoading
import SimulatedCallDirectory

/// The life of an extension's process: it dies before one of its effects, and none follows.
///
/// Effects are what changes a state file, what is asked of or told to the system. Reading files is
/// none: to die behind a reading is to die before the next effect.
final class Life: @unchecked Sendable {
  private let lastsFor: Int?
  private(set) var effects = 0
  private(set) var isOver = false
  var onDeath: () -> Void = {}

  /// A life of so many effects; nil: it outlives the test.
  init(lastsFor effects: Int? = nil) { lastsFor = effects }

  /// Whether the next effect happens.
  func happens() -> Bool {
    guard !isOver else { return false }
    if effects == lastsFor {
      isOver = true
      onDeath()
      return false
    }
    effects += 1
    return true
  }
}

/// State files that a dead process cannot change.
struct MortalFiles: LoadStateFiles {
  let files: POSIXFolder
  let life: Life

  func contents(of name: String) throws(FileError) -> [UInt8]? { try files.contents(of: name) }

  func replace(_ name: String, with bytes: [UInt8]) throws(FileError) {
    guard life.happens() else { throw FileError(path: name, operation: "living", code: 0) }
    try files.replace(name, with: bytes)
  }

  func remove(_ name: String) throws(FileError) {
    guard life.happens() else { throw FileError(path: name, operation: "living", code: 0) }
    try files.remove(name)
  }
}

/// Calls that a dead process cannot make.
final class MortalContext: CallDirectoryContext {
  private let request: SimulatedRequest
  private let life: Life

  init(_ request: SimulatedRequest, _ life: Life) {
    self.request = request
    self.life = life
  }

  var isIncremental: Bool { life.happens() ? request.isIncremental : false }

  func addBlockingEntry(withNextSequentialPhoneNumber number: Int64) {
    if life.happens() { request.addBlockingEntry(withNextSequentialPhoneNumber: number) }
  }

  func addIdentificationEntry(
    withNextSequentialPhoneNumber number: Int64, label: UnsafeRawBufferPointer
  ) {
    guard life.happens() else { return }
    request.addIdentificationEntry(withNextSequentialPhoneNumber: number, label: label)
  }

  func removeBlockingEntry(withPhoneNumber number: Int64) {
    if life.happens() { request.removeBlockingEntry(withPhoneNumber: number) }
  }

  func removeIdentificationEntry(withPhoneNumber number: Int64) {
    if life.happens() { request.removeIdentificationEntry(withPhoneNumber: number) }
  }

  func removeAllBlockingEntries() {
    if life.happens() { request.removeAllBlockingEntries() }
  }

  func removeAllIdentificationEntries() {
    if life.happens() { request.removeAllIdentificationEntries() }
  }

  func batch(_ calls: () -> Void) { request.batch(calls) }
}
