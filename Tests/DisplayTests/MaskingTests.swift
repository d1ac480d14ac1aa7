import DirectoryFormat
import Testing

@testable import Display

@Suite struct MaskingTests {
  @Test(arguments: [
    ("8862556677880718", "886xxxxxxxxxxx18"), ("+886 2-5566-7788", "+886 x-xxxx-xx88"),
    ("call 110 now", "call xxx now"),
    ("(02) 5566-7788 or 0912345678", "(02) 5xxx-xx88 or 091xxxxx78"),
    ("０２５５６６７７８８", "０２５xxxxx８８"), ("第一銀行", "第一銀行"), ("零二五五六六七七八八", "零二五xxxxx八八"),
    ("②⑤", "xx"), ("no number", "no number"), ("", ""),
  ])
  func digitsOfNumbersAreHidden(_ text: String, _ masked: String) {
    #expect(Masking.masked(text) == masked)
  }

  @Test(
    "The app side, which stands alone, masks by the same rule",
    arguments: [
      1, 110, 1_234_567, 12_345_678, 886_255_667_788, Int64.max - 1,
    ] as [Int64])
  func oneRule(_ number: Int64) {
    #expect(Masking.masked(number) == DirectoryNumber.masked(number))
  }
}
