/// The numbering plan of one region: what digits written there mean.
///
/// Immutable and thread-safe.
package struct NumberingPlan: Sendable {
  let home: RegionPlan
  let group: CallingCodeGroup
  let plans: NumberingPlans
  /// What resolving needs of all these, as plain values and pointers.
  let tables: ResolvingTables
  /// The short way for domestic numbers.
  var domestic: DomesticPath { tables.domestic }

  init(home: RegionPlan, group: CallingCodeGroup, plans: NumberingPlans) {
    self.home = home
    self.group = group
    self.plans = plans
    tables = ResolvingTables(home: home, group: group, plans: plans)
  }

  /// The live plan of a region (`TW`, in either case); nil for an unknown one.
  package static func plan(region: some StringProtocol) -> NumberingPlan? {
    (try? NumberingPlans.live.plan(region: region)) ?? nil
  }

  /// `TW`, or `+800` for a calling code without region.
  package var region: String { home.name }
  /// 1…999.
  package var callingCode: Int { Int(home.callingCode) }
  /// The digits people dial before a national number (`0`, `8`, `06`); nil where there are none.
  package var nationalPrefix: String? { home.nationalPrefix }
  /// The pattern of the prefixes for calls abroad, as in the data: `00`, `0(?:0[25-79]|19)`.
  package var internationalPrefixPattern: String { home.internationalPrefixPattern }
  /// Whether reading digits drops prefixes and never puts other digits in their place.
  package var onlyDropsPrefixes: Bool { home.transform.isEmpty }
  /// Bit n: fixed lines or mobiles of n digits are dialled so inside an area, even if another kind
  /// of number has that length.
  package var areaLocalLengths: UInt32 { home.areaLocalLengths }
  /// Police, ambulance and the like, as dialled; these may never be blocked.
  package var emergencyNumbers: [String] { home.emergencyNumbers }
  /// One example of each type the region has; a nil type stands for any.
  package var examples: [(type: NumberType?, digits: String)] { home.examples }

  /// The emergency numbers of a region, ascending by length; empty for an unknown one.
  package static func emergencyNumbers(region: some StringProtocol) -> [String] {
    plan(region: region)?.emergencyNumbers ?? []
  }
}

/// Whether a byte is an ASCII digit.
@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
