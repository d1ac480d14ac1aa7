/// How JSON is laid out; whoever reads it as JSON reads the same in every layout.
package struct JSONLayout: Sendable {
  /// Spaces a level where every element stands on a line of its own; nil: all on one line.
  var indent: Int?
  /// What stands between elements on one line.
  var comma = ","
  /// What stands between a key and its value.
  var colon = ": "
  /// Line ends within an empty list or object.
  var lineEndsOfEmpty = 0

  /// Two spaces a level: the manifest, what is signed, and what people may want to read.
  package static let indented = JSONLayout(indent: 2)
  /// One line, blanks after commas and colons.
  package static let line = JSONLayout(comma: ", ")
  /// One line without a blank.
  package static let dense = JSONLayout(colon: ":")
  /// Two spaces a level, an empty list on two lines: listings, which are written row by row.
  package static let listing = JSONLayout(indent: 2, lineEndsOfEmpty: 1)
  /// Every element at the start of a line: renderings, which are read line by line.
  package static let rows = JSONLayout(indent: 0, lineEndsOfEmpty: 1)
  /// The documents of a report, which other programs have always seen as Foundation lays JSON out.
  package static let report = JSONLayout(indent: 2, colon: " : ", lineEndsOfEmpty: 2)
}
