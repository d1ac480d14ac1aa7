internal import Synchronization
internal import Threads

/// Reads all rows of a report with several threads, each a stretch of the file at a time.
struct RejectsScan {
  /// Bytes of a stretch; a smaller file is read by one thread.
  static let bytesPerStretch = 4 << 20

  let file: RejectsFile
  let workers: Int

  /// Hands every row to one of some parts, in ascending order within each; gives the parts.
  ///
  /// Where quotes stand inside fields without quotes, rows cannot be found from the middle of the
  /// file: then one part gets all of them.
  func run<Part: Sendable>(
    _ make: @escaping @Sendable () -> Part,
    row: @escaping @Sendable (inout Part, inout RejectsCursor) -> Void
  ) throws(RejectsError) -> [Part] {
    let stretches = (file.bytes.count + Self.bytesPerStretch - 1) / Self.bytesPerStretch
    guard workers > 1, stretches > 1 else { return [try inOrder(make(), row: row)] }
    // Without threads of their own the others are this one.
    guard let parities = parities(of: stretches) else { return [try inOrder(make(), row: row)] }
    let next = Atomic<Int>(0)
    let state = Locked<(parts: [Part], failure: RejectsError?, isStray: Bool)>(([], nil, false))
    let isDone = crew(of: stretches) {
      var part = make()
      do throws(RejectsError) {
        while true {
          let stretch = next.add(1, ordering: .relaxed).oldValue
          guard stretch < stretches else { break }
          let isSound = try read(stretch, isInsideQuotes: parities[stretch], into: &part, row: row)
          if !isSound { return state.withLock { $0.isStray = true } }
        }
        state.withLock { $0.parts.append(part) }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
    let (parts, failure, isStray) = state.withLock { $0 }
    // A stray quote makes the others start in the wrong places: whatever they met means nothing.
    if isStray || failure != nil || !isDone { return [try inOrder(make(), row: row)] }
    return parts
  }

  /// Runs `body` on a thread for each worker that finds a stretch; false where there are none.
  private func crew(of stretches: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
    do { try Crew.run(min(workers, stretches)) { _ in body() } } catch { return false }
    return true
  }

  /// Hands every row to one part, in the order of the file.
  func inOrder<Part>(
    _ part: consuming Part, row: (inout Part, inout RejectsCursor) -> Void
  ) throws(RejectsError) -> Part {
    var part = part
    var cursor = file.cursor()
    var kept = 0
    while try cursor.next(file.path) {
      row(&part, &cursor)
      if cursor.rowStart - kept > Self.bytesPerStretch {
        file.forget(kept..<cursor.rowStart)
        kept = cursor.rowStart
      }
    }
    return part
  }

  /// Reads the rows that start in a stretch; false where a quote stood in a field without quotes.
  private func read<Part>(
    _ stretch: Int, isInsideQuotes: Bool, into part: inout Part,
    row: (inout Part, inout RejectsCursor) -> Void
  ) throws(RejectsError) -> Bool {
    let border = stretch * Self.bytesPerStretch
    let end = border + Self.bytesPerStretch
    let start = stretch == 0 ? file.start : firstRow(from: border, isInsideQuotes)
    guard let start else { return true }
    var cursor = file.cursor(at: start)
    // A row that starts right behind the border is that of this stretch: the next one looks for a
    // line end from the border on.
    while cursor.position <= end, try cursor.next(file.path) {
      if cursor.rowStart > end { break }
      row(&part, &cursor)
    }
    file.forget(border..<min(end, file.bytes.count))
    return !cursor.metStrayQuote
  }

  /// Offset behind the first line end outside quotes; nil when there is none.
  private func firstRow(from border: Int, _ isInsideQuotes: Bool) -> Int? {
    var isInside = isInsideQuotes
    for offset in border..<file.bytes.count {
      let byte = file.bytes[offset]
      if byte == UInt8(ascii: "\"") { isInside.toggle() }
      if byte == 0x0A, !isInside { return offset + 1 }
    }
    return nil
  }

  /// Whether each stretch starts inside quotes; nil where the system gives no threads.
  private func parities(of stretches: Int) -> [Bool]? {
    let counts = Locked([Int](repeating: 0, count: stretches))
    let next = Atomic<Int>(0)
    let isDone = crew(of: stretches) {
      while true {
        let stretch = next.add(1, ordering: .relaxed).oldValue
        guard stretch < stretches else { return }
        let start = stretch * Self.bytesPerStretch
        let end = min(start + Self.bytesPerStretch, file.bytes.count)
        let quotes = Self.quotes(in: UnsafeRawBufferPointer(rebasing: file.bytes[start..<end]))
        file.forget(start..<end)
        counts.withLock { $0[stretch] = quotes }
      }
    }
    guard isDone else { return nil }
    var isInside = false
    return counts.withLock { $0 }.map { quotes in
      defer { if quotes % 2 == 1 { isInside.toggle() } }
      return isInside
    }
  }

  private static func quotes(in bytes: UnsafeRawBufferPointer) -> Int {
    var total = 0
    var at = 0
    let quote = SIMD32<UInt8>(repeating: UInt8(ascii: "\""))
    // Sums of bytes stay below 256 for 255 steps.
    while at + 32 <= bytes.count {
      var sums = SIMD32<UInt8>()
      let steps = min(255, (bytes.count - at) / 32)
      for _ in 0..<steps {
        let word = bytes.loadUnaligned(fromByteOffset: at, as: SIMD32<UInt8>.self)
        sums &-= unsafeBitCast(word .== quote, to: SIMD32<UInt8>.self)
        at &+= 32
      }
      total += Int(SIMD32<UInt16>(truncatingIfNeeded: sums).wrappedSum())
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\"") { total += 1 }
      at += 1
    }
    return total
  }
}
