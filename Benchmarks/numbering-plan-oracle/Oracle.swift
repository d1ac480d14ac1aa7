import NumberingPlans

/// Reads lines `region TAB digits` and prints what they resolve to, for `scripts/oracle.py`.
///
/// A leading plus is the international form. Printed: `E.164 TAB validity TAB type TAB region`, `-`
/// where there is none.
///
/// With the argument `time` it prints nanoseconds a number for some fixed numbers instead.
@main
enum Oracle {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "time" {
      time()
    } else {
      compare()
    }
  }

  private static func compare() {
    var plans: [String: NumberingPlan] = [:]
    while let line = readLine() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count >= 2 else {
        print("-\t-\t-\t-")
        continue
      }
      let region = String(fields[0])
      guard let plan = plans[region] ?? NumberingPlan.plan(region: region) else {
        print("-\tno-plan\t-\t-")
        continue
      }
      plans[region] = plan
      let plus = fields[1].hasPrefix("+")
      let bytes = Array(fields[1].utf8.dropFirst(plus ? 1 : 0))
      let resolution = bytes.withUnsafeBufferPointer {
        plan.resolve($0, isInternational: plus)
      }
      print(
        resolution.e164 ?? "-", spelling(resolution), resolution.type?.spelling ?? "-",
        resolution.region?.description ?? "-", separator: "\t")
    }
  }

  private static func spelling(_ resolution: Resolution) -> String {
    switch resolution.validity {
    case .valid: "valid"
    case .possible: "possible"
    case .possibleLocalOnly: "possible-local-only"
    case .impossible(let reason): "\(reason)"
    }
  }

  private static func time() {
    let cases = [
      ("TW", "0255667788"), ("TW", "0912345678"), ("CN", "075528091314"), ("US", "2015550123"),
      ("CA", "5062345678"), ("TW", "+886255667788"), ("TW", "+12015550123"),
      ("AR", "0111512345678"), ("TW", "0123456789"),
    ]
    let clock = ContinuousClock()
    for (region, text) in cases {
      let opened = clock.now
      guard let plan = NumberingPlan.plan(region: region) else { continue }
      let opening = clock.now - opened
      let plus = text.hasPrefix("+")
      let bytes = Array(text.utf8.dropFirst(plus ? 1 : 0))
      bytes.withUnsafeBufferPointer { digits in
        var sum: UInt64 = plan.resolve(digits, isInternational: plus).nationalNumber
        var best = Duration.seconds(1)
        for _ in 0..<9 {
          let start = clock.now
          for _ in 0..<200_000 {
            sum &+= plan.resolve(digits, isInternational: plus).nationalNumber
          }
          best = min(best, clock.now - start)
        }
        print(region, text, "\(best / 200_000) a number, opened in \(opening)", sum & 1)
      }
    }
  }
}
