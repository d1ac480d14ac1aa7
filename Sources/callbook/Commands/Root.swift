internal import ArgumentParser
internal import DirectoryFormat
internal import Pipelines
internal import Publication
internal import Signing

/// Keeps the roots of trust: which keys may sign, and how many must.
struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "root",
    abstract: "Makes, changes, signs and shows the roots that say which keys may sign.",
    discussion: """
      ROOTS is a folder with 1.json, 2.json … and their .sigs: `roots` in a published directory, or a \
      copy of it where the offline keys are. Publish a root once it has all its signatures.
      EXIT CODES: 0 done; 1 the roots are refused, or lack signatures (`show`); 2 usage, or a key that \
      cannot be read.
      MEMORY: constant.
      """,
    subcommands: [Begin.self, Next.self, SignNewest.self, Show.self])

  /// Keys that a role gets.
  fileprivate static func keys(_ files: [String]) throws -> [Ed25519.PublicKey] {
    do { return try files.map { try KeyFile.publicKey(at: $0) } } catch {
      throw UnusableOption("\(error)")
    }
  }

  /// When a root ends: as the option says, or 400 days from now.
  fileprivate static func end(_ expires: RunTime?, now: RunTime?) throws -> DirectoryTime {
    if let expires { return expires.directoryTime }
    return try (now ?? RunTime.current()).directoryTime.adding(seconds: 400 * 86_400)
  }

  fileprivate static func noRoots(in folder: String) -> UnusableOption {
    UnusableOption("\(folder): expected roots, found none. Begin with `callbook root init`.")
  }

  /// Says what a version is and what it lacks.
  fileprivate static func describe(_ version: RootVersion) throws {
    let root = version.root
    try Terminal.print(
      "version \(root.version), expires \(root.expires): "
        + (version.isComplete ? "signed" : "lacks signatures"))
    for (name, role) in [("root", root.root), ("manifest", root.manifest)] {
      try Terminal.print("  \(name): \(role.threshold) of \(role.keyIDs.count)")
      for id in role.keyIDs { try Terminal.print("    \(id)") }
    }
    for signers in version.signers {
      try Terminal.print(
        "  signed by \(signers.signed.count) root keys of version \(signers.version), needs "
          + "\(signers.threshold)")
    }
  }
}

/// Reads a root as an app ships it.
enum RootFile {
  static func read(_ path: String) throws -> [UInt8] {
    do {
      guard let bytes = try FileSystem().read(path, limit: DirectoryRoot.largestSizeInBytes) else {
        throw UnusableOption("\(path): expected a root, found no file. Give roots/1.json.")
      }
      _ = try DirectoryRoot.decode(bytes)
      return bytes
    } catch let error as UnusableOption { throw error } catch let error as PublicationError {
      throw UnusableOption(error.complaint)
    } catch {
      throw UnusableOption("\(path): \(error). Give a root that `callbook root` has made.")
    }
  }
}

extension Root {
  /// Makes the first root.
  struct Begin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Makes version 1, which apps ship.")

    @Argument(help: "The folder of roots; made where it is missing.")
    var roots: String
    @Option(help: "A PEM file with the public half of a key that signs roots, and stays offline.")
    var rootKey: [String]
    @Option(help: "How many root keys must sign.")
    var rootThreshold = 1
    @Option(help: "A PEM file with the public half of a key that signs manifests and timestamps.")
    var key: [String]
    @Option(help: "How many keys must sign manifests and timestamps.")
    var threshold = 1
    @Option(help: "Until when it holds, RFC 3339; 400 days without it.")
    var expires: RunTime?
    @Option(help: "The moment of the run, RFC 3339; SOURCE_DATE_EPOCH or the clock without it.")
    var now: RunTime?

    func run() throws {
      let roots = try Root.keys(rootKey)
      let online = try Root.keys(key)
      var keys: [String: [UInt8]] = [:]
      for key in roots + online { keys[key.id] = key.rawRepresentation }
      let root = DirectoryRoot(
        version: 1, expires: try Root.end(expires, now: now), keys: keys,
        root: .init(keyIDs: roots.map(\.id), threshold: rootThreshold),
        manifest: .init(keyIDs: online.map(\.id), threshold: threshold))
      let folder = RootFolder(self.roots)
      try folder.add(root)
      if let newest = try folder.versions().last { try Root.describe(newest) }
    }
  }

  /// Makes the root after the newest one.
  struct Next: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "next",
      abstract: "Makes the next version: other keys or thresholds, or the same for longer.",
      discussion: """
        Phones follow it once enough root keys of the version before and of its own have signed it. \
        Where keys or threshold of manifests change, phones forget the highest sequence they know: \
        that is the cure where a stolen key drove it up.
        """)

    @Argument(help: "The folder of roots.")
    var roots: String
    @Option(help: "A PEM file with a root key to add.")
    var addRootKey: [String] = []
    @Option(help: "A PEM file with a root key to remove, or its id as `show` prints it.")
    var removeRootKey: [String] = []
    @Option(help: "How many root keys must sign from now on.")
    var rootThreshold: Int?
    @Option(help: "A PEM file with a key to add that signs manifests and timestamps.")
    var addKey: [String] = []
    @Option(help: "A PEM file with a key of manifests to remove, or its id.")
    var removeKey: [String] = []
    @Option(help: "How many keys must sign manifests and timestamps from now on.")
    var threshold: Int?
    @Option(help: "Until when it holds, RFC 3339; 400 days without it.")
    var expires: RunTime?
    @Option(help: "The moment of the run, RFC 3339; SOURCE_DATE_EPOCH or the clock without it.")
    var now: RunTime?

    func run() throws {
      let folder = RootFolder(roots)
      guard var root = try folder.newest() else {
        throw Root.noRoots(in: roots)
      }
      root.version += 1
      root.expires = try Root.end(expires, now: now)
      root.root = try changed(
        root.root, adding: addRootKey, removing: removeRootKey, rootThreshold, &root.keys)
      root.manifest = try changed(
        root.manifest, adding: addKey, removing: removeKey, threshold, &root.keys)
      let named = Set(root.root.keyIDs + root.manifest.keyIDs)
      root.keys = root.keys.filter { named.contains($0.key) }
      try folder.add(root)
      if let newest = try folder.versions().last { try Root.describe(newest) }
    }

    private func changed(
      _ role: DirectoryRoot.Role, adding: [String], removing: [String], _ threshold: Int?,
      _ keys: inout [String: [UInt8]]
    ) throws -> DirectoryRoot.Role {
      var role = role
      for name in removing {
        let id = Hexadecimal.isDigest(name) ? name : try Root.keys([name])[0].id
        guard role.keyIDs.contains(id) else {
          throw UnusableOption("\(name): expected a key of the newest root, found another.")
        }
        role.keyIDs.removeAll { $0 == id }
      }
      for key in try Root.keys(adding) {
        keys[key.id] = key.rawRepresentation
        role.keyIDs.append(key.id)
      }
      role.threshold = threshold ?? role.threshold
      return role
    }
  }

  /// Adds a signature to the newest root.
  struct SignNewest: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sign", abstract: "Signs the newest version with a root key.")

    @Argument(help: "The folder of roots.")
    var roots: String
    @Option(help: "A PEM file with the private key, mode 0600.")
    var key: String

    func run() throws {
      let privateKey: Ed25519.PrivateKey
      do { privateKey = try KeySource.file(key).privateKey() } catch {
        throw UnusableOption("\(error)")
      }
      try Root.describe(try RootFolder(roots).sign(with: privateKey).version)
    }
  }

  /// Shows every version.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Says which keys each version names, and what it lacks.")

    @Argument(help: "The folder of roots.")
    var roots: String

    func run() throws {
      let versions = try RootFolder(roots).versions()
      guard !versions.isEmpty else {
        throw Root.noRoots(in: roots)
      }
      for version in versions { try Root.describe(version) }
      if !versions.allSatisfy(\.isComplete) { throw CommandExit.refused }
    }
  }
}
