// Reads phone cells, one per line of stdin (`area TAB` before the cell is an area code column),
// and prints what the reader makes of them, or, with --time, nanoseconds per cell, or, with --each,
// nanoseconds of every cell alone, or, with --ways, the cells that the rules read otherwise than the short
// ways do; --without=RULE switches a rule off.
import Normalization
import Records

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

func seconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

func text(of result: CellResult) -> String {
  var text = ""
  for index in 0..<result.numbers.count {
    let number = result.numbers[index]
    text += " \(number.e164)" + (number.hasExtension ? ",\(number.extensionText)" : "")
  }
  for index in 0..<result.repairs.count { text += " !\(result.repairs[index].kind.code)" }
  for index in 0..<result.rejections.count {
    let rejection = result.rejections[index]
    let note = (0..<Int(rejection.noteCount)).map {
      result.bytes[Int(rejection.noteOffset) + $0]
    }
    text += " ?\(rejection.reason.code)@\(rejection.column)"
    if !note.isEmpty { text += "(\(String(decoding: note, as: UTF8.self)))" }
  }
  return text
}

let arguments = CommandLine.arguments
let region = arguments.dropFirst().first { !$0.hasPrefix("-") } ?? "TW"
var settings = CellSettings(region: region)
for rule in Rule.allCases where arguments.contains("--without=\(rule.rawValue)") {
  settings.rules[rule] = false
}
let reader = try CellReader(settings: settings)
let result = CellResult()
var lines: [String] = []
while let line = readLine() { lines.append(line) }
let cells = lines.map { line in
  line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map {
    Array($0.utf8)
  }
}

func read(_ cell: [[UInt8]], by reader: CellReader, into result: CellResult) {
  if cell.count == 2 {
    cell[1].withUnsafeBufferPointer { number in
      cell[0].withUnsafeBufferPointer { reader.read(number, areaCode: $0, into: result) }
    }
  } else {
    cell[0].withUnsafeBufferPointer { reader.read($0, into: result) }
  }
}

/// The least nanoseconds that one cell took in several goes.
@MainActor func nanoseconds(_ cell: [[UInt8]]) -> Int {
  let rounds = max(1, 20_000 / max(cell.joined().count, 1))
  var best = Double.infinity
  for _ in 0..<5 {
    let start = seconds()
    for _ in 0..<rounds { read(cell, by: reader, into: result) }
    best = min(best, (seconds() - start) / Double(rounds))
  }
  return Int(best * 1e9)
}

if arguments.contains("--each") {
  for (line, cell) in zip(lines, cells) { print("\(nanoseconds(cell))\t\(line)") }
} else if arguments.contains("--time") {
  let bytes = cells.flatMap { $0[0] }
  let ends = cells.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1[0].count) }
  var best = Double.infinity
  var numbers = 0
  bytes.withUnsafeBufferPointer { all in
    for _ in 0..<7 {
      let rounds = max(1, 400_000 / max(cells.count, 1))
      let start = seconds()
      for _ in 0..<rounds {
        for index in 0..<cells.count {
          reader.read(
            UnsafeBufferPointer(rebasing: all[ends[index]..<ends[index + 1]]), into: result)
          numbers += result.numbers.count
        }
      }
      best = min(best, (seconds() - start) / Double(rounds * cells.count))
    }
  }
  print("\(cells.count) cells, \(Int(best * 1e9)) ns a cell (\(numbers) numbers)")
} else if arguments.contains("--ways") {
  settings.keepsTrace = true
  let rules = try CellReader(settings: settings)
  for (line, cell) in zip(lines, cells) {
    read(cell, by: reader, into: result)
    let short = text(of: result)
    read(cell, by: rules, into: result)
    if short != text(of: result) { print("\(line)\t\(short)\t\(text(of: result))") }
  }
} else {
  for (line, cell) in zip(lines, cells) {
    read(cell, by: reader, into: result)
    print("\(line)\t\(text(of: result))")
  }
}
