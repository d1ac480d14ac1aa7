import Testing

@testable import Normalization

/// What stands behind the last token must be nothing, whatever the cell before was.
@Suite("Ends of the tokens")
struct TokenEndsTests {
  @Test(
    "a cell leaves no token behind the last one of the next, nor does what is joined",
    arguments: [
      ("TW", "02-27123456"), ("TW", ""), ("TW", "電　話 02-27123456 預算 300"),
      ("TW", "02-27123456 此號碼 已不通"), ("TW", "**02-27123456**"), ("BR", "0xx11 3212-3456"),
      ("BR", "(0xx)11 3212-3456"), ("TW", "09123456780922345678 09123456780932345678"),
    ])
  func ends(region: String, cell: String) throws {
    try CellWriting.withWriter(of: region) { writer, _ in
      let result = CellResult()
      let longer = Array(String(repeating: "1 2)電3 ", count: 100).utf8)
      longer.withUnsafeBufferPointer { writer.fold($0) }
      Array(cell.utf8).withUnsafeBufferPointer { bytes in
        writer.fold(bytes)
        _ = writer.marked(into: result)
        for behind in 0..<TokenWriter.endCount {
          #expect(writer.tokens[writer.tokenCount + behind].kind == .end, "\(behind)")
        }
      }
    }
  }
}
