#if canImport(CallKit) && !os(macOS)
  import CallKit

  /// CallKit's context as the loader sees it.
  final class CallKitContext: CallDirectoryContext {
    private let context: CXCallDirectoryExtensionContext

    init(_ context: CXCallDirectoryExtensionContext) {
      self.context = context
    }

    var isIncremental: Bool { context.isIncremental }

    func addBlockingEntry(withNextSequentialPhoneNumber number: Int64) {
      context.addBlockingEntry(withNextSequentialPhoneNumber: number)
    }

    func addIdentificationEntry(
      withNextSequentialPhoneNumber number: Int64, label: UnsafeRawBufferPointer
    ) {
      context.addIdentificationEntry(
        withNextSequentialPhoneNumber: number, label: String(decoding: label, as: UTF8.self))
    }

    func removeBlockingEntry(withPhoneNumber number: Int64) {
      context.removeBlockingEntry(withPhoneNumber: number)
    }

    func removeIdentificationEntry(withPhoneNumber number: Int64) {
      context.removeIdentificationEntry(withPhoneNumber: number)
    }

    func removeAllBlockingEntries() { context.removeAllBlockingEntries() }

    func removeAllIdentificationEntries() { context.removeAllIdentificationEntries() }

    /// Each label becomes an autoreleased NSString on its way to the system.
    func batch(_ calls: () -> Void) {
      #if canImport(ObjectiveC)
        autoreleasepool { calls() }
      #else
        calls()
      #endif
    }
  }
#endif
