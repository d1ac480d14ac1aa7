// swift-tools-version: 6.2
import PackageDescription

// The app's side as it is on a phone: `check_phone.py` lays the sources out beside a copy of this
// file, every `#if` decided for Apple's systems, with stubs in place of Apple's frameworks.

/// As Apple's compiler sees a framework whose headers say nothing of isolation.
let stub: [SwiftSetting] = [.swiftLanguageMode(.v5)]

/// What every target of the package in the repository is built with.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let onAPhone: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "AppleFoundation"])
]

let frameworks: [Target.Dependency] = [
  "AppleFoundation", "BackgroundTasks", "CallKit", "Compression", "CryptoKit", "Darwin", "SwiftUI",
  "UIKit",
]

func room(_ name: String, needs dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: frameworks + dependencies, path: "Sources/\(name)",
    swiftSettings: strict + onAPhone)
}

/// A side of samples/ios, which takes a root where the test gives one, run as a new app of Xcode 26 is: what stands on the main actor is held to it.
func sample(_ name: String, needs dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: frameworks + dependencies, path: "rooted/\(name)",
    swiftSettings: onAPhone + [.defaultIsolation(MainActor.self)])
}

func process(_ name: String, _ path: String, runs sides: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: frameworks + ["PhoneSystem"] + sides, path: path,
    swiftSettings: onAPhone)
}

let package = Package(
  name: "phone",
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto"),
    .target(name: "AppleFoundation", path: "Stubs/AppleFoundation", swiftSettings: stub),
    .target(name: "BackgroundTasks", path: "Stubs/BackgroundTasks", swiftSettings: stub),
    .target(name: "CallKit", path: "Stubs/CallKit", swiftSettings: stub),
    .target(
      name: "Compression", dependencies: ["CZlib"], path: "Stubs/Compression", swiftSettings: stub),
    .target(
      name: "CryptoKit", dependencies: ["CLibCrypto"], path: "Stubs/CryptoKit", swiftSettings: stub),
    .target(name: "Darwin", path: "Stubs/Darwin", swiftSettings: stub),
    .target(
      name: "SwiftUI", dependencies: ["UIKit"], path: "Stubs/SwiftUI", swiftSettings: stub),
    .target(name: "UIKit", path: "Stubs/UIKit", swiftSettings: stub),

    room("DirectoryFormat"),
    room("DirectoryLoading", needs: ["DirectoryFormat"]),
    room("DirectoryInstalling", needs: ["DirectoryFormat"]),
    room("SimulatedCallDirectory", needs: ["DirectoryFormat", "DirectoryLoading"]),

    sample("App", needs: ["DirectoryFormat", "DirectoryInstalling"]),
    sample("DirectoryExtension", needs: ["DirectoryFormat", "DirectoryLoading"]),
    .target(
      name: "PhoneSystem", dependencies: frameworks + ["SimulatedCallDirectory"],
      path: "Phone/System", swiftSettings: onAPhone),
    process("ExampleApp", "Phone/App", runs: ["App", "DirectoryInstalling"]),
    process("ExampleExtension", "Phone/Extension", runs: ["DirectoryExtension"]),
  ],
  swiftLanguageModes: [.v6]
)
