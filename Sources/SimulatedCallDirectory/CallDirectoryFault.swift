package import DirectoryFormat

/// What iOS reports about a bad load: one number; the rest is what iOS knows and does not say.
package struct CallDirectoryFault: Error, Equatable, Sendable {
  /// The codes that a load can end with.
  package enum Code: Int, CaseIterable, Sendable {
    case unknown = 0
    case loadingInterrupted = 2
    case entriesOutOfOrder = 3
    case duplicateEntries = 4
    case maximumEntriesExceeded = 5
    case extensionDisabled = 6
    case currentlyLoading = 7
    case unexpectedIncrementalRemoval = 8
    /// From the system's SQLite domain: a stored blocking number was added again.
    case constraint = 19
  }

  /// The code.
  package var code: Code
  /// The list, where it matters.
  package var list: DirectoryList?
  /// The number added before, 0 if there is none.
  package var previous: Int64
  /// The number at fault, 0 if there is none.
  package var number: Int64

  /// Creates a fault.
  package init(_ code: Code, list: DirectoryList? = nil, previous: Int64 = 0, number: Int64 = 0) {
    self.code = code
    self.list = list
    self.previous = previous
    self.number = number
  }
}

extension CallDirectoryFault.Code {
  /// The name in CallKit's header, or in SQLite's.
  package var name: String {
    switch self {
    case .unknown: "CXErrorCodeCallDirectoryManagerError.unknown"
    case .loadingInterrupted: "CXErrorCodeCallDirectoryManagerError.loadingInterrupted"
    case .entriesOutOfOrder: "CXErrorCodeCallDirectoryManagerError.entriesOutOfOrder"
    case .duplicateEntries: "CXErrorCodeCallDirectoryManagerError.duplicateEntries"
    case .maximumEntriesExceeded: "CXErrorCodeCallDirectoryManagerError.maximumEntriesExceeded"
    case .extensionDisabled: "CXErrorCodeCallDirectoryManagerError.extensionDisabled"
    case .currentlyLoading: "CXErrorCodeCallDirectoryManagerError.currentlyLoading"
    case .unexpectedIncrementalRemoval:
      "CXErrorCodeCallDirectoryManagerError.unexpectedIncrementalRemoval"
    case .constraint: "SQLITE_CONSTRAINT"
    }
  }
}
