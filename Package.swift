// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A room of the pipeline; `docs/architecture.md` draws them in the order of the flow.
func room(
  _ name: String, needs dependencies: [Target.Dependency] = [], keeps documents: [String] = [],
  with settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(name)",
    exclude: ["README.md"] + documents, swiftSettings: strict + settings)
}

func tests(of name: String, needs dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies,
    swiftSettings: strict)
}

let package = Package(
  name: "callbook",
  platforms: [.iOS(.v16), .macOS(.v13)],
  // What apps link. The tool is no product: SwiftPM makes one of the executable where this package
  // is the root, and an app then fetches nothing of what the tool needs (docs/decisions/0804).
  products: [
    .library(name: "DirectoryFormat", targets: ["DirectoryFormat"]),
    .library(name: "DirectoryLoading", targets: ["DirectoryLoading"]),
    .library(name: "DirectoryInstalling", targets: ["DirectoryInstalling"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // System libraries.
    .systemLibrary(name: "CLibCSV", providers: [.apt(["libcsv-dev"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // Copies into an array are held against its size. Not for all of C, as a flag of the build: Swift
    // would read the headers of the C library in two ways then.
    .target(
      name: "CSystem", exclude: ["README.md"],
      cSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]),

    // What people are shown.
    room("Display"),
    tests(of: "Display", needs: ["DirectoryFormat"]),

    // Work on threads of the system.
    room("Threads"),
    tests(of: "Threads"),

    // The currency between the stages.
    room("Records"),
    tests(of: "Records"),
    // Twins are unpacked by zlib where Apple's Compression is not.
    room(
      "DirectoryFormat", needs: [.target(name: "CZlib", condition: .when(platforms: [.linux]))]),
    tests(of: "DirectoryFormat"),

    // Extraction: files to records.
    room(
      "Extraction",
      needs: ["Records", "CLibCSV", "CLibXML2", "CSystem", "CZlib", "Display", "Threads"],
      // A libxml2 to come may deprecate fields of its parser; that must not end the build.
      with: [.treatWarning("DeprecatedDeclaration", as: .warning)]),
    tests(of: "Extraction", needs: ["CSystem", "CZlib", "Records"]),

    // Normalization: cells to numbers, records to entries.
    room(
      "NumberingPlans", needs: ["Threads"],
      keeps: ["Data/plans.tsv", "Data/areas.tsv", "Data/areas-TW.tsv", "Data/notations.tsv"]),
    tests(of: "NumberingPlans"),
    // Read by scripts/oracle.py; no product.
    .executableTarget(
      name: "numbering-plan-oracle", dependencies: ["NumberingPlans"],
      path: "Benchmarks/numbering-plan-oracle", swiftSettings: strict),
    room(
      "Normalization", needs: ["CSystem", "Records", "NumberingPlans"], keeps: ["Data/words.tsv"]),
    // What must hold of every cell, for the tests and the fuzzer.
    .target(
      name: "CellProperties", dependencies: ["Normalization", "NumberingPlans", "Records"],
      path: "Tests/Support/CellProperties", swiftSettings: strict),
    // What is fuzzed, and the inputs that fuzzing kept.
    .target(
      name: "FuzzTargets",
      dependencies: ["CellProperties", "DirectoryFormat", "Extraction", "Records"],
      path: "Tests/Support/FuzzTargets", swiftSettings: strict),
    tests(of: "FuzzTargets"),
    tests(of: "Normalization", needs: ["CellProperties", "CSystem", "Records"]),
    .executableTarget(
      name: "cell-benchmark", dependencies: ["Normalization", "Records"],
      path: "Benchmarks/CellBenchmark", swiftSettings: strict),

    // Collation: candidates to merged, sorted entries.
    room("Collation", needs: ["Records", "DirectoryFormat", "CSystem", "Display", "Threads"]),
    tests(of: "Collation", needs: ["Records", "DirectoryFormat", "CSystem", "Threads"]),

    // Publication: entries to files.
    room(
      "Signing",
      needs: [
        "DirectoryFormat", .target(name: "CLibCrypto", condition: .when(platforms: [.linux])),
      ]),
    tests(of: "Signing", needs: ["DirectoryFormat"]),
    room("LiveLookup", needs: ["CSystem", "DirectoryFormat", "Records", "Signing"]),
    tests(of: "LiveLookup", needs: ["DirectoryFormat", "Signing"]),
    room("Comparison", needs: ["CSystem", "DirectoryFormat", "Signing"]),
    tests(of: "Comparison", needs: ["DirectoryFormat", "Signing"]),
    room(
      "Publication",
      needs: [
        "Records", "DirectoryFormat", "Display", "Signing", "Comparison", "LiveLookup", "CSQLite",
        "CSystem", "CZlib", "Threads",
      ]),
    tests(
      of: "Publication",
      needs: ["Comparison", "LiveLookup", "Records", "DirectoryFormat", "Signing", "CSQLite"]),

    // Loading: a directory to calls on a call directory.
    room("DirectoryLoading", needs: ["DirectoryFormat"]),
    tests(
      of: "DirectoryLoading",
      needs: ["DirectoryFormat", "DirectoryInstalling", "SimulatedCallDirectory", "Signing"]),
    room("DirectoryInstalling", needs: ["DirectoryFormat"]),
    .testTarget(
      name: "DirectoryInstallingTests",
      dependencies: [
        "DirectoryInstalling", "DirectoryFormat", "DirectoryLoading", "Publication", "Records",
        "Signing",
      ],
      exclude: ["server.py"], swiftSettings: strict),
    room("SimulatedCallDirectory", needs: ["DirectoryFormat", "DirectoryLoading"]),
    tests(of: "SimulatedCallDirectory", needs: ["DirectoryLoading"]),
    room(
      "Inspection",
      needs: [
        "Comparison", "CSQLite", "DirectoryFormat", "DirectoryLoading", "Display",
        "LiveLookup", "SimulatedCallDirectory", "Signing", "Threads",
      ]),
    tests(
      of: "Inspection",
      needs: [
        "CSQLite", "DirectoryFormat", "LiveLookup", "SimulatedCallDirectory", "Signing",
        "Publication", "Records",
      ]),

    // The run and the command line.
    room(
      "Pipelines",
      needs: [
        "CSystem", "Records", "Extraction", "Normalization", "NumberingPlans",
        "Collation", "DirectoryFormat", "DirectoryLoading", "Display", "LiveLookup", "Publication",
        "Signing", "SimulatedCallDirectory", "Threads",
        .product(name: "Yams", package: "Yams"),
      ]),
    tests(
      of: "Pipelines",
      needs: [
        "Collation", "DirectoryFormat", "Extraction", "Normalization", "Publication", "Records",
        "Signing",
      ]),
    .executableTarget(
      name: "stage-benchmark",
      dependencies: [
        "Collation", "DirectoryFormat", "Extraction", "Normalization", "Pipelines", "Publication",
        "Records",
      ],
      path: "Benchmarks/StageBenchmark", swiftSettings: strict),
    .executableTarget(
      name: "callbook",
      dependencies: [
        "CSystem", "DirectoryFormat", "Display", "Extraction", "Inspection", "Normalization",
        "Pipelines", "Publication", "Signing",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/callbook", exclude: ["README.md"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Readers of bytes from elsewhere under libFuzzer (scripts/fuzz.sh). Linked by its main alone.
if Context.environment["FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz",
      exclude: ["corpus", "cell.dict"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

#if os(Linux)
  // CallKit's declarations, so that every branch for it is compiled and tested here too. On a Mac
  // nothing of this exists. In Swift 5 mode, as headers are seen that say nothing of isolation.
  let callKitStub = Target.target(
    name: "CallKit", path: "Tests/phone/Stubs/CallKit",
    swiftSettings: strict + [.swiftLanguageMode(.v5)])
  package.targets.append(callKitStub)
  for target in package.targets
  where [
    "DirectoryLoading", "DirectoryInstalling", "DirectoryLoadingTests", "DirectoryInstallingTests",
  ].contains(target.name) {
    target.dependencies.append("CallKit")
  }
#endif
