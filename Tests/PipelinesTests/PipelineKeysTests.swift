import Testing

@testable import Pipelines

@Suite struct PipelineKeysTests {
  /// Key paths of a section without list indices: `sources.columns.number`.
  private func keyPaths(of section: KeySection, below parent: String = "") -> Set<String> {
    var paths: Set<String> = []
    for key in section.keys {
      let path = parent.isEmpty ? key.name : "\(parent).\(key.name)"
      paths.insert(path)
      if let inner = inner(key.kind) { paths.formUnion(keyPaths(of: inner, below: path)) }
    }
    return paths
  }

  private func inner(_ kind: ValueKind) -> KeySection? {
    switch kind {
    case .section(let section): section
    case .list(let element, _, _): inner(element)
    default: nil
    }
  }

  @Test func theReaderAsksForEveryDeclaredKeyAndNoOther() throws {
    let context = PipelineReadingContext(file: "p.yaml")
    let complete = SamplePipeline.complete.replacing(
      "sign: { key: ", with: "sign: { environment: A, key: ")
    let root = try PipelineReader.openRoot(
      complete + "\n" + SamplePipeline.liveLookup, as: PipelineKeys.pipeline, in: context)
    _ = PipelineReader.pipeline(try #require(root))
    let consumed = context.consumedKeys.filter {
      !$0.hasPrefix("normalize.rules.") && !$0.contains(".rejected.")
    }
    let declared = keyPaths(of: PipelineKeys.pipeline)
    #expect(
      declared.subtracting(consumed).sorted() == [],
      "declared, but not read, or in a section that SamplePipeline.complete lacks")
    #expect(consumed.subtracting(declared).sorted() == [], "read, but not declared")
  }

  @Test func theSchemaNamesEveryKey() {
    let schema = PipelineSchema.document.json()
    for path in keyPaths(of: PipelineKeys.pipeline) {
      let key = path.split(separator: ".").last.map(String.init) ?? path
      #expect(schema.contains("\"\(key)\": {"), "\(path)")
    }
  }

  @Test func keysAreDeclaredOnce() {
    func check(_ section: KeySection) {
      #expect(Set(section.keys.map(\.name)).count == section.keys.count)
      section.keys.compactMap { inner($0.kind) }.forEach(check)
    }
    check(PipelineKeys.pipeline)
  }
}
