import Foundation
import Testing

@testable import Normalization

@Suite("The words of phone cells")
struct WordListTests {
  /// The words that tokens have, and those that only one rule looks for.
  private static let embedded: [(meaning: String, rows: StaticString)] = [
    ("marker", EmbeddedWords.marker), ("marker-pair", EmbeddedWords.markerPair),
    ("label", EmbeddedWords.label), ("owner", EmbeddedWords.owner), ("fax", EmbeddedWords.fax),
    ("returned-fax", EmbeddedWords.returnedFax), ("added-area", EmbeddedWords.addedArea),
    ("ordinal", EmbeddedWords.ordinal), ("joiner", EmbeddedWords.joiner),
    ("joiner-between", EmbeddedWords.joinerBetween),
    ("range", EmbeddedWords.range), ("unit", EmbeddedWords.unit), ("amount", EmbeddedWords.amount),
    ("place", EmbeddedWords.place), ("date-unit", EmbeddedWords.dateUnit),
    ("month", EmbeddedWords.month), ("hours", EmbeddedWords.hours),
    ("note-unit", EmbeddedWords.noteUnit), ("postcode", EmbeddedWords.postcode),
    ("identity", EmbeddedWords.identity),
    ("identity-before-number", EmbeddedWords.identityBeforeNumber),
    ("identity-before-ordinal", EmbeddedWords.identityBeforeOrdinal),
    ("identity-code", EmbeddedWords.identityCode),
    ("same", EmbeddedWords.same), ("currency", EmbeddedWords.currency),
    ("area-code", EmbeddedWords.areaCode),
    ("area-code-before-code", EmbeddedWords.areaCodeBeforeCode),
    ("identity-abbreviation", EmbeddedWords.identityAbbreviation),
    ("placeholder", EmbeddedWords.placeholder), ("ditto", EmbeddedWords.ditto),
    ("account", EmbeddedWords.account),
    ("former", EmbeddedWords.former), ("former-beside-new", EmbeddedWords.formerBesideNew),
    ("new", EmbeddedWords.new), ("changed", EmbeddedWords.changed),
    ("changed-from", EmbeddedWords.changedFrom),
    ("out-of-use", EmbeddedWords.outOfUse), ("area-code-label", EmbeddedWords.areaCodeLabel),
    ("count-word", EmbeddedWords.countWord), ("count-ending", EmbeddedWords.countEnding),
    ("no-fax", EmbeddedWords.noFax), ("broken-fax", EmbeddedWords.brokenFax),
    ("holder", EmbeddedWords.holder),
    ("count-unit", EmbeddedWords.countUnit), ("price", EmbeddedWords.price),
    ("transfer", EmbeddedWords.transfer), ("dial", EmbeddedWords.dial),
    ("dial-instead", EmbeddedWords.dialInstead), ("occasion", EmbeddedWords.occasion),
    ("renumbered", EmbeddedWords.renumbered),
    ("out-of-use-alone", EmbeddedWords.outOfUseAlone),
    ("new-beside-former", EmbeddedWords.newBesideFormer),
    ("former-alone", EmbeddedWords.formerAlone), ("gone", EmbeddedWords.gone),
    ("moved", EmbeddedWords.moved),
    ("avoid", EmbeddedWords.avoid), ("replaced", EmbeddedWords.replaced),
    ("negation", EmbeddedWords.negation), ("but", EmbeddedWords.but),
    ("former-between", EmbeddedWords.formerBetween), ("forbid", EmbeddedWords.forbid),
    ("past", EmbeddedWords.past), ("present", EmbeddedWords.present),
    ("formerly", EmbeddedWords.formerly), ("changed-between", EmbeddedWords.changedBetween),
    ("changed-sign", EmbeddedWords.changedSign), ("numbered", EmbeddedWords.numbered),
    ("in-use", EmbeddedWords.inUse), ("street", EmbeddedWords.street),
    ("asking", EmbeddedWords.asking), ("no-extension", EmbeddedWords.noExtension),
    ("counting", EmbeddedWords.counting),
    ("measure", EmbeddedWords.measure), ("counted", EmbeddedWords.counted),
    ("title", EmbeddedWords.title), ("road", EmbeddedWords.road),
    ("founded", EmbeddedWords.founded),
    ("sure-unit", EmbeddedWords.sureUnit), ("item-unit", EmbeddedWords.itemUnit),
    ("owner-ending", EmbeddedWords.ownerEnding), ("surname", EmbeddedWords.surname),
    ("before-transfer", EmbeddedWords.beforeTransfer),
    ("behind-transfer", EmbeddedWords.behindTransfer),
    ("contrast", EmbeddedWords.contrast), ("contrast-between", EmbeddedWords.contrastBetween),
    ("contrast-beginning", EmbeddedWords.contrastBeginning),
    ("contrast-current", EmbeddedWords.contrastCurrent),
    ("contrast-share", EmbeddedWords.contrastShare), ("abroad", EmbeddedWords.abroad),
    ("near-abroad", EmbeddedWords.nearAbroad), ("other-digits", EmbeddedWords.otherDigits),
    ("town-of-taiwan", EmbeddedWords.townOfTaiwan), ("town-of-china", EmbeddedWords.townOfChina),
    ("begun-by-digits", EmbeddedWords.begunByDigits),
    ("other-digits-in-full", EmbeddedWords.otherDigitsInFull),
  ]

  @Test("words.tsv and what is embedded say the same: make words embeds it anew")
  func sameAsTheFile() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Normalization/Data/words.tsv")
    var rows: [String: [String]] = [:]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count == 3, "\(line)")
      rows[fields[0], default: []].append(fields[2])
    }
    #expect(Set(rows.keys) == Set(Self.embedded.map(\.meaning)))
    for (meaning, text) in Self.embedded {
      #expect(rows[meaning]?.joined(separator: "\n") == text.description, "\(meaning)")
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
      EmbeddedWords.road.description,
    ])
  func ownTables(rows: String) {
    for word in rows.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let text = word.prefix { $0 != "=" }
      let known = Array(text.utf8).withUnsafeBufferPointer { WordBook.shared.exact($0) }
      #expect(known == .none, "\(text)")
    }
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
