import Foundation

/// What one update may cost at most, however many files it fetches and however slow they come.
public struct UpdateBudget: Equatable, Sendable {
  /// Seconds from its beginning; what has come by then stays for the next update.
  public var seconds: Double
  /// Bytes that are fetched, metadata and retries included.
  public var bytes: Int

  /// A quarter of an hour and 1 GiB, unless told otherwise.
  public init(seconds: Double = 900, bytes: Int = 1 << 30) {
    self.seconds = seconds
    self.bytes = bytes
  }
}

/// Counts what one update has fetched.
final class BudgetMeter: @unchecked Sendable {
  private let lock = NSLock()
  private let budget: UpdateBudget
  private var count = 0

  init(_ budget: UpdateBudget) { self.budget = budget }

  /// Bytes fetched.
  var bytes: Int { lock.withLock { count } }

  /// Whether more were fetched than may be.
  var isOver: Bool { bytes > budget.bytes }

  /// The error that says so.
  var error: InstallError { .budget(seconds: budget.seconds, bytes: budget.bytes) }

  /// Counts bytes that came.
  func add(_ bytes: Int) { lock.withLock { count += bytes } }
}
