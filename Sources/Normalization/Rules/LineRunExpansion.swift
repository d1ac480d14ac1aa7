import Records

/// Gives every number of a run of lines, under the expansion budget; off unless switched on.
extension Base {
  /// How many numbers follow the base in its run; nil when the run does not ascend.
  func runLength(_ run: ReadExtension) -> Int64? {
    let length = run.value - answer.nationalNumber % powerOfTen(run.digits)
    return length > 0 ? length : nil
  }
}
