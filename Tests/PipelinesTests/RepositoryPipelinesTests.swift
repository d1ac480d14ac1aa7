import Foundation
import Testing

@testable import Pipelines

@Suite struct RepositoryPipelinesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("pipelines")

  @Test(arguments: ["taiwan", "china", "blocklist"])
  func thePipelinesOfTheRepositoryPassTheirTests(_ name: String) throws {
    let file = try PipelineLoader.load("\(Self.folder.path)/\(name).yaml")
    #expect(!file.pipeline.tests.isEmpty)
    #expect(try file.sourceFiles().allSatisfy { !$0.isEmpty })
    let failures = try PipelineTestRunner.run(file.pipeline)
    #expect(failures.isEmpty, "\(failures.map { $0.text(revealed: true) }.joined(separator: "\n"))")
  }
}
