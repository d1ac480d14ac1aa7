/// Pipeline files for tests.
enum SamplePipeline {
  /// A pipeline that uses every key of the format.
  static let complete = """
    version: 1
    name: taiwan
    region: TW
    as_of: 2026-11-21
    sources:
      - name: center
        path: [../samples/center-*.csv, more.csv.gz]
        format: csv
        encoding: Big5
        delimiter: tab
        quote: "'"
        header: yes
        skip_lines: 2
        columns:
          number: [電話, 傳真]
          extension: 分機
          label: 3
          action: 動作
          status: 狀態
          updated: "4"
          valid_from: 起
          valid_to: 迄
          area_code: 區碼
          locality: [縣市, 地址]
          first: 起號
          last: 迄號
        rank: 10
        region: CN
        max_record: 64 KiB
        timezone: Asia/Taipei
        date_format: roc
        min_records: 1000
        spreadsheet: no
        words: { placeholder: 待查, extension: [ 接通 ], label: desk }
        gate: { rejected: 1%, vanished: 50%, ragged: 2%, rejected_growth: 2x, warn: { vanished: 5% } }
        doubts: { repeated: refuse, older: accept, partial: warn, unterminated: refuse }
      - name: pbx
        required: no
        path: "-"
        format: xml
        record: /Export/Lines/Line
        columns: { extension: "@ext" }
        constants: { number: 02-5566-7788, label: Desk, area_code: "02", locality: 臺北市 }
        where: { "@state": [open, 營業], "@kind": "" }
        action: block
      - { name: corrections, path: fixed.csv, format: rejects, spreadsheet: yes, required: no }
    actions: { identify: [顯示], block: [黑名單], remove: [刪除] }
    statuses: { disabled: [停用, disabled] }
    words: { placeholder: [not given, 休診], extension: 接, label: [客服電話] }
    normalize:
      validate: length
      extension_width: 4
      refuse: [toll-free]
      rules: { obsolete-numbering: off }
      expansion_budget: 500
    merge: { prefer: [updated, rank], both: keep }
    representative: { label: "Marry 轉接專線" }
    protect: [110, 0119, 0255667788, 010, 02-5566-7788]
    slots: { cap: 1999999, identifiers: [tw.example.one, tw.example.two] }
    chunks: { target: 1000 }
    formats: [json, sqlite]
    deltas: { max_share: 12.5% }
    packed: off
    generations: 9
    continues: yes
    limits: { report: 1 MiB, inflated: 2 GiB, expansions: 5000 }
    waivers:
      - { fingerprint: "0123456789012345", owner: desk, reason: a pager, expires: 2027-01-31, most: 9 }
    gate:
      rejected: { missing-number: 25%, other: 0.5% }
      vanished: 100%
      relabelled: 0%
      ragged: 1%
      days: 30
      rejected_growth: 3x
      blocked_growth: 1.5x
      prefix_growth: 4x
      label_growth: 2.5x
      slot_fill: 85%
      warn: { rejected: 0.1%, relabelled: 0%, slot_fill: 80%, blocked_growth: 1x }
    freshness: { expires: 3d, next: 90m }
    sign: { key: ../keys/private.pem }
    tests:
      - cell: 02-5566-7788轉0718
        extension: "12"
        area_code: "02"
        locality: 臺北市
        source: center
        region: TW
        directory: 8862556677880718
        e164: ["+886255667788"]
        reason: []
        repairs: line-run-not-expanded
    """

  /// The shortest pipeline.
  static let minimal = """
    version: 1
    name: small
    region: TW
    sources: [{ name: one, path: a.csv, columns: { number: n, label: l } }]
    slots: { identifiers: [a.b] }
    """

  /// The shortest pipeline with one line put in the place of another.
  static func minimal(_ line: String, insteadOf old: String) -> String {
    minimal.split(separator: "\n").map { $0 == old ? line : String($0) }.joined(separator: "\n")
  }

  /// Every key of `live_lookup`.
  static let liveLookup = """
    live_lookup:
      extension: net.example.lookup
      cache_minutes: 60
      category: business
      shards: { block: 2, identity: 3 }
      entries_per_shard: { block: 10, identity: 10 }
      layout: sharded
      buckets: { block: 10, identity: 10 }
      bucket_bytes: { block: 1024, identity: 2048 }
      encryption: n_4096_logq_27_28_28_logt_5
      share_shards: yes
      issuer: https://issuer.example.net/issue
      test_identity: required
      longest_name: 30
      icons: [{ label: Happy Bakery, source: a, file: icon.heic }]
      only: { sources: [a], rank_below: 3, updated_before: 2025-01-01 }
    """
}
