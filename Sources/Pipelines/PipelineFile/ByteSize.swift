/// An amount of memory, written with a unit; units count in powers of 1024.
package struct ByteSize: Equatable, Sendable, CustomStringConvertible {
  /// The amount in bytes, at least 0.
  package let bytes: Int

  /// Creates an amount of bytes.
  package init(bytes: Int) {
    precondition(bytes >= 0, "an amount of memory is not negative")
    self.bytes = bytes
  }

  /// Reads `1048576`, `64K`, `512 MB` or `1 GiB`, in any case; nil for anything else.
  package init?(_ text: String) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, let amount = Int(digits) else { return nil }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    let shift: Int
    switch unit {
    case "", "b": shift = 0
    case "k", "kb", "kib": shift = 10
    case "m", "mb", "mib": shift = 20
    case "g", "gb", "gib": shift = 30
    default: return nil
    }
    let (bytes, overflow) = amount.multipliedReportingOverflow(by: 1 << shift)
    guard !overflow else { return nil }
    self.bytes = bytes
  }

  /// The amount in its largest whole unit.
  ///
  /// No loop over a literal of pairs: unrolled, swiftc 6.3 gives its pairs in one of two orders, and
  /// one build in four differs (`make reproducible`).
  package var description: String {
    whole(30, "GiB") ?? whole(20, "MiB") ?? whole(10, "KiB") ?? "\(bytes)"
  }

  private func whole(_ shift: Int, _ unit: String) -> String? {
    bytes > 0 && bytes % (1 << shift) == 0 ? "\(bytes >> shift) \(unit)" : nil
  }
}
