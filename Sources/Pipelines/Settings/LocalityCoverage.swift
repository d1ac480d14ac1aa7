internal import NumberingPlans
internal import Records

extension Pipeline {
  /// What to say of sources whose localities tell no area code, as their regions have no places.
  var localitiesWithoutPlaces: [String] {
    guard normalize.rules["locality-area-code"] ?? true else { return [] }
    return sources.compactMap { source in
      guard source.maps(.locality), let region = region(of: source),
        NumberingPlan.plan(region: region)?.placeCount == 0
      else { return nil }
      return "source \"\(source.name)\" has a locality, but no area code of \(region) is known by "
        + "its places; numbers without area code are rejected. Map `area_code`, or take `locality` "
        + "out (docs/numbering-plans.md lists the regions with places)."
    }
  }
}
