/// The fields of an object that stands in a cell, and those of the objects in it, in whichever notation.
struct FieldRecord {
  /// A name and a value, or a value alone.
  struct Field {
    var name: Range<Int>
    let value: Range<Int>
    /// The object that it belongs to.
    var object: Int
  }

  /// What fields belong to: an object, a list, an element.
  struct Object {
    /// Its own name in the one around it; empty for none.
    let name: Range<Int>
    let parent: Int
    /// Whether it is a list, whose values go by its name.
    let isList: Bool
    /// The names of its fields, for one that comes again begins another object.
    var names: Set<[UInt8]> = []
    /// How many fields and objects it has.
    var members = 0
  }

  let source: FieldSource
  private(set) var fields: [Field] = []
  private(set) var objects = [Object(name: 0..<0, parent: 0, isList: false)]
  /// Whether some object has a field with a name.
  private(set) var hasNames = false
  private var stack = [0]

  init(_ source: FieldSource) { self.source = source }

  /// Whether the root is read.
  var isAtRoot: Bool { stack.count == 1 }

  /// Whether the values that come next are those of a list.
  var isInList: Bool { objects[stack[stack.count - 1]].isList }

  /// The object within which the cell was cut off; nil where all have an end.
  var cutObject: Int? { isAtRoot ? nil : stack[stack.count - 1] }

  mutating func open(_ name: Range<Int>, isList: Bool) {
    objects[stack[stack.count - 1]].members += 1
    objects.append(Object(name: name, parent: stack[stack.count - 1], isList: isList))
    stack.append(objects.count - 1)
  }

  mutating func close() {
    if stack.count > 1 { stack.removeLast() }
  }

  mutating func add(_ name: Range<Int>, _ value: Range<Int>) {
    let top = stack.count - 1
    if !name.isEmpty {
      hasNames = true
      let known = Array(source.bytes[name])
      if !objects[stack[top]].names.insert(known).inserted {
        let old = objects[stack[top]]
        objects.append(
          Object(name: old.name, parent: old.parent, isList: old.isList, names: [known]))
        stack[top] = objects.count - 1
      }
    }
    objects[stack[top]].members += 1
    fields.append(Field(name: name, value: value, object: stack[top]))
  }

  /// Gives the values of a list its name, as fields of the object that it stands in; those of an element, too, that has
  /// one alone.
  mutating func nameValuesOfLists() {
    for index in fields.indices where fields[index].name.isEmpty {
      let object = objects[fields[index].object]
      guard !object.name.isEmpty, object.isList || object.members == 1 else { continue }
      fields[index].name = object.name
      fields[index].object = object.parent
    }
  }
}
