@_exported public import Foundation

// UIKit's declarations as far as samples/ios uses them.

/// What stands in the chain of events.
@MainActor open class UIResponder: NSObject {}

/// The running app.
@MainActor open class UIApplication: UIResponder {
  /// Keys of what the app was launched with.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key.
    public var rawValue: String
    /// A key.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The one app.
  public static let shared = UIApplication()
  /// Whether the app asked for pushes.
  @_spi(Stub) public var isRegistered = false

  /// Asks for pushes.
  open func registerForRemoteNotifications() { isRegistered = true }
}

/// What a background fetch came to.
public enum UIBackgroundFetchResult: UInt, Sendable {
  /// There was something new.
  case newData = 0
  /// There was nothing new.
  case noData = 1
  /// It failed.
  case failed = 2
}

/// Hears of what happens to the app.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The app is about to run.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool

  /// A push came; the app has half a minute to call the handler.
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
}
