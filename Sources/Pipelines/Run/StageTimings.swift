internal import Dispatch

/// Wall seconds of each step of a run, for `--timings`; never part of a report.
package struct StageTimings: Sendable {
  /// The steps in the order they ended, with their seconds.
  package private(set) var steps: [(name: String, seconds: Double)] = []
  private var last = DispatchTime.now().uptimeNanoseconds

  /// Starts the clock.
  init() {}

  /// Ends a step that began where the last one ended.
  mutating func ended(_ name: String) {
    let now = DispatchTime.now().uptimeNanoseconds
    steps.append((name, Double(now - last) / 1e9))
    last = now
  }
}
