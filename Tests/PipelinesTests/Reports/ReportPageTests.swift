import Testing

@testable import Pipelines

@Suite struct ReportPageTests {
  /// Only the label of a loser is masked: a place or a count of digits in a path or a label is none.
  @Test(arguments: [
    ("a.csv:3 identify base-digits=11 花店 02-27123456", " identify base-digits=11 "),
    ("a.csv:3 block base-digits=9", " block base-digits=9"),
    ("my block base-digits=.csv:3 remove base-digits=12 x", " remove base-digits=12 "),
    ("a.csv:3 identify base-digits=11 block base-digits=9 x", " identify base-digits=11 "),
    ("a.csv:3 identify base-digits=1\u{301}", " identify base-digits=1"),
    ("a.csv:3 call base-digits=11 x", nil), (" identify base-digits= 7", nil), ("", nil),
  ])
  func factsOfALoser(text: String, facts: String?) {
    #expect(ReportPage.facts(of: text).map { String(text.utf8[$0]) ?? "" } == facts)
  }
}
