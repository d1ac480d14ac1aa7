internal import ArgumentParser
internal import DirectoryFormat
internal import Inspection
internal import Pipelines
internal import Signing

/// Checks a published directory against the rules of iOS.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a published directory: every hash, line, sum, slot, delta and signature.",
    discussion: """
      DIRECTORY is the folder that holds manifest.json. Full loads and every delta are replayed \
      against the rules of iOS, simulated. Last it says until when timestamp.json lets phones install.
      EXIT CODES: 0 sound; 1 not sound or expired, a missing manifest included; 2 usage, no such folder, or \
      the public key cannot be read.
      MEMORY: a few megabytes, 8 bytes for each blocked number, and the largest delta.
      """)

  @Argument(help: "The folder that holds manifest.json, or the output folder of `build`.")
  var directory: String
  @Option(help: "A PEM file with the key that must have signed manifest and timestamp.")
  var publicKey: String?
  @Option(
    help: "A root as an app ships it, in the place of --public-key; those that follow count too.")
  var root: String?
  @Option(help: "The folder of reports; without it `report` beside the directory.")
  var report: String?
  @Option(
    help: "The moment at which it must hold, RFC 3339; SOURCE_DATE_EPOCH or the clock without it.")
  var now: RunTime?
  @Option(help: "Threads to use.")
  var threads = 2
  @Flag(help: "Print one JSON object.")
  var json = false
  @Flag(help: "Print nothing about a sound directory.")
  var quiet = false
  @Flag(help: "Show phone numbers in full.")
  var reveal = false

  func validate() throws {
    if !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256 (found \(threads)).")
    }
    if publicKey != nil, root != nil {
      throw ValidationError("expected --public-key or --root, found both.")
    }
  }

  func run() throws {
    var verifier = DirectoryVerifier(directory: directory)
    verifier.reports = report
    verifier.threads = threads
    verifier.now = try (now ?? RunTime.current()).directoryTime
    if let publicKey {
      do {
        verifier.publicKey = try KeyFile.publicKey(at: publicKey)
      } catch { throw UnusableOption("\(error)") }
    }
    if let root { verifier.root = try RootFile.read(root) }
    let report = try verifier.verify()
    let masked = !reveal
    if json {
      try Terminal.writeJSON(String(decoding: report.json(masked: masked), as: UTF8.self))
    } else if !report.isSound || !quiet {
      try Terminal.write(report.text(masked: masked))
    }
    if !report.isSound { throw CommandExit.refused }
  }
}
