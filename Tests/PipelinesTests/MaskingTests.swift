import Testing

@testable import Pipelines

@Suite struct MaskingTests {
  @Test(arguments: [
    ("8862556677880718", "886xxxxxxxxxxx18"), ("+886 2-5566-7788", "+886 x-xxxx-xx88"),
    ("call 110 now", "call xxx now"),
    ("(02) 5566-7788 or 0912345678", "(02) 5xxx-xx88 or 091xxxxx78"),
    ("０２５５６６７７８８", "０２５xxxxx８８"), ("no number", "no number"), ("", ""),
  ])
  func digitsOfNumbersAreHidden(_ text: String, _ masked: String) {
    #expect(Masking.masked(text) == masked)
  }
}
