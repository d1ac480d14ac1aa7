"""Rows in which few numbers compete with many labels, actions and dates; some are rejected."""
import random

chance = random.Random(20261121)
for _ in range(20000):
    number = f"02-2{chance.randrange(300) * 33331:07d}"
    extension = chance.choice(["", "", "0718", "12", "7"])
    label = chance.choice(["花店", "花藝", "快樂, 麵包", "月見髮廊", ""])
    action = chance.choice(["", "", "identify", "block", "remove"])
    updated = chance.choice(["", "2026-01-02", "2026/01/02", "2026-01-02T00:00:00+08:00", "soon"])
    print(f'{number},{extension},"{label}",{action},{updated}')
