import Foundation
import Testing

@testable import Normalization

@Suite("The words of phone cells")
struct WordListTests {
  @Test("words.tsv and what is embedded say the same: make words embeds it anew")
  func sameAsTheFile() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Normalization/Data")
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    var rows: [String: [String]] = [:]
    for line in try text("words.tsv").split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count == 3, "\(line)")
      rows[fields[0], default: []].append(fields[2])
    }
    var embedded: [String: [String]] = [:]
    for literal in try text("EmbeddedWords.swift").components(separatedBy: "  static let ")
      .dropFirst()
    {
      let lines = literal.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let name = try #require(lines.first?.prefix { $0 != ":" }).map {
        $0.isUppercase ? "-\($0.lowercased())" : String($0)
      }
      embedded[name.joined()] = Array(lines.dropFirst().prefix { $0 != "\"\"\"" })
    }
    let notes = embedded.removeValue(forKey: "beside-numbers") ?? []
    #expect(rows == embedded)
    let known = rows.filter { !["hours", "title"].contains($0.key) }.values.joined()
      .flatMap { $0.split(separator: " ") }.map { $0.prefix { $0 != "=" } }
      .filter { $0.unicodeScalars.count > 1 && $0.unicodeScalars.allSatisfy(Self.isLatin) }
    #expect(Set(notes.flatMap { $0.split(separator: " ") }) == Set(known))
  }

  /// Whether a letter is a small one of Latin-1.
  private static func isLatin(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x61...0x7A, 0xDF...0xF6, 0xF8...0xFF: true
    default: false
    }
  }

  @Test("every word is one token of its meaning")
  func oneToken() {
    var seen = 0
    for (word, rows) in WordBook.words {
      var spellings: [String] = []
      WordRows.forEachWord(in: rows) { spelling, _ in
        spellings.append(String(decoding: spelling, as: UTF8.self))
      }
      let meanings = CellWords.meanings(ofOneToken: spellings, in: .shared)
      for (spelling, meaning) in zip(spellings, meanings) {
        seen += 1
        #expect(meaning == word, "\(spelling)")
      }
    }
    #expect(seen > 1000)
  }

  @Test(
    "no word of a table of its own has a meaning before that table is asked",
    arguments: [
      EmbeddedWords.month.description, EmbeddedWords.noteUnit.description,
      EmbeddedWords.identityBeforeNumber.description, EmbeddedWords.currency.description,
      EmbeddedWords.identityCode.description,
      EmbeddedWords.areaCode.description, EmbeddedWords.areaCodeBeforeCode.description,
      EmbeddedWords.identityAbbreviation.description, EmbeddedWords.occasion.description,
      EmbeddedWords.joinerBetween.description,
      EmbeddedWords.measure.description, EmbeddedWords.founded.description,
      EmbeddedWords.outOfUseAlone.description, EmbeddedWords.newBesideFormer.description,
      EmbeddedWords.formerAlone.description, EmbeddedWords.gone.description,
      EmbeddedWords.moved.description,
      EmbeddedWords.avoid.description, EmbeddedWords.negation.description,
      EmbeddedWords.but.description, EmbeddedWords.formerBetween.description,
      EmbeddedWords.formerly.description, EmbeddedWords.changedBetween.description,
      EmbeddedWords.changedSign.description, EmbeddedWords.numbered.description,
      EmbeddedWords.inUse.description, EmbeddedWords.asking.description,
      EmbeddedWords.counted.description, EmbeddedWords.title.description,
      EmbeddedWords.road.description, EmbeddedWords.closingTime.description,
      EmbeddedWords.statusBehind.description, EmbeddedWords.goneOfExtension.description,
    ])
  func ownTables(rows: String) {
    for word in rows.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let text = word.prefix { $0 != "=" }
      let known = Array(text.utf8).withUnsafeBufferPointer { WordBook.shared.exact($0) }
      #expect(known == .none, "\(text)")
    }
  }

  @Test("a few words are asked one by one: whole, at the beginning, at the end, anywhere")
  func fewWords() {
    func ask<Answer>(
      _ text: String, _ question: (UnsafeBufferPointer<UInt8>) -> (StaticString) -> Answer
    ) -> Answer {
      Array(text.utf8).withUnsafeBufferPointer { question($0)("前任 前\n組 ext") }
    }
    typealias Text = UnsafeBufferPointer<UInt8>
    #expect(ask("組", Text.isOne) && ask("前任", Text.isOne))
    #expect(!ask("", Text.isOne) && !ask("前任 前", Text.isOne))
    #expect(ask("前後", Text.begins(withOneOf:)) && !ask("教務組", Text.begins(withOneOf:)))
    #expect(ask("教務組", Text.ends) && !ask("組長", Text.ends))
    #expect(ask("總組長", Text.holds) && !ask("總長", Text.holds))
    #expect(ask("EXT", Text.isOneInAnyCase) && !ask("EXT", Text.isOne))
    #expect(ask("前任里長", Text.lengthOfBeginning) == 6)
  }

  @Test("rows part words by blanks and lines, and tell the number behind =")
  func rows() {
    var found: [String] = []
    WordRows.forEachWord(in: "cvr=8 senr\niban=34\n") { spelling, number in
      found.append("\(String(decoding: spelling, as: UTF8.self)) \(number)")
    }
    #expect(found == ["cvr 8", "senr 0", "iban 34"])
  }
}
