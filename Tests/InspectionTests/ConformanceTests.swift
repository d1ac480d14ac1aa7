import DirectoryFormat
import Foundation
import Inspection
import Testing

/// The kit that teams with their own reader test against too.
enum ConformanceKit {
  /// The kit's folder.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "conformance").path

  /// The cases: a folder and its verdict.
  static let cases: [(String, String)] = {
    let text = (try? String(contentsOfFile: folder + "/verdicts.tsv", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { line in
      let fields = line.split(separator: "\t")
      return (String(fields[0]), String(fields[1]))
    }
  }()
}

@Suite struct ConformanceTests {
  @Test func theKitIsThere() {
    #expect(ConformanceKit.cases.count { $0.1 != "sound" } >= 20)
    #expect(ConformanceKit.cases.count { $0.1 == "sound" } >= 4)
  }

  @Test("gets its verdict", arguments: ConformanceKit.cases)
  func verdict(name: String, expected: String) throws {
    let folder = ConformanceKit.folder + "/" + name
    let report = try DirectoryVerifier(directory: folder).verify()
    let verdicts = Set(report.findings.filter { $0.severity == .violation }.map(\.verdict))
    if expected == "sound" {
      #expect(report.isSound, "\(report.text(masked: false))")
    } else {
      #expect(!report.isSound)
      #expect(verdicts.contains(expected), "\(report.text(masked: false))")
    }
  }
}
