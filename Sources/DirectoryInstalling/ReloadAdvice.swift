import DirectoryFormat
import Foundation

/// What an error of a reload means, and what helps.
public struct ReloadAdvice: Equatable, Sendable {
  /// What to do.
  public enum Action: String, Sendable {
    /// Ask for the reload again later.
    case retry
    /// Let the user turn the extension on in Settings.
    case enableInSettings
    /// Send the error to the makers of the app or of the directory.
    case report
  }

  /// The error's code.
  public var code: Int
  /// A sentence for a log or a support screen.
  public var sentence: String
  /// What to do.
  public var action: Action

  /// Explains an error; by its NSError code, because devices return codes that CallKit's
  /// enumeration does not have.
  public init(_ error: any Error) {
    let error = error as NSError
    code = error.code
    if error.domain.lowercased().contains("sqlite") {
      (sentence, action) = Self.ofDatabase(error.code)
    } else {
      (sentence, action) = Self.ofCallKit(error.code)
    }
  }

  /// Explains a code of CallKit's.
  init(code: Int) { self.init(CallDirectoryCode(code: code).error) }

  /// Explains a load that did not do what it was asked for.
  ///
  /// Once more may help: the next update makes files whole that were damaged. After three in a row it
  /// does not.
  init(_ outcome: LoadOutcome) {
    if let code = outcome.code {
      self.init(code: code)
    } else {
      self.init(
        code: CallDirectoryCode.loadingInterrupted, sentence: Self.sentence(on: outcome),
        action: .retry)
    }
    if outcome.failuresInARow >= 2, action == .retry { action = .report }
  }

  private static func sentence(on outcome: LoadOutcome) -> String {
    switch outcome.state {
    case .expired: "The system's time was over before the entries were stored."
    case .refused: "The installed directory is damaged: \(outcome.message)"
    case .failed: "The load failed: \(outcome.message)"
    default: "The load was interrupted."
    }
  }

  private init(code: Int, sentence: String, action: Action) {
    self.code = code
    self.sentence = sentence
    self.action = action
  }

  /// The app stopped waiting; the load may go on.
  static let abandoned = ReloadAdvice(
    code: 0, sentence: "The app stopped waiting for the load, which may go on.", action: .retry)

  private static func ofCallKit(_ code: Int) -> (String, Action) {
    switch code {
    case 0: ("The system gave no reason.", .retry)
    case 1: ("There is no Call Directory extension of this identifier in the app.", .report)
    case 2: ("The extension crashed, was ended by the system or ran out of time.", .retry)
    case 3: ("The entries were not in ascending order.", .report)
    case 4: ("An entry came twice.", .report)
    case 5: ("There were more entries than the system takes.", .report)
    case 6: ("The extension is turned off.", .enableInSettings)
    case 7: ("The extension is loading already.", .retry)
    case 8: ("The extension removed entries without having asked whether it may.", .report)
    case 11: ofDatabase(11)
    case 19: ofDatabase(19)
    case 102: ("The system could not reach the extension.", .retry)
    default: ("The system reported the code \(code), which is not documented.", .report)
    }
  }

  private static func ofDatabase(_ code: Int) -> (String, Action) {
    switch code {
    case 11: ("The system's own database of entries is damaged.", .report)
    case 19: ("A blocked number was added that was there already.", .retry)
    default: ("The system's own database of entries reported \(code).", .report)
    }
  }
}
