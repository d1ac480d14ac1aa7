#if os(Linux)
  import DirectoryFormat
  import DirectoryLoading
  import Foundation
  import Signing
  import Testing

  /// A context that keeps nothing and looks at the process's memory behind each batch.
  private final class Scales: CallDirectoryContext {
    var isIncremental: Bool { false }
    var entries = 0
    var peak = 0
    func addBlockingEntry(withNextSequentialPhoneNumber number: Int64) { entries += 1 }
    func addIdentificationEntry(
      withNextSequentialPhoneNumber number: Int64, label: UnsafeRawBufferPointer
    ) { entries += 1 }
    func removeBlockingEntry(withPhoneNumber number: Int64) {}
    func removeIdentificationEntry(withPhoneNumber number: Int64) {}
    func removeAllBlockingEntries() {}
    func removeAllIdentificationEntries() {}
    func batch(_ calls: () -> Void) {
      calls()
      peak = max(peak, Self.residentBytes())
    }

    static func residentBytes() -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let fields = text.split(separator: " ")
      return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }
  }

  /// One load after another: each looks at the memory of the whole process.
  @Suite(.serialized) struct MemoryTests {
    /// 200 000 entries in the normal run; `CALLBOOK_ENTRIES=1999999` measures the full cap.
    ///
    /// With chunks of 43 entries its manifest has 16 MB, and 46 512 files are written; with chunks of 90
    /// whose packed twins it names, too, 14 MB.
    @Test(
      "a load takes less than 5 MiB",
      arguments: [(50_000, false), (50_000, true), (43, false), (90, true)])
    func memory(chunk: Int, hasTwins: Bool) throws {
      let variable = ProcessInfo.processInfo.environment["CALLBOOK_ENTRIES"]
      let count = variable.flatMap(Int.init) ?? 200_000
      let folder = try TestFolder()
      try install(count, perChunk: chunk, hasTwins, in: folder)
      let scales = Scales()
      let baseline = Scales.residentBytes()
      var loader = DirectoryLoader<SHA256>(
        slot: TestEntries.slot, directory: folder.directory, state: folder.state,
        milliseconds: POSIXFolder.milliseconds)
      loader.firstLoad = 0
      let start = POSIXFolder.milliseconds()
      #expect(loader.load(into: scales).failure == nil)
      let time = POSIXFolder.milliseconds() - start
      #expect(scales.entries == count)
      let growth = scales.peak - baseline
      let manifest = try folder.directory.open("manifest.json").size
      print(
        "memory of a load of \(count) entries, manifest of \(manifest >> 10) KiB: "
          + "\(growth / 1024) KiB, \(time) ms")
      // Other suites run beside this one and take memory too.
      if variable != nil { #expect(growth < 5 << 20) }
    }

    private func install(
      _ count: Int, perChunk: Int, _ hasTwins: Bool, in folder: TestFolder
    ) throws {
      var chunks: [Manifest.Chunk] = []
      var number: Int64 = 886_200_000_000
      for start in stride(from: 0, to: count, by: perChunk) {
        var bytes: [UInt8] = []
        let first = number
        let entries = min(perChunk, count - start)
        for _ in 0..<entries {
          bytes += Array("\(number)\t快樂麵包店\n".utf8)
          number += 3
        }
        var chunk = Manifest.Chunk(
          entries: entries, first: first, last: number - 3, bytes: bytes.count,
          sha256: SHA256.hexadecimal(of: bytes))
        if hasTwins { chunk.packed = Manifest.Packed(bytes: 1, sha256: chunk.sha256) }
        try folder.write(bytes, chunk.path)
        chunks.append(chunk)
      }
      try folder.install(chunks: chunks)
    }
  }
#endif
