/// What was found out of one column, so that it is found out once: each region asks again.
///
/// Not safe to share between threads. Memory: a few hundred bytes.
final class ColumnMemory {
  /// What can be remembered: a measure, or a yes.
  enum Fact {
    case phoneLook, phoneFit, phoneWeight, extensionFit, areaCodeShare
    case isFax, isOfPostcodes, isRuledOut, isSequence
  }

  private let name: String
  private(set) lazy var words = ColumnWords.Name(name)
  private var promises: [ColumnWords.Topic: Double] = [:]
  private var measures: [Fact: Double] = [:]

  /// Remembers nothing of a column yet.
  init(_ name: String) { self.name = name }

  /// How well the name fits a topic: 0 not at all, up to 1.
  func promise(_ topic: ColumnWords.Topic) -> Double {
    if let known = promises[topic] { return known }
    let found = ColumnWords.fit(words, topic)
    promises[topic] = found
    return found
  }

  /// A measure of the cells, taken at the first question.
  func once(_ fact: Fact, _ measure: () -> Double) -> Double {
    if let known = measures[fact] { return known }
    let found = measure()
    measures[fact] = found
    return found
  }

  /// A yes or no of the cells, found at the first question.
  func once(_ fact: Fact, _ answer: () -> Bool) -> Bool {
    once(fact) { answer() ? 1.0 : 0.0 } == 1
  }
}
