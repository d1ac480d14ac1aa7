import Extraction
import Testing

@testable import Pipelines

@Suite struct PipelineDocumentTests {
  @Test(arguments: [SamplePipeline.complete, SamplePipeline.minimal])
  func theEffectivePipelineReadsBackAsItself(_ text: String) throws {
    let pipeline = try PipelineReader.read(text, path: "p.yaml").pipeline
    for shown in [pipeline.document.yaml(), pipeline.document.json(indented: true)] {
      var again = try PipelineReader.read(shown, path: "p.yaml").pipeline
      var expected = pipeline
      for index in again.tests.indices { again.tests[index].line = 0 }
      for index in expected.tests.indices { expected.tests[index].line = 0 }
      // The document names every rule, the defaults too.
      for rule in PipelineVocabulary.ruleDefaults {
        #expect(
          again.normalize.rules[rule.name] == expected.normalize.rules[rule.name] ?? rule.isOn)
      }
      expected.normalize.rules = again.normalize.rules
      // And every answer to a doubt.
      for index in again.sources.indices where !again.sources[index].isOfCorrections {
        for doubt in ExportDoubt.allCases {
          #expect(
            again.sources[index].doubts[doubt]
              == expected.sources[index].doubts[doubt] ?? doubt.usualAnswer)
        }
        expected.sources[index].doubts = again.sources[index].doubts
      }
      #expect(again == expected, "has PipelineDocument.swift a line for every key?")
    }
  }

  @Test(arguments: [
    "", " ", "a: b", "null", "yes", "0123", "1e5", "- a", "#x", "\"", "\\", "a\nb\tc", "\u{7F}",
    "店 家", "*x", "&x", "!x", "%", "@did", "~", "=", "\u{2028}", "a,b]", "'", "##[error]a",
    "###vso[b] #",
  ])
  func anyTextSurvivesYAML(_ text: String) throws {
    var pipeline = try PipelineReader.read(SamplePipeline.minimal, path: "p.yaml").pipeline
    pipeline.representativeLabel = "x" + text
    pipeline.protect = ["y" + text, text + "y"]
    let written = pipeline.document.yaml()
    // A CI system takes what begins so for a command.
    #expect(!written.contains("##"))
    let again = try PipelineReader.read(written, path: "p.yaml").pipeline
    #expect(again.representativeLabel == "x" + text)
    #expect(again.protect == pipeline.protect)
  }

  @Test func jsonIsWrittenOnOneLineOrIndented() {
    let value = DocumentValue.mapping([
      ("a", .list([.integer(1), .flag(true)])), ("b", .list([])), ("c", .text("\u{1}\"")),
    ])
    #expect(value.json() == #"{"a": [1, true], "b": [], "c": "\u0001\""}"#)
    #expect(
      value.json(indented: true)
        == "{\n  \"a\": [\n    1,\n    true\n  ],\n  \"b\": [],\n  \"c\": \"\\u0001\\\"\"\n}")
  }
}
