/// The two lists of a call directory.
public enum DirectoryList: String, CaseIterable, Sendable {
  /// Numbers with the label that the phone shows.
  case identification
  /// Numbers that the phone blocks.
  case blocking
}

/// Limits that iOS sets, with how well each is known (docs/formats.md).
public enum DirectoryLimits {
  /// Largest legal number (CallKit's headers: the maximum of Int64 itself is reserved).
  public static let largestNumber = Int64.max - 1
  /// Most additions, both lists together, that one Call Directory extension takes (measured).
  public static let mostEntriesPerSlot = 1_999_999
  /// Most slots of a directory: far more than an app can have extensions, and few enough that a
  /// hostile manifest costs its reader nothing.
  public static let mostSlots = 1_000
  /// Longest label in UTF-8 bytes; iOS drops a longer one silently (observed).
  public static let longestLabelInBytes = 65_534
}
