public import UIKit

/// A value that the view owns.
@propertyWrapper public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box

  /// Its first value.
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// Its value.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

/// A part of an app that the system shows.
@MainActor @preconcurrency public protocol Scene {}

/// A window.
public struct WindowGroup<Content: View>: Scene {
  /// A window with a view.
  public init(@ViewBuilder content: () -> Content) { _ = content() }
}

/// Makes scenes of statements.
@resultBuilder public struct SceneBuilder {
  /// One scene.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// An app.
@MainActor @preconcurrency public protocol App {
  /// What it shows.
  associatedtype Body: Scene
  /// What it shows.
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  /// The app as the system makes it.
  @MainActor @preconcurrency init()
}

extension App {
  /// Runs the app.
  public static func main() { _ = Self().body }
}

/// Makes the delegate of an app.
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<Delegate: NSObject & UIApplicationDelegate> {
  /// The delegate; nothing here runs an app by its `main`.
  public var wrappedValue: Delegate { fatalError("a simulated phone makes the delegate itself") }
  /// A delegate of a class.
  public init(_ type: Delegate.Type = Delegate.self) {}
}
