/// The JSON Schema (draft 2020-12) of the pipeline file and of files of tests, for editors.
///
/// It accepts everything that `PipelineReader` accepts; the reader also checks what a schema cannot.
package enum PipelineSchema {
  /// The schema of the pipeline file.
  package static var document: DocumentValue {
    document(of: PipelineKeys.pipeline, title: "callbook pipeline")
  }

  /// The schema of a file of tests beside a pipeline.
  package static var testsDocument: DocumentValue {
    document(of: PipelineKeys.testFile, title: "callbook tests of a pipeline")
  }

  private static func document(of section: KeySection, title: String) -> DocumentValue {
    let head: [(key: String, value: DocumentValue)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")), ("title", .text(title)),
    ]
    return .mapping(head + members(of: section))
  }

  private static func members(
    of section: KeySection
  ) -> [(key: String, value: DocumentValue)] {
    let required = section.keys.filter(\.isRequired).map(\.name)
    var members: [(key: String, value: DocumentValue)] = [
      ("type", .text("object")), ("additionalProperties", .flag(false)),
    ]
    if !required.isEmpty { members.append(("required", .texts(required))) }
    let properties = section.keys.map { key in
      var description = key.summary
      if let defaultText = key.defaultText { description += " Default: \(defaultText)." }
      return (
        key: key.name,
        value: DocumentValue.mapping([("description", .text(description))] + schema(of: key.kind))
      )
    }
    members.append(("properties", .mapping(properties)))
    for key in section.keys {
      guard let unless = key.requiredUnless else { continue }
      let says = DocumentValue.mapping([
        ("properties", .mapping([(unless.key, .mapping([("const", .text(unless.says))]))])),
        ("required", .texts([unless.key])),
      ])
      members += [("if", says), ("else", .mapping([("required", .texts([key.name]))]))]
    }
    return members
  }

  private static func schema(of kind: ValueKind) -> [(key: String, value: DocumentValue)] {
    switch kind {
    case .text(let form):
      // YAML readers turn an unquoted 0255667788 into a number; the walker takes it as text.
      let text: [(key: String, value: DocumentValue)] =
        [("type", .texts(["string", "number"]))]
        + (form.pattern.map { [("pattern", .text($0))] } ?? [])
      return text
    case .integer(let range):
      return [
        ("type", .text("integer")), ("minimum", .integer(Int64(range.lowerBound))),
        ("maximum", .integer(Int64(range.upperBound))),
      ]
    case .flag:
      let words = ["on", "off", "yes", "no", "true", "false"].map(DocumentValue.text)
      return [("enum", .list([.flag(true), .flag(false)] + words))]
    case .choice(let words): return [("enum", .texts(words))]
    case .selector:
      return [("type", .texts(["string", "integer"]))]
    case .list(let element, let fewest, let most):
      // Not `anyOf`: an editor would complain of each alternative where one thing is wrong.
      let bounds: [(key: String, value: DocumentValue)] =
        [("minItems", .integer(Int64(fewest)))]
        + (most < .max ? [("maxItems", .integer(Int64(most)))] : [])
      let list = bounds + [("items", .mapping(schema(of: element)))]
      return [
        ("if", .mapping([("type", .text("array"))])), ("then", .mapping(list)),
        ("else", .mapping(schema(of: element))),
      ]
    case .section(let section): return members(of: section)
    case .textsBySelector:
      return [
        ("type", .text("object")), ("minProperties", .integer(1)),
        (
          "additionalProperties",
          .mapping([
            ("type", .texts(["string", "number", "array"])), ("minItems", .integer(1)),
            ("items", .mapping([("type", .texts(["string", "number"]))])),
          ])
        ),
      ]
    case .shares(let words):
      let share = schema(of: .text(.percentage)).filter { $0.key != "type" }
      let properties = words.map {
        (key: $0, value: DocumentValue.mapping(schema(of: .text(.percentage))))
      }
      return [("type", .texts(["string", "object"]))] + share + [
        ("additionalProperties", .flag(false)), ("properties", .mapping(properties)),
      ]
    case .flags(let words):
      let properties = words.map { (key: $0, value: DocumentValue.mapping(schema(of: .flag))) }
      return [
        ("type", .text("object")), ("additionalProperties", .flag(false)),
        ("properties", .mapping(properties)),
      ]
    }
  }
}
