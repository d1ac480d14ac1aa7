/// Resolves the digits of one region for one thread, without locks or reference counts.
///
/// What `NumberingPlan.resolve` says, and faster where numbers of other calling codes come often.
/// Memory: 8 KB. Not safe to share between threads.
package final class NumberResolver {
  /// The plan whose digits are resolved.
  package let plan: NumberingPlan
  private let tables: ResolvingTables
  /// By calling code, the groups that were met so far.
  private let groups: UnsafeMutablePointer<UnsafePointer<GroupTables>?>

  /// Prepares to resolve digits under a plan.
  package init(_ plan: NumberingPlan) {
    self.plan = plan
    tables = plan.tables
    groups = .allocate(capacity: 1000)
    groups.initialize(repeating: nil, count: 1000)
  }

  deinit { groups.deallocate() }

  /// Reads digits as `NumberingPlan.resolve` does.
  @inline(__always)
  package func resolve(
    _ digits: UnsafeBufferPointer<UInt8>, isInternational: Bool = false
  ) -> Resolution {
    tables.resolve(digits, isInternational: isInternational) { group($0) }
  }

  /// Which first digits are a valid number written with the region's trunk prefix 0; nil where
  /// prefixes are more than that, and every length must be resolved.
  package func completeLengths(of digits: UnsafeBufferPointer<UInt8>) -> CompleteLengths? {
    tables.domestic.completeLengths(of: digits)
  }

  @inline(__always)
  private func group(_ code: Int) -> UnsafePointer<GroupTables>? {
    groups[code] ?? firstMet(code)
  }

  @inline(never)
  private func firstMet(_ code: Int) -> UnsafePointer<GroupTables>? {
    // The plans keep every group that they have compiled.
    let group = plan.plans.group(code)?.tables
    groups[code] = group
    return group
  }
}
