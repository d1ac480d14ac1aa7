import DirectoryFormat
import DirectoryInstalling
import DirectoryLoading
import Foundation
import SimulatedCallDirectory
import Testing

/// What a marker says is true at every moment of any story, and every story ends well.
@Suite struct StoryTests {
  /// Stories that once ended badly: a reload whose end nobody saw, after a new directory was installed.
  private static let remembered: [UInt64] = [934_807]

  @Test(
    "a marker means these rows are there, and the last reload makes up for everything",
    arguments: ["strict", "lenient", "odd"])
  func anyStory(system name: String) async throws {
    let rules = try #require(KillTests.systems.first { $0.name == name }).rules
    let first = Seed.next()
    for seed in Array(first..<(first + 12)) + Self.remembered {
      var teller = Teller(seed: seed)
      let phone = try TestPhone(rules: rules)
      phone.firstLoad = seed % 2 == 0 ? 5 : 0
      var published: [String: TestEntries] = [:]
      var latest: (TestEntries, Manifest)?
      var log: [String] = []
      for step in 0..<25 {
        let event = step == 0 ? 0 : teller.draw(8)
        log.append("\(event)")
        switch event {
        case 0, 1:
          let entries = TestEntries.random(teller.next(), count: 12, range: 20)
          let manifest = try phone.folder.install(
            entries, sequence: step + 1, former: event == 0 ? latest : nil, perChunk: 5)
          published[manifest.generation] = entries
          latest = (entries, manifest)
        case 2:
          phone.turnOff()
          _ = await phone.app.reload([TestEntries.slot])
          phone.turnOn()
          try? phone.runExtension()
        case 3: phone.deliverLate()
        case 4: try phone.state.repair(TestEntries.slot)
        default:
          phone.trouble = teller.trouble()
          phone.system.nextFailure = teller.draw(5) == 0 ? .constraint : nil
          // Where the completion is called first, only the app may hear of a failure (docs/loader.md).
          if phone.system.nextFailure != nil { phone.trouble.appDies = false }
          log[log.count - 1] += " \(phone.trouble)"
          _ = await phone.app.reloadPending()
          phone.system.nextFailure = nil
        }
        let story = "seed \(seed), \(name), events \(log.joined(separator: " "))"
        let marker = phone.folder.record().marker
        let due = phone.state.slot(TestEntries.slot).due
        if let marker, due == nil || due == .update {
          let rows = TestEntries(on: phone.system)
          #expect(rows.count == marker.entries, "\(story)")
          #expect(marker.isPartial || rows == published[marker.generation], "\(story)")
        }
      }
      phone.deliverLate()
      phone.trouble = .init()
      _ = await phone.app.reloadPending()
      let entries = try #require(latest).0
      let story = "seed \(seed), \(name), events \(log.joined(separator: " "))"
      #expect(TestEntries(on: phone.system) == entries, "\(story)")
      #expect(phone.state.pendingSlots().isEmpty && phone.system.ambiguousNumbers == 0, "\(story)")
    }
    print("stories under \(name) rules: 12, seeds from \(first)")
  }

  /// Draws what happens next.
  private struct Teller {
    var seed: UInt64

    mutating func next() -> UInt64 {
      seed = seed &+ 0x9E37_79B9_7F4A_7C15
      return MixingFunction.mix(seed)
    }

    mutating func draw(_ count: UInt64) -> UInt64 { next() % count }

    mutating func trouble() -> TestPhone.Trouble {
      var trouble = TestPhone.Trouble()
      switch draw(6) {
      case 0, 1: trouble.diesBefore = Int(draw(40))
      case 2: trouble.expires = true
      case 3: trouble.isLate = true
      default: break
      }
      trouble.restarts = draw(3) == 0
      trouble.appDies = draw(3) == 0
      return trouble
    }
  }
}
