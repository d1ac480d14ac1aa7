import NumberingPlans
import Records

/// Reads cells whose form the rules were seen to read alike whatever numbers stand in it: 王先生：0912-345-678,
/// Main (702) 221-0236, after hours (303) 223-6216.
///
/// Exports repeat their texts. A form that was met several times is tried: the rules read it with sample numbers of the
/// same types in place of its own, written in many ways. If they give the same each time (which
/// numbers, with which extension, which repairs), a cell of the form is read by its numbers alone. What a form gives
/// depends on it and on the settings, never on the cells before it. Memory: that of the forms and of the samples.
final class FormReading {
  private let known = KnownForms()
  private let ways: ShortWays
  private let plan: PlanQuery
  private let settings: CellSettings
  /// By type; nil where none were drawn yet.
  private var samples = [SampleNumbers?](repeating: nil, count: types.count)
  private let trial = CellResult()
  private var trialCell: [UInt8] = []

  /// Reads a cell by the rules alone.
  typealias Rules = (UnsafeBufferPointer<UInt8>, CellResult) -> Void

  /// The types of numbers that have forms: a form is tried with each of them apart.
  private static let types: [NumberType] = [
    .fixedLine, .mobile, .fixedLineOrMobile, .tollFree, .sharedCost, .voip, .uan, .premiumRate,
  ]
  /// By the raw value of a type, its place among these; those that have none, their count.
  private let places: InlineArray<32, UInt8>
  private static let bitsOfType = 3
  private static let longestRow: Int64 = 200
  /// Those that take no more digits from letters, nor from an extension.
  private static let typesOfFixedLength: [NumberType?] = [
    .fixedLine, .mobile, .fixedLineOrMobile,
  ]
  /// The most digits that may be a number without its area code.
  private static let mostDigitsOfLocal = 9
  /// Fewer prove nothing.
  private static let fewestTrials = 4

  init(_ ways: ShortWays, _ plan: PlanQuery, _ settings: CellSettings) {
    (self.ways, self.plan, self.settings) = (ways, plan, settings)
    var places = InlineArray<32, UInt8>(repeating: UInt8(Self.types.count))
    for (place, type) in Self.types.enumerated() { places[Int(type.rawValue)] = UInt8(place) }
    self.places = places
  }

  deinit { known.deallocate() }

  /// The numbers of a cell, as the short ways read each of them.
  private struct Numbers {
    var reads = InlineArray<2, ReadNumber>(
      repeating: ReadNumber(
        number: 0, baseDigits: 0, extensionDigits: 0, callingCodeDigits: 0, isValid: false))
    var count = 0
    /// Their types, `bitsOfType` for each.
    var combination = 0
  }

  /// Reads a cell of a known form; false when it needs the rules.
  func read(_ cell: UnsafeBufferPointer<UInt8>, by rules: Rules, into result: CellResult) -> Bool {
    guard CellForm.mayHave(cell), let form = CellForm(cell, into: known.text) else { return false }
    let entry = known.entry(of: form)
    guard entry.pointee.isWorthReading, let numbers = numbers(of: form, in: cell) else {
      return false
    }
    if !entry.pointee.isProven(numbers.combination) {
      guard !entry.pointee.isRefuted(numbers.combination) else { return false }
      entry.pointee.keep(tryOut(form, numbers, by: rules), of: numbers.combination)
      guard entry.pointee.isProven(numbers.combination) else { return false }
    }
    return areWrittenLikeSamples(form, numbers)
      && give(entry.pointee.verdict, numbers, form, cell, into: result)
  }

  /// Whether some sample looks like each of the numbers.
  private func areWrittenLikeSamples(_ form: CellForm, _ numbers: Numbers) -> Bool {
    for index in 0..<numbers.count {
      let kind = numbers.combination &>> (Self.bitsOfType &* index) & (Self.types.count - 1)
      guard samples[kind]?.hasShape(form.numbers[index].shape) == true else { return false }
    }
    return true
  }

  /// The numbers of a form in a cell; nil where one is none that the short ways know, or two are the same.
  private func numbers(
    of form: CellForm, in cell: UnsafeBufferPointer<UInt8>
  ) -> Numbers? {
    var numbers = Numbers()
    for index in 0..<form.numberCount {
      let place = form.numbers[index]
      let text = UnsafeBufferPointer(rebasing: cell[place.start..<place.end])
      guard !Self.mayBeDay(text), let answer = ways.answer(on: text), let type = answer.type
      else { return nil }
      let kind = Int(places[Int(type.rawValue)])
      guard kind < 1 &<< Self.bitsOfType,
        isSure(answer, text, place, form)
      else { return nil }
      numbers.reads[index] = ReadNumber(answer)
      numbers.combination |= kind &<< (Self.bitsOfType &* index)
    }
    numbers.count = form.numberCount
    return form.numberCount < 2 || numbers.reads[0].number != numbers.reads[1].number
      ? numbers : nil
  }

  /// Whether a number is written with its own digits and a trunk prefix alone, as the samples are, and cannot be a local
  /// number behind another one.
  @inline(__always)
  private func isSure(
    _ answer: PlanQuery.Answer, _ text: UnsafeBufferPointer<UInt8>, _ place: CellForm.Place,
    _ form: CellForm
  ) -> Bool {
    if form.hasLatin || plan.hasDirectDialling, !Self.typesOfFixedLength.contains(answer.type) {
      return false
    }
    let first = CellSign(text, at: 0)
    if first.kind == .plus { return true }
    let trunk = place.digits &- answer.nationalDigits
    let start = first.kind == .open ? first.width : 0
    guard trunk == 0 || trunk == 1 && plan.isTrunk(CellSign(text, at: start).ascii) else {
      return false
    }
    // 91 1800 1183 may lack its plus.
    if trunk == 0, plan.hasTrunkZero, answer.begins(with: plan.callingCodeDigits) { return false }
    return form.numberCount == 1 || trunk == 1 || !plan.hasTrunkZero
      || place.digits > Self.mostDigitsOfLocal
  }

  /// Whether eight digits may be a day: 20251231.
  @inline(__always)
  private static func mayBeDay(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count == 8 && (text[0] == 49 && text[1] == 57 || text[0] == 50 && text[1] == 48)
  }

  /// Puts what a form gives into the result; false where an extension is too long for the directory, or too short.
  private func give(
    _ verdict: KnownForms.Verdict, _ numbers: Numbers, _ form: CellForm,
    _ cell: UnsafeBufferPointer<UInt8>, into result: CellResult
  ) -> Bool {
    for index in 0..<Int(verdict.given.count) {
      let given = verdict.given[index]
      var read = numbers.reads[Int(given.number)]
      if given.hasExtension {
        let digits = form.extensionPlace.digits
        guard digits >= settings.extensionWidth, Int(read.baseDigits) &+ digits <= 18 else {
          result.numbers.removeAll()
          return false
        }
        let value = Self.value(of: form.extensionPlace, in: cell)
        // Digits that are little more than the last ones of the number may be the end of a row of lines.
        let distance = value &- read.number % powerOfTen(digits)
        guard distance < 0 || distance > Self.longestRow else {
          result.numbers.removeAll()
          return false
        }
        read = Self.join(read, value, digits)
      }
      result.numbers.append(read)
    }
    for index in 0..<Int(verdict.repairs.count) {
      let listed = verdict.repairs[index]
      result.append(listed.kind, giving: result.numbers[Int(listed.given)])
    }
    return true
  }

  private static func join(_ read: ReadNumber, _ value: Int64, _ digits: Int) -> ReadNumber {
    var read = read
    read.number = read.number &* powerOfTen(digits) &+ value
    read.extensionDigits = UInt8(truncatingIfNeeded: digits)
    return read
  }

  private static func value(
    of place: CellForm.Place, in cell: UnsafeBufferPointer<UInt8>
  ) -> Int64 {
    var (value, index) = (Int64(0), place.start)
    while index < place.end {
      let sign = CellSign(cell, at: index)
      value = value &* 10 &+ Int64(sign.ascii & 0x0F)
      index &+= sign.width
    }
    return value
  }
}

// MARK: Trials

extension FormReading {
  /// What the rules give for a form with numbers of some types; nil where that differs, or is not numbers alone.
  private func tryOut(
    _ form: CellForm, _ numbers: Numbers, by rules: Rules
  ) -> KnownForms.Verdict? {
    let marks = (0..<form.count).compactMap { NumberWriting(mark: form.text[$0]) }
    let kinds = (numbers.combination & 7, numbers.combination >> Self.bitsOfType)
    let types = [samples(kinds.0), samples(kinds.1)]
    let first = types[0].written(marks[0])
    let second = types[numbers.count - 1].written(marks[numbers.count - 1])
    guard min(first.count, second.count) >= Self.fewestTrials else { return nil }
    var verdict: KnownForms.Verdict?
    for (index, one) in first.enumerated() {
      let others = (0..<second.count).lazy.map { second[($0 + index * 7 + 3) % second.count] }
      guard let other = others.first(where: { $0.read != one.read }),
        let found = verdictOf(form, [one, other], Self.extensionValue(form, index), by: rules),
        verdict == nil || found == verdict
      else { return nil }
      verdict = found
    }
    guard numbers.count == 2, kinds.0 == kinds.1, let verdict else { return verdict }
    // From one number to the other may be a row of lines.
    return types[0].neighbours(marks[0], marks[1]).allSatisfy {
      verdictOf(form, $0, Self.extensionValue(form, 3), by: rules) == verdict
    } ? verdict : nil
  }

  private func samples(_ type: Int) -> SampleNumbers {
    if let drawn = samples[type] { return drawn }
    guard let plan = NumberingPlan.plan(region: settings.region) else { return SampleNumbers() }
    let drawn = SampleNumbers(Self.types[type], of: plan, self.plan) { text in
      text.withUnsafeBufferPointer { text in
        ways.answer(on: text).map { ($0, ReadNumber($0)) }
      }
    }
    samples[type] = drawn
    return drawn
  }

  /// An extension of as many digits as the form has, another one for each cell of a trial: first such as may be a
  /// year, an hour, a day, a sum or the number of a service.
  private static func extensionValue(_ form: CellForm, _ index: Int) -> Int64 {
    guard form.extensionPlace.digits > 0 else { return 0 }
    let rest = powerOfTen(form.extensionPlace.digits - 1)
    let doubtful: [Int64] =
      switch form.extensionPlace.digits {
      case 2: [12, 18, 24, 31, 50]
      case 3: [930, 100, 365, 500, 110, 119, 165, 112, 911]
      case 4: [1978, 2015, 1730, 1231, 1999, 1922, 1000, 5000]
      case 5: [12345, 10086, 95588, 10000, 50000]
      default: []
      }
    return index < doubtful.count
      ? doubtful[index] : Int64(1 + (index * 4) % 9) * rest + Int64(index * 137 + 15) % rest
  }

  /// What the rules give for a form with some numbers; nil for anything but numbers with or without the extension, and
  /// repairs.
  private func verdictOf(
    _ form: CellForm, _ samples: [SampleNumbers.Sample], _ extensionValue: Int64, by rules: Rules
  ) -> KnownForms.Verdict? {
    write(form, samples, extensionValue)
    trialCell.withUnsafeBufferPointer { rules($0, trial) }
    guard trial.rejections.count == 0, trial.cost == 0, trial.costOverBudget == 0,
      trial.range == nil, trial.numbers.count > 0
    else { return nil }
    var verdict = KnownForms.Verdict()
    for index in 0..<trial.numbers.count {
      let number = trial.numbers[index]
      let given = (0..<form.numberCount).lazy.compactMap { place -> KnownForms.Verdict.Given? in
        let read = samples[place].read
        if number == read { return KnownForms.Verdict.Given(number: UInt8(place)) }
        guard form.extensionPlace.digits > 0,
          number == Self.join(read, extensionValue, form.extensionPlace.digits)
        else { return nil }
        return KnownForms.Verdict.Given(number: UInt8(place), hasExtension: true)
      }.first
      guard let given, verdict.given.append(given) else { return nil }
    }
    // Digits that are none of an extension may mean something by their value.
    let usesExtension = (0..<Int(verdict.given.count)).contains { verdict.given[$0].hasExtension }
    guard usesExtension == (form.extensionPlace.digits > 0) else { return nil }
    return takeRepairs(&verdict) ? verdict : nil
  }

  /// Adds the repairs of a trial to its verdict; false where one names no number that is given.
  private func takeRepairs(_ verdict: inout KnownForms.Verdict) -> Bool {
    for index in 0..<trial.repairs.count {
      let repair = trial.repairs[index]
      let place = (0..<trial.numbers.count).first { place in
        let start = trial.bytes.count
        trial.append(trial.numbers[place])
        defer { trial.bytes.truncate(to: start) }
        let bytes = UnsafeBufferPointer(trial.bytes.elements)
        let after = bytes[Int(repair.afterOffset)..<Int(repair.afterOffset + repair.afterCount)]
        return after.elementsEqual(bytes[start...])
      }
      guard let place,
        verdict.repairs.append(KnownForms.Verdict.Listed(kind: repair.kind, given: UInt8(place)))
      else { return false }
    }
    return true
  }

  /// Writes the cell of a trial.
  private func write(
    _ form: CellForm, _ samples: [SampleNumbers.Sample], _ extensionValue: Int64
  ) {
    trialCell.removeAll(keepingCapacity: true)
    var number = 0
    for index in 0..<form.count {
      switch form.text[index] {
      case NumberWriting.firstMark...:
        trialCell += samples[number].text
        number += 1
      case ...0x08: trialCell += String(extensionValue).utf8
      default: trialCell.append(form.text[index])
      }
    }
  }
}
