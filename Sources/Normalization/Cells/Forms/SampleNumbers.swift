import NumberingPlans

/// Numbers of a region in the ways in which cells write them, to try a form with.
///
/// The same for a region and its settings, whatever was read. Memory: some 10 KB for each type.
struct SampleNumbers {
  /// A number as a cell writes it, and what the short ways read in it.
  struct Sample {
    var text: [UInt8]
    var read: ReadNumber
  }

  /// By `NumberWriting`, each with other digits than the one before.
  private var samples = [[Sample]](repeating: [], count: NumberWriting.count)
  /// How many have each shape.
  private var shapes: [UInt64: Int] = [:]
  /// The first number and the next one, each in one of these ways.
  private var first = [Sample?](repeating: nil, count: NumberWriting.count)
  private var next = [Sample?](repeating: nil, count: NumberWriting.count)

  /// How many numbers are written, and how often one is looked for.
  private static let values = 80
  private static let attempts = 16_000
  /// Last digits that may be a year, an hour or a day, among others.
  private static let endings = [
    "3456", "2015", "1030", "0712", "8891", "4402", "1985", "9077", "0101", "9924",
  ]

  /// None.
  init() {}

  /// The samples that are written one way.
  func written(_ writing: NumberWriting) -> [Sample] { samples[writing.index] }

  /// Whether some sample has a shape.
  func hasShape(_ shape: UInt64) -> Bool { shapes[shape] != nil }

  /// Two numbers that are near each other, as the first and the last of a row of lines are, in both orders.
  func neighbours(_ one: NumberWriting, _ other: NumberWriting) -> [[Sample]] {
    guard let low = first[one.index], let high = next[other.index],
      let lowBehind = first[other.index],
      let highBefore = next[one.index]
    else { return [] }
    return [[low, high], [highBefore, lowBehind]]
  }

  /// Draws numbers of a type; `read` tells what the short ways make of a text.
  init(
    _ type: NumberType, of plan: NumberingPlan, _ query: PlanQuery,
    read: ([UInt8]) -> (answer: PlanQuery.Answer, read: ReadNumber)?
  ) {
    // Where lines and mobiles look alike, the example is one of lines.
    func example(of type: NumberType) -> String? { plan.examples.first { $0.type == type }?.digits }
    let example = example(of: type) ?? example(of: .fixedLine) ?? ""
    guard example.utf8.count > 5 else { return }
    let numbers = Self.draw(type, like: Array(example.utf8), query)
    guard numbers.count >= Self.endings.count else { return }
    let writing = NationalWriting(query)
    func add(
      _ text: [UInt8], to samples: inout [[Sample]], unless isEnough: (NumberWriting) -> Bool
    ) -> Bool {
      let form = text.withUnsafeBufferPointer {
        NumberWriting(of: $0, CellForm.Place(start: 0, end: $0.count))
      }
      guard let form, !isEnough(form), let found = read(text), found.answer.type == type else {
        return false
      }
      samples[form.index].append(Sample(text: text, read: found.read))
      shapes[form.shape, default: 0] += 1
      return true
    }
    let ways = numbers.map { writing.ways(of: $0.digits, areaDigits: $0.areaDigits) }
    for way in 0..<(ways.map(\.count).min() ?? 0) {
      for index in 0..<ways.count {
        let text = ways[(way + index) % ways.count][way]
        // All numbers in one group, some with a pair at the end, which may count something; one in each other shape.
        let most =
          way < NationalWriting.wholeWays
          ? 2 * Self.endings.count : text[text.count - 3] &- 48 < 10 ? 1 : 10
        _ = add(text, to: &samples) { shapes[$0.shape, default: 0] >= most }
      }
    }
    guard let last = numbers[0].digits.last else { return }
    let neighbour = Array(numbers[0].digits.dropLast() + [last + 1])
    for (one, other) in zip(ways[0], writing.ways(of: neighbour, areaDigits: numbers[0].areaDigits))
    {
      var pair = [[Sample]](repeating: [], count: NumberWriting.count)
      guard add(one, to: &pair, unless: { _ in false }),
        add(other, to: &pair, unless: { _ in false })
      else { continue }
      for index in 0..<NumberWriting.count where pair[index].count == 2 && first[index] == nil {
        (first[index], next[index]) = (pair[index][0], pair[index][1])
      }
    }
  }

  /// National significant numbers that the plan gives the type; at first any, then such as the example.
  private static func draw(
    _ type: NumberType, like example: [UInt8], _ query: PlanQuery
  ) -> [(digits: [UInt8], areaDigits: Int)] {
    var random = UInt64(type.rawValue) &+ 1
    func next(_ bound: UInt64) -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (random >> 33) % bound
    }
    var found: [(digits: [UInt8], areaDigits: Int)] = []
    for attempt in 0..<attempts where found.count < values {
      let kept = [0, 0, 2, 4][attempt / 4 % 4]
      var digits = example
      // Numbers of open plans have more digits, or fewer.
      switch attempt % 4 {
      case 1: digits.append(48)
      case 2: digits += [48, 48]
      case 3: digits.removeLast()
      default: break
      }
      for index in kept..<max(digits.count - 4, kept) { digits[index] = UInt8(next(10)) + 48 }
      digits.replaceSubrange((digits.count - 4)..., with: endings[found.count % endings.count].utf8)
      let answer = (query.callingCodeDigits + digits).withUnsafeBufferPointer {
        query.international($0)
      }
      if answer.validity == .valid, answer.type == type, answer.callingCode == query.callingCode,
        answer.nationalDigits == digits.count
      {
        found.append((digits, Int(answer.areaDigits)))
      }
    }
    return found
  }
}

/// The ways in which cells of a region write a number in full.
private struct NationalWriting {
  private let trunk: [UInt8]
  /// A trunk prefix that is no 0: 1 and 8.
  private let otherTrunk: [UInt8]
  private let code: [UInt8]

  init(_ query: PlanQuery) {
    let digit = (UInt8(48)...57).first { query.isTrunk($0) }
    trunk = query.hasTrunkZero && !query.keepsZeros ? [48] : []
    otherTrunk = trunk.isEmpty && !query.keepsZeros ? digit.map { [$0] } ?? [] : []
    code = query.callingCodeDigits
  }

  /// The first ways have no signs between digits.
  static let wholeWays = 4

  /// All ways, those that no cell of the region has among them.
  func ways(of digits: [UInt8], areaDigits: Int) -> [[UInt8]] {
    let national = String(decoding: trunk + digits, as: UTF8.self)
    let (bare, code) = (
      String(decoding: digits, as: UTF8.self), String(decoding: code, as: UTF8.self)
    )
    var texts = [national, bare, "+\(code)\(bare)"]
    texts.append(String(String.UnicodeScalarView(national.unicodeScalars.map(Self.wide))))
    texts += ["+\(code) \(bare)", "+\(code)-\(bare)"]
    // Where the area code is not known, the short ways tell which of them may be one.
    let areas = areaDigits > 0 ? [areaDigits, 2, 3] : [1, 2, 3, 4, 5]
    for (text, head) in areas.flatMap({ [(national, trunk.count + $0), (bare, $0)] })
    where head + 3 < text.count {
      let (first, rest) = (text.prefix(head), String(text.dropFirst(head)))
      texts += [
        "\(first)-\(rest)", "(\(first))\(rest)", "(\(first)) \(rest)", "\(first) \(rest)",
        "\(first)/\(rest)", "\(first) / \(rest)",
      ]
      for last in [4, 3] where rest.count - last > 1 {
        let (middle, end) = (rest.dropLast(last), rest.suffix(last))
        texts += [
          "\(first)-\(middle)-\(end)", "(\(first)) \(middle)-\(end)", "\(first) \(middle) \(end)",
          "\(first).\(middle).\(end)",
        ]
        guard text == bare else { continue }
        texts += [
          "+\(code) \(first) \(middle) \(end)", "+\(code)-\(first)-\(middle)-\(end)",
          "+\(code) (0)\(first) \(middle) \(end)", "+\(code) (\(first)) \(middle)-\(end)",
        ]
      }
      guard text == bare else { continue }
      let trunk = String(decoding: otherTrunk, as: UTF8.self)
      for sign in [" ", "-"] {
        texts.append("\(trunk)\(sign)\(first)\(sign)\(rest)")
        texts.append("\(trunk) (\(first)) \(rest.dropLast(4))\(sign)\(rest.suffix(4))")
        texts.append("\(trunk)\(sign)\(first)\(sign)\(rest.dropLast(4))\(sign)\(rest.suffix(4))")
      }
      texts += [
        "+\(code) \(first) \(rest)", "+\(code)-\(first)-\(rest)", "+\(code) (0)\(first) \(rest)",
        "+\(code) (\(first)) \(rest)", "+\(code) (0) \(first) \(rest)",
        "+\(code) (0)\(first)/\(rest)", "+\(code) (0) \(first) / \(rest)",
      ]
    }
    for sign in [" ", ".", "-", "/"] { texts.append(Self.pairs(national, sign)) }
    texts += ["+\(code) " + Self.pairs(bare, " "), "+\(code) (0)" + Self.pairs(bare, " ")]
    return texts.map { Array($0.utf8) }
  }

  private static func pairs(_ digits: String, _ sign: String) -> String {
    var parts: [Substring] = []
    var rest = digits[...]
    if rest.count % 2 == 1 {
      parts.append(rest.prefix(1))
      rest = rest.dropFirst()
    }
    while !rest.isEmpty {
      parts.append(rest.prefix(2))
      rest = rest.dropFirst(2)
    }
    return parts.joined(separator: sign)
  }

  private static func wide(_ digit: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(digit.value + 0xFEE0) ?? digit
  }
}
