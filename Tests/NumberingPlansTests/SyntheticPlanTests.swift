import Testing

@testable import NumberingPlans

@Suite("A plan of our own making") struct SyntheticPlanTests {
  static let text = """
    version\tsynthetic 1
    code\t99\tXA
    plan\tXA\t99\t0\t0(?:(1\\d)[27])?\t5\\1\t00\t\t
    numbers\tXA\tgeneral\t[2-9]\\d{5,7}\t6,8\t4\t
    numbers\tXA\tfixed-line\t2\\d{5}\t6\t4\t212345
    numbers\tXA\tmobile\t5(?:1|9\\d)\\d{5}\t8\t\t51234567
    area\tXA\t2\t5\tXcity

    """

  @Test("resolves with prefix, transform and lengths of the types")
  func resolves() throws {
    let plans = try NumberingPlans(text: SyntheticPlanTests.text)
    let plan = try #require(try plans.plan(region: "xa"))
    func resolve(_ text: String) -> Resolution {
      Array(text.utf8).withUnsafeBufferPointer { plan.resolve($0) }
    }
    #expect(resolve("0212345").e164 == "+99212345")
    #expect(resolve("0212345").type == .fixedLine)
    // Carrier 12 before 7: the rule puts 5 and the carrier in their place.
    #expect(resolve("0127912345").e164 == "+99512912345")
    // The mobile pattern fits seven digits, its possible lengths do not.
    #expect(resolve("5112345").validity == .impossible(.invalidLength))
    #expect(resolve("059123456").type == .mobile)
  }

  @Test(
    "a line that cannot be read is an error that says so",
    arguments: [
      "nonsense", "code\t1000\tXA", "plan\tXA\t99", "numbers\tXA\tgeneral\t(?=1)\t1\t\t",
      "numbers\tXA\tgeneral\t1*\t1\t\t", "numbers\tXA\tunheard-of\t1\t1\t\t",
    ])
  func unreadable(line: String) {
    #expect(throws: PlanDataError.self) {
      let plan = line.hasPrefix("plan") ? "" : "plan\tXA\t99\t\t\t\t\t\t\n"
      let plans = try NumberingPlans(text: "code\t99\tXA\n" + plan + line + "\n")
      _ =
        try plans.plan(region: "XA").map { _ in () }
        ?? { throw PlanDataError(place: "", problem: "") }()
    }
  }

  @Test(
    "the automaton and the backtracking matcher agree",
    arguments: [
      "[2-9]\\d{5,7}", "1(?:2|3[4-6]?)\\d{1,3}|12{2}", "(?:0|90)(?:(1[245]|31)(\\d{2,3}))?",
      "5(?:[01]\\d{2}|2(?:3?4)?)?6",
    ])
  func agree(pattern: String) throws {
    let matcher = try PrefixMatcher(pattern)
    let rule = DigitAutomatonBuilder.Rule(
      pattern: try Pattern.read(pattern).pattern, kind: .general, lengths: 0)
    let automaton = try #require(
      DigitAutomatonBuilder.build([rule], sharesFixedAndMobile: false))
    var state: UInt64 = 11
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = Array(String(state >> 20).utf8.prefix(Int(state >> 60) % 9 + 1))
      digits.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        let found = automaton.facts(of: automaton.walk(base, buffer.count)).matchesGeneral
        #expect(found == (matcher.match(base, count: buffer.count, whole: true) != nil))
      }
    }
  }
}
