internal import Extraction
internal import Normalization
internal import Records

/// Chooses the numbers at which the entries of a run are parted, from a sample of its exports.
///
/// Bounds change nothing in the result, only how evenly the work is spread. Memory: the numbers of
/// the sample, at most 32 MB of them.
package enum BoundsSampler {
  /// Bytes of exports that are read: 100 000 records or more place a bound within a hundredth of a
  /// part, and 256 looks find what a sorted export holds where.
  private static let mostBytes = 8 << 20
  private static let bytesPerLook = 32 << 10
  private static let mostNumbers = 4 << 20

  /// The bounds of so many parts, and so many groups of slots, as their document.
  ///
  /// - Throws: `StageError`; what `build` throws of the exports.
  package static func bounds(
    _ context: StageContext, parts: Int, groups: Int = 1
  ) throws -> [UInt8] {
    for (name, count) in [("parts", parts), ("groups", groups)]
    where !(1...StageBounds.mostParts).contains(count) {
      throw StageError(
        "--\(name)", "\(count) \(name) (expected 1 to \(StageBounds.mostParts))",
        "Name \(count < 1 ? "more" : "fewer").", isUsage: true)
    }
    let numbers = parts == 1 ? [] : try sample(context)
    let bounds = (1..<max(parts, 1)).map { part in
      numbers.isEmpty ? Int64.max : numbers[part * numbers.count / parts]
    }
    return try StageDocument.encode(
      StageBounds(plan: context.planDigest, parts: parts, bounds: bounds, groups: groups),
      isAlone: true)
  }

  /// Different numbers of the sample, ascending.
  ///
  /// A number counts once however often it comes: repetitions leave a split as a few candidates.
  private static func sample(_ context: StageContext) throws -> [Int64] {
    var numbers: [Int64] = []
    var normalizer = CurrentNormalizer(context.file.pipeline.normalizationSettings())
    let splits = context.plan.splits
    let total = splits.reduce(0) { $0 + $1.length }
    let looks = max(mostBytes / bytesPerLook, 1)
    let step = max(total / looks, bytesPerLook)
    var wanted = 0
    var before = 0
    for split in splits where split.length > 0 {
      var extractor: Extractor?
      while wanted < before + split.length, numbers.count < mostNumbers {
        let opened = try extractor ?? context.open(split, nil)
        guard opened.isPlain(split.file) else {
          // Read from its start: as much as a look at every step would be.
          let share = (before + split.length - wanted + step - 1) / step * bytesPerLook
          try take(share, of: opened, &normalizer, into: &numbers)
          wanted = before + split.length
          break
        }
        extractor = opened
        if let stretch = try opened.roughStretch(
          of: split.file, from: split.offset + wanted - before, bytes: bytesPerLook)
        {
          try take(
            bytesPerLook, of: context.open(split, stretch), &normalizer, into: &numbers)
        }
        wanted += step
      }
      before += split.length
    }
    numbers.sort()
    var different: [Int64] = []
    for number in numbers where number != different.last { different.append(number) }
    return different
  }

  /// Adds the numbers of about so many bytes of what an extractor reads.
  private static func take(
    _ bytes: Int, of extractor: Extractor, _ normalizer: inout CurrentNormalizer,
    into numbers: inout [Int64]
  ) throws {
    let batch = RecordBatch()
    let normalized = NormalizedBatch()
    let start = extractor.progress.bytesRead
    while extractor.progress.bytesRead - start < bytes, try extractor.next(into: batch) {
      let rules = try normalizer.of(source: batch.source)
      normalized.removeAll()
      _ = rules.normalize(batch, from: 0, into: normalized)
      for index in 0..<normalized.candidates.count {
        numbers.append(normalized.candidates[index].number)
      }
    }
  }
}
