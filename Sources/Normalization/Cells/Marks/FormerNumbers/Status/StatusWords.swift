/// What texts say that have a meaning only alone: Data/words.tsv.
enum StatusWords: UInt8 {
  case outOfUse = 1
  case new, former, avoid, gone, formerly, change, changeSign, contrast
  /// As gone, but only where another number stands behind it.
  case moved
  /// Of letters only: the number behind it is not the one, where a word for but follows; gave way to the one before.
  case negation, replaced
  /// Of letters only: the number behind it is a former one, where another one stands before it.
  case formerBetween
  /// The number beside it is not to be dialled, whether it stands behind or before.
  case forbid
  /// As out of use: of who is there no more, and of a number that is not the one.
  case departed, wrong

  /// Whether it says that the number beside it reaches nobody, or not who is meant.
  var isOutOfUse: Bool { self == .outOfUse || self == .departed || self == .wrong }

  /// What text says that stands alone; nil for anything else.
  init?(ofText text: UnsafeBufferPointer<UInt8>) {
    if let known = Self.known(text) {
      self = known
    } else if Self.endsInGone(text) {
      self = .gone
    } else if ContrastWords.begin(text) {
      self = .contrast
    } else if Self.beginsInMove(text) {
      self = .moved
    } else {
      return nil
    }
  }

  /// Whether a text alone says that nobody is reached, or no longer.
  static func speaksAgainst(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch known(text) {
    case .outOfUse, .gone, .moved, .former, .formerly, .avoid, .forbid, .departed, .wrong: true
    case .new, .change, .changeSign, .contrast, .negation, .replaced, .formerBetween, nil:
      false
    }
  }

  static let all = table(of: rows)

  /// Whether a text alone, or behind a name, says that nobody is reached, or no longer.
  static func isDeath(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch known(text) {
    case .outOfUse, .departed, .wrong, .gone, .moved: true
    default: endsInGone(text)
    }
  }

  /// Whether a text says that who had a number is there no more.
  static func isDeparture(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch StatusWords(rawValue: all.meaning(of: text)) {
    case .gone, .moved: true
    default: beginsInMove(text)
    }
  }

  /// Whether a text says where somebody moved to: 遷至台中.
  static func beginsInMove(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (9...24).contains(text.count) && text.begins(withOneOf: EmbeddedWords.went)
  }

  /// Whether a text may speak of the number behind it.
  static func isOfNext(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch StatusWords(rawValue: all.meaning(of: text)) {
    case .outOfUse, .departed, .wrong, .gone, .moved, nil: false
    default: true
    }
  }

  /// The same with those of letters only, some of which have another meaning elsewhere.
  static let ofLetters = table(
    of: rows + [
      (.replaced, EmbeddedWords.replaced), (.negation, EmbeddedWords.negation),
      (.negation, EmbeddedWords.negationOfRegion), (.negation, EmbeddedWords.negationElsewhere),
      (.formerBetween, EmbeddedWords.formerBetween),
      (.formerBetween, EmbeddedWords.formerBetweenNumbers),
    ])

  private static let rows: [(StatusWords, StaticString)] = [
    (.outOfUse, EmbeddedWords.outOfUseAlone), (.outOfUse, EmbeddedWords.closingTime),
    (.departed, EmbeddedWords.departed), (.wrong, EmbeddedWords.wrong),
    (.new, EmbeddedWords.newBesideFormer),
    (.former, EmbeddedWords.formerAlone), (.avoid, EmbeddedWords.avoid),
    (.forbid, EmbeddedWords.forbid), (.gone, EmbeddedWords.gone), (.moved, EmbeddedWords.moved),
    (.formerly, EmbeddedWords.formerly),
    (.change, EmbeddedWords.changedBetween), (.changeSign, EmbeddedWords.changedSign),
    (.contrast, EmbeddedWords.contrast),
  ]

  private static func table(of rows: [(StatusWords, StaticString)]) -> SpellingTable {
    SpellingTable(meanings: rows.map { (meaning: $0.rawValue, rows: [$1]) })
  }

  /// Whether a text ends in a word for who is there no more, behind the name: 张三离职.
  static func endsInGone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard endings.mayEnd(text) else { return false }
    for start in max(text.count - longest, 1)..<max(text.count, 1)
    where text[start] & 0xC0 != 0x80 {
      switch StatusWords(rawValue: all.meaning(of: UnsafeBufferPointer(rebasing: text[start...]))) {
      // 0912345678王小姐搬: one ideograph may end a name.
      case .gone where text.count - start > 3, .moved where text.count - start > 3: return true
      default: continue
      }
    }
    return false
  }

  /// The longest of them, in bytes.
  private static let longest = 24

  /// Whether a text has one of them somewhere: 王小姐已離職.
  static func occur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in text.indices where text[start] & 0xC0 != 0x80 {
      for end in start + 1...min(start + longest, text.count)
      where all.meaning(of: UnsafeBufferPointer(rebasing: text[start..<end])) != 0 {
        return true
      }
    }
    return false
  }
}

/// Words and signs for the number in use, which stand behind it: Data/words.tsv.
enum InUseWords {
  static let all = SpellingTable(EmbeddedWords.inUse)
}

/// Words for out of use with what says no more than they do, before them or behind: 已經停用, 停業中, 閉店しました.
extension StatusWords {
  /// Bytes of the shortest word that is taken for one so, two ideographs, and of the longest text.
  private static let fewestBytes = 6
  private static let mostBytes = 60
  /// How text ends that is one of them, alone or behind a name, or such a word with particles.
  private static let endings = EdgeCharacters(
    ending: EmbeddedWords.outOfUseAlone, EmbeddedWords.closingTime, EmbeddedWords.gone,
    EmbeddedWords.moved, EmbeddedWords.statusBehind)

  /// What a text says that is one of the words, alone or with such particles; nil for others.
  static func known(_ text: UnsafeBufferPointer<UInt8>) -> StatusWords? {
    StatusWords(rawValue: all.meaning(of: text)) ?? withoutParticles(text)
  }

  /// Whether a text is one of the words that say that nobody is reached, or no longer, without particles.
  static func isBareDeath(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch StatusWords(rawValue: all.meaning(of: text)) {
    case .outOfUse, .gone: true
    default: false
    }
  }

  private static func withoutParticles(_ text: UnsafeBufferPointer<UInt8>) -> StatusWords? {
    guard text.count > fewestBytes, text.count <= mostBytes, text[0] >= 0xE0,
      endings.mayEnd(text)
    else { return nil }
    for before in stride(from: 0, through: StatusParticles.longestBefore, by: 3)
    where before + fewestBytes <= text.count
      && (before == 0 || StatusParticles.before.contains(.init(rebasing: text.prefix(before))))
    {
      let rest = UnsafeBufferPointer(rebasing: text[before...])
      for behind in stride(from: 0, through: StatusParticles.longestBehind, by: 3)
      where behind + fewestBytes <= rest.count
        && (behind == 0 || StatusParticles.behind.contains(.init(rebasing: rest.suffix(behind))))
      {
        let word = all.meaning(of: UnsafeBufferPointer(rebasing: rest.dropLast(behind)))
        switch StatusWords(rawValue: word) {
        case .outOfUse: return .outOfUse
        case .gone: return .gone
        case .moved: return .moved
        default: continue
        }
      }
    }
    return nil
  }
}

/// What touches a word for out of use and says no more than it: Data/words.tsv.
enum StatusParticles {
  static let before = SpellingTable(EmbeddedWords.statusBefore)
  static let behind = SpellingTable(EmbeddedWords.statusBehind)
  /// Bytes of the longest ones.
  static let longestBefore = 9
  static let longestBehind = 15
}
