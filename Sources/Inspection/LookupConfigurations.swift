import DirectoryFormat
import LiveLookup

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the configurations beside data sets must be, by the manifest.
struct LookupConfigurations {
  /// More than any has.
  static let largestInBytes = 64 << 10

  /// The files with what tells whether their bytes are right.
  let checks: [(name: String, isRight: ([UInt8]) -> Bool)]

  init(_ lookup: Manifest.LiveLookup) {
    // A manifest that does not name the encryption leaves it open among those that are known.
    let encryptions = (lookup.encryption.map { [$0] } ?? LookupEncryption.names).compactMap {
      LookupEncryption(name: $0)
    }
    var settings = LookupSettings(extensionIdentifier: lookup.extensionIdentifier)
    settings.files = lookup.isSharded ? .sharded : .whole
    var shards: [LookupUseCase: Int] = [:]
    var checks: [(name: String, isRight: ([UInt8]) -> Bool)] = []
    for useCase in LookupUseCase.allCases where lookup.dataSet(useCase).rows > 0 {
      let set = lookup.dataSet(useCase)
      shards[useCase] = set.shards
      let parameters = LookupParameters(
        shards: set.shards, buckets: set.buckets, bucketBytes: set.bucketBytes)
      let modulus = useCase == .block ? lookup.blockModulus : nil
      let expected = encryptions.map { encryption in
        settings.encryption = encryption
        return LookupConfiguration(settings).processing(
          useCase, parameters, modulus.map { .doubleMod($0) } ?? .sha256)
      }
      checks.append((LookupConfiguration.processingName(useCase), { expected.contains($0) }))
    }
    checks.append(
      (
        LookupConfiguration.serviceName,
        { [settings] bytes in
          var settings = settings
          settings.issuer = Self.issuer(in: bytes)
          return LookupConfiguration(settings).service(shards) == bytes
        }
      ))
    self.checks = checks
  }

  /// The issuer in a service's configuration, which only the pipeline knows.
  private static func issuer(in bytes: [UInt8]) -> String? {
    let key = "\"issuerRequestUri\": \""
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    guard let line = lines.first(where: { $0.hasPrefix(key) }) else { return nil }
    return String(line.dropFirst(key.count).prefix { $0 != "\"" })
  }
}

/// The names in a folder.
enum FolderNames {
  /// All but `.` and `..`; nil where the folder cannot be read.
  static func read(_ path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
