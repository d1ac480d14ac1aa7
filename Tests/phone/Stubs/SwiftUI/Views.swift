/// A text that is looked up in the app's languages.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Sendable {
  let text: String
  /// The text of a literal.
  public init(stringLiteral value: String) { text = value }
}

/// A text.
public struct Text: Primitive, Shown {
  let text: String
  /// Shows a text of the app's languages.
  public init(_ key: LocalizedStringKey) { text = key.text }
  /// Shows a text as it is.
  @_disfavoredOverload public init<Content: StringProtocol>(_ content: Content) {
    text = String(content)
  }
  var lines: [String] { [text] }
}

/// What the user taps.
public struct Button: Primitive, Shown {
  let title: String
  let action: @MainActor () -> Void
  /// A button with a title.
  public init(_ title: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
    self.title = title.text
    self.action = action
  }
  var lines: [String] { ["[\(title)]"] }
}

/// How far something is.
public struct ProgressView: Primitive, Shown {
  let title: String
  let share: Double?
  /// A share of 1; nil: it is not known.
  public init<Value: BinaryFloatingPoint>(
    _ title: LocalizedStringKey, value: Value?, total: Value = 1
  ) {
    self.title = title.text
    share = value.map { Double($0 / total) }
  }
  var lines: [String] {
    ["\(title) \(share.map { "\(Int(($0 * 100).rounded())) %" } ?? "…")"]
  }
}

/// The edge along which views stand.
public struct HorizontalAlignment: Sendable {
  /// Where lines begin.
  public static let leading = HorizontalAlignment()
}

/// Views, one below the other.
public struct VStack<Content: View>: Primitive, Shown {
  let content: Content
  /// One below the other.
  public init(
    alignment: HorizontalAlignment = .leading, spacing: Double? = nil,
    @ViewBuilder content: () -> Content
  ) { self.content = content() }
  var lines: [String] { SwiftUI.lines(of: content) }
}

/// Rows that scroll.
public struct List<Content: View>: Primitive, Shown {
  let content: Content
  /// Rows.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  var lines: [String] { SwiftUI.lines(of: content) }
}

/// A view for each element.
public struct ForEach<Data: RandomAccessCollection, Content: View>: Primitive, Shown {
  let views: [Content]
  /// A view for each element.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable { views = data.map(content) }
  var lines: [String] { views.flatMap { SwiftUI.lines(of: $0) } }
}

extension View {
  /// Whether the user can do anything here.
  public func disabled(_ disabled: Bool) -> some View { self }

  /// Does something while the view is there.
  public func task(
    priority: TaskPriority = .userInitiated,
    _ action: @escaping @Sendable @MainActor () async -> Void
  ) -> some View { self }
}
