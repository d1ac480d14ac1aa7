import Testing

@testable import Normalization

@Suite("Rule dates-and-hours")
struct DatesAndHoursTests {
  @Test(
    "cells",
    arguments: [
      (Reading(), "02-27123456 9點-18點", "+886227123456 !unused-text"),
      (Reading(region: "CN"), "0571-85252222 8点到17点", "+8657185252222 !unused-text"),
      (Reading(region: "JP"), "03-3581-1234 東京都中央区京橋1-2-3", "+81335811234 !unused-text"),
      (Reading(), "0912345678 未接2次", "+886912345678 !unused-text"),
      (Reading(), "03-5728813 中華路一段100-2號", "+88635728813 !unused-text"),
      (Reading(), "03-5728813 中華路100號之2", "+88635728813 !unused-text"),
      (Reading(region: "GB"), "01273 471234 between 9 and 5", "+441273471234 !unused-text"),
      (Reading(region: "SE"), "08-612 12 34 (mellan 9-12)", "+4686121234 !unused-text"),
      (Reading(region: "BE"), "02/512 12 34 (ma-vr 9u-17u)", "+3225121234 !unused-text"),
      (Reading(region: "IT"), "h24 347 6241234", "+393476241234 !unused-text"),
      (Reading(region: "RU"), "8 (843) 292-12-34 до 21.00", "+78432921234 !unused-text"),
      (Reading(region: "DK"), "70 20 12 34 (tryk 2)", "+4570201234 !unused-text"),
      (Reading(region: "IL"), "03-5241234 (הקש 2)", "+97235241234 !unused-text"),
      (
        Reading(region: "US"), "(503) 228-4651 (after 5pm: 503-228-4652)",
        "+15032284651 +15032284652 !unused-text"
      ),
      (
        Reading(region: "US"), "(503) 228-4651 (after hours: 503-228-4652)",
        "+15032284651 +15032284652 !unused-text"
      ),
      (
        Reading(region: "DE"), "0621 293012 (nach 18 Uhr: 0171 2930144)",
        "+49621293012 +491712930144 !unused-text"
      ),
      (
        Reading(region: "GB"), "0121 627 2000 (after 5pm 0121 627 2001)",
        "+441216272000 +441216272001 !unused-text"
      ),
      (
        Reading(region: "FR"), "01 40 20 50 50 (après 18h : 06 12 34 56 78)",
        "+33140205050 +33612345678 !unused-text"
      ),
      (
        Reading(region: "IT"), "06 67101234 (dopo le 18: 333 1234567)",
        "+390667101234 +393331234567 !unused-text"
      ),
      (Reading(region: "AR"), "0223 495-1234 (L a V 8 a 16 hs)", "+542234951234 !unused-text"),
      (Reading(region: "AR"), "0223 495-1234 L a V de 8 a 16", "+542234951234 !unused-text"),
      (
        Reading(region: "GB"),
        "0870 121 1212 (calls cost 13p per minute plus your phone company's access charge)",
        "+448701211212 !unused-text"
      ),
      (Reading(region: "GB"), "0844 871 1212 (7p/min)", "+448448711212 !unused-text"),
      (
        Reading(region: "DE"),
        "0180 5 123456 (14 Cent/Min. aus dem Festnetz, max. 42 Cent/Min. mobil)",
        "+491805123456 !unused-text"
      ),
      (Reading(region: "NL"), "0900-1234 (10 ct p/m)", "+319001234 !unused-text"),
      (Reading(region: "NL"), "0900 123 4567 (€ 0,10 p/m)", "+319001234567 !unused-text"),
      (Reading(region: "DK"), "Åbent 10-17, 33 66 33 66", "+4533663366 !unused-text"),
      (Reading(region: "DK"), "33 66 33 66 Åbent 10-17", "+4533663366 !unused-text"),
      (Reading(region: "FI"), "09 123 4567 avoinna ma-pe 9-16", "+35891234567 !unused-text"),
      (Reading(region: "FI"), "09 123 4567 (ma-pe 9-16)", "+35891234567 !unused-text"),
      (Reading(region: "SE"), "08-123 456 78 mån-fre 9-16", "+46812345678 !unused-text"),
      (Reading(region: "SE"), "Öppet mån-fre 9-16, 08-123 456 78", "+46812345678 !unused-text"),
      (Reading(region: "PL"), "22 443 12 34 (pn-pt 8-16)", "+48224431234 !unused-text"),
      (Reading(region: "TR"), "0312 415 12 34 (Pzt-Cum 9-17)", "+903124151234 !unused-text"),
      (Reading(region: "DE"), "0621 293012 (Mo-Fr 9-17)", "+49621293012 !unused-text"),
      (
        Reading(region: "FR"), "Ouvert de 9h00 à 18h30 - 01 40 20 50 50",
        "+33140205050 !unused-text"
      ),
      (Reading(region: "FR"), "9h-18h - 01 40 20 50 50", "+33140205050 !unused-text"),
      (Reading(region: "FR"), "9h30-18h30 - 01 40 20 50 50", "+33140205050 !unused-text"),
      (
        Reading(region: "FR"), "de 9h à 12h et de 14h à 18h - 01 40 20 50 50",
        "+33140205050 !unused-text"
      ),
      (Reading(region: "FR"), "01 40 20 50 50 - 9h-18h", "+33140205050 !unused-text"),
      (Reading(region: "FR"), "01 40 20 50 50 - de 9h00 à 18h30", "+33140205050 !unused-text"),
      (Reading(region: "DE"), "9-17 Uhr - 0621 293012", "+49621293012 !unused-text"),
      (Reading(region: "DE"), "0621 293012 - 9-17 Uhr", "+49621293012 !unused-text"),
      (Reading(region: "IT"), "dalle 9.00 alle 17.00 - 06 6710123", "+39066710123 !unused-text"),
      (Reading(region: "ES"), "de 9 a 14 h - 93 412 12 12", "+34934121212 !unused-text"),
      (Reading(region: "US"), "9am-5pm - 212-736-5000", "+12127365000 !unused-text"),
      (Reading(region: "US"), "Mon-Fri 9-5 - 212-736-5000", "+12127365000 !unused-text"),
      (Reading(region: "US"), "212-736-5000 - 9am-5pm", "+12127365000 !unused-text"),
      (Reading(region: "GB"), "9:00 - 17:00 - 0121 627 2000", "+441216272000 !unused-text"),
      (Reading(), "09:00~17:00 - 02-23822888", "+886223822888 !unused-text"),
      (Reading(region: "BR"), "8h às 18h - (11) 3066-1234", "+551130661234 !unused-text"),
      (Reading(region: "LU"), "47 82 13 9-12 14-17", "+352478213 !unused-text"),
      (Reading(region: "LU"), "47 82 13 9-12", "?ambiguous@12"),
      (Reading(region: "LU"), "4796-1", "+35247961"),
      (Reading(region: "LU"), "4788-2", "+35247882"),
      (Reading(region: "LU"), "+352 4796-1", "+35247961"),
      (Reading(region: "NL"), "0800-1351", "+318001351"),
      (Reading(region: "NL"), "0800-1700", "?hours@1"),
      (Reading(), "1986-03-21", "?date@1"),
      (Reading(), "1935/05/17", "?date@1"),
      (Reading(), "21.03.1986", "?date@1"),
      (Reading(), "08:00-17:00", "?hours@1"),
      (Reading(), "0800~22:00", "?hours@1"),
      (Reading(), "0800~22:00 02-27123456", "+886227123456 !unused-text"),
      (Reading(), "0800-1700", "?hours@1"),
      (Reading(), "0830至1630", "?hours@1"),
      (Reading(), "週一至週五8點至17點", "?hours@1"),
      (Reading(), "24小時", "?hours@1"),
      (Reading(region: "AR"), "011 1021-1234", "+541110211234"),
      (Reading(region: "AR"), "(011) 1021-1234 0900-1700", "+541110211234 !unused-text"),
      (Reading(region: "MX"), "+52 (55) 1021-1234", "+525510211234"),
      (Reading(), "06-2581347 0900-1800", "+88662581347 !unused-text"),
      (Reading(), "06:00~24:00 緊急連絡電話:07-7123456", "+88677123456 !unused-text"),
      (Reading(), "24小時，037-752123", "+88637752123 !unused-text"),
      (Reading(off: .datesAndHours), "1986-03-21", "?unassigned@1"),
      (
        Reading(region: "DE", off: .datesAndHours), "0341 9617453 - 80 Gäste",
        "+49341961745380 !unused-text"
      ),
      (Reading(), "Mon-Fri 9-5", "?hours@1"),
      (Reading(), "24/7", "?hours@1"),
      (Reading(), "24/7/365", "?hours@1"),
      (Reading(), "08~17", "?hours@1"),
      (Reading(), "8am-5pm", "?hours@1"),
      (Reading(), "9 a.m. - 5 p.m.", "?hours@1"),
      (Reading(), "星期一至星期五08:30~1700", "?hours@1"),
      (Reading(), "週一~週五8:00~17:30", "?hours@1"),
      (Reading(region: "FR"), "9h30-18h00", "?hours@1"),
      (Reading(region: "DE"), "Mo-Fr 9-17 Uhr", "?hours@1"),
      (Reading(), "Jan 5", "?date@1"),
      (Reading(), "5 Jan", "?date@1"),
      (Reading(), "115/01/31", "?date@1"),
      (Reading(), "May 02-27123456", "+886227123456 !unused-text"),
      (Reading(region: "US"), "212-555-0123 8am-5pm", "+12125550123 !unused-text"),
      (Reading(region: "US"), "8am-5pm 212-555-0123", "+12125550123 !unused-text"),
      (Reading(region: "US"), "212-555-0123 9-5pm", "+12125550123 !unused-text"),
      (Reading(region: "US"), "212-555-0123 Mon-Fri 9-5", "+12125550123 !unused-text"),
      (Reading(region: "US"), "Mon-Fri 9-5 212-555-0123", "+12125550123 !unused-text"),
      (Reading(region: "US"), "212-555-0123 24/7", "+12125550123 !unused-text"),
      (Reading(region: "US"), "24/7 212-555-0123", "+12125550123 !unused-text"),
      (Reading(region: "FR"), "01 42 68 53 00 24/7", "+33142685300 !unused-text"),
      (Reading(region: "FR"), "01 42 68 53 24/7", "+33142685324 +33142685327"),
      (Reading(), "02-27123456 08:30-17:30", "+886227123456 !unused-text"),
      (Reading(), "02-27123456 08~17", "?ambiguous@13"),
      (Reading(), "02-8772-1234 24H", "+886287721234 !unused-text"),
      (Reading(region: "NL"), "9.00-17.00", "?hours@1"),
      (Reading(region: "NL"), "Ma t/m vr 9.00-17.00 uur 030-2860000", "+31302860000 !unused-text"),
      (Reading(region: "NL"), "9.00 tot 17.00 uur, 020-6241111", "+31206241111 !unused-text"),
      (Reading(region: "DE"), "8.00 - 16.30 Uhr", "?hours@1"),
      (
        Reading(region: "DE"), "Mo bis Fr 8.00-17.00 Uhr 030/39123450", "+493039123450 !unused-text"
      ),
      (
        Reading(region: "CH"), "Mo-Fr 8.00-12.00, 13.30-18.00 Uhr 044 412 11 11",
        "+41444121111 !unused-text"
      ),
      (Reading(), "02-27123456#12 115.1.5", "+886227123456,12 !unused-text"),
      (Reading(), "02-27123456 20260105", "+886227123456 ?ambiguous@13"),
      (Reading(off: .datesAndHours), "02-27123456 20260105", "+886227123456 +886220260105"),
      (Reading(region: "FI"), "09.30–18.00", "?hours@1"),
      (
        Reading(region: "IT"), "dalle ore 9.00 alle ore 13.00 06 69882345",
        "+390669882345 !unused-text"
      ),
      (Reading(region: "PL"), "22 443 00 00 (8.00-16.00)", "+48224430000 !unused-text"),
      (Reading(region: "PT"), "21 798 85 00 / 9.00-17.00", "+351217988500 !unused-text"),
      (Reading(region: "TZ"), "od 2.55 62-1234.533", "+255621234533 !unused-text"),
      (Reading(region: "FR"), "après 01.42.68.53.00", "+33142685300 !unused-text"),
      (Reading(region: "FR"), "06.12.34.56.78", "+33612345678"),
      (Reading(region: "FR"), "01.10-20.30.40", "+33110203040"),
      (
        Reading(region: "FR"), "01.12.10.20.30-01.12.10.20.31", "+33112102030 +33112102031"
      ),
      (Reading(), "02-27208889 8.00-17.00", "+886227208889 !unused-text"),
      (Reading(), "02.12.34", "?impossible-length@1"),
      (Reading(region: "HK"), "2345 6789 (24 hours)", "+85223456789 !unused-text"),
    ])
  func cells(reading: Reading, cell: String, expected: String) throws {
    let read = try reading.of(cell)
    #expect(read == expected)
  }
}
