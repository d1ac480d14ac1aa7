/// What a reader of notations asks of a plan, beside resolving.
extension NumberingPlan {
  /// Whether area codes are known for the region.
  package var hasAreaCodes: Bool { !home.areas.areas.isEmpty }
  /// The region's area codes, without trunk prefix; empty where the data has none.
  package var areaCodes: [AreaCode] { home.areas.areas }

  /// How many names of places tell an area code of the region; 0 where a locality tells none.
  package var placeCount: Int {
    areaCodes.reduce(0) { $0 + $1.localities.count }
      + (PlaceCatalogue.live.names(of: region)?.count ?? 0)
  }

  /// The area code of a name of the area table in UTF-8, or of an address that holds one
  /// (`臺北市`, `100台北市中正區…`, `上海`); nil when no known place, or more than one, is named.
  func areaCode(ofLocality text: UnsafeBufferPointer<UInt8>) -> AreaCode? {
    home.areas.area(ofLocality: text)
  }

  /// Number of digits of the region's international prefix the digits start with; 0 without one.
  package func internationalPrefixLength(_ digits: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = digits.baseAddress,
      let match = home.internationalPrefix?.match(base, count: digits.count),
      match.length == digits.count || base[match.length] != 0x30
    else { return 0 }
    return match.length
  }

  /// Whether a valid fixed line of this region has a length that its area code has, or is a hotline behind one; true for
  /// everything else, and where no area codes are known.
  package func fitsAreaPlan(_ resolution: Resolution) -> Bool {
    guard hasAreaCodes, resolution.region == home.region, resolution.type == .fixedLine else {
      return true
    }
    let count = Int(resolution.digitCount)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
      var value = resolution.nationalNumber
      for index in (0..<count).reversed() {
        buffer[index] = UInt8(value % 10) + 0x30
        value /= 10
      }
      guard let base = buffer.baseAddress,
        let area = home.areas.area(of: UnsafePointer(base), count: count),
        area.digits.utf8.count < count
      else { return false }
      let skipped = area.digits.utf8.count
      return area.accepts(localDigits: count - skipped, first: base[skipped])
        || notation.areaHotlines.contains(
          UnsafeBufferPointer(start: base + skipped, count: count - skipped))
    }
  }

  /// Whether a valid fixed line has a length that its area code has, in whatever region it is; the
  /// metadata knows former lengths too.
  package static func fitsAreas(_ resolution: Resolution) -> Bool {
    guard let index = codesWithAreas.firstIndex(of: resolution.callingCode) else { return true }
    return plansWithAreas[index].fitsAreaPlan(resolution)
  }

  /// The live plans whose area codes decide about lengths.
  private static let plansWithAreas = NumberingPlans.live.text.regions(with: .area).compactMap {
    plan(region: $0)
  }
  /// Their calling codes.
  private static let codesWithAreas = plansWithAreas.map(\.home.callingCode)
}
