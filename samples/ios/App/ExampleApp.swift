import DirectoryInstalling
import SwiftUI
import UIKit

/// An app that keeps its call directory up to date.
@main
struct ExampleApp: App {
  @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

  var body: some Scene {
    WindowGroup {
      if let updater = DirectoryUpdater.ofThisApp {
        DirectoryScreen(updater: updater)
      } else {
        Text("The app group \(Deployment.appGroup) is missing from the app's entitlements.")
      }
    }
  }
}

/// Updates in the background: by a daily task, and when a push says that there is something new.
final class AppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    guard let updater = DirectoryUpdater.ofThisApp else { return true }
    let updates = BackgroundUpdates(identifier: Deployment.updateTask, updater: updater)
    updates.register()
    try? updates.schedule()
    application.registerForRemoteNotifications()
    return true
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    guard let push = UpdatePush(userInfo), let updater = DirectoryUpdater.ofThisApp else {
      return completionHandler(.noData)
    }
    Task {
      switch await updater.update(.push(push)).outcome {
      case .newData: completionHandler(.newData)
      case .noData: completionHandler(.noData)
      case .failed: completionHandler(.failed)
      }
    }
  }
}
