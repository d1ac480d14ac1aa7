import Testing

@testable import Normalization

/// Few digits behind a number that a word behind them makes something else than an extension or last digits.
@Suite("Digits behind a number that a word goes on with")
struct DigitsBeforeWordsTests {
  @Test(
    "no extension",
    arguments: [
      ("US", "828-254-1214 #1 in town", "+18282541214 !unused-text"),
      ("GB", "01904 638906 #7 High St", "+441904638906 !unused-text"),
      ("US", "828-254-1312 *2nd choice", "+18282541312 !unused-text"),
      ("US", "828-254-1318 # 12 Elm", "+18282541318 ?ambiguous@14"),
      ("US", "828-254-1318 #12 Bob", "+18282541318,12 !unused-text"),
      ("RU", "(495) 638-18-02 д.12", "+74956381802 !unused-text ?ambiguous@19"),
      ("RU", "(495) 638-18-02 д. 123", "+74956381802,123"),
      ("TR", "0212 238 17 10 D:4", "+902122381710 !unused-text ?impossible-length@18"),
      ("BR", "(11) 3383-2401 R 7 de Setembro", "+551133832401 !unused-text ?junk@16"),
      ("BR", "(11) 3383-2401 R. 12", "+551133832401,12"),
      ("PL", "22 638 18 05 w 2019", "+48226381805 !unused-text ?junk@14"),
      ("PL", "22 638 18 05 w. 19", "+48226381805,19"),
      ("DE", "0511 348244 (* 1978)", "+49511348244 !unused-text"),
      ("DE", "0511 348408 - 1. Vorsitzender", "+49511348408 !unused-text"),
      ("AT", "0512 583601 - 2 Kinder", "+43512583601 !unused-text"),
      ("TH", "02 682 2038 กด 0", "+6626822038 !dummy-extension"),
    ])
  func extensions(region: String, cell: String, expected: String) throws {
    #expect(try Reading(region: region).of(cell) == expected)
  }

  @Test(
    "no second number",
    arguments: [
      ("US", "828-254-1501 and 15 employees", "+18282541501 !unused-text"),
      ("US", "828-254-1503 and 1987", "+18282541503 ?ambiguous@18"),
      ("FR", "01 42 38 20 07 / 92 Nanterre", "+33142382007 ?ambiguous@18"),
      ("US", "828-254-1508 or 1513 Bob", "+18282541508 +18282541513 !unused-text"),
      ("FR", "01 42 38 20 11/12 rue Foch", "+33142382011 !unused-text"),
      ("FR", "01 42 38 20 11/12", "+33142382011 +33142382012"),
      ("FR", "01 42 38 17 32 en 82", "+33142381732 ?ambiguous@19"),
      ("RU", "(495) 638-18-01 и 2 собаки", "+74956381801 !unused-text"),
      ("DE", "0511 348301 und 3 Kinder", "+49511348301 !unused-text"),
    ])
  func secondNumbers(region: String, cell: String, expected: String) throws {
    #expect(try Reading(region: region).of(cell) == expected)
  }
}
