internal import ArgumentParser
internal import DirectoryFormat
internal import Inspection
internal import Publication
internal import Signing

/// Signs a published directory after its build.
struct Sign: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Signs the manifest and the timestamp of a published directory.",
    discussion: """
      For a key that stays away from the machine that builds: build without `sign`, sign a copy of \
      the directory where the key is, publish that. An unchanged night has a new timestamp to sign. \
      Where the directory has roots, each of several keys adds its signature.
      EXIT CODES: 0 signed, or signed already; 1 the directory is damaged, or a build holds it; \
      2 usage, no such folder, or the key cannot be read.
      MEMORY: a few times the manifest, which is at most 16 MiB.
      """)

  @Argument(help: "The folder that holds manifest.json, or the output folder of `build`.")
  var directory: String
  @Option(help: "A PEM file with the private key, mode 0600.")
  var key: String
  @Flag(help: "Print nothing.")
  var quiet = false

  func run() throws {
    let privateKey: Ed25519.PrivateKey
    do { privateKey = try KeySource.file(key).privateKey() } catch {
      throw UnusableOption("\(error)")
    }
    let folder = try DirectoryFolder.existing(directory)
    let outcome = try DirectorySigner(directory: folder, key: privateKey).sign()
    if quiet { return }
    var what = outcome.written == 0 ? "signed already" : "signed"
    if outcome.lacking > 0 { what += ", \(outcome.lacking) more to sign" }
    try Terminal.print(
      "\(what): generation \(outcome.manifest.generation.prefix(16)), "
        + "sequence \(outcome.manifest.sequence), expires \(outcome.timestamp.expires)")
  }
}
