import Threads

/// All numbering plans of one text; a region is compiled when it is first asked for.
///
/// Thread-safe. Opening the live plans takes about a millisecond, a region some milliseconds more, once.
package final class NumberingPlans: Sendable {
  /// The plans that are part of the program.
  package static let live: NumberingPlans = {
    let text = EmbeddedPlans.text
    let bytes = Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    // The generator checks what it writes and the tests compile every region: an unreadable text
    // would show as plans without any region.
    return (try? NumberingPlans(bytes)) ?? NumberingPlans()
  }()

  /// What the live plans were made from, such as `phonenumbers 9.0.43`.
  package static var version: String { live.text.version }

  let text: PlanText
  /// Whether anyone has the calling code; index 0…999.
  nonisolated(unsafe) let knownCodes: UnsafePointer<Bool>
  private let lock = Monitor()
  // Both are touched under the lock alone.
  nonisolated(unsafe) private var compiled: [String: RegionPlan] = [:]
  nonisolated(unsafe) private var groups: [CallingCodeGroup?]

  /// Reads a text of plans; throws `PlanDataError` for a line that is none.
  package convenience init(text: String) throws(PlanDataError) {
    try self.init(Array(text.utf8))
  }

  private init(_ bytes: [UInt8]) throws(PlanDataError) {
    text = try PlanText(bytes)
    knownCodes = NumberingPlans.table(of: text.callingCodes)
    groups = Array(repeating: nil, count: 1000)
  }

  private init() {
    text = PlanText()
    knownCodes = NumberingPlans.table(of: [])
    groups = Array(repeating: nil, count: 1000)
  }

  deinit { knownCodes.deallocate() }

  private static func table(of codes: some Sequence<Int>) -> UnsafePointer<Bool> {
    let known = UnsafeMutablePointer<Bool>.allocate(capacity: 1000)
    known.initialize(repeating: false, count: 1000)
    for code in codes { known[code] = true }
    return UnsafePointer(known)
  }

  /// Every region that has a plan, in alphabetical order.
  package var regions: [String] {
    text.regions(with: .plan).filter { !$0.hasPrefix("+") }.sorted()
  }

  /// Every calling code, ascending.
  package var callingCodes: [Int] { text.callingCodes }

  /// Regions of a calling code, main one first; `+800` stands for a code without region.
  package func regions(ofCallingCode code: Int) -> [String] {
    text.regions(ofCallingCode: code)
  }

  /// The plan of a region (`TW`, in either case) or of a code without region (`+800`).
  package func plan(region: some StringProtocol) throws(PlanDataError) -> NumberingPlan? {
    let name = region.uppercased()
    guard let fields = text.records(.plan, of: name).first?.first, let code = Int(fields) else {
      return nil
    }
    let plan = try compiledPlan(name)
    return NumberingPlan(home: plan, group: try compiledGroup(code), plans: self)
  }

  func compiledPlan(_ name: String) throws(PlanDataError) -> RegionPlan {
    if let plan = lock.withLock({ compiled[name] }) { return plan }
    // Compiled outside the lock: two threads may do it twice, the first result stays.
    let plan = try RegionPlan(name, in: text)
    return lock.withLock {
      if let first = compiled[name] { return first }
      compiled[name] = plan
      return plan
    }
  }

  private func compiledGroup(_ code: Int) throws(PlanDataError) -> CallingCodeGroup {
    if let group = lock.withLock({ groups[code] }) { return group }
    var members: [RegionPlan] = []
    for name in text.regions(ofCallingCode: code) { members.append(try compiledPlan(name)) }
    guard let main = members.first else {
      throw PlanDataError(place: "+\(code)", problem: "no region")
    }
    let group = CallingCodeGroup(main: main, members: members)
    return lock.withLock {
      if let first = groups[code] { return first }
      groups[code] = group
      return group
    }
  }

  /// The regions behind a calling code 1…999; nil when nobody has it.
  func group(_ code: Int) -> CallingCodeGroup? {
    guard knownCodes[code] else { return nil }
    return try? compiledGroup(code)
  }
}
