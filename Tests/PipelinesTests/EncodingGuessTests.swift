import Foundation
import Testing

@testable import Pipelines

@Suite struct EncodingGuessTests {
  @Test(
    "Character sets are told apart by reading",
    arguments: [
      ("windows-1252", "Boucherie née à l’école près du café"),
      ("windows-1252", "Bäckerei Müller;Schönstraße;Köln"), ("windows-1252", "Café;Orléans"),
      ("windows-1252", "Panadería Núñez;Calle Álvarez;Málaga"),
      ("windows-1252", "Padaria São João;Avenida das Nações;Maringá"),
      ("windows-1252", "Bageriet Sødø;Århus;Æble"), ("windows-1252", "Bageri Åsa;Malmö;Växjö"),
      ("windows-1252", "Bakarí Þórður;Reykjavík;Ísafjörður"),
      ("windows-1252", "Apteek Õnn;Pärnu;Võru;Öökull"),
      ("windows-1250", "Příbram, náměstí, žluťoučký kůň, lékárna"),
      ("windows-1250", "Řeznictví Šťastný;Dlouhá;Brno"),
      ("windows-1250", "Apteka;Łódź;Świętokrzyska"),
      ("windows-1250", "Őrség Gyógyszertár;Budapest"),
      ("windows-1250", "Fűszerkert;Győr;Szőlő utca"),
      ("windows-1250", "Ljekarna Đurđević;Čakovec;Šibenik"),
      ("windows-1250", "Florărie Ştefan;Iaşi"),
      ("ISO-8859-2", "Řeznictví Šťastný;Dlouhá;Brno"),
      ("ISO-8859-2", "Lekáreň Šípka;Košice;Žilina"),
      ("ISO-8859-2", "Kwiaciarnia;Gdańsk;Śląsk;Szewc Jeż"),
      ("ISO-8859-2", "Mesnica Šime;Cvjećarnica Žuti cvijet"),
      ("windows-1257", "Vaistinė Ąžuolas;Vilnius"), ("windows-1257", "Aptieka Ābele;Rīga;Ķirsis"),
      ("windows-1257", "Aptieka Ābele;Rīga"),
      ("windows-1254", "Eczane Güneş;İstanbul;Çiçekçi Ağaoğlu"),
      ("windows-1251", "Городская аптека на улице Ленина"),
      ("windows-1251", "АПТЕКА;ООО РОМАШКА;ШКОЛА"),
      ("windows-1251", "Аптека Ластівка;Київ;Їжачок"), ("windows-1251", "Апотека Ђорђевић;Београд"),
      ("KOI8-R", "Магазин Пятёрочка;Организация"), ("CP866", "Магазин Пятёрочка;Организация"),
      ("CP866", "АПТЕКА;ООО РОМАШКА;ШКОЛА"), ("windows-1253", "Φαρμακείο Ήλιος;Αθήνα;Αρτοποιείο"),
      ("windows-1255", "בית מרקחת;תל אביב"), ("windows-1256", "صيدلية النور;القاهرة"),
      ("windows-874", "ร้านยา;กรุงเทพ"), ("EUC-JP", "浦添市役所の電話、カフェさくら"),
      ("CP932", "浦添市役所の電話、カフェさくら"), ("CP949", "서울특별시 강남구 보건소"),
      ("GB18030", "中国银行上海市分行营业部"), ("CP950", "臺灣銀行臺北市分行營業部"),
    ])
  func characterSets(encoding: String, text: String) throws {
    let lines = String(repeating: text + "\n", count: 20)
    let converted = try #require(Self.encoded(lines, encoding))
    let guess = EncodingGuess.decode(converted[...])
    #expect(guess?.text == lines && guess?.encoding == encoding)
  }

  private static func encoded(_ text: String, _ encoding: String) -> [UInt8]? {
    let descriptor = iconv_open(encoding, "UTF-8")
    guard descriptor != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(descriptor) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 4)
    var (left, room) = (input.count, output.count)
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        return iconv(descriptor, &from, &left, &to, &room)
      }
    }
    return result == -1 ? nil : output.dropLast(room).map { UInt8(bitPattern: $0) }
  }
}
