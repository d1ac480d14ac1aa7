#!/usr/bin/env python3
"""Writes the sample exports: the same bytes every time, from one seed.

All shops are invented; their numbers lie in ranges that the numbering plans assign. Run it after a
change and commit what it writes; with --check it writes nothing and exits 1 if the files differ.
"""

import random
import sys
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent
SEED = 20261121

FIRST = ["晴光", "山霧", "好日", "月見", "三葉", "青田", "雲朵", "小滿", "禾豐", "木子", "白露", "東海岸", "老樹下", "紅磚",
         "海風", "星野", "半畝", "拾光", "一粒米", "南風", "圓滿", "貓步", "穀雨", "長巷"]
KIND = ["烘焙坊", "茶舍", "咖啡", "書店", "花藝", "診所", "牙醫", "藥局", "麵館", "小吃", "髮廊", "洗衣", "五金行", "自行車",
        "旅店", "攝影", "水電", "寵物美容", "樂器行", "文具"]
FIRST_CN = ["晨曦", "悦来", "江南", "云水", "金桂", "蓝海", "竹里", "百草", "同福", "紫藤"]
KIND_CN = ["酒店", "面馆", "书店", "诊所", "花店", "咖啡", "药房", "宾馆"]


def csv_line(fields) -> str:
    def quoted(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\n\r') else text
    return ",".join(quoted(field) for field in fields) + "\r\n"


class Shops:
    """Representative numbers with several extensions each, and who answers there."""

    AREAS = [("02", "5566-{:04d}"), ("02", "2733-{:04d}"), ("04", "2255-{:04d}"), ("07", "355-{:04d}"),
             ("06", "255-{:04d}"), ("03", "555-{:04d}"), ("05", "255-{:04d}"), ("037", "25-{:04d}")]

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.names = [a + b for a in FIRST for b in KIND]
        self.random.shuffle(self.names)
        self.used = 0

    def name(self) -> str:
        self.used += 1
        branch = ["", "", "", "二店", "分店", " 總店"][self.used % 6]
        return self.names[self.used % len(self.names)] + branch

    def number(self, index: int) -> str:
        area, pattern = self.AREAS[index % len(self.AREAS)]
        return f"{area}-{pattern.format(1000 + index * 37 % 9000)}"

    def mobile(self, index: int) -> str:
        return f"09{12 + index % 70}-{300 + index * 7 % 700:03d}-{index * 53 % 1000:03d}"

    def day(self, earliest: int = 1, latest: int = 20) -> str:
        return f"2026-{self.random.choice((9, 10, 11)):02d}-{self.random.randint(earliest, latest):02d}"


def notation(number: str, extension: str, style: int) -> tuple[str, str]:
    """The phone cell and the extension cell of one line, as people write them."""
    area, rest = number.split("-", 1)
    plain = number.replace("-", "")
    wide = str.maketrans("0123456789-#", "０１２３４５６７８９－＃")
    return [
        (number, extension), (f"({area}){rest}", extension), (plain, extension),
        (f"{number}#{extension}", ""), (f"{number}轉{extension}", ""),
        (f"{number} 分機{extension}", ""), (f"({area}){rest} ext.{extension}", ""),
        (f"{number},{extension}", ""), (f"{number}*{extension}", ""),
        (f"+886-{plain[1:]}", extension), (f"{number}#{extension}".translate(wide), ""),
        (number, f"#{extension}"), (f"00886{plain[1:]}", extension), (f"{number}內線{extension}", ""),
    ][style % 14]


HEADER = ["代表號", "分機", "店家名稱", "動作", "更新時間", "起", "迄"]

# What a person should see in the reports: every kind of defect once, in rows that say what they are.
NORTH_DEFECTS = [
    ["", "0101", "沒有號碼的店", "", "2026-11-02", "", ""],
    ["02-5566-9001", "", "", "", "2026-11-02", "", ""],
    ["02-5566-9002", "", "\u200b", "", "2026-11-02", "", ""],
    ["02-5566-9003", "", "動作寫錯的店", "停話", "2026-11-02", "", ""],
    ["02-5566-9004", "", "日期不存在的店", "", "2026-11-02", "2026-02-30", ""],
    ["1986-03-21", "", "號碼被試算表改成日期", "", "2026-11-02", "", ""],
    ["service@example.com", "", "填了電子郵件", "", "2026-11-02", "", ""],
    ["https://example.com/contact", "", "填了網址", "", "2026-11-02", "", ""],
    ["08:00-17:00", "", "填了營業時間", "", "2026-11-02", "", ""],
    ["02-5566-900", "", "少一碼的店", "", "2026-11-02", "", ""],
    ["2239", "", "只有內線的店", "", "2026-11-02", "", ""],
    ["請洽服務台", "", "沒有電話的店", "", "2026-11-02", "", ""],
    ["5566-9005", "", "沒有區碼的店", "", "2026-11-02", "", ""],
    ["無", "", "填了無的店", "", "2026-11-02", "", ""],
    ["02-5566-9006", "12345678", "分機太長的店", "", "2026-11-02", "", ""],
    ["+999-5566-9007", "", "國碼不存在的店", "", "2026-11-02", "", ""],
    ["02-1234-5678", "", "未核配號碼的店", "", "2026-11-02", "", ""],
    ["02-5566-9008", "12a4", "分機有字母的店", "", "2026-11-02", "", ""],
    ["02556690.*", "", "填了樣式的店", "", "2026-11-02", "", ""],
]
# Repairs, lists and labels that need cleaning: these rows give entries.
NORTH_REPAIRS = [
    ["(02)0255669101", "", "區碼寫兩次的店", "", "2026-11-03", "", ""],
    ["255669102", "", "試算表吃掉零的店", "", "2026-11-03", "", ""],
    ['="02-5566-9103"', "", "試算表公式的店", "", "2026-11-03", "", ""],
    ["02-5566-9104~9", "", "連號的店", "", "2026-11-03", "", ""],
    ["02-5566-9111、02-5566-9112", "", "兩支電話的店", "", "2026-11-03", "", ""],
    ["02-5566-9113#312、313", "", "兩個分機的店", "", "2026-11-03", "", ""],
    ["電話：02-5566-9114 傳真：02-5566-9115", "", "電話與傳真的店", "", "2026-11-03", "", ""],
    ["02-5566-9116(代表號)", "", "有註記的店", "", "2026-11-03", "", ""],
    ["02-5566-9117", "0718", "名稱\t有定位\r\n字元的店", "", "2026-11-03", "", ""],
    ["02-5566-9118", "0719", "\u202e名稱有隱形字元的店\u202c\u200b", "", "2026-11-03", "", ""],
    ["02-5566-9119", "0720", "Cafe\u0301 喜八", "", "2026-11-03", "", ""],
    ["02-5566-9120", "0721", "👨\u200d🍳 廚房", "", "2026-11-03", "", ""],
    ["0800-556-677", "", "免付費專線", "", "2026-11-03", "", ""],
    ["02-5566-9121、請洽服務台", "", "一支好一支壞的店", "", "2026-11-03", "", ""],
]


def forwarding_north() -> bytes:
    shops = Shops(SEED)
    rows = []
    for index in range(48):
        number = shops.number(index)
        for line in range(1 + index % 9):
            cell, extension = notation(number, f"{100 * line + index:04d}", index + line)
            rows.append([cell, extension, shops.name(), "", shops.day(), "", ""])
    for index in range(60):
        rows.append([shops.mobile(index), "", shops.name(), ["", "identify"][index % 2],
                     shops.day(), "", ""])
    random.Random(SEED).shuffle(rows)
    # Later rows about the same lines: newer, older, the same day with another label, a tombstone.
    for position, (label, day) in enumerate(
            [("改名後的店", "2026-11-20"), ("更早的店名", "2025-01-01"), ("另一個名字", rows[2][4])]):
        rows.append([rows[position][0], rows[position][1], label, "", day, "", ""])
    rows.append([rows[3][0], rows[3][1], "", "刪除", "2026-11-20", "", ""])
    rows.append(["02-5566-9201", "", "", "黑名單", "2026-11-19", "", ""])
    rows.append(["02-5566-9201", "", "後來被封鎖的店", "", "2026-11-01", "", ""])
    rows.append(["110", "", "", "黑名單", "2026-11-19", "", ""])
    rows.append(["02-5566-9301", "", "明年開幕的店", "", "2026-11-04", "2027-01-01", ""])
    rows.append(["02-5566-9302", "", "已經結束的店", "", "2026-11-04", "", "2026-06-30"])
    rows.append(["02-5566-9303", "", "今天最後一天的店", "", "2026-11-04", "2026-01-01", "2026-11-21"])
    rows.append(["02-5566-9304", "", "更新時間看不懂的店", "", "上週五", "", ""])
    # Two pairs that join to the same digits: in Berlin, numbers of seven and of eight digits exist.
    rows.append(["+49 30 2345 6781", "234", "撞號的甲店", "", "2026-11-04", "", ""])
    rows.append(["+49 30 2345 678", "1234", "撞號的乙店", "", "2026-11-04", "", ""])
    rows.append(["", "", "", "", "", "", ""])
    rows += NORTH_REPAIRS
    text = csv_line(HEADER) + "".join(csv_line(row) for row in rows[:200]) + csv_line(HEADER)
    text += "".join(csv_line(row) for row in rows[200:]) + "\r\n"
    text += "".join(csv_line(row) for row in NORTH_DEFECTS)
    data = b"\xef\xbb\xbf" + text.encode("utf-8")
    data += b'02-5566-9401,"0001",\xa9\xf1\xa6\xe8 (Big5 in a UTF-8 file),,2026-11-02,,\r\n'
    data += '02-5566-9402,0002,"引號沒有結束的店,,2026-11-02,,\r\n'.encode("utf-8")
    return data + csv_line(["02-5566-9403", "0003", "最後一家店", "", "2026-11-02", "", ""]).encode("utf-8")


def forwarding_south() -> bytes:
    shops = Shops(SEED + 1)
    rows = []
    for index in range(60, 100):
        number = shops.number(index)
        for line in range(1 + index % 5):
            cell, extension = notation(number, f"{10 * line + index:03d}", index * 3 + line)
            rows.append([cell, extension, shops.name(), "", shops.day() + "T08:30:00+08:00", "", ""])
    for index in range(60, 130):
        rows.append([shops.mobile(index), "", shops.name(), "", shops.day().replace("-", "/"), "", ""])
    random.Random(SEED + 1).shuffle(rows)
    # No byte order mark, LF only, and no line end behind the last row.
    return ("".join(csv_line(row) for row in [HEADER] + rows)).replace("\r\n", "\n").rstrip("\n") \
        .encode("utf-8")


def old_center() -> bytes:
    """Big5, two lines of title, no header, years of the Republic."""
    shops = Shops(SEED + 2)
    lines = ["轉接中心客戶清冊\r\n", "製表日：115/11/20\r\n"]
    for index in range(30, 110):
        number = shops.number(index)
        cell, extension = notation(number, f"{index:04d}", [0, 1, 2, 4, 5, 10, 11][index % 7])
        day = f"{113 + index % 3}/{1 + index % 12:02d}/{1 + index % 28:02d}"
        status = "停用" if index % 10 == 0 else "使用中"
        lines.append(csv_line([shops.name(), cell, extension, day, status]))
    data = "".join(lines).encode("cp950")
    data += "壞掉的字".encode("cp950")[:3] + b"\xff\xff,02-5566-9501,0001,115/01/31," \
        + "使用中".encode("cp950") + b"\r\n"
    return data


def legacy_pbx() -> bytes:
    shops = Shops(SEED + 3)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<!DOCTYPE Export>",
             '<Export system="PBX-9" made="2026-11-20">', "  <!-- internal lines are not exported -->",
             "  <Lines>"]
    for index in range(20, 110):
        number = shops.number(index)
        did, extension = number, f"{index % 60:03d}"
        attributes = f"did={quoteattr(did)} ext={quoteattr(extension)}"
        name = escape(shops.name())
        if index % 15 == 0:
            name = f"<![CDATA[{shops.name()} & Co.]]>"
        elif index % 11 == 0:
            name = f"{name} &amp; &#x8336;&#39208;"
        action = ["", "<Action>identify</Action>", "<Action/>"][index % 3]
        changed = f"<Changed>2025-{1 + index % 12:02d}-{1 + index % 28:02d}T09:15:00Z</Changed>"
        lines.append(f"    <Line {attributes}><Owner><Name>{name}</Name></Owner>{action}{changed}</Line>")
    lines += [
        '    <Line did="02-5566-9601" ext="001"><Owner/><Changed>2025-01-01</Changed></Line>',
        '    <Line ext="002"><Owner><Name>沒有號碼的分機</Name></Owner></Line>',
        '    <Line did="N/A" ext=""><Owner><Name>沒有電話的店</Name></Owner></Line>',
        '    <Line did="02-5566-9602" ext="003"><Owner><Name>動作寫錯的店</Name></Owner>'
        '<Action>delete</Action></Line>',
        '    <Line did="02-5566-9603" ext="004"><Action>remove</Action></Line>',
        '    <Line did="" ext=""/>',
        "  </Lines>", "</Export>", ""]
    return "\n".join(lines).encode("utf-8")


def china() -> bytes:
    shops = Shops(SEED + 4)
    rows = [["名称", "电话", "城市", "备注"]]
    for index in range(60):
        name = FIRST_CN[index % 10] + KIND_CN[index * 3 % 8] + ["", "二店"][index % 2]
        city, area, local = [("深圳", "0755", f"2809{1000 + index * 31:04d}"),
                             ("北京", "010", f"6100{1000 + index * 17:04d}"),
                             ("上海", "021", f"3251{1000 + index * 13:04d}")][index % 3]
        cell = [f"电话{area}-{local}  纠错", f"{area}-{local}", f"{area}-{local}-{8000 + index}",
                f"{area}-{local}转{800 + index}", f"+86-{area[1:]}-{local}",
                f"180{12340000 + index * 977}", f"{area}-{local}/{local[:-1]}{(int(local[-1]) + 1) % 10}",
                f"{area}-{local}#{area}-{local[:-2]}99", f"+86{area[1:]}{local},{7000 + index}",
                f"电话{area}-{local} 传真--"][index % 10]
        rows.append([name, cell, city, ""])
    rows += [["百草药房", "联系方式", "上海", "没有号码"],
             ["同福宾馆", "0755-280910", "深圳", "少一位"]]
    return "".join(csv_line(row) for row in rows).encode("gb18030")


def blocklist() -> bytes:
    rows = [["number", "from", "to", "reported", "note"]]
    for index in range(40):
        rows.append([f"02-7755-{3000 + index * 7:04d}" if index % 2 else f"0970-{index:03d}-{index * 9:03d}",
                     "", "", f"2026-11-{1 + index % 20:02d}", "推銷"])
    rows += [["", "02-7755-4000", "02-7755-4019", "2026-11-01", "一整段號碼"],
             ["", "02-7755-5000", "02-7799-4999", "2026-11-01", "範圍太大"],
             ["02-7755-61##", "", "", "2026-11-02", "一百個號碼"],
             ["119", "", "", "2026-11-02", "緊急電話不可封鎖"],
             ["+442079460958", "", "", "2026-11-02", "國外號碼"]]
    return "".join(csv_line(row) for row in rows).encode("utf-8")


FILES = {
    "forwarding-center-north.csv": forwarding_north, "forwarding-center-south.csv": forwarding_south,
    "old-center-big5.csv": old_center, "legacy-pbx.xml": legacy_pbx,
    "china-gb18030.csv": china, "blocklist.csv": blocklist,
}


def main() -> int:
    different = []
    for name, make in FILES.items():
        path, data = HERE / name, make()
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_bytes() != data:
                different.append(name)
        else:
            path.write_bytes(data)
    if different:
        print(f"{', '.join(different)}: not what generate.py writes; run it and commit")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
