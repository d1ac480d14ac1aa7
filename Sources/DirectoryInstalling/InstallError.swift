public import DirectoryFormat

/// Why a directory was not installed; what was installed before is untouched.
public enum InstallError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The address is neither https nor this very device.
  case address(String)
  /// The server could not be reached, or the connection broke more often than is retried.
  case connection(path: String, reason: String)
  /// The server answered with a status that is no success.
  case status(path: String, code: Int)
  /// More bytes came than the manifest says, or than a manifest may have.
  case tooLarge(path: String, limit: Int)
  /// The bytes are not those that the manifest names.
  case hash(path: String, expected: String, found: String)
  /// The manifest or the timestamp is refused.
  case manifest(ManifestError)
  /// The signature over the manifest or the timestamp is missing or wrong.
  case signature(path: String)
  /// A root is not one that may be followed.
  case root(path: String, reason: String)
  /// The newest root has ended.
  case rootExpired(version: Int, expires: DirectoryTime, now: DirectoryTime)
  /// There is no timestamp, though there was one or the app asks for it.
  case noTimestamp
  /// Nobody has vouched for the directory for too long.
  case expired(expires: DirectoryTime, now: DirectoryTime)
  /// The device's clock is before a moment that has been for sure.
  case clock(issued: DirectoryTime, now: DirectoryTime)
  /// The timestamp speaks of another manifest than the one that is there.
  case mixed(expected: String, found: String)
  /// The directory is another one than the app's.
  case name(expected: String, found: String)
  /// The directory has none of the app's slots.
  case noSlots(expected: [String])
  /// The directory is older than the newest one that is known.
  case rollback(installed: Int, found: Int)
  /// The update took longer or more bytes than it may.
  case budget(seconds: Double, bytes: Int)
  /// The task was cancelled.
  case cancelled
  /// A file cannot be written.
  case file(path: String, reason: String)

  /// Where, what was expected, what was found.
  public var description: String {
    switch self {
    case .address(let address):
      "\(address): expected an https address, found another. Give the installer one."
    case .connection(let path, let reason): "\(path): no connection: \(reason). Try again later."
    case .status(let path, let code):
      "\(path): expected status 200, found \(code). Check the address and what is published there."
    case .tooLarge(let path, let limit):
      "\(path): expected at most \(limit) bytes, found more. Publish the directory again."
    case .hash(let path, let expected, let found):
      "\(path): expected SHA-256 \(expected), found \(found). Publish the directory again."
    case .manifest(let error): "\(error). Publish the directory again."
    case .signature(let path):
      "\(path): expected a signature by the app's key, found none that fits."
    case .noTimestamp:
      "timestamp.json: expected one, found none. Publish the directory with a callbook that writes it."
    case .root(let path, let reason): "\(path): \(reason). Publish the roots again, each signed."
    case .expired, .rootExpired, .clock: timeDescription
    case .mixed(let expected, let found):
      "manifest.json: expected SHA-256 \(expected) as timestamp.json says, found \(found). "
        + "Try again later: a new one may be on its way."
    case .name(let expected, let found):
      "manifest.json: expected the directory \(expected), found \(found). Check the address."
    case .noSlots(let expected):
      "manifest.json: expected a slot of \(expected.joined(separator: ", ")), found none. "
        + "Check the address and the pipeline's slots."
    case .rollback(let installed, let found):
      "manifest.json: expected a sequence above \(installed), found \(found). "
        + "The server offers an older directory than the newest known one."
    case .budget(let seconds, let bytes):
      "the update: expected at most \(Int(seconds)) seconds and \(bytes) bytes, found more. "
        + "What has come stays; try again later."
    case .cancelled: "the update: was cancelled. What has come stays; try again later."
    case .file(let path, let reason): "\(path): cannot be written: \(reason)."
    }
  }

  private var timeDescription: String {
    switch self {
    case .expired(let expires, let now):
      "timestamp.json: expected one that holds at \(now), found one that ended at \(expires). "
        + "What is installed stays; look whether the server still publishes."
    case .rootExpired(let version, let expires, let now):
      "roots/\(version).json: expected one that holds at \(now), found one that ended at \(expires). "
        + "What is installed stays; publish the next root."
    case .clock(let issued, let now):
      "the clock: expected a time after \(issued), found \(now). Set the device's clock."
    default: ""
    }
  }

  /// Whether another address may serve what this one did not.
  var mayBeOfOneAddress: Bool {
    switch self {
    case .budget, .cancelled, .file, .clock: false
    default: true
    }
  }
}
