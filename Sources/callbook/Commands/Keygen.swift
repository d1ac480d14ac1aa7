internal import ArgumentParser
internal import Signing

/// Makes a pair of keys for signing manifests.
struct Keygen: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keygen",
    abstract: "Makes an Ed25519 pair: the private key into a file, the public one on stdout.",
    discussion: """
      The file is created with mode 0600 and never replaced; both are PEM as OpenSSL reads it. \
      Name the private key under `sign` in the pipeline; give the public one to `verify` and to \
      the app: callbook keygen private.pem > public.pem
      EXIT CODES: 0 made; 1 the file exists or cannot be written; 2 usage.
      MEMORY: constant.
      """)

  @Argument(help: "The file for the private key; must not exist.")
  var file: String

  func run() throws {
    let key = try Ed25519.PrivateKey.generate()
    try NewKeyFile.write(key, to: file)
    try Terminal.write(key.publicKey.pem)
  }
}
