import DirectoryFormat
import DirectoryInstalling
import DirectoryLoading
import Foundation
import SimulatedCallDirectory
import Testing

/// Loads that are killed before each of their effects, and the reload that follows.
@Suite struct KillTests {
  /// A load, with what was on the phone before.
  enum Kind: String, CaseIterable {
    case first, staged, full, delta, unchanged, refused, emptying
  }

  /// Who hears how the killed load ended.
  enum Witness: CaseIterable {
    /// The app, to which the system reports an error.
    case app
    /// Nobody: the app that asked for the reload dies too.
    case nobody
    /// Nobody: the load was begun in Settings, and the app knew nothing of it.
    case settings
  }

  static let systems: [(name: String, rules: SimulatedRules, restarts: Bool)] = {
    var lenient = SimulatedRules.lenient
    lenient.changesPerTransaction = 3
    var odd = SimulatedRules.lenient
    odd.changesPerTransaction = 1
    odd.addingAgain = .keepsBothLabels
    odd.notAsked = .keepsRows
    return [
      ("strict", .strict, false), ("lenient", lenient, false), ("odd", odd, false),
      ("restarting", lenient, true),
    ]
  }()

  /// The points at which nothing better can be had (docs/loader.md).
  ///
  /// In a load that the app did not ask for, no line of ours has run yet, so the marker still speaks
  /// of rows that the system took away. Where the next load replaces everything anyway, even that
  /// does no harm.
  private func isListed(_ kind: Kind, _ witness: Witness, point: Int) -> Bool {
    witness == .settings && point == 0 && [.delta, .unchanged, .refused].contains(kind)
  }

  @Test("every kill converges with the next reload", arguments: Kind.allCases)
  func everyPoint(kind: Kind) async throws {
    let seed = Seed.next()
    var points = 0
    var listed = 0
    for system in Self.systems {
      for witness in Witness.allCases {
        var point = 0
        while true {
          let story = try await Story(kind, system.rules, seed: seed)
          let hasDied = await story.load(
            witness, .init(diesBefore: point, restarts: system.restarts))
          if !hasDied { break }
          let place = "\(kind) \(system.name) \(witness) before effect \(point), seed \(seed)"
          let isRight = try await story.converges()
          if isListed(kind, witness, point: point) {
            listed += isRight ? 0 : 1
          } else {
            #expect(isRight, "\(place)")
          }
          point += 1
        }
        #expect(point > 5, "\(kind): only \(point) points")
        points += point
      }
    }
    print("\(kind): \(points) kill points, \(listed) lost, all listed; seed \(seed)")
  }

  /// One phone on its way through a kind of load.
  private struct Story {
    let phone: TestPhone
    let kind: Kind
    let old: TestEntries
    let new: TestEntries
    let former: Manifest

    init(_ kind: Kind, _ rules: SimulatedRules, seed: UInt64) async throws {
      self.kind = kind
      phone = try TestPhone(rules: rules)
      old = .random(seed, count: 12, range: 20)
      new = .random(seed &+ 1, count: 12, range: 20)
      former = try phone.folder.install(old, perChunk: 5)
      if kind == .staged { phone.firstLoad = 4 }
      if kind == .first || kind == .staged { return }
      _ = await phone.app.reloadPending()
      try #require(TestEntries(on: phone.system) == old)
      switch kind {
      case .full: try phone.folder.install(new, sequence: 2, perChunk: 5)
      case .delta: try installDelta()
      case .refused: try phone.folder.write([], installDelta().deltas[0].path)
      case .emptying: try phone.folder.install(new, sequence: 2, slot: "another.slot")
      case .first, .staged, .unchanged: break
      }
    }

    /// Runs the load; whether it died before its end.
    func load(_ witness: Witness, _ trouble: TestPhone.Trouble) async -> Bool {
      phone.trouble = trouble
      phone.trouble.appDies = witness == .nobody
      if witness == .settings {
        try? phone.runExtension()
      } else {
        _ = await phone.app.reload([TestEntries.slot])
      }
      return phone.effects == trouble.diesBefore
    }

    /// Whether the app's next reload leaves on the phone what the directory has.
    func converges() async throws -> Bool {
      if kind == .refused { try installDelta() }
      _ = await phone.app.reloadPending()
      let expected =
        kind == .emptying ? TestEntries() : [.full, .delta, .refused].contains(kind) ? new : old
      return TestEntries(on: phone.system) == expected && phone.system.ambiguousNumbers == 0
        && phone.state.pendingSlots() == (kind == .emptying ? ["another.slot"] : [])
    }

    @discardableResult
    private func installDelta() throws -> Manifest {
      try phone.folder.install(new, sequence: 2, former: (old, former), perChunk: 5)
    }
  }
}

/// Seeds of tests that draw: `CALLBOOK_SEED` repeats one, else each run has another.
enum Seed {
  static func next() -> UInt64 {
    let given = ProcessInfo.processInfo.environment["CALLBOOK_SEED"].flatMap { UInt64($0) }
    return given ?? .random(in: 0...999_999)
  }
}
