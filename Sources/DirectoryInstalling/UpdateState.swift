import DirectoryFormat
public import Foundation

/// What the app knows about the published directory, from one update to the next:
/// `state/update.json` in the container.
///
/// Only what was verified gets in here, and no load removes it. So an older directory than the newest
/// one ever seen is refused, whatever is installed.
public struct UpdateState: Equatable, Sendable {
  /// The directory's name; nil before the first update.
  public internal(set) var name: String?
  /// The highest sequence that was verified; nil before the first update.
  public internal(set) var sequence: Int?
  /// The SHA-256 of the manifest that had it.
  var manifestSHA256 = ""
  /// When the newest timestamp was issued, by the clock of the publisher; nil without timestamps.
  public internal(set) var issued: Date?
  /// Until when the newest timestamp holds.
  public internal(set) var expires: Date?
  /// Before then there is nothing new on the server.
  public internal(set) var next: Date?
  /// When the server last gave a directory that holds, by this device's clock.
  public internal(set) var confirmed: Date?
  /// The keys that signed what is known, as their keyring says; nil where the app has no keyring.
  var keys: String?
  /// How often an older directory was lawfully installed.
  var epoch = 0
  /// This device's share of the time by which polls are spread, 0 ..< 1 000 thousandths.
  var spread = Int.random(in: 0..<1_000)

  /// The state before the first update.
  init() {}

  /// Reads the state of a container; that before the first update where there is none.
  public static func read(container: URL) -> UpdateState {
    ContainerFolder(container).contents(fileName, atMost: 64 << 10).flatMap(decode) ?? UpdateState()
  }

  /// When this device asks next; nil: at once.
  ///
  /// That is the server's `next`, and up to a tenth of the time until then later, so that not all
  /// phones come at once; never more than a week after the last answer, for a server may err.
  public var nextPoll: Date? {
    guard let next else { return nil }
    let interval = max(0, next.timeIntervalSince(issued ?? next))
    let poll = next.addingTimeInterval(interval / 10 * Double(spread) / 1_000)
    return confirmed.map { min(poll, $0.addingTimeInterval(Self.longestWait)) } ?? poll
  }

  /// The same by a clock that may have stood in the future when the server answered: nil then, for
  /// what it left may be years away.
  func nextPoll(at now: Date) -> Date? {
    if let confirmed, confirmed > now { return nil }
    return nextPoll
  }

  /// Seconds since the publisher last vouched for the directory; nil without timestamps.
  ///
  /// An app that shows "not updated since" takes `issued`, or `confirmed` where there is none.
  public func age(at now: Date) -> TimeInterval? { issued.map { now.timeIntervalSince($0) } }

  /// Whether the directory that is installed is past its end; what is loaded stays.
  public func isExpired(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }

  static let fileName = "state/update.json"
  /// Seconds that a server may ask for patience at most.
  private static let longestWait: TimeInterval = 7 * 86_400

  /// Forgets which sequence is the highest where other keys said so than those of a keyring.
  mutating func forgetFloor(unlessSignedBy keyring: Keyring) {
    defer { keys = keyring.manifestKeys }
    guard let keys, keys != keyring.manifestKeys else { return }
    sequence = nil
    manifestSHA256 = ""
    (issued, expires, next) = (nil, nil, nil)
    epoch += 1
  }
}

extension UpdateState {
  /// How the file has it; times in whole seconds since 1970.
  private struct Document: Decodable {
    var format: Int
    var name: String?
    var sequence: Int?
    var manifest_sha256: String
    var issued: Int64?
    var expires: Int64?
    var next: Int64?
    var confirmed: Int64?
    var spread: Int
    var epoch: Int
    var keys: String?
  }

  private static func decode(_ bytes: [UInt8]) -> UpdateState? {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)),
      document.format == 1
    else { return nil }
    var state = UpdateState()
    state.name = document.name
    state.sequence = document.sequence
    state.manifestSHA256 = document.manifest_sha256
    state.issued = date(document.issued)
    state.expires = date(document.expires)
    state.next = date(document.next)
    state.confirmed = date(document.confirmed)
    state.epoch = max(0, document.epoch)
    state.keys = document.keys
    state.spread = min(max(document.spread, 0), 999)
    return state
  }

  /// Writes the state durably.
  func write(to container: ContainerFolder) throws(InstallError) {
    var members: [String: JSONNode] = [
      "format": .integer(1), "manifest_sha256": .string(manifestSHA256),
      "spread": .integer(spread), "epoch": .integer(epoch),
    ]
    members["name"] = name.map(JSONNode.string)
    members["sequence"] = sequence.map(JSONNode.integer)
    members["keys"] = keys.map(JSONNode.string)
    for (key, date) in [
      ("issued", issued), ("expires", expires), ("next", next), ("confirmed", confirmed),
    ] {
      members[key] = date.map { .integer(Int(DirectoryTime($0).seconds)) }
    }
    try container.write(JSONNode.object(members).document(), to: Self.fileName)
  }

  private static func date(_ seconds: Int64?) -> Date? {
    seconds.map { Date(timeIntervalSince1970: TimeInterval($0)) }
  }
}

extension DirectoryTime {
  /// The second in which a date falls.
  init(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    self.init(seconds: Int64(min(max(seconds.rounded(.down), -1e11), 1e12)))
  }

  /// The date.
  var date: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }
}
