@_exported public import Foundation

// SwiftUI's declarations as far as samples/ios uses them. Behind @_spi(Stub), a view says in words
// what it shows.

/// A part of the user interface.
@MainActor @preconcurrency public protocol View {
  /// What it is made of.
  associatedtype Body: View
  /// What it is made of.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// A view that is not made of others: what it shows, a line each.
@MainActor protocol Shown {
  /// What it shows.
  var lines: [String] { get }
}

/// What a view shows, a line each; buttons in brackets.
@_spi(Stub) @MainActor public func lines(of view: any View) -> [String] {
  if let shown = view as? any Shown { return shown.lines }
  func body<Whole: View>(of whole: Whole) -> [String] { lines(of: whole.body) }
  return body(of: view)
}

extension Never: View {
  /// There is none.
  public var body: Never { fatalError("a view of its own has no body") }
}

/// A view that is not made of others.
public protocol Primitive: View where Body == Never {}

extension Primitive {
  /// There is none.
  public var body: Never { fatalError("a view of its own has no body") }
}

/// Nothing.
public struct EmptyView: Primitive, Shown {
  var lines: [String] { [] }
}

/// Several views.
public struct TupleView<Content>: Primitive, Shown {
  let views: [any View]
  var lines: [String] { views.flatMap { SwiftUI.lines(of: $0) } }
}

/// One of two views.
public enum _ConditionalContent<First: View, Second: View>: Primitive, Shown {
  case first(First)
  case second(Second)

  var lines: [String] {
    switch self {
    case .first(let view): SwiftUI.lines(of: view)
    case .second(let view): SwiftUI.lines(of: view)
    }
  }
}

extension Optional: View where Wrapped: View {
  /// There is none.
  public var body: Never { fatalError("a view of its own has no body") }
}

extension Optional: Shown where Wrapped: View {
  var lines: [String] { map { SwiftUI.lines(of: $0) } ?? [] }
}

/// Makes views of statements.
@resultBuilder public struct ViewBuilder {
  /// No statement.
  @MainActor public static func buildBlock() -> EmptyView { EmptyView() }
  /// One statement.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  /// Several statements.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var views: [any View] = []
    repeat views.append(each content)
    return TupleView(views: views)
  }
  /// `if` without `else`.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// A first branch.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { .first(first) }
  /// A second branch.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { .second(second) }
}
