@_exported public import Foundation
@_exported public import FoundationNetworking

// What Foundation has on a phone and lacks on Linux. Every module of the phone imports it without
// saying so.

extension URLSessionConfiguration {
  /// For transfers that go on while the app does not run; here, one that does not.
  public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    .default
  }

  /// Whether the app is started when transfers end.
  public var sessionSendsLaunchEvents: Bool {
    get { true }
    set {}
  }

  /// Whether mobile data may be used.
  public var allowsExpensiveNetworkAccess: Bool {
    get { true }
    set {}
  }

  /// Whether the network may be used in Low Data Mode.
  public var allowsConstrainedNetworkAccess: Bool {
    get { true }
    set {}
  }

  /// Whether a task waits for a network instead of failing.
  public var waitsForConnectivity: Bool {
    get { false }
    set {}
  }
}

extension FileManager {
  /// The folder of an app group: of the simulated phone, its folder `container`.
  public func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? {
    ProcessInfo.processInfo.environment["PHONE"].map {
      URL(fileURLWithPath: $0, isDirectory: true).appendingPathComponent("container")
    }
  }
}

/// Frees what the calls of `body` leave to be freed; Linux has nothing of the kind.
public func autoreleasepool<Result, Failure: Error>(
  invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result { try body() }
