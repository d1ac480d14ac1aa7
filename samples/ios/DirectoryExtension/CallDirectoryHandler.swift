import DirectoryFormat
import DirectoryLoading
import Foundation

/// The principal class of the app extension, which Info.plist names.
nonisolated final class CallDirectoryHandler: DirectoryProvider {
  override var container: URL? { Deployment.container }
  override var directoryName: String? { Deployment.directory }
  override var signature: (any SignatureChecking)? { Deployment.signature }
}
