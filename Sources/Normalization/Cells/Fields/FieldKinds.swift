/// What the fields of each object say of its numbers: whether it is a fax, its area code, its extension.
///
/// A field says it of the object that it stands in, before the number or behind it; where one says fax and another one phone
/// it is a fax, for a number that is left out is no wrong one.
struct FieldKinds {
  /// What is known of an object.
  struct Object {
    var hasFax = false
    var hasPhone = false
    /// What else its kind is: work, old.
    var text: Range<Int>?
    var area: Range<Int>?
    var code: Range<Int>?
    var `extension`: Range<Int>?
    /// What says whether its numbers are in use.
    var status: Range<Int>?
    /// How many numbers it has, and how many of them have a name that says nothing.
    var numbers = 0
    var unnamed = 0
  }

  /// What becomes of a field.
  enum Use { case number, told, leftOut, text, doubtful }

  let record: FieldRecord
  let meanings: FieldMeanings
  private(set) var objects: [Object]
  private(set) var uses: [Use]
  /// Whether some field says something of another one, or is none that may be read.
  private(set) var tell = false

  /// The fewest digits of a number that a name which says nothing stands before.
  private static let fewestDigits = 5

  init(_ record: FieldRecord, _ context: CellContext) {
    self.record = record
    meanings = FieldMeanings(bytes: record.source.bytes, context: context)
    objects = Array(repeating: Object(), count: record.objects.count)
    uses = []
    for field in record.fields { uses.append(use(of: field)) }
    inherit()
    doubtLast()
    let hasFaxes = objects.contains(where: \.hasFax)
    for object in objects where object.numbers > 0 {
      tell =
        tell || object.hasFax || object.area != nil || object.code != nil
        || object.status != nil || object.hasPhone && hasFaxes
    }
  }

  private mutating func use(of field: FieldRecord.Field) -> Use {
    let digits = digits(in: field.value)
    let name = meanings.name(field.name)
    if field.value.isEmpty || isOne(of: EmbeddedWords.fieldNone, field.value) { return .leftOut }
    if name == .fax, isOne(of: EmbeddedWords.fieldTrue, field.value) {
      objects[field.object].hasFax = true
      return .told
    }
    if digits == 0 { return tellsKind(field, name) ? .told : .text }
    return use(of: field, name, digits: digits)
  }

  private mutating func use(of field: FieldRecord.Field, _ name: FieldMeanings.Name, digits: Int)
    -> Use
  {
    let isShort = field.value.count <= 8
    switch name {
    case .area where digits < 7 && isShort: objects[field.object].area = field.value
    case .code where digits < 5 && isShort: objects[field.object].code = field.value
    case .extension where digits < 7 && isShort: objects[field.object].extension = field.value
    case .other:
      if digits >= Self.fewestDigits { tell = true }
      return .leftOut
    case .kind, .text: return .text
    default:
      guard name != .number || digits >= Self.fewestDigits else { return .text }
      objects[field.object].numbers += 1
      if name == .number { objects[field.object].unnamed += 1 }
      return .number
    }
    return .told
  }

  /// Takes what a value says of the object's numbers; false where it says nothing of them.
  private mutating func tellsKind(_ field: FieldRecord.Field, _ name: FieldMeanings.Name) -> Bool {
    let object = record.objects[field.object]
    guard field.value.count <= FieldMeanings.longest,
      !field.name.isEmpty || field.object > 0 && (!object.isList || object.members == 2)
    else { return false }
    let words = meanings.words(of: field.value)
    if name == .kind, words.hasFax || holdsFax(field.value) {
      objects[field.object].hasFax = true
    } else if words.isPure {
      if words.hasFax {
        objects[field.object].hasFax = true
      } else {
        objects[field.object].hasPhone = true
      }
    } else if name == .kind, words.hasPhone {
      objects[field.object].hasPhone = true
    } else if name == .kind {
      objects[field.object].text = field.value
    } else if words.tellsUse, !field.name.isEmpty {
      objects[field.object].status = field.value
    } else {
      return false
    }
    return true
  }

  private func holdsFax(_ value: Range<Int>) -> Bool {
    meanings.plain(value).withUnsafeBufferPointer { $0.holds(oneOf: EmbeddedWords.tagOfFax) }
  }

  /// Gives objects what their own name says, and that of the one around them where it is a fax.
  private mutating func inherit() {
    for index in objects.indices.dropFirst() {
      let object = record.objects[index]
      if !object.name.isEmpty {
        switch meanings.name(object.name) {
        case .fax: objects[index].hasFax = true
        case .phone: objects[index].hasPhone = true
        default: break
        }
      }
      if object.parent > 0, object.parent < index, objects[object.parent].hasFax,
        objects[object.parent].numbers == 0
      {
        objects[index].hasFax = true
      }
    }
  }

  /// Doubts the numbers of the last object where the cell was cut off within it, and what they are may have stood behind.
  private mutating func doubtLast() {
    guard let last = record.cutObject else { return }
    let object = objects[last]
    guard object.unnamed > 0, !object.hasFax, !object.hasPhone, object.text == nil else { return }
    let haveKinds = objects.contains { $0.hasFax || $0.hasPhone || $0.text != nil }
    guard haveKinds || beginsKind(record.fields[record.fields.count - 1]) else { return }
    for index in uses.indices where uses[index] == .number && record.fields[index].object == last {
      uses[index] = .doubtful
    }
    tell = true
  }

  /// Whether a value without a name is what is left of the name of a kind.
  private func beginsKind(_ field: FieldRecord.Field) -> Bool {
    guard field.name.isEmpty, field.value.count <= FieldMeanings.longest else { return false }
    let left = meanings.plain(field.value)
    guard !left.isEmpty else { return false }
    var isFound = false
    WordRows.forEachWord(in: EmbeddedWords.fieldKind) { word, _ in
      isFound = isFound || word.starts(with: left)
    }
    return isFound
  }

  private func isOne(of words: StaticString, _ value: Range<Int>) -> Bool {
    guard value.count <= FieldMeanings.longest else { return false }
    return meanings.plain(value).withUnsafeBufferPointer { $0.isOne(of: words) }
  }

  func digits(in value: Range<Int>) -> Int {
    value.reduce(0) { record.source.bytes[$1] &- 48 < 10 ? $0 + 1 : $0 }
  }
}
