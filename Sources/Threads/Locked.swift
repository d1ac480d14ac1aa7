/// A value that only one thread at a time can reach.
///
/// The `Mutex` of the standard library is not used: where two threads want it, the kernel hands it over, and
/// thread sanitizer, which does not see that, tells a race (Swift 6.3 on Linux).
package final class Locked<Value>: @unchecked Sendable {
  private let monitor = Monitor()
  private var value: Value

  /// Takes the value in.
  package init(_ value: sending Value) { self.value = value }

  /// Runs `body` on the value with the lock held; not to be called from within `body`.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try monitor.withLock { () throws(Failure) in try body(&value) }
  }
}
