import DirectoryFormat

/// What the loader calls: `CXCallDirectoryExtensionContext`, name by name.
///
/// The only difference is that labels come as UTF-8 bytes, valid during the call, so that nothing
/// but the CallKit adapter makes a String of them. As with CallKit, no call reports an error: a
/// fault shows when the request completes.
public protocol CallDirectoryContext: AnyObject {
  /// Whether removals are allowed; to be read once, before anything is added or removed.
  var isIncremental: Bool { get }
  /// Adds a number greater than every one added to the blocking list before.
  func addBlockingEntry(withNextSequentialPhoneNumber number: Int64)
  /// Adds a number greater than every one added to the identification list before.
  func addIdentificationEntry(
    withNextSequentialPhoneNumber number: Int64, label: UnsafeRawBufferPointer)
  /// Removes a number from the blocking list; only when the request is incremental.
  func removeBlockingEntry(withPhoneNumber number: Int64)
  /// Removes a number from the identification list; only when the request is incremental.
  func removeIdentificationEntry(withPhoneNumber number: Int64)
  /// Empties the blocking list; only when the request is incremental.
  func removeAllBlockingEntries()
  /// Empties the identification list; only when the request is incremental.
  func removeAllIdentificationEntries()
  /// Runs one batch of calls; an adapter frees here what the batch has left behind.
  func batch(_ calls: () -> Void)
}

extension CallDirectoryContext {
  /// Runs one batch of calls.
  public func batch(_ calls: () -> Void) { calls() }

  func add(_ list: DirectoryList, _ number: Int64, label: UnsafeRawBufferPointer) {
    switch list {
    case .identification:
      addIdentificationEntry(withNextSequentialPhoneNumber: number, label: label)
    case .blocking: addBlockingEntry(withNextSequentialPhoneNumber: number)
    }
  }

  func remove(_ list: DirectoryList, _ number: Int64) {
    switch list {
    case .identification: removeIdentificationEntry(withPhoneNumber: number)
    case .blocking: removeBlockingEntry(withPhoneNumber: number)
    }
  }
}
