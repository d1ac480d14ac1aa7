import Normalization
import NumberingPlans
import Records

/// What must hold of every phone cell whatever its bytes, for the fuzzer and the tests alike.
///
/// Belongs to one thread. Memory: two readers for every region and settings that were met.
package final class CellProperties {
  private let first = CellResult()
  private let other = CellResult()
  private var readers: [Int: Readers] = [:]

  /// Prepares without reading anything.
  package init() {}

  /// What an input breaks, in words; nil when everything holds.
  ///
  /// Held: a cell ends as numbers or rejections, a blank one as `missing-number` alone; offsets lie
  /// in their cells; numbers are valid by the plan where the settings ask for it; the answer depends
  /// neither on what was read before nor on the trace; every emitted number reads as itself.
  package func violation(of input: UnsafeBufferPointer<UInt8>) throws -> String? {
    guard let trial = CellTrial(input) else { return nil }
    let readers = try readers(of: trial)
    let outcome = trial.read(by: readers.plain, into: first)
    if let problem = trial.problem(of: first) { return problem }
    trial.disturb(readers.plain, into: other)
    let again = trial.read(by: readers.plain, into: other)
    if again != outcome {
      return "\(trial): \(outcome) becomes \(again) after another cell was read"
    }
    let traced = trial.read(by: readers.traced, into: other)
    if traced != outcome { return "\(trial): \(outcome) becomes \(traced) where a trace is kept" }
    for number in outcome.numbers.prefix(3) + outcome.numbers.suffix(1) {
      if let problem = planProblem(of: number, trial) { return problem }
      if let problem = repetitionProblem(of: number, trial, readers.plain) { return problem }
    }
    return nil
  }

  /// A reader that may take every short way, and one that keeps a trace and may take none.
  private struct Readers {
    var plain: CellReader
    var traced: CellReader
  }

  private func readers(of trial: CellTrial) throws -> Readers {
    if let known = readers[trial.key] { return known }
    var settings = trial.settings
    let plain = try CellReader(settings: settings)
    settings.keepsTrace = true
    let made = Readers(plain: plain, traced: try CellReader(settings: settings))
    readers[trial.key] = made
    return made
  }

  /// Holds a number against the numbering plan itself, past the reader's own questions to it.
  private func planProblem(of number: ReadNumber, _ trial: CellTrial) -> String? {
    guard trial.settings.validation == .plan, trial.settings.isOn(.validation) else { return nil }
    guard number.isValid else { return "\(trial): \(number.e164) is emitted without being valid" }
    guard let plan = NumberingPlan.plan(region: trial.settings.region) else { return "no plan" }
    let resolution = Array(number.e164.utf8.dropFirst()).withUnsafeBufferPointer {
      plan.resolve($0, isInternational: true)
    }
    guard resolution.isValid, resolution.e164 == number.e164 else {
      return "\(trial): \(number.e164) is \(resolution.e164 ?? "nothing") by the plan"
    }
    return nil
  }

  /// Reads an emitted number once more, in each form in which it may be written.
  private func repetitionProblem(
    of number: ReadNumber, _ trial: CellTrial, _ reader: CellReader
  ) -> String? {
    for form in trial.forms(of: number) {
      let again = form.read(by: reader, into: other)
      if again.numbers != [number] || !again.repairs.isEmpty || !again.rejections.isEmpty {
        return "\(trial): \(form) reads as \(again)"
      }
    }
    return nil
  }
}
